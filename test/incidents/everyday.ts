/** What goes wrong in many services, one server for each thing that the doctor knows. */
import { heap, incident, threads } from './incident.ts';

export const everyday = [
  incident(
    'an Express application that was started without any flag hashes a password for each request',
    '../../../examples/express-crypto.cjs',
    '/ 32',
    ['pool-starved-of-cpu: not the pool'],
    { asksForPort: true },
  ),
  incident('a driver waits on four threads for 64 clients', 'driver.cjs', '/ 64', ['pool-too-small: raise'], {
    isQuiet: true,
    says: [/UV_THREADPOOL_SIZE=6\d/],
    fix: { ...threads(64), path: '/', throughput: 6 },
  }),
  incident(
    'the size is set in code, after the first use',
    'size-in-code.mjs',
    '/ 12',
    ['pool-size-not-in-force: raise'],
    { isQuiet: true, attach: true, fix: { ...threads(16), path: '/', throughput: 2 } },
  ),
  incident(
    'the size is set to nothing at all, which is one thread',
    'driver.cjs',
    '/ 4',
    ['pool-size-not-in-force: raise'],
    { ...threads(''), isQuiet: true, fix: { ...threads(4), path: '/', throughput: 2 } },
  ),
  incident('sixty-four threads compute on two CPUs', 'hash.cjs 10000', '/ 64', ['pool-too-large: lower'], {
    ...threads(64),
    cpus: 2,
    fix: { argv: ['10000'], ...threads(2), path: '/', throughput: 0.8 },
  }),
  incident(
    'one handler computes while the fast ones wait',
    'sync-handler.cjs',
    '/report 1.2/s, / 50/s',
    ['loop-blocked: not the pool'],
    { attach: true, says: [/buildMonthlyReport|compute/] },
  ),
  incident(
    'every request is JavaScript, and one CPU does all of it',
    'render.cjs',
    '/ 16',
    ['loop-saturated: not the pool'],
    { needsCpus: 2 },
  ),
  incident(
    'a handler reads a slow file synchronously',
    'read-sync.cjs',
    '/page 5/s, / 50/s',
    ['blocking-calls: not the pool'],
    { beside: { type: 'disk', files: 1, latency: 230 }, isQuiet: true },
  ),
  incident(
    'the garbage collector walks a large cache again and again',
    'big-heap.cjs',
    '/ 1',
    // On two CPUs its helpers and the main thread may want more than there is: then both are true.
    ['long-gc: not the pool', 'cpu-saturated: not the pool'],
    { attach: true },
  ),
  incident(
    'the garbage collector walks a large cache, and nobody is inside to tell',
    'big-heap.cjs',
    '/ 2',
    ['long-gc: not the pool'],
    { says: [/V8's own threads/] },
  ),
  incident(
    'a cache of 61 MiB in a heap of 90 is collected again and again',
    'full-heap.cjs 61',
    '/ 8',
    ['heap-limit: not the pool'],
    {
      ...heap(90),
      attach: true,
      says: [/--max-old-space-size=(?:192|256)/],
      fix: { argv: ['61'], ...heap(256), path: '/', throughput: 1.3 },
    },
  ),
  incident(
    'jobs wait for the one thread that their library has',
    'own-thread.cjs',
    '/ 16',
    ['pool-lock: bound'],
    {
      needsCompiler: true,
      needsCpus: 2,
      says: [/1 thread of their library \(writer\)/],
      fix: { ...threads(16), path: '/', atMost: 1.3 },
    },
  ),
  incident('few connections give one worker all the work', 'spread.cjs 2 3', '/ 1', [
    'worker-imbalance: not the pool',
  ]),
  incident(
    'eight workers take turns on two CPUs',
    'spread.cjs 8 3',
    '/ 32',
    ['too-many-processes: not the pool'],
    { cpus: 2, fix: { argv: ['2', '3'], path: '/', throughput: 0.8 } },
  ),
  incident(
    'the listen queue is short, and connections come all at once',
    'short-backlog.cjs 4',
    '/ 200 batch closes',
    ['backlog: not the pool'],
    { fix: { argv: ['511'], path: '/', throughput: 3 } },
  ),
  incident(
    'calls to a slow service wait for one of few connections',
    'few-sockets.cjs 4',
    '/ 32',
    ['downstream: not the pool'],
    {
      beside: { type: 'upstream', latency: 100 },
      isQuiet: true,
      fix: { argv: ['32'], path: '/', throughput: 4 },
    },
  ),
  incident(
    'calls over a unix socket wait for one of few connections',
    'few-sockets.cjs 4',
    '/ 32',
    ['downstream: not the pool'],
    {
      beside: { type: 'upstream', latency: 20, isUnix: true },
      isQuiet: true,
      says: [/one of the 4 connections to \S*upstream/],
      fix: { argv: ['32'], path: '/', throughput: 4 },
    },
  ),
  incident('a quota stops the server in every period', 'render.cjs', '/ 8', ['cpu-throttled: not the pool'], {
    quota: 0.4,
  }),
];
