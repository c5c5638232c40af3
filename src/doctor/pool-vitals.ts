/** The figures of a process's libuv pool. The probe's own jobs, which wait in the same queues, are subtracted. */
import type {
  ThreadState,
  JobKinds,
  ProcessSnapshot,
  PoolReading,
  ThreadSpan,
} from '../model/process-snapshot.ts';
import type { ProbeReading } from '../model/reading.ts';
import type { PoolVitals, PoolWait, QueueVitals, StateShare } from '../model/vitals.ts';
import type { WatchedProcess } from '../model/watch.ts';
import { poolSizeOf } from '../apply/node-command.ts';
import { meanOrNull, quantile, total } from '../stats/mean-and-spread.ts';

/** The parts of a watch of one process that its figures are made from: null or empty where one is missing. */
export interface Sources {
  readonly process: WatchedProcess;
  readonly look: ProcessSnapshot | null;
  readonly readings: readonly ProbeReading[];
}

/** The queue of all jobs, or that of name resolution. */
type Lane = 'fast' | 'slow';

/** Number of states that `ThreadSpan.doing` keeps for a thread. */
const keptWays = 8;
/** Busy threads on average below which their time is too short to be divided. */
const leastBusy = 0.02;
/** Time without moving from which a thread is stuck, in milliseconds and as a share of the watch: hardly any job takes so long. */
const leastForStuck = { time: 1000, share: 0.4 } as const;

export function poolOf({ process, look, readings }: Sources): PoolVitals {
  const hello = process.probe.ok ? process.probe.hello : null;
  const threads = look?.threads.filter(({ role }) => role === 'pool') ?? [];
  const samples = look?.pool ?? [];
  const environment = look?.subject.environment.poolSize;
  // The environment of the process itself may have been set in its code.
  const askedText = hello?.poolSize ?? (environment?.ok ? environment.value : null);
  // Node 20 names no threads: a pool that the probe does not see there may still be in use.
  const isSure = Number(hello?.node.split('.')[0]) >= 22;
  const isUnused = isSure && readings.length > 0 && readings.every(({ isPoolUnused }) => isPoolUnused);
  const size = look?.poolSize ?? (isUnused ? 0 : null);
  const kindOfProbe = hello?.lanes.fast === 'randomFill' ? 'random' : 'fs';
  const slowSamples = samples.map(({ slow }) => slow);
  const queue = queueOf(samples, queuedByProbe(readings, 'fast'), kindOfProbe);
  const full = meanOrNull(samples.map(({ idle, threads: all }) => (all > 0 && idle === 0 ? 1 : 0)));
  const rate = look?.wait.fast?.rate ?? null;
  // The probe's jobs get their threads from the same queue.
  const started = rate === null ? null : Math.max(0, rate - rateOfProbe(readings, 'fast'));
  const busy = meanOrNull(samples.map((sample) => sample.busy)) ?? busyOf(threads);
  return {
    size,
    asked: hello || environment?.ok ? poolSizeOf(askedText) : null,
    askedText,
    busy,
    full,
    queue,
    holders: holdersOf(samples),
    captured: (process.probe.ok && process.probe.capture?.kinds) || null,
    started,
    time: timeOf(threads, busy),
    whereabouts: stateSharesOf(threads),
    stuck: look ? stuckOf(threads, look) : [],
    wait: ofServer(waitOf(readings, 'fast'), { full, queue, started }) ?? waitOfQueue(look, 'fast'),
    slow: {
      cap: size === null || size === 0 ? null : Math.floor((size + 1) / 2),
      running: meanOrNull(slowSamples.map(({ running }) => running)),
      queue: queueOf(slowSamples, queuedByProbe(readings, 'slow'), 'dns'),
      wait: waitOf(readings, 'slow') ?? waitOfQueue(look, 'slow'),
    },
  };
}

/**
 * How many of the probe's own jobs wait on average. The probe counts them just after it had answers, which finds too few in a
 * short queue: there Little's law is exact. In a queue that still grows the count is right.
 */
function queuedByProbe(readings: readonly ProbeReading[], lane: Lane): number {
  const counted = meanOrNull(readings.map((reading) => reading[lane].pending)) ?? 0;
  const wait = waitOf(readings, lane)?.mean ?? 0;
  return Math.max(counted, (rateOfProbe(readings, lane) / 1000) * wait);
}

/** The rate at which the probe's own jobs get a thread, per second: those sent, without those that came to wait meanwhile. */
function rateOfProbe(readings: readonly ProbeReading[], lane: Lane): number {
  const [first, ...rest] = readings;
  const later = rest.length > 0 ? rest : readings;
  const sent = total(later.map((reading) => reading[lane].sent));
  const waits = (reading?: ProbeReading) => reading?.[lane].pending ?? 0;
  const got = sent - waits(later.at(-1)) + (rest.length > 0 ? waits(first) : 0);
  return got > 0 ? (1000 * got) / total(later.map(({ span }) => span)) : 0;
}

/** Part of the time with all threads busy from which hardly a job finds a free thread: all that start have waited. */
const alwaysFull = 0.9;

/**
 * The wait of the server's own jobs, by Little's law. In a full pool a job of the probe stands behind all of them, and each of
 * theirs behind all but itself: with few in flight their wait is clearly shorter.
 */
function ofServer(
  wait: PoolWait | null,
  { full, queue, started }: Pick<PoolVitals, 'full' | 'queue' | 'started'>,
): PoolWait | null {
  if (!wait || !queue || !started || (full ?? 0) < alwaysFull) return wait;
  return { ...wait, mean: Math.min(wait.mean, (1000 * queue.mean) / started) };
}

/** Jobs of the probe's kind beyond the probe's own that may still be its own, as a part of those. */
const unsure = 0.25;

function queueOf(
  samples: readonly Pick<PoolReading, 'queued' | 'queuedKinds'>[],
  ofProbe: number,
  kindOfProbe: string,
): QueueVitals | null {
  if (samples.length === 0) return null;
  const lengths = samples.map(({ queued }) => queued);
  const without = (length: number | null) => Math.max(0, (length ?? 0) - ofProbe);
  const others = (length: number) => (without(length) > unsure * ofProbe ? without(length) : 0);
  const names = new Set(samples.flatMap(({ queuedKinds }) => Object.keys(queuedKinds)));
  const kinds: JobKinds = Object.fromEntries(
    [...names]
      .map((name): [string, number] => {
        const length = meanOrNull(samples.map(({ queuedKinds }) => queuedKinds[name] ?? 0)) ?? 0;
        return [name, name === kindOfProbe ? others(length) : length];
      })
      .filter(([, length]) => length > 0)
      .toSorted(([, one], [, other]) => other - one),
  );
  // Only the probe's jobs are in the queue: then its longest lengths are the probe's own too.
  if (ofProbe > 0 && Object.keys(kinds).length === 0) return { mean: 0, p95: 0, kinds };
  return { mean: without(meanOrNull(lengths)), p95: without(quantile(lengths, 0.95)), kinds };
}

/** Fewest looks at the jobs in threads' hands: fewer show a moment only. And the part of these jobs that must be identified. */
const leastForHolders = { looks: 5, found: 0.6 } as const;

function holdersOf(samples: readonly PoolReading[]): PoolVitals['holders'] {
  const looks = samples.flatMap(({ inHand, busy }) => (inHand ? [{ inHand, busy }] : []));
  const found = new Map<string, number>();
  for (const { inHand } of looks)
    for (const [kind, count] of Object.entries(inHand)) found.set(kind, (found.get(kind) ?? 0) + count);
  const all = total([...found.values()]);
  const isEnough = looks.length >= leastForHolders.looks;
  if (!isEnough || all < leastForHolders.found * total(looks.map(({ busy }) => busy))) return null;
  return [...found]
    .map(([kind, count]) => ({ kind, part: count / all }))
    .toSorted((one, other) => other.part - one.part);
}

/** Busy threads without libuv's own numbers: each thread that does not wait at the pool's condition is in a job. */
function busyOf(threads: readonly ThreadSpan[]): number | null {
  const ways = threads.flatMap(({ doing }) => doing);
  const isTold = ways.some(({ doing: { state } }) => state !== 'asleep' && state !== 'running');
  if (threads.length === 0 || !isTold) return null;
  return total(
    threads.map((thread) => 1 - shareOf(thread, ({ state }) => state === 'idle' || state === 'asleep')),
  );
}

function shareOf({ doing, readings }: ThreadSpan, is: (doing: ThreadState) => boolean): number {
  const found = doing.filter((way) => is(way.doing));
  return readings > 0 ? total(found.map((way) => way.readings)) / readings : 0;
}

/** Parts of the busy time. Running and ready are as the kernel counts them, which no reading disturbs; the rest as threads were found. */
function timeOf(threads: readonly ThreadSpan[], busy: number | null): PoolVitals['time'] {
  if (busy === null || busy < leastBusy || threads.length === 0) return null;
  const isCounted = threads.every(({ ran, waitedForCpu }) => ran !== null && waitedForCpu !== null);
  const running = isCounted
    ? total(threads.map(({ ran }) => ran ?? 0))
    : total(threads.map((thread) => shareOf(thread, ({ state }) => state === 'running')));
  const waitedForCpu = total(threads.map((thread) => thread.waitedForCpu ?? 0));
  const shared = sharedLocks(threads);
  const isAtLock = (doing: ThreadState) => isAtMutex(doing) && shared.has(doing.lock ?? '');
  const atLock = total(threads.map((thread) => shareOf(thread, isAtLock)));
  const seen = total(
    threads.map((thread) => shareOf(thread, (doing) => isBlocked(doing) && !isAtLock(doing))),
  );
  // For a thread found in many states some were not kept: then the blocked part is the rest of its busy time.
  const isCut = threads.some(({ doing }) => doing.length >= keptWays);
  const blocked = isCut ? Math.max(seen, busy - running - waitedForCpu - atLock) : seen;
  const all = running + waitedForCpu + atLock + blocked;
  if (all < leastBusy) return null;
  return {
    running: running / all,
    waitedForCpu: waitedForCpu / all,
    atLock: atLock / all,
    blocked: blocked / all,
  };
}

/** Locks at which more than one of the threads were found: one thread holds what the others wait for. */
function sharedLocks(threads: readonly ThreadSpan[]): ReadonlySet<string> {
  const locks = threads.flatMap(({ doing }) => [
    ...new Set(doing.flatMap((way) => (isAtMutex(way.doing) ? (way.doing.lock ?? []) : []))),
  ]);
  return new Set(locks.filter((lock, index) => locks.indexOf(lock) !== index));
}

/** Whether a thread waits at a mutex. At a condition no thread holds anything: it waits to be woken, as in any call. */
function isAtMutex(doing: ThreadState): doing is Extract<ThreadState, { readonly state: 'waiting' }> {
  return doing.state === 'waiting' && doing.at === 'other' && doing.by !== 'condition';
}

function isBlocked(doing: ThreadState): boolean {
  return doing.state === 'blocked' || (doing.state === 'waiting' && doing.at === 'other');
}

function stateSharesOf(threads: readonly ThreadSpan[]): StateShare[] {
  const shared = sharedLocks(threads);
  const ways = threads.flatMap((thread) =>
    thread.doing
      .filter(({ doing: { state } }) => state !== 'idle' && state !== 'asleep')
      .map((way) => ({
        tid: thread.tid,
        doing: withoutOwnLock(way.doing, shared),
        share: way.readings / thread.readings,
      })),
  );
  return Array.from(
    Map.groupBy(ways, ({ doing }) => JSON.stringify(doing)),
    ([doing, same]) => ({
      doing: JSON.parse(doing) as ThreadState,
      share: total(same.map(({ share }) => share)) / threads.length,
      threads: new Set(same.map(({ tid }) => tid)).size,
    }),
  ).toSorted((one, other) => other.share - one.share);
}

/** A state without its lock, unless other threads wait for that too. */
function withoutOwnLock(doing: ThreadState, shared: ReadonlySet<string>): ThreadState {
  if (doing.state !== 'waiting' || doing.lock === undefined || shared.has(doing.lock)) return doing;
  const { state, at, by } = doing;
  return { state, at, ...(by && { by }) };
}

/** Threads that are in a job at the end and have been given no CPU for long. */
function stuckOf(
  threads: readonly ThreadSpan[],
  { duration }: Pick<ProcessSnapshot, 'duration'>,
): PoolVitals['stuck'] {
  const least = Math.max(leastForStuck.time, leastForStuck.share * duration);
  return threads.flatMap(({ tid, last, stillFor }) =>
    isBlocked(last) && stillFor !== null && stillFor >= least ? [{ tid, doing: last, since: stillFor }] : [],
  );
}

/**
 * The wait of the probe's jobs. Those without an answer count with their age, spread evenly up to the oldest: without them
 * the longest waits would be missing exactly while they grow.
 */
function waitOf(readings: readonly ProbeReading[], lane: Lane): PoolWait | null {
  const lanes = readings.filter(({ isPoolUnused }) => !isPoolUnused).map((reading) => reading[lane]);
  const answered = lanes.flatMap(({ waits }) => waits);
  const last = lanes.at(-1);
  const oldest = last?.oldest ?? null;
  const longest = answered.reduce((most, wait) => Math.max(most, wait), 0);
  const open =
    last && oldest !== null && oldest > longest
      ? Array.from({ length: last.pending }, (_, i) => (oldest * (i + 1)) / last.pending)
      : [];
  const waits = [...answered, ...open];
  if (waits.length === 0) return null;
  return {
    from: 'probe',
    mean: meanOrNull(waits) ?? 0,
    p50: quantile(waits, 0.5) ?? 0,
    p95: quantile(waits, 0.95) ?? 0,
    jobs: answered.length,
    oldest,
  };
}

function waitOfQueue(look: ProcessSnapshot | null, lane: Lane): PoolWait | null {
  const wait = look?.wait[lane];
  if (!wait || look.poolSize === 0) return null;
  const { mean, p50, p95, rate } = wait;
  const jobs = Math.round(((rate ?? 0) * look.duration) / 1000);
  return { from: 'queue', mean, p50, p95, jobs, oldest: null };
}
