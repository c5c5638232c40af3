/** A watch as it is recorded: one process, looked at for ten seconds, with what a case says of it. */
import { host } from './trials.ts';
import { message } from '../../src/messages/message.ts';
import type {
  ThreadState,
  ProcessSnapshot,
  PoolReading,
  ThreadSpan,
} from '../../src/model/process-snapshot.ts';
import type { QueueReading, ProbeReading } from '../../src/model/reading.ts';
import type { Probed, Watch, WatchedProcess } from '../../src/model/watch.ts';

export const duration = 10_000;

export function poolReading(parts: Partial<PoolReading> = {}): PoolReading {
  return {
    threads: 4,
    idle: 4,
    busy: 0,
    queued: 0,
    queuedKinds: {},
    slow: { running: 0, queued: 0, queuedKinds: {}, started: null },
    started: null,
    isCut: false,
    ...parts,
  };
}

export const inRead: ThreadState = { state: 'blocked', syscall: 'pread64', on: '/data/a' };

export function threadSpan(tid: number, doing: ThreadState, parts: Partial<ThreadSpan> = {}): ThreadSpan {
  return {
    tid,
    name: 'libuv-worker',
    role: 'pool',
    ran: 0.001,
    waitedForCpu: 0,
    readings: 100,
    isStill: false,
    stillFor: 5,
    last: doing,
    doing: [{ doing, readings: 100 }],
    ...parts,
  };
}

/** A look that saw this. */
export function looked(parts: Partial<ProcessSnapshot> = {}): ProcessSnapshot & { readonly ok: true } {
  const main: ThreadSpan = threadSpan(42, { state: 'polling' }, { name: 'node', role: 'main', ran: 0.1 });
  return {
    ok: true,
    subject: {
      pid: 42,
      ownPid: null,
      command: 'node server.js',
      script: null,
      age: null,
      binary: '/usr/bin/node',
      node: '24.21.0',
      environment: {
        poolSize: { ok: true, value: null, asked: 4 },
        nodeOptions: null,
        isProduction: null,
        clients: [],
        affinity: [0, 1, 2, 3],
        quota: null,
        cpus: 4,
        memory: { limit: 2 ** 30, used: null },
        tasks: { limit: 100, used: 20 },
        rss: 70 * 2 ** 20,
      },
      peek: { ok: true, node: '24.21.0', duration: 100, source: 'trial' },
    },
    startedAt: 0,
    duration,
    pool: [{ at: 0, ...poolReading() }],
    wait: { fast: null, slow: null },
    loop: 0.12,
    v8: null,
    poolKnownBy: 'libuv',
    poolSize: 4,
    cpuUsed: 0.2,
    stopped: 0,
    throttling: null,
    samples: { taken: 100, inconsistent: 0, meanCost: 400, maxCost: 900 },
    hasEnded: false,
    ...parts,
    threads: [main, ...(parts.threads ?? [])],
  };
}

export function lane(parts: Partial<QueueReading> = {}): QueueReading {
  return { waits: [0.05, 0.06, 0.05], sent: 5, skipped: 0, pending: 0, oldest: null, ...parts };
}

export function probeReading(parts: Partial<ProbeReading> = {}): ProbeReading {
  return {
    type: 'reading',
    at: 250,
    span: 250,
    isPoolUnused: false,
    fast: lane(),
    slow: lane(),
    loop: { utilization: 0.3, delay: { mean: 0.2, p50: 0.1, p99: 2, max: 3 } },
    silent: 0,
    gc: { count: 1, time: 5, longest: 5, full: 0 },
    memory: { rss: 2 ** 26, heapUsed: 2 ** 24, heapLimit: 2 ** 32, external: 2 ** 21 },
    cpu: 75,
    ownCpu: 1,
    requests: { pending: 2, oldest: 4, started: 25, finished: 25, mean: 8, max: 20 },
    calls: null,
    ...parts,
  };
}

/** A probe that said this. */
export function probed(readings: readonly Partial<ProbeReading>[] = [{}], parts: Partial<Probed> = {}) {
  return {
    ok: true as const,
    hello: {
      type: 'hello' as const,
      schema: 1 as const,
      pid: 42,
      node: '24.21.0',
      entry: 'flag' as const,
      script: '/srv/server.js',
      poolSize: null,
      period: 50,
      lanes: { fast: 'readlink' as const, slow: 'getaddrinfo' as const },
      tid: 99,
    },
    readings: readings.map(probeReading),
    profile: null,
    capture: null,
    notes: [],
    ...parts,
  };
}

export function processByHand(parts: Partial<WatchedProcess> = {}): WatchedProcess {
  return {
    pid: 42,
    parent: 1,
    role: 'single',
    from: 0,
    to: duration,
    look: looked(),
    series: [],
    sockets: { ok: false, why: message('unseen.connections-unread') },
    probe: { ok: false, why: message('unseen.probe-not-wanted') },
    ...parts,
  };
}

type Process = Partial<WatchedProcess>;

/** A watch of one process, or of several. */
export function watchByHand(of: Process | readonly Process[] = {}, parts: Partial<Watch> = {}): Watch {
  return {
    schema: 1,
    id: 'by-hand',
    target: { type: 'pid', pid: 42 },
    startedAt: 0,
    duration,
    clients: [],
    host: {
      ...host,
      logicalCpus: 4,
      physicalCores: 4,
      affinity: [0, 1, 2, 3],
      effectiveCpus: 4,
      memory: 2 ** 33,
    },
    machine: { busy: 0.1, steal: 0 },
    processes: [of].flat().map(processByHand),
    load: null,
    end: 'time',
    notes: [],
    ...parts,
  };
}

/** All four threads in a read, and 28 jobs that wait 140 ms for one. */
export const heldInReads = () => {
  const full = poolReading({ busy: 4, idle: 0, queued: 28, queuedKinds: { fs: 28 } });
  const pool = Array.from({ length: 20 }, (_, i) => ({ at: i * 100, ...full }));
  const fast = { mean: 140, p50: 140, p95: 150, max: 160, readings: 20, rate: 200, unfinished: 0 };
  const threads = [1, 2, 3, 4].map((tid) => threadSpan(tid, inRead));
  return looked({ pool, threads, wait: { fast, slow: null } });
};
