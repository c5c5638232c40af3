/**
 * Garbage collection that takes the loop's time; memory that waiting jobs hold; memory that grows whatever the pool does, because
 * a server has just started, or keeps objects that it should not.
 */
import { amount } from '../../format/words.ts';
import { hardlyIdle } from '../../saturation/saturation.ts';
import { message } from '../../messages/message.ts';
import type { Change } from '../../model/diagnosis.ts';
import type { ServiceVitals, Vitals } from '../../model/vitals.ts';
import {
  change,
  doctorAgain,
  heapProfile,
  heapSnapshots,
  limiter,
  nodeOption,
  type Start,
  withFlag,
} from './changes.ts';
import { keepLess, moreHeap } from './heap-limit.ts';
import { poolEvidence, poolLoad } from './pool-load.ts';
import { productionMode } from './hot-function.ts';
import { type RuleResult, findingOf, fine, processRule, seen, told, unseen } from './rule.ts';
import { bytes } from '../../format/number.ts';
import { total } from '../../stats/mean-and-spread.ts';

const gcLimits = {
  /** Share of all time. V8 itself aims at a few percent. */
  warning: 0.1,
  critical: 0.2,
  /** Part of the time in which the loop was busy: with so much, nothing else that the loop does takes as long. */
  ofLoop: 0.4,
  /** Milliseconds of one pause, if collections take at least `leastShare` of the time. */
  long: 100,
  severe: 250,
  leastShare: 0.02,
  /** Resident memory from which, seen from outside, a heap is held, not passed through. */
  large: 200 * 2 ** 20,
} as const;

/**
 * Limits for a process without a probe: CPU time of V8's threads ÷ that of the main thread. Measured in heaps that are collected
 * as a whole again and again: 0.4 to 3 (garbage collection 48 to 85% of the time); in parsing and rendering at full load: 0.02 to
 * 0.05 (14 to 18%). Page faults and drops in resident memory distinguish less: a server that renders has both.
 */
const outside = {
  ofMain: 0.25,
  severe: 0.35,
  /** CPUs of V8's threads: timers and some compilation take less. And utilisation of the loop: with less it is not held up. */
  least: 0.05,
  loop: 0.5,
} as const;

export const longGc = processRule({
  id: 'long-gc',
  resource: 'garbage collector',
  symptom: ['core', "garbage collection (probe), or the CPU time of V8's own threads"],
  explains: ['loop-blocked', 'backlog'],
  threshold: message('evidence.share', { part: gcLimits.warning }),
  signals: ({ gc, v8, memory, loop, cpu }) =>
    gc
      ? {
          'garbage collection': message('evidence.gc', { part: gc.share, count: gc.count }),
          'longest pause': `${amount(gc.longest)} ms`,
          'memory of the process (resident)': bytes(memory.rss),
          "in use of V8's heap": seen(memory.heap, bytes),
        }
      : {
          "V8's own threads": told('evidence.cpus-in-seconds', { cpus: v8 }),
          'main thread on a CPU': told('evidence.share', { part: loop.ran }),
          'CPUs in use': amount(cpu.used),
          'memory of the process (resident)': bytes(memory.rss),
        },
  judge(vitals, service) {
    const { gc } = vitals;
    if (!gc) return fromOutside(vitals, service);
    const { share: part, longest, count } = gc;
    // A collection is timed by the clock: on a shared machine it waits for a CPU like everything else.
    const got = gotCpu(vitals);
    const isLong = got * longest >= gcLimits.long && got * part >= gcLimits.leastShare;
    if (got * part < gcLimits.warning && !isLong) return fine;
    // Short-lived objects leave nothing for a full collection.
    const isOld = gc.full >= part / 2;
    // If collection is clearly the smaller part of what the loop does, the loop comes first.
    const isMost = part >= gcLimits.ofLoop * (vitals.loop.utilization ?? 0);
    const isSevere =
      (got * part >= gcLimits.critical && isMost) || (isLong && got * longest >= gcLimits.severe);
    return {
      severity: isSevere ? 'critical' : 'warning',
      ...findingOf('long-gc', { part, longest, count, isOld }),
      // Frameworks make more garbage in development mode.
      changes: [
        ...productionMode(vitals),
        ...(isOld ? [...keepLess, heapProfile(vitals)] : makeLess(vitals)),
      ],
      weight: part,
    };
  },
});

/** @returns the share of its wanted CPU time that the main thread got; 1 where that is not known */
function gotCpu({ loop: { ran, waitedForCpu } }: Pick<Vitals, 'loop'>): number {
  return ran === null || waitedForCpu === null ? 1 : ran / Math.max(ran + waitedForCpu, 1e-9);
}

/** Whether V8's threads show garbage collection: they also compile, but only for some seconds of a watch. */
function isCollecting({ gc, v8, loop }: Pick<Vitals, 'gc' | 'v8' | 'loop'>): boolean {
  if (gc || v8 === null || loop.ran === null || (loop.utilization ?? 0) < outside.loop) return false;
  return v8 >= outside.least && v8 >= outside.ofMain * loop.ran;
}

function fromOutside(vitals: Vitals, service: ServiceVitals): RuleResult {
  const { v8, loop, memory } = vitals;
  if (v8 === null || loop.ran === null) return unseen('garbage collection');
  if (!isCollecting(vitals)) return fine;
  const { ran, utilization } = loop;
  const { rss, heapLimit } = memory;
  const isSevere = v8 >= outside.severe * ran && (utilization ?? 0) >= hardlyIdle;
  const isLarge = rss >= gcLimits.large;
  const isPastLimit = heapLimit !== null && rss >= heapLimit;
  // From outside a heap near its limit looks like one of many short-lived objects: a command shows the collections.
  const seeCollections = change('command', 'change.see-collections', withFlag(vitals, '--trace-gc'));
  return {
    severity: isSevere ? 'critical' : 'warning',
    ...findingOf('long-gc.outside', { v8, ran, rss, isLarge }),
    changes:
      isPastLimit || isLarge
        ? [...(isPastLimit ? moreHeap(vitals, service) : []), ...keepLess, heapProfile(vitals)]
        : [seeCollections, ...makeLess(vitals)],
    weight: v8,
  };
}

/**
 * CPUs that garbage collection keeps busy: its part of the main thread, and, where the pool's threads are known, V8's own
 * threads. 0 where it is no finding, as the compiler uses the same threads.
 */
export function cpusOfCollector(vitals: Vitals): number {
  const { gc, cpu, loop, pool, workers } = vitals;
  if (isCollecting(vitals)) return vitals.v8 ?? 0;
  if (!gc || gc.share < gcLimits.warning || loop.ran === null) return 0;
  const onMain = gc.share * (loop.ran / Math.max(loop.ran + (loop.waitedForCpu ?? 0), 1e-9));
  if (pool.busy === null && pool.size !== 0) return onMain;
  const inJobs = (pool.busy ?? 0) * (pool.time?.running ?? 0);
  const known = loop.ran + inJobs + total(workers.map(({ ran }) => ran));
  return onMain + Math.max(0, cpu.used - known);
}

function makeLess(start: Start): Change[] {
  return [
    change(
      'command',
      'change.young-space',
      withFlag(start, '--max-semi-space-size=64'),
      nodeOption('--max-semi-space-size=64'),
    ),
    heapProfile(start),
  ];
}

const growth = {
  /** Waiting jobs of one kind: each holds its input, and zlib a quarter of a megabyte more. */
  queued: 500,
  /** Growth per second, as a part of the memory in use. */
  rate: 0.01,
  /** Part of the limit in use; where there is none, bytes in use (ws #1202 reached 2.9 GB where 90 MB were enough). */
  ofLimit: 0.7,
  large: 2 ** 29,
  /** Seconds until the limit is reached. */
  soon: 600,
} as const;

export const memoryGrowth = processRule({
  id: 'memory-growth',
  resource: 'memory',
  symptom: ['memory', 'queue of the pool by kind; memory over the watch'],
  verb: 'bound',
  explains: [
    'pool-hog',
    'pool-starved-of-cpu',
    'pool-too-small',
    'pool-too-large',
    'cpu-saturated',
    'long-gc',
    'backlog',
    'memory-leak',
  ],
  signals: ({ memory: { rss, growth: rate, limit, external } }) => ({
    'memory (resident)': bytes(rss),
    'grows by': told('evidence.growth', { rate: rate && Math.max(0, rate) }),
    limit: seen(limit, bytes),
    'buffers outside the heap': seen(external, bytes),
  }),
  judge(vitals) {
    const { memory, pool } = vitals;
    const { rss, limit } = memory;
    const load = poolLoad(vitals);
    const [kind, queued] = Object.entries(pool.queue?.kinds ?? {})[0] ?? ['', 0];
    if (memory.growth === null && queued < growth.queued) return unseen('growth of memory');
    if (!load || queued < growth.queued) return fine;
    const rate = memory.growth ?? 0;
    const rising = rate >= growth.rate * rss ? rate : null;
    const isLarge = limit === null ? rss >= growth.large : rss >= growth.ofLimit * limit;
    if (rising === null && !isLarge) return fine;
    const seconds = rising !== null && limit !== null ? (limit - rss) / rising : Infinity;
    const soon = limit !== null && seconds < growth.soon ? { limit, seconds } : null;
    const most = Math.max(2, load.size);
    const freed = held(vitals, queued);
    return {
      severity: 'critical',
      ...findingOf('memory-growth', { kind, queued, rss, rising, most, freed, soon }),
      also: poolEvidence(vitals, load),
      changes: [
        limiter(kind, most, message('change.limit-jobs', { most, kind })),
        ...(kind === 'zlib' ? [websocket(most)] : []),
      ],
      weight: queued,
    };
  },
});

/** Bytes that the queue can hold at most: all but what an empty Node process takes. */
function held({ memory }: Vitals, queued: number): number {
  const empty = 60 * 2 ** 20;
  return Math.max(0, memory.external ?? memory.rss - empty) * (queued / (queued + 1));
}

function websocket(most: number): Change {
  return change(
    'code',
    'change.websocket-compression',
    `new WebSocketServer({ perMessageDeflate: { concurrencyLimit: ${most}, threshold: 1024 } })`,
  );
}

const leak = {
  /** Growth in bytes per second, and as a part of the memory in use: less cannot be shown by a watch of seconds. */
  least: 2 ** 20,
  rate: 0.01,
  /** Bytes grown over the watch at a rate that does not fall: more than a server takes as it begins to work. */
  grown: 2 ** 26,
  /** Seconds until the limit is reached. */
  soon: 600,
  /** Milliseconds of age below which a process still fills its caches and compiles: no leak, unless it is as much as `grown`. */
  warm: 60_000,
  /** V8's least default limit for the heap on a machine with enough memory. */
  heap: 2 ** 31,
} as const;

export const memoryLeak = processRule({
  id: 'memory-leak',
  resource: 'memory',
  symptom: ['memory', 'memory over the watch; the memory limit'],
  signals: ({ memory }) => ({
    'memory at the end (resident)': bytes(memory.rss),
    'grows by': told('evidence.growth', { rate: memory.growth }),
    limit: seen(limitOf(memory), bytes),
    'buffers outside the heap': seen(memory.external, bytes),
  }),
  judge(vitals) {
    const { seen: watched, age } = vitals;
    const { growth: rate, rss, isSteady } = vitals.memory;
    const limit = limitOf(vitals.memory);
    if (rate === null) return unseen('growth of memory');
    if (rate < leak.least || rate < leak.rate * rss) return fine;
    const isLong = isSteady === true && rate * (watched / 1000) >= leak.grown;
    // A process this young cannot be told from one that starts.
    if ((age ?? watched) < leak.warm && !isLong) return unseen('growth of memory after the start');
    const end = limit ?? leak.heap;
    const left = Math.max(0, end - rss) / rate;
    const isSoon = isSteady === true && limit !== null && left < leak.soon;
    const found = { growth: rate, rss, limit, end, left, isSoon, isSteady };
    const longer = Math.max(60, Math.ceil(watched / 500));
    return {
      severity: isLong || isSoon ? 'warning' : 'info',
      ...findingOf(isSteady === true ? 'memory-leak' : 'memory-leak.start', found),
      changes: [
        change('command', 'change.watch-longer', doctorAgain(vitals, { duration: `${longer}s` })),
        heapSnapshots(vitals),
      ],
      weight: rate,
    };
  },
});

/** The limit of the process, or of V8's heap with the memory beside it; null if neither is known. */
function limitOf({ limit, rss, heap, heapLimit }: Vitals['memory']): number | null {
  const ofHeap = heap === null || heapLimit === null ? Infinity : heapLimit + rss - heap;
  const least = Math.min(limit ?? Infinity, ofHeap);
  return least === Infinity ? null : least;
}
