/** A watch as it is recorded: one process, looked at for ten seconds, with what a case says of it. */
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

export function snapshotByHand(parts: Partial<ProcessSnapshot> = {}): ProcessSnapshot {
  const main: ThreadSpan = threadSpan(42, { state: 'polling' }, { name: 'node', role: 'main', ran: 0.1 });
  return {
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
    memory: { rss: 2 ** 26, heapUsed: 2 ** 24, heapLimit: 2 ** 32, external: 2 ** 21, arrayBuffers: 2 ** 20 },
    cpu: 75,
    ownCpu: 1,
    requests: { pending: 2, oldest: 4, started: 25, finished: 25, mean: 8, max: 20 },
    calls: null,
    ...parts,
  };
}

export function probedByHand(readings: readonly ProbeReading[], parts: Partial<Probed> = {}): Probed {
  return {
    hello: {
      type: 'hello',
      schema: 1,
      pid: 42,
      node: '24.21.0',
      entry: 'flag',
      script: '/srv/server.js',
      poolSize: null,
      period: 50,
      lanes: { fast: 'readlink', slow: 'getaddrinfo' },
      tid: 99,
    },
    readings,
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
    look: { ok: true, ...snapshotByHand() },
    series: [],
    sockets: { ok: false, why: message('unseen.connections-unread') },
    probe: { ok: false, why: message('unseen.probe-not-wanted') },
    ...parts,
  };
}

export function watchByHand(processes: readonly WatchedProcess[], parts: Partial<Watch> = {}): Watch {
  return {
    schema: 1,
    id: 'by-hand',
    target: { type: 'pid', pid: 42 },
    startedAt: 0,
    duration,
    clients: [],
    host: {
      cpuModel: 'by hand',
      logicalCpus: 4,
      physicalCores: 4,
      affinity: [0, 1, 2, 3],
      cgroupCpus: null,
      effectiveCpus: 4,
      memory: 2 ** 33,
      cgroupMemory: null,
      loadAverage: 0.2,
      node: '26.10.0',
      uv: '1.52.0',
      platform: 'linux x64',
      kernel: '6.8',
      chokepoint: '0.1.0',
    },
    machine: { busy: 0.1, steal: 0 },
    processes,
    load: null,
    end: 'time',
    notes: [],
    ...parts,
  };
}
