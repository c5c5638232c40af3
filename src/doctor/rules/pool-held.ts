/** Pool threads that make no progress: a job never ends, or they wait for a lock or for threads of their library. */
import { inEnglish, jsonText, message } from '../../messages/message.ts';
import { quoted } from '../../messages/shell.ts';
import type { Change } from '../../model/diagnosis.ts';
import type { ThreadState } from '../../model/process-snapshot.ts';
import type { NativeThreads, ServiceVitals, Vitals } from '../../model/vitals.ts';
import { change, limiter, setPoolSize } from './changes.ts';
import {
  type PoolLoad,
  areCpusFree,
  nativeFigure,
  poolEvidence,
  poolFigures,
  poolRule,
  timeLabel,
  waitLabel,
} from './pool-load.ts';
import { type RuleResult, figures, findingOf, fine, isOfAddOn, unseen } from './rule.ts';
import { type SizeAdvice, mostThreads, sizeFor } from './sizing.ts';
import { amount } from '../../format/words.ts';

/** Milliseconds without any answer, though jobs were sent on a schedule, from which no job ends. */
const silence = 2000;
/** Part of the threads' busy time on a CPU or ready for one. */
const computes = 0.5;
/** Threads for the application's other jobs, beside those that hold a thread. */
const slotsForTheRest = 2;
const unknownState: ThreadState = { state: 'asleep' };

export const poolStuck = poolRule({
  id: 'pool-stuck',
  resource: 'pool',
  symptom: ['none', 'what each pool thread does, over the whole watch'],
  verb: 'move',
  experiment: 'pool-mechanics',
  explains: [
    'slow-lane',
    'pool-hog',
    'pool-lock',
    'pool-too-small',
    'downstream',
    'backlog',
    'memory-growth',
  ],
  signals: ({ pool: { stuck } }) => ({ 'threads that do not move': String(stuck.length) }),
  judge(vitals, load, work, service) {
    const { stuck, wait, whereabouts, busy } = vitals.pool;
    // A pool thread that waits for computing threads of its library is not stuck: the job is long, or the CPUs are few.
    if (work && work.helpers !== null) return fine;
    if (stuck.length > 0 && load)
      return stuckIn(vitals, load, sizeFor(vitals, service, load, slotsForTheRest));
    if (wait?.from === 'probe' && wait.jobs === 0 && (wait.oldest ?? 0) >= silence)
      return work && work.cpu >= computes ? fine : silent(vitals, load);
    return whereabouts.length === 0 && busy === null ? unseen(timeLabel) : fine;
  },
});

/** Calls that are about a file even if its name could not be read. */
const fileCalls =
  /^(?:open|stat|lstat|newfstat|statx|statfs|access|faccess|readlink|rename|mkdir|rmdir|unlink|flock|fsync|fdatasync|getdents|truncate|ftruncate|lseek|pread|pwrite)/;

function isOfFile(doing: ThreadState): boolean {
  return (
    doing.state === 'blocked' && (pathOf(doing) !== null || (!doing.on && fileCalls.test(doing.syscall)))
  );
}

function pathOf(doing: ThreadState): string | null {
  return doing.state === 'blocked' && doing.on?.startsWith('/') ? doing.on : null;
}

/**
 * The finding for threads stuck in calls about files, or in others: consumers that wait in a call of an add-on, or jobs that wait for
 * another job. In the latter case the pool needs a thread for each, and more.
 */
function stuckIn(vitals: Vitals, load: PoolLoad, advice: SizeAdvice): RuleResult {
  const { stuck } = vitals.pool;
  const areOfFiles = stuck.filter(({ doing }) => isOfFile(doing)).length * 2 >= stuck.length;
  const longest = Math.round(Math.max(...stuck.map(({ since }) => since)) / 100) * 100;
  const places = Array.from(
    Map.groupBy(stuck, ({ doing }) => inEnglish(message('thread.state', doing))).values(),
    (same) => ({ state: same[0]?.doing ?? unknownState, threads: same.length }),
  )
    .toSorted((one, other) => other.threads - one.threads)
    .slice(0, 3);
  const isFull = stuck.length >= load.size;
  const { 'pool threads': _, [waitLabel]: wait, ...others } = poolFigures(vitals, load);
  const size = Math.max(advice.size, stuck.length + slotsForTheRest);
  const isRaise =
    size > load.size && advice.wanted <= mostThreads && advice.cap !== 'tasks' && advice.cap !== 'memory';
  const most = Math.max(1, load.size - slotsForTheRest);
  const kind = load.heldBy;
  const elsewhere = isRaise
    ? setPoolSize(vitals, size)
    : [limiter(kind, most, message('change.limit-holders', { most }))];
  return {
    severity: isFull || load.isWaiting ? 'critical' : 'warning',
    verb: areOfFiles ? 'move' : isRaise ? 'raise' : 'bound',
    ...findingOf(areOfFiles ? 'pool-stuck.files' : 'pool-stuck.held', {
      stuck: stuck.length,
      size: load.size,
      at: places[0]?.state ?? unknownState,
      longest,
      isRaise,
      advised: isRaise ? size : most,
      rest: slotsForTheRest,
      queued: Math.max(0, Math.round(load.queued ?? 0)),
    }),
    evidence: [
      ...figures({
        'threads that do not move': message('evidence.stuck', {
          stuck: stuck.length,
          size: load.size,
          longest,
        }),
      }),
      ...places.map(({ state, threads }) => ({
        label: 'found in',
        value: message('evidence.found-threads', { state, threads }),
      })),
      // With all threads held nothing moves: the pace of the queue before then is no wait.
      ...figures({
        ...others,
        [waitLabel]: isFull && wait ? message('evidence.no-end', { longest }) : wait,
      }),
    ],
    changes: areOfFiles ? [...ofPipe(vitals), fileProcess, softMount] : elsewhere,
    weight: stuck.length,
  };
}

const fileProcess: Change = change('code', 'change.file-process', [
  `import { execFile } from 'node:child_process';`,
  `import { promisify } from 'node:util';`,
  `const run = promisify(execFile);`,
  `const { stdout } = await run('cat', ['--', path], { timeout: 2000, killSignal: 'SIGKILL', encoding: 'buffer' });`,
]);

/**
 * Changes for a path that may be a pipe: opening or reading one waits for the process at its other end, as no local file does. The
 * path is not examined here: a file system that does not answer would block the doctor as well.
 */
function ofPipe({ pool: { stuck } }: Vitals): Change[] {
  const mayBePipe = stuck.some(
    ({ doing }) =>
      doing.state === 'blocked' &&
      pathOf(doing) !== null &&
      /^(?:open|openat|openat2|read|write)$/.test(doing.syscall),
  );
  if (!mayBePipe) return [];
  const path = stuck.map(({ doing }) => pathOf(doing)).find((each) => each !== null) ?? '/the/path';
  return [
    change('command', 'change.see-file', `timeout -s KILL 2 stat -c '%F, on %m' -- ${quoted(path)}`),
    change('code', 'change.read-pipe', [
      `import { constants, openSync } from 'node:fs';`,
      `import { Socket } from 'node:net';`,
      `const pipe = new Socket({ fd: openSync(${jsonText(path)}, constants.O_RDONLY | constants.O_NONBLOCK) });`,
      `pipe.on('data', use);`,
    ]),
  ];
}

const softMount: Change = change(
  'config',
  'change.soft-mount',
  '# /etc/fstab\nserver:/export /mnt nfs soft,timeo=50,retrans=2 0 0',
);

function silent(vitals: Vitals, load: PoolLoad | null): RuleResult {
  const seconds = Math.round((vitals.pool.wait?.oldest ?? 0) / 1000);
  return {
    severity: 'critical',
    ...findingOf('pool-stuck.silent', { seconds, size: load?.size ?? null }),
    evidence: [
      ...figures({ 'oldest job without an answer': `${seconds} s` }),
      ...(load ? poolEvidence(vitals, load) : []),
    ],
    changes: [
      change(
        'command',
        message('change.see-threads', { isUnread: vitals.withoutPeek !== null }),
        `for t in /proc/${vitals.startedAs ? 'PID' : vitals.pid}/task/*; do cat $t/comm $t/wchan $t/syscall; echo; done`,
      ),
      fileProcess,
    ],
    weight: 1,
  };
}

const limits = {
  /** Part of the busy time. node-sqlite3 #1395 was felt at a third. */
  share: 0.25,
  /** Threads at the lock on average; and threads at work on average, since one of them holds the lock. */
  threads: 0.5,
  holder: 0.1,
  /** Threads at work: one holds the lock; with others that wait for CPUs it gets one late. */
  several: 2,
  /** Busy part of a library's threads from which the pool's threads wait for them, which are blocked for `blocked` of their time. */
  saturated: 0.85,
  blocked: 0.5,
} as const;

export const poolLock = poolRule({
  id: 'pool-lock',
  resource: 'pool',
  symptom: ['idle', 'where the pool threads wait, with libuv read from memory'],
  verb: 'bound',
  explains: ['pool-too-small', 'pool-hog', 'backlog', 'downstream'],
  judge(vitals, load, work, service) {
    const { pool } = vitals;
    if (!load || !pool.time || load.busy === null) return pool.busy === null ? unseen(timeLabel) : fine;
    const { busy } = load;
    const { atLock } = pool.time;
    const waiting = busy * atLock;
    const working = busy - waiting;
    const few = fewOwnThreads(vitals, load, service);
    if (few) return behindOwnThreads(vitals, load, few);
    if (atLock < limits.share || waiting < limits.threads) return fine;
    if (working < limits.holder) return fine;
    if (work?.isStarved && working >= limits.several) return fine;
    const at = pool.whereabouts.find(({ doing }) => doing.state === 'waiting' && doing.at === 'other');
    const kind = load.heldBy;
    const useful = Math.max(1, Math.round(working));
    const same = at?.threads ?? 1;
    const wait = load.wait?.mean ?? null;
    return {
      severity: load.ranked.severity,
      ...findingOf('pool-lock', { atLock, busy, working, waiting, same, useful, wait }),
      also: figures({ 'threads at a lock': amount(waiting), 'threads that make progress': amount(working) }),
      changes: [limiter(kind, useful, message('change.one-by-one', { kind, most: useful }))],
      weight: waiting,
    };
  },
});

/**
 * Threads of a library, fewer than the pool threads in its jobs and busy all the time, though a CPU is free for a further
 * one. A library that starts some for each job has more of them with a larger pool: that is another rule's.
 */
function fewOwnThreads(vitals: Vitals, load: PoolLoad, service: ServiceVitals): NativeThreads | null {
  const { time } = vitals.pool;
  const busy = load.busy ?? 0;
  if (!time || !load.isWaiting || time.blocked < limits.blocked || !areCpusFree(vitals, service)) return null;
  const isSaturated = ({ threads, ran, waitedForCpu }: NativeThreads) =>
    threads <= busy / 2 && ran + waitedForCpu >= limits.saturated * threads;
  return isOfAddOn(load.heldBy) ? (vitals.native.find(isSaturated) ?? null) : null;
}

function behindOwnThreads(vitals: Vitals, load: PoolLoad, own: NativeThreads): RuleResult {
  const { threads: count, name, ran, waitedForCpu } = own;
  const kind = load.heldBy;
  const most = Math.max(1, Math.min(load.size - 1, 2 * count));
  const blocked = vitals.pool.time?.blocked ?? 0;
  return {
    ...load.ranked,
    ...findingOf('pool-lock.own-threads', {
      ...load.named,
      count,
      used: Math.min(1, (ran + waitedForCpu) / count),
      blocked,
      kind,
      threads: name,
    }),
    also: figures({ 'native threads': nativeFigure(vitals) }),
    changes: [limiter(kind, most, message('change.limit-kind', { kind, most, slots: load.size - most }))],
  };
}
