/** Incidents of real services: what the doctor says must be what helped there. Each server's file tells its story. */
import type { Incident } from './incident.ts';

export const published: readonly Incident[] = [
  {
    title: 'encodes hold the threads that serve cached files',
    from: 'https://github.com/ecency/imagehoster/issues/35',
    server: 'imagehoster.cjs',
    load: [
      { path: '/encode', clients: 24 },
      { path: '/cached', clients: 1 },
      { path: '/health', perSecond: 10 },
    ],
    expected: [
      { rule: 'pool-hog', verb: 'bound' },
      { rule: 'pool-starved-of-cpu', verb: 'bound' },
    ],
    fix: { argv: ['bounded'], path: '/cached', response: 0.5 },
  },
  {
    title: 'files in a cloud are read and never come',
    from: 'https://github.com/atomantic/PortOS/issues/3704',
    server: 'portos.cjs',
    load: [
      { path: '/notes', clients: 4, hangs: true },
      { path: '/', clients: 4, hangs: true },
    ],
    isQuiet: true,
    expected: [{ rule: 'pool-stuck', verb: 'move' }],
    says: [/evicted\.md|open/],
    fix: { argv: ['moved'], path: '/', throughput: 10 },
  },
  {
    title: 'every call writes a tiny file behind reads of a slow file system',
    from: 'https://github.com/wonderwhy-er/DesktopCommanderMCP/issues/535',
    server: 'desktop-commander.cjs',
    load: [
      { path: '/search', clients: 4 },
      { path: '/status', clients: 2 },
    ],
    beside: { type: 'disk', files: 64, latency: 100 },
    isQuiet: true,
    expected: [
      { rule: 'pool-too-small', verb: 'raise' },
      { rule: 'pool-hog', verb: 'bound' },
    ],
    fix: { env: { UV_THREADPOOL_SIZE: '24' }, path: '/status', throughput: 3 },
  },
  {
    title: 'consumers hold a thread each, for ever',
    from: 'https://github.com/Blizzard/node-rdkafka/issues/367',
    server: 'rdkafka.cjs',
    load: [{ path: '/', clients: 4, hangs: true }],
    isQuiet: true,
    expected: [{ rule: 'pool-stuck', verb: 'raise' }],
    fix: { env: { UV_THREADPOOL_SIZE: '8' }, path: '/', throughput: 10 },
  },
  {
    title: 'DNS lookups wait behind consumers that wait',
    from: 'https://github.com/nodemailer/nodemailer/issues/963',
    server: 'zenko.cjs',
    load: [{ path: '/', clients: 2 }],
    isQuiet: true,
    expected: [{ rule: 'pool-too-small', verb: 'raise' }],
    fix: { env: { UV_THREADPOOL_SIZE: '24' }, path: '/', throughput: 10 },
  },
  {
    title: 'a slow name server fills the slow-I/O queue, and threads are free',
    from: 'https://github.com/nodejs/node/issues/8436',
    server: 'dns-stall.cjs',
    load: [
      { path: '/', clients: 8 },
      { path: '/file', perSecond: 20 },
    ],
    beside: { type: 'names', latency: 150 },
    isQuiet: true,
    expected: [{ rule: 'slow-lane', verb: 'bypass' }],
    fix: { argv: ['resolve'], path: '/', throughput: 3 },
  },
  {
    title: 'logins in a container of one CPU',
    server: 'login.cjs',
    load: [{ path: '/', clients: 40 }],
    cpus: 1,
    expected: [{ rule: 'pool-starved-of-cpu', verb: 'not the pool' }],
    fix: { env: { UV_THREADPOOL_SIZE: '32' }, path: '/', atMost: 1.3 },
  },
  {
    title: 'threads wait for the mutex of one database connection',
    from: 'https://github.com/TryGhost/node-sqlite3/issues/1395',
    server: 'sqlite-mutex.mjs',
    load: [
      { path: '/', clients: 8 },
      { path: '/file', clients: 1 },
    ],
    expected: [
      { rule: 'pool-lock', verb: 'bound' },
      { rule: 'pool-hog', verb: 'bound' },
    ],
    fix: { argv: ['serial'], path: '/file', throughput: 2 },
  },
  {
    title: 'jobs wait for a job that has no thread',
    from: 'https://github.com/oracle/node-oracledb/issues/395',
    server: 'duckdb.cjs',
    load: [{ path: '/', clients: 8, hangs: true }],
    isQuiet: true,
    expected: [{ rule: 'pool-stuck', verb: 'raise' }],
    fix: { env: { UV_THREADPOOL_SIZE: '16' }, path: '/', throughput: 10 },
  },
  {
    title: 'a message is compressed for every connection at once',
    from: 'https://github.com/websockets/ws/issues/1202',
    server: 'ws-flood.cjs',
    load: [
      { path: '/', clients: 3 },
      { path: '/memory', perSecond: 5 },
    ],
    expected: [
      { rule: 'memory-growth', verb: 'bound' },
      { rule: 'pool-hog', verb: 'bound' },
      { rule: 'pool-starved-of-cpu', verb: 'bound' },
    ],
  },
  {
    title: 'a file server is gone, and reads do not return',
    from: 'https://github.com/joyent/libuv/issues/1275',
    server: 'nfs-gone.cjs',
    load: [
      { path: '/report', clients: 6, hangs: true },
      { path: '/', clients: 2, hangs: true },
    ],
    isQuiet: true,
    expected: [{ rule: 'pool-stuck', verb: 'move' }],
    says: [/report\.csv/],
  },
  {
    title: 'three hundred files are read at once',
    from: 'https://github.com/vatesfr/xen-orchestra/issues/4323',
    server: 'xen-orchestra.cjs',
    load: [
      { path: '/', clients: 2 },
      { path: '/session', clients: 2 },
    ],
    beside: { type: 'disk', files: 32, latency: 40 },
    isQuiet: true,
    expected: [
      { rule: 'pool-hog', verb: 'bound' },
      { rule: 'pool-too-small', verb: 'bound' },
    ],
    fix: { argv: ['bounded'], path: '/session', throughput: 5 },
  },
];
