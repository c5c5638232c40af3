/** Incidents of real services: what the doctor says must be what helped there. Each server's file tells its story. */
import { incident, threads } from './incident.ts';

const github = 'https://github.com';

export const published = [
  incident(
    'encodes hold the threads that serve cached files',
    'published/imagehoster.cjs',
    '/encode 24, /cached 1, /health 10/s',
    ['pool-hog: bound', 'pool-starved-of-cpu: bound'],
    {
      from: `${github}/ecency/imagehoster/issues/35`,
      says: [/add-on @img\/sharp/],
      fix: { argv: ['bounded'], path: '/cached', response: 0.5 },
    },
  ),
  incident(
    'files in a cloud are read and never come',
    'published/portos.cjs',
    '/notes 4 hangs, / 4 hangs',
    ['pool-stuck: move'],
    {
      from: `${github}/atomantic/PortOS/issues/3704`,
      isQuiet: true,
      says: [/evicted\.md|open/],
      fix: { argv: ['moved'], path: '/', throughput: 10 },
    },
  ),
  incident(
    'every call writes a tiny file behind reads of a slow file system',
    'published/desktop-commander.cjs',
    '/search 4, /status 2',
    ['pool-too-small: raise', 'pool-hog: bound'],
    {
      from: `${github}/wonderwhy-er/DesktopCommanderMCP/issues/535`,
      beside: { type: 'disk', files: 64, latency: 100 },
      isQuiet: true,
      fix: { ...threads(24), path: '/status', throughput: 3 },
    },
  ),
  incident('consumers hold a thread each, for ever', 'rdkafka.cjs', '/ 4 hangs', ['pool-stuck: raise'], {
    from: `${github}/Blizzard/node-rdkafka/issues/367`,
    isQuiet: true,
    fix: { ...threads(8), path: '/', throughput: 10 },
  }),
  incident(
    'DNS lookups wait behind consumers that wait',
    'published/zenko.cjs',
    '/ 2',
    ['pool-too-small: raise'],
    {
      from: `${github}/nodemailer/nodemailer/issues/963`,
      isQuiet: true,
      fix: { ...threads(24), path: '/', throughput: 10 },
    },
  ),
  incident(
    'a slow name server fills the slow-I/O queue, and threads are free',
    'dns-stall.cjs',
    '/ 8, /file 20/s',
    ['slow-lane: bypass'],
    {
      from: `${github}/nodejs/node/issues/8436`,
      beside: { type: 'names', latency: 150 },
      isQuiet: true,
      fix: { argv: ['resolve'], path: '/', throughput: 3 },
    },
  ),
  incident('logins in a container of one CPU', 'login.cjs', '/ 40', ['pool-starved-of-cpu: not the pool'], {
    cpus: 1,
    says: [/add-on bcrypt/],
    fix: { ...threads(32), path: '/', atMost: 1.3 },
  }),
  incident(
    'threads wait for the mutex of one database connection',
    'sqlite-mutex.mjs',
    '/ 8, /file 1',
    ['pool-lock: bound', 'pool-hog: bound'],
    {
      from: `${github}/TryGhost/node-sqlite3/issues/1395`,
      fix: { argv: ['serial'], path: '/file', throughput: 2 },
    },
  ),
  incident('jobs wait for a job that has no thread', 'duckdb.cjs', '/ 8 hangs', ['pool-stuck: raise'], {
    from: `${github}/oracle/node-oracledb/issues/395`,
    isQuiet: true,
    fix: { ...threads(16), path: '/', throughput: 10 },
  }),
  incident(
    'a message is compressed for every connection at once',
    'ws-flood.cjs',
    '/ 3, /memory 5/s',
    ['memory-growth: bound', 'pool-hog: bound', 'pool-starved-of-cpu: bound'],
    { from: `${github}/websockets/ws/issues/1202` },
  ),
  incident(
    'a file server is gone, and reads do not return',
    'nfs-gone.cjs',
    '/report 6 hangs, / 2 hangs',
    ['pool-stuck: move'],
    { from: `${github}/joyent/libuv/issues/1275`, isQuiet: true, says: [/report\.csv/] },
  ),
  incident(
    'three hundred files are read at once',
    'published/xen-orchestra.cjs',
    '/ 2, /session 2',
    ['pool-hog: bound', 'pool-too-small: bound'],
    {
      from: `${github}/vatesfr/xen-orchestra/issues/4323`,
      beside: { type: 'disk', files: 32, latency: 40 },
      isQuiet: true,
      fix: { argv: ['bounded'], path: '/session', throughput: 5 },
    },
  ),
];
