/** Which cells the experiment has: the published benchmark, the same work under honest loads, and the crossover. */
import { delays, expectedKey, floorOf } from '../../workloads/loop-or-threads.ts';
import { describeLoad, type Load, type Plan } from '../../../model/plan.ts';
import type { Milliseconds } from '../../../model/units.ts';
import { largeText } from '../../workloads/loop-or-threads/data.ts';
import { compute, countPrimes, countWords } from '../../workloads/loop-or-threads/tasks.ts';
import { askedLevels, fastest, proved, requireDiskSpace, type PlanOptions } from '../experiment.ts';

export const published = { requests: 100, clients: 10, workers: 4, prime: 10_000 } as const;
/** The wait of each request of the crossover. */
const wait: Milliseconds = 20;

export const works = ['prime', 'file', 'io-test', 'network-io'] as const;
export type RequestWork = (typeof works)[number] | `wait+${number}ms`;
export type ThreadTopology =
  | 'node'
  | 'once-pool'
  | 'own-pool'
  | 'worker-pool'
  | 'worker-pool-one'
  | 'cluster';

export interface WorkSetting {
  readonly work: RequestWork;
  readonly topology: ThreadTopology;
  readonly load: Load;
  /** Threads of a pool; absent where there is none. */
  readonly workers?: number;
}

/** Sizes of the work, scaled to this machine. */
export interface Sizes {
  /** Primes up to this number are counted under the honest loads. */
  readonly prime: number;
  /** Lines of the large file. */
  readonly lines: number;
  /** Units of JavaScript in a millisecond. */
  readonly unitsPerMillisecond: number;
}

export const batch: Load = {
  kind: 'batch',
  size: published.clients,
  batches: published.requests / published.clients,
};
export const closed = (clients: number): Load => ({ kind: 'closed', clients });
/** Requests by the clock, at a rate that one loop still serves with ease: only the times can differ. */
export const openLoad: Load = { kind: 'rate', perSecond: 300 };
const openWindow: Milliseconds = 1000;
/** Milliseconds of JavaScript behind the wait that finds the crossover. */
const computing = 4;

const isPool = (topology: ThreadTopology) => topology.endsWith('pool') || topology === 'worker-pool-one';

const setting = (work: RequestWork, topology: ThreadTopology, load: Load): WorkSetting => ({
  work,
  topology,
  load,
  ...(isPool(topology) && { workers: published.workers }),
});

/** Clients of the crossover, by the milliseconds of JavaScript behind each wait. */
const crossover: Readonly<
  Record<'quick' | 'full', readonly (readonly [computed: number, clients: readonly number[]])[]>
> = {
  quick: [
    [0, [10, 100]],
    [computing, [1, 4, 10, 60]],
  ],
  full: [
    [0, [10, 50, 200, 1000, 2000]],
    [1, [10, 20, 50, 200]],
    [computing, [1, 2, 3, 4, 5, 6, 10, 40]],
  ],
};

function all(scale: Plan['scale'], hasPiscina: boolean): WorkSetting[] {
  const each = (work: RequestWork, topologies: readonly ThreadTopology[], load: Load) =>
    topologies.map((topology) => setting(work, topology, load));
  const asPublished = works.flatMap((work) => each(work, ['node', 'once-pool', 'own-pool'], batch));
  if (scale === 'as-published') return asPublished;
  const isFull = scale === 'full';
  const pool: ThreadTopology = hasPiscina ? 'worker-pool' : 'own-pool';
  const both: ThreadTopology[] = hasPiscina ? ['node', 'own-pool', 'worker-pool'] : ['node', 'own-pool'];
  const one: ThreadTopology[] = isFull ? both : ['node', pool];
  const steady = closed(published.clients);
  return [
    ...asPublished,
    ...(['prime', 'file'] as const).flatMap((work) => each(work, one, steady)),
    ...(isFull ? [1, 2, 8] : []).map((workers) => ({ ...setting('prime', pool, steady), workers })),
    ...(['io-test', 'network-io'] as const).flatMap((work) => each(work, both, steady)),
    ...(hasPiscina ? [setting('network-io', 'worker-pool-one', steady)] : []),
    ...each('io-test', one, openLoad),
    ...(isFull ? each('network-io', both, openLoad) : []),
    ...crossover[scale].flatMap(([computed, clients]) =>
      clients.flatMap((count) =>
        each(`wait+${computed}ms`, isFull ? ['node', pool, 'cluster'] : ['node', pool], closed(count)),
      ),
    ),
  ];
}

/** All settings of a scale; a number of workers may be a new one. */
export function settings(options: PlanOptions, hasPiscina: boolean): WorkSetting[] {
  const workers = askedLevels(options, 'workers')?.map(Number);
  const own = all(options.scale, hasPiscina);
  if (!workers) return own;
  return own.flatMap((each) => {
    if (each.workers === undefined) return [each];
    return each.workers === published.workers ? workers.map((count) => ({ ...each, workers: count })) : [];
  });
}

export function cellId({ work, topology, load, workers = published.workers }: WorkSetting): string {
  const threads = workers === published.workers ? '' : `-${workers}`;
  return `${work}/${topology}${threads}/${describeLoad(load)}`;
}

/** Milliseconds of JavaScript behind the wait; null for other work. */
export const computedBy = (work: string): number | null => {
  const found = /^wait\+([\d.]+)ms$/.exec(work)?.[1];
  return found === undefined ? null : Number(found);
};

/** The path of a setting's requests, with the work in units: nothing of it is read from a clock. */
function pathOf({ work, load }: Pick<WorkSetting, 'work' | 'load'>, sizes: Sizes): string {
  const computed = computedBy(work);
  if (computed !== null) return `/wait/${wait}/${Math.round(computed * sizes.unitsPerMillisecond)}`;
  if (work === 'prime') return `/prime/${load.kind === 'batch' ? published.prime : sizes.prime}`;
  return work === 'file' ? '/file/large' : `/${work}`;
}

/** @param duration of the plan's windows */
export function cellOf(of: WorkSetting, sizes: Sizes, duration: Milliseconds) {
  const { work, topology, load, workers } = of;
  const path = pathOf(of, sizes);
  const least = work === 'network-io' ? delays.from : computedBy(work) === null ? null : wait;
  const floor = least === null ? {} : { floor: floorOf(least) };
  return {
    setting: { work, topology, ...(workers !== undefined && { workers }) },
    load,
    requests: [proved(path, expectedKey(path, sizes.lines), floor)],
    // As the article's client did it: no warm-up, and over with the hundredth answer.
    ...(load.kind === 'batch' && { warmup: 0, duration: null }),
    // The window is long enough for a hundred requests on either side of the median, which is what is compared.
    ...(load.kind === 'rate' && { duration: Math.max(duration, openWindow) }),
    ...(topology === 'once-pool' && { expectsWrong: true }),
  };
}

/** CPU time of one request that counts primes or words: what the generator uses beside it is little. */
export const requestTime: Milliseconds = 8;
const rounds = 5;
const probe = { primes: 30_000, lines: 3000, units: 1000 } as const;

/** Measures how much work takes `requestTime` here, and how many units a millisecond has; takes about 30 ms. */
export function calibrated(): Sizes {
  const text = largeText(probe.lines);
  const [primes, words, units] = [
    fastest(() => countPrimes(probe.primes), rounds),
    fastest(() => countWords(text), rounds),
    fastest(() => compute(probe.units), rounds),
  ];
  return {
    // Trial division up to the root of n for each n: the cost grows with the power of 3/2.
    prime: Math.round(probe.primes * (requestTime / primes) ** (2 / 3)),
    lines: Math.max(1, Math.round((probe.lines * requestTime) / words)),
    unitsPerMillisecond: probe.units / units,
  };
}

/** Bytes for the small files, and for whatever else is written there meanwhile. */
const spareSpace = 8 * 2 ** 20;

/** @throws Problem ROOM_MISSING */
export const requireSpaceFor = ({ lines }: Pick<Sizes, 'lines'>) =>
  requireDiskSpace(spareSpace + largeText(1).length * lines);
