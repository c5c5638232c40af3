/** Which cells the experiment has: the published benchmark, the same work under honest loads, and the crossover. */
import { delays, expectedKey, floorOf } from '../../../workloads/loop-or-threads.ts';
import { idHeader } from '../../../workloads/pool-size.ts';
import { describeLoad, type Cell, type Load, type Plan } from '../../../model/plan.ts';
import type { Factor } from '../../../model/vary.ts';
import type { Milliseconds } from '../../../model/units.ts';

export const published = { requests: 100, clients: 10, workers: 4, prime: 10_000 } as const;
/** Of the wait that the crossover is measured with. */
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

/** What the work is scaled to. */
export interface Sizes {
  /** Primes up to this number are counted under the honest loads. */
  readonly prime: number;
  /** Of the large file. */
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
/** Requests a second, by the clock: what one loop still serves with ease, so that only the times can differ. */
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
  const asPublished = works.flatMap((work) =>
    (['node', 'once-pool', 'own-pool'] as const).map((topology) => setting(work, topology, batch)),
  );
  if (scale === 'as-published') return asPublished;
  const pool: ThreadTopology = hasPiscina ? 'worker-pool' : 'own-pool';
  const both: ThreadTopology[] = hasPiscina ? ['node', 'own-pool', 'worker-pool'] : ['node', 'own-pool'];
  const steady = closed(published.clients);
  const waits = crossover[scale].flatMap(([computed, clients]) =>
    clients.flatMap((count) =>
      (scale === 'full' ? (['node', pool, 'cluster'] as const) : (['node', pool] as const)).map((topology) =>
        setting(`wait+${computed}ms`, topology, closed(count)),
      ),
    ),
  );
  const threads = scale === 'full' ? [1, 2, 8] : [];
  return [
    ...asPublished,
    ...(['prime', 'file'] as const).flatMap((work) =>
      (scale === 'full' ? both : (['node', pool] as const)).map((topology) =>
        setting(work, topology, steady),
      ),
    ),
    ...threads.map((workers) => ({ ...setting('prime', pool, steady), workers })),
    ...(['io-test', 'network-io'] as const).flatMap((work) =>
      both.map((topology) => setting(work, topology, steady)),
    ),
    ...(hasPiscina ? [setting('network-io', 'worker-pool-one', steady)] : []),
    ...(scale === 'full' ? both : (['node', pool] as const)).map((topology) =>
      setting('io-test', topology, openLoad),
    ),
    ...(scale === 'full' ? both.map((topology) => setting('network-io', topology, openLoad)) : []),
    ...waits,
  ];
}

/** All settings of a scale, narrowed to the levels that the user asked for; a number of workers may be a new one. */
export function settings(scale: Plan['scale'], hasPiscina: boolean, only: readonly Factor[]): WorkSetting[] {
  const wanted = (key: string) => only.find((factor) => factor.key === key)?.levels;
  const workers = wanted('workers')?.map(Number);
  const widened = all(scale, hasPiscina).flatMap((each) =>
    workers && each.workers === published.workers
      ? workers.map((count) => ({ ...each, workers: count }))
      : workers && each.workers !== undefined
        ? []
        : [each],
  );
  const kept = widened.filter(
    ({ work, topology }) =>
      (wanted('work')?.includes(work) ?? true) && (wanted('topology')?.includes(topology) ?? true),
  );
  return [...new Map(kept.map((each) => [cellId(each), each])).values()];
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
export function cell(of: WorkSetting, sizes: Sizes, duration: Milliseconds): Cell {
  const { work, topology, load, workers } = of;
  const path = pathOf(of, sizes);
  const least = work === 'network-io' ? delays.from : computedBy(work) === null ? null : wait;
  return {
    id: cellId(of),
    setting: { work, topology, ...(workers !== undefined && { workers }) },
    load,
    requests: [
      {
        url: `http://127.0.0.1${path}`,
        method: 'GET',
        headers: {},
        weight: 1,
        proof: { idHeader, key: expectedKey(path, sizes.lines) },
        ...(least !== null && { floor: floorOf(least) }),
      },
    ],
    parameters: {},
    // As its client did it: no warm-up, and over with the hundredth answer.
    ...(load.kind === 'batch' && { warmup: 0, duration: null }),
    // Long enough for a median with a hundred requests on either side, which is what is compared.
    ...(load.kind === 'rate' && { duration: Math.max(duration, openWindow) }),
    ...(topology === 'once-pool' && { expectsWrong: true }),
  };
}
