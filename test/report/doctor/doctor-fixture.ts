/** Diagnoses written by hand, with the watches that they might have come from: what the doctor's reports have to cope with. */
import { inCall, serviceByHand, timeOf, vitalsByHand, waitOf } from '../../doctor/rules/vitals-by-hand.ts';
import type { JudgedWatch } from '../../../src/report/next-step.ts';
import { message, quoted } from '../../../src/messages/message.ts';
import type { Diagnosis, Finding, RuleAnswer, RuleId } from '../../../src/model/diagnosis.ts';
import type { ConnectionsReading, ProbeReading } from '../../../src/model/reading.ts';
import type { Vitals } from '../../../src/model/vitals.ts';
import type { Note, SamplePoint, WatchedProcess } from '../../../src/model/watch.ts';
import { lane, probed, probeReading, processByHand, watchByHand } from '../../kit/watches.ts';
import { host } from '../fixture.ts';

export const startedAt = Date.UTC(2026, 10, 20, 9, 30);
const duration = 4000;
const command = '/usr/bin/node /srv/app/server.js --port 3000';

/** Jobs that wait, in a healthy process and in one whose pool is too small. */
interface Ill {
  readonly queued: number;
  readonly wait: number;
}

export function vitals(pid: number, { queued, wait }: Ill, role: Vitals['role'] = 'single'): Vitals {
  const isIll = queued > 0;
  const waited = waitOf(wait, { p95: wait * 1.4, jobs: 76 });
  return vitalsByHand({
    pid,
    role,
    command,
    node: '22.23.1',
    seen: duration,
    pool: {
      busy: isIll ? 3.96 : 0.4,
      full: isIll ? 0.99 : 0,
      queue: { mean: queued, p95: queued * 1.1, kinds: isIll ? { fs: queued - 1, crypto: 1 } : {} },
      started: isIll ? 198 : 20,
      time: timeOf(0.02, 0.01),
      whereabouts: [{ doing: inCall('clock_nanosleep'), share: 0.9, threads: 4 }],
      wait: waited,
      slow: { cap: 2, running: 0, queue: { mean: 0, p95: 0, kinds: {} }, wait: waited },
    },
    loop: {
      utilization: 0.031,
      ran: 0.03,
      waitedForCpu: 0,
      delay: { mean: 0.4, p50: 0.3, p99: 3.1, max: 4.2 },
    },
    memory: { rss: 98_566_144 },
    cpu: { used: 0.21, available: 2 },
    requests: null,
  });
}

export const tooSmall = (pids: readonly number[]): Finding => ({
  rule: 'pool-too-small',
  severity: 'critical',
  resource: 'pool',
  pids,
  verb: 'raise',
  title: quoted('All 4 pool threads are busy, and 59.4 jobs wait 329 ms for one'),
  because: quoted(
    'The threads are blocked in system calls for 97% of their time and hardly use a CPU, so more of them get more done.',
  ),
  evidence: [
    { label: 'threads in a job', value: '3.96 of 4' },
    { label: 'jobs that wait', value: '59.4 on average, 71 at most' },
    { label: 'time of the busy threads', value: '97% blocked, 2% on a CPU, 1% waiting for one' },
  ],
  changes: [
    {
      type: 'env',
      what: quoted('give the pool 64 threads, where the process is started'),
      text: 'UV_THREADPOOL_SIZE=64',
    },
    {
      type: 'config',
      what: quoted('the same in a Dockerfile'),
      text: 'ENV UV_THREADPOOL_SIZE=64\n# before CMD',
    },
  ],
  expect: quoted(
    'Throughput about × 15.8: 64 jobs were in or before the pool on average (Little’s law), and none of them waits.',
  ),
  gain: 15.8,
  experiment: 'pool-size',
});

/** Some of the rules: another one more is no reason to look at these reports again. */
const rules: readonly RuleId[] = [
  'memory-growth',
  'pool-stuck',
  'slow-lane',
  'pool-hog',
  'pool-too-small',
  'too-many-processes',
  'loop-saturated',
];

const answersOf = (findings: readonly Finding[], status: RuleAnswer['status'] = 'fine'): RuleAnswer[] =>
  rules.map((rule) => {
    const found = findings.find((one) => one.rule === rule);
    const title = quoted(`The rule ${rule}`);
    if (found) return { rule, title, status: 'finding', because: found.title };
    if (rule === 'too-many-processes')
      return { rule, title, status: 'does not apply', because: quoted('There is one process.') };
    return {
      rule,
      title,
      status: rule === 'memory-growth' ? status : 'fine',
      because: quoted('What was seen of it is usual.'),
    };
  });

export function reading(at: number, wait: number): ProbeReading {
  const own = lane({ waits: Array.from({ length: 5 }, (_, i) => wait * (0.8 + 0.1 * i)) });
  return probeReading({
    at,
    fast: own,
    slow: own,
    loop: { utilization: 0.03 + (at % 3) / 100, delay: { mean: 0.4, p50: 0.3, p99: 3.1, max: 4.2 } },
    gc: { count: 1, time: 1, longest: 1, full: 0 },
    memory: { rss: 98_566_144, heapUsed: 1, heapLimit: 2 ** 32, external: 1 },
    cpu: 50,
    requests: null,
  });
}

export function point(at: number, queued: number): SamplePoint {
  const swing = 1 + Math.sin(at / 400) / 5;
  return {
    at,
    cpu: 0.21 * swing,
    rss: 98_566_144,
    busy: queued > 0 ? 3.96 : 0.4 * swing,
    queued: queued * swing,
    slowQueued: 0,
    running: 0.02,
    waitedForCpu: 0.01,
    loop: 0.031,
  };
}

/** A pool of connections that is full. */
export const clientReading = (change: Partial<ConnectionsReading> = {}): ConnectionsReading => ({
  client: 'pg',
  kind: 'pool',
  place: '10.0.0.5:5432',
  limit: 4,
  size: 4,
  used: 4,
  waiting: 7,
  taken: 2,
  fresh: 0,
  waited: 30,
  longest: 20,
  waits: [10, 20],
  given: 2,
  held: 40,
  alone: { count: 0, held: 0 },
  old: { count: 0, age: 0, by: null },
  protocol: 'postgresql',
  failed: { count: 0, code: null },
  command: null,
  threads: 0,
  variable: null,
  ...change,
});

function watched({ pid, role, withoutProbe }: Vitals, { queued, wait }: Ill): WatchedProcess {
  const times = Array.from({ length: duration / 250 }, (_, i) => (i + 1) * 250);
  return processByHand({
    pid,
    role,
    to: duration,
    // Nothing of a look is shown but through the vitals.
    look: { ok: true } as WatchedProcess['look'],
    series: times.map((at) => point(at, queued)),
    sockets: { ok: false, why: quoted('no ss on this machine') },
    probe:
      withoutProbe === null
        ? probed(times.map((at) => reading(at + 60_000, wait)))
        : { ok: false, why: withoutProbe },
  });
}

export const cases = ['healthy', 'one finding', 'several processes', 'cannot tell', 'interrupted'] as const;
export type Case = (typeof cases)[number];

export function doctorReport(which: Case): JudgedWatch {
  const ill = { queued: 59.4, wait: 329 };
  const well = { queued: 0, wait: 0.07 };
  const processes =
    which === 'several processes'
      ? [vitals(4710, well, 'primary'), vitals(4711, ill, 'worker'), vitals(4712, well, 'worker')]
      : [vitals(4711, which === 'healthy' || which === 'cannot tell' ? well : ill)];
  const hasProbe = which !== 'cannot tell';
  const seen = hasProbe
    ? processes
    : processes.map((one): Vitals => ({
        ...one,
        pool: { ...one.pool, busy: null, full: null, queue: null, wait: null, time: null, whereabouts: [] },
        withoutPeek: quoted('The binary has no symbols.'),
        withoutProbe: quoted('It was not asked for.'),
      }));
  const findings = which === 'healthy' || which === 'cannot tell' ? [] : [tooSmall([4711])];
  const used = processes.reduce((all, { cpu }) => all + cpu.used, 0);
  const head = {
    id: '20261120-093000-ab12',
    target: { type: 'pid', pid: processes[0]?.pid ?? 0 },
    startedAt,
    duration,
  } as const;
  const notes: Note[] =
    which === 'several processes'
      ? [message('note.process-ended', { pid: 4713, command: 'node job.js' })]
      : [];
  const diagnosis: Diagnosis = {
    schema: 2,
    ...head,
    status: findings.length > 0 ? 'bottleneck' : hasProbe ? 'healthy' : 'cannot tell',
    sentence:
      (findings[0] && message('finding.is', { title: findings[0].title })) ??
      quoted(hasProbe ? 'Nothing holds this server back.' : 'What the pool does cannot be seen.'),
    findings,
    answers: answersOf(findings, hasProbe ? 'fine' : 'cannot tell'),
    processes: seen,
    service: serviceByHand(processes, {
      cpus: 2,
      machineCpus: 2,
      machineUsed: used,
      free: 2 - used,
      serving: which === 'several processes' ? 2 : 1,
    }),
    notes,
  };
  const seenBy = seen.map((one) => watched(one, one.pid === 4711 && findings.length > 0 ? ill : well));
  const watch = watchByHand(seenBy, {
    ...head,
    host: { ...host, logicalCpus: 2, physicalCores: 2, cgroupCpus: null, effectiveCpus: 2, memory: 8e9 },
    machine: { busy: 0.11, steal: 0 },
    end: which === 'interrupted' ? 'interrupted' : 'time',
    notes,
  });
  return { watch, diagnosis, deeper: 'chokepoint doctor 4711 --attach' };
}

/** The case, with what trace events said of process 4711. */
export function capturedReport(which: Case, isAborted: boolean): JudgedWatch {
  const report = doctorReport(which);
  const kind = (name: string, jobs: number, mean: number) => ({
    kind: name,
    jobs,
    mean,
    p50: 0.9 * mean,
    p99: 2 * mean,
  });
  const capture = {
    type: 'capture',
    duration: 2000,
    isAborted,
    rate: 24_000,
    kinds: [kind('fs', 60, 1.5), kind('node_api', 140, 53)],
  } as const;
  const processes = report.watch.processes.map((one) =>
    one.pid === 4711 && one.probe.ok ? { ...one, probe: { ...one.probe, capture } } : one,
  );
  return { ...report, watch: { ...report.watch, processes } };
}
