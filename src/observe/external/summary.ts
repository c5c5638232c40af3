/**
 * Sums up the samples of a process in bounded memory, since a look may go on for days. All sums begin with the first sample: the
 * figures of a span (the whole look, or a quarter of a second) are the differences between its two ends.
 */
import type {
  ProcessSnapshot,
  ProcessSample,
  SnapshotSubject,
  PoolKnownBy,
  PoolReading,
  Dequeued,
  ThreadReading,
  QueueWait,
} from '../../model/process-snapshot.ts';
import type { Milliseconds, Ratio } from '../../model/units.ts';
import type { SamplePoint } from '../../model/watch.ts';
import { systemClock } from '../../host/clock.ts';
import { quantile } from '../../stats/mean-and-spread.ts';
import { ThreadSpans } from './spans.ts';
import { Histogram } from '../../stats/histogram.ts';

/** What is known of a process besides its samples; a `ProcessSampler` has it. */
interface Looked {
  readonly subject: SnapshotSubject;
  poolKnownBy(): PoolKnownBy | null;
  hasEnded(): boolean;
}

type PoolAt = PoolReading & { readonly at: Milliseconds };

/** Least readings of the pool that are kept of a long look: two minutes at the usual 20 ms. At most twice as many are kept. */
const fewestReadings = 6000;
/** Time from one point of the series to the next. */
const period: Milliseconds = 250;

/** Sums over the samples: states of the main thread, and figures of the readings of the pool. */
interface Sums {
  readonly polling: number;
  readonly blocked: number;
  readonly pools: number;
  readonly busy: number;
  readonly queued: number;
  readonly slowQueued: number;
}

/** One end of a span of time. */
interface Mark {
  readonly sample: ProcessSample;
  readonly main: ThreadReading | undefined;
  readonly sums: Sums;
}

const nothing: Sums = { polling: 0, blocked: 0, pools: 0, busy: 0, queued: 0, slowQueued: 0 };

export class SnapshotSummary {
  readonly #open: Looked;
  readonly #startedAt = systemClock.epoch();
  readonly #spans = new ThreadSpans();
  readonly #v8 = new V8Shares();
  readonly #waits = { fast: new QueueWaits(), slow: new QueueWaits() };
  readonly #pool = new Readings();
  readonly #costs = { sum: 0, max: 0 };
  #first: Mark | null = null;
  /** The mark with which the next point begins. */
  #since: Mark | null = null;
  #last: Mark | null = null;
  #taken = 0;
  #stopped = 0;

  constructor(open: Looked) {
    this.#open = open;
  }

  /** @returns a point of the series when one is complete: then the next begins */
  add(sample: ProcessSample): SamplePoint | null {
    const { at, pool, threads, cost } = sample;
    const main = threads.find(({ role }) => role === 'main');
    const before = { sample, main, sums: this.#last?.sums ?? nothing };
    const now = { sample, main, sums: added(before.sums, main, pool) };
    this.#first ??= before;
    this.#since ??= before;
    this.#last = now;
    this.#taken++;
    if (sample.isStopped) this.#stopped++;
    this.#costs.sum += cost;
    this.#costs.max = Math.max(this.#costs.max, cost);
    this.#spans.add(sample);
    this.#v8.add(sample);
    if (pool) {
      this.#waits.fast.add(at, pool.queued, pool.started);
      this.#waits.slow.add(at, pool.slow.queued, pool.slow.started);
      this.#pool.add({ at, ...pool });
    }
    // Samples come on a schedule: one that is a little early would make the point one sample longer.
    if (at - this.#since.sample.at < period * 0.96) return null;
    const point = pointBetween(this.#since, now);
    this.#since = now;
    return point;
  }

  /** Returns what was seen so far, as often as it is asked. The caller adds throttling, whose counters are elsewhere. */
  value(duration: Milliseconds): Omit<ProcessSnapshot, 'throttling'> {
    const { subject } = this.#open;
    const [first, last] = [this.#first, this.#last];
    const span = first && last ? last.sample.at - first.sample.at : 0;
    const poolKnownBy = this.#open.poolKnownBy();
    return {
      subject,
      startedAt: this.#startedAt,
      duration,
      pool: this.#pool.value(),
      wait: { fast: this.#waits.fast.value(), slow: this.#waits.slow.value() },
      threads: this.#spans.value(),
      loop: first && last && loopShare(first, last),
      v8: this.#v8.middle,
      poolKnownBy,
      poolSize: this.#pool.last?.threads ?? (poolKnownBy && last && poolOf(last.sample).length),
      cpuUsed: first && last && span > 0 ? (last.sample.cpu - first.sample.cpu) / span : 0,
      stopped: this.#stopped / (this.#taken || 1),
      samples: {
        taken: this.#taken,
        inconsistent: subject.peek.ok ? this.#taken - this.#pool.added : 0,
        meanCost: this.#costs.sum / (this.#taken || 1),
        maxCost: this.#costs.max,
      },
      hasEnded: this.#open.hasEnded(),
    };
  }
}

const poolOf = ({ threads }: ProcessSample) => threads.filter(({ role }) => role === 'pool');

function added(sums: Sums, main: ThreadReading | undefined, pool: PoolReading | null): Sums {
  const { state = null } = main?.doing ?? {};
  const isPolling = state === 'polling' || state === 'asleep';
  return {
    polling: sums.polling + (isPolling ? 1 : 0),
    blocked: sums.blocked + (isPolling || state === 'running' || state === null ? 0 : 1),
    pools: sums.pools + (pool ? 1 : 0),
    busy: sums.busy + (pool?.busy ?? 0),
    queued: sums.queued + (pool?.queued ?? 0),
    slowQueued: sums.slowQueued + (pool?.slow.queued ?? 0),
  };
}

function pointBetween(from: Mark, to: Mark): SamplePoint {
  const { at, cpu, rss } = to.sample;
  const readings = to.sums.pools - from.sums.pools;
  const mean = (name: 'busy' | 'queued' | 'slowQueued') =>
    readings === 0 ? null : (to.sums[name] - from.sums[name]) / readings;
  return {
    at,
    cpu: Math.max(0, cpu - from.sample.cpu) / (at - from.sample.at),
    rss: rss > 0 ? rss : null,
    busy: mean('busy'),
    queued: mean('queued'),
    slowQueued: mean('slowQueued'),
    running: poolShare(from.sample, to.sample, 'ran'),
    waitedForCpu: poolShare(from.sample, to.sample, 'waitedForCpu'),
    loop: loopShare(from, to),
  };
}

/**
 * Part of its time in which a main thread had something to do, as seen from outside. The kernel counts exactly how long it ran
 * and how long it waited for a CPU. In the rest it polled, or was blocked (synchronous files, a lock): the readings that
 * found it off its CPU show how much was which. Without ptrace rights they do not; then all of the rest counts as polling,
 * which it nearly always is.
 * @returns null with less than two readings, or where the kernel does not count
 */
function loopShare(from: Mark, to: Mark): Ratio | null {
  const [before, busy] = [onOrFor(from.main), onOrFor(to.main)];
  const time = (to.main?.at ?? 0) - (from.main?.at ?? 0);
  if (busy === null || before === null || time <= 0) return null;
  const share = Math.min(1, (busy - before) / time);
  const blocked = to.sums.blocked - from.sums.blocked;
  const off = to.sums.polling - from.sums.polling + blocked;
  return off === 0 ? share : share + (1 - share) * (blocked / off);
}

function onOrFor(reading: ThreadReading | undefined): number | null {
  if (!reading || reading.ran === null || reading.waitedForCpu === null) return null;
  return reading.ran + reading.waitedForCpu;
}

/** Part of the time of the pool threads that are in both samples; null if there are none, or the kernel does not count. */
function poolShare(since: ProcessSample, now: ProcessSample, counter: 'ran' | 'waitedForCpu'): Ratio | null {
  const before = new Map(since.threads.map((thread) => [thread.tid, thread]));
  let [sum, time] = [0, 0];
  for (const thread of poolOf(now)) {
    const then = before.get(thread.tid);
    const [first, last] = [then?.[counter] ?? null, thread[counter]];
    if (!then || first === null || last === null) continue;
    sum += last - first;
    time += thread.at - then.at;
  }
  return time > 0 ? Math.min(1, sum / time) : null;
}

/**
 * Readings of the pool, kept for the pictures. Of a long look every second one is kept, then every fourth, …, so that they
 * stay evenly spread over it.
 */
class Readings {
  #kept: PoolAt[] = [];
  /** Of so many readings only the last is kept, with the movement of all of them. */
  #stride = 1;
  #before: PoolAt | null = null;
  added = 0;
  last: PoolAt | null = null;

  add(reading: PoolAt): void {
    this.last = reading;
    const moved = movedSince(this.#before, reading);
    const isKept = ++this.added % this.#stride === 0;
    this.#before = isKept ? null : moved;
    if (isKept) this.#kept.push(moved);
    if (this.#kept.length < 2 * fewestReadings) return;
    this.#kept = this.#kept.flatMap((one, index, all) =>
      index % 2 === 0 ? [] : movedSince(all[index - 1] ?? null, one),
    );
    this.#stride *= 2;
  }

  value(): PoolAt[] {
    return [...this.#kept];
  }
}

/** @param before a reading that is left out: its movement is added to that of the next */
function movedSince(before: PoolAt | null, one: PoolAt): PoolAt {
  if (!before) return one;
  const started = together(before.started, one.started);
  return { ...one, started, slow: { ...one.slow, started: together(before.slow.started, one.slow.started) } };
}

function together(one: Dequeued | null, other: Dequeued | null): Dequeued | null {
  if (!one || !other) return one ?? other;
  return {
    jobs: one.jobs + other.jobs,
    within: one.within + other.within,
    isGlimpse: one.isGlimpse && other.isGlimpse,
    isLeast: one.isLeast || other.isLeast,
  };
}

const slice: Milliseconds = 500;
/** Least slices: with fewer, the middle one may show V8 compiling. */
const fewestSlices = 4;
/** Most slices, the last ones: ten minutes. */
const mostSlices = 1200;

/** CPU use of V8's own threads, slice by slice: they compile for some seconds, and collect garbage for ever. */
class V8Shares {
  readonly #shares: Ratio[] = [];
  #from: { readonly at: Milliseconds; readonly ran: Milliseconds } | null = null;

  add({ at, threads }: ProcessSample): void {
    const own = threads.filter(({ role }) => role === 'v8');
    if (own.length === 0 || own.some(({ ran }) => ran === null)) return;
    const ran = own.reduce((sum, thread) => sum + (thread.ran ?? 0), 0);
    const from = (this.#from ??= { at, ran });
    if (at - from.at < slice) return;
    // The time of a thread that has ended is missing from the sum.
    this.#shares.push(Math.max(0, ran - from.ran) / (at - from.at));
    if (this.#shares.length > mostSlices) this.#shares.shift();
    this.#from = { at, ran };
  }

  /** CPUs in the middle one of the slices; null: too few, or not known. */
  get middle(): Ratio | null {
    return this.#shares.length < fewestSlices ? null : quantile(this.#shares, 0.5);
  }
}

/** Most imagined jobs at a time. If a queue does not move for long there are more; then every second one is left out. */
const mostWaiting = 4096;
/** Weight that earlier glimpses keep at each new one: about the last fifty count. */
const memory = 0.98;

interface Waiting {
  readonly at: Milliseconds;
  /** Number of started jobs at which its turn comes. */
  readonly turn: number;
}

/**
 * Tells by the queue alone how long a job that comes now waits for a pool thread. At each reading a job is imagined
 * that comes last: its turn comes when as many jobs have got a thread as were before it. How many did is known from
 * reading to reading. So in a queue that moves slower than it is looked at, the wait is observed, whatever the rate
 * does meanwhile. Else, and for jobs whose turn did not come until the end, it is W = L/λ (Little's law).
 */
export class QueueWaits {
  readonly #waits = new Histogram();
  #waiting: Waiting[] = [];
  #last: { readonly at: Milliseconds; readonly queued: number } | null = null;
  #started = 0;
  /** Jobs that have started, and the time within which they did: the rate. */
  #moved = { jobs: 0, within: 0 };
  #glimpsed = { jobs: 0, within: 0 };

  add(at: Milliseconds, queued: number, started: Dequeued | null): void {
    const last = this.#last;
    if (last) this.#advance(last, at, started);
    this.#last = { at, queued };
    if (queued === 0) this.#waits.record(0);
    else this.#waiting.push({ at, turn: this.#started + queued });
    if (this.#waiting.length > mostWaiting)
      this.#waiting = this.#waiting.filter((_, index) => index % 2 === 0);
  }

  /** Returns the waits; null if nothing was read, or the queue was never seen to move though jobs were in it. */
  value(): QueueWait | null {
    const all = new Histogram().merge(this.#waits);
    const { jobs, within } = this.#moved;
    const now = this.#last?.at ?? 0;
    const pace = this.#pace;
    // Where nothing is known to have moved, who came with the last reading has waited for no time yet: that is no wait of 0.
    const waiting = pace === null ? this.#waiting.filter(({ at }) => at < now) : this.#waiting;
    const unfinished = pace === null ? waiting.length : 0;
    for (const one of waiting) all.record(1000 * this.#estimate(one, now, pace ?? 0));
    if (all.count === 0) return null;
    return {
      mean: all.mean / 1000,
      p50: all.percentile(0.5) / 1000,
      p95: all.percentile(0.95) / 1000,
      max: all.max / 1000,
      readings: all.count,
      rate: within > 0 ? (1000 * jobs) / within : null,
      unfinished: unfinished / all.count,
    };
  }

  /** Time from one start to the next, over all that was seen; null if nothing was seen to start. */
  get #pace(): Milliseconds | null {
    const { jobs, within } = this.#moved;
    return jobs > 0 ? within / jobs : null;
  }

  /** Time that an imagined job has waited, and that it would still wait. */
  #estimate({ at, turn }: Waiting, now: Milliseconds, pace: Milliseconds): Milliseconds {
    return now - at + (turn - this.#started) * pace;
  }

  #advance(
    last: { readonly at: Milliseconds; readonly queued: number },
    at: Milliseconds,
    started: Dequeued | null,
  ): void {
    if (!started) {
      // Nobody knows whose turn it was. To forget these would be to forget the long waits, which are cut off most.
      const pace = this.#pace;
      if (pace !== null)
        for (const one of this.#waiting) this.#waits.record(1000 * this.#estimate(one, last.at, pace));
      this.#waiting = [];
      return;
    }
    this.#moved.jobs += started.jobs;
    this.#moved.within += started.within;
    if (!started.isLeast && !started.isGlimpse) return this.#start(last.at, at, started.jobs);
    // All jobs of the queue have gone before it was looked at again: the glimpses tell how fast.
    const glimpsed = this.#glimpsed;
    glimpsed.jobs = glimpsed.jobs * memory + started.jobs;
    glimpsed.within = glimpsed.within * memory + started.within;
    const pace = glimpsed.jobs > 0 ? glimpsed.within / glimpsed.jobs : Infinity;
    const most = started.isLeast ? started.within : at - last.at;
    this.#start(last.at, last.at + Math.min(most, last.queued * pace), last.queued);
  }

  /** Ends the waits of those whose turn came between two instants, in which so many jobs started, evenly. */
  #start(from: Milliseconds, to: Milliseconds, jobs: number): void {
    const before = this.#started;
    this.#started += jobs;
    let done = 0;
    for (const { at, turn } of this.#waiting) {
      if (turn > this.#started) break;
      this.#waits.record(1000 * (from + ((to - from) * (turn - before)) / jobs - at));
      done++;
    }
    if (done > 0) this.#waiting.splice(0, done);
  }
}
