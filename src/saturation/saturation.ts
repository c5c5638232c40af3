/** What limits a server, and the utilisations that count as saturated. Tuner, predictor, validity checks and doctor all use this. */
import type { Ratio } from '../model/units.ts';

/** The origin of utilisations: measured, or from a model, which has no gaps. */
export type Source = keyof typeof saturation;

/** The use of one resource. */
export interface ResourceUse {
  readonly resource: Resource;
  /** Part of it in use; threads count as in use also while they are ready and have no CPU. */
  readonly utilisation: Ratio;
  /** Jobs or requests that wait for it, on average. Absent if not known: the utilisation alone decides. */
  readonly queue?: number;
  /** Part of the time in which its threads were ready and had no CPU. */
  readonly wait?: Ratio;
  /** Whether more CPUs would not make it faster: its threads sleep in their jobs, or it is one loop on a larger machine. */
  readonly lacksNoCpu?: boolean;
}

export interface Bottleneck {
  /** The limiting resource; null where none is saturated: then the clients limit, or something that the server waits for. */
  readonly limit: Resource | null;
  readonly saturated: readonly Resource[];
}

/** @returns whether a resource is fully used, and has a queue where that is known */
export function isSaturated(
  { resource, utilisation, queue = Infinity }: ResourceUse,
  source: Source,
): boolean {
  return utilisation >= thresholdOf(resource, source) && queue >= leastQueue;
}

function thresholdOf(resource: Resource, source: Source): Ratio {
  return source === 'modelled' ? saturation.modelled : saturation.measured[resource];
}

/**
 * Finds the limit. Threads that are ready and have no CPU look busy while the CPUs are the limit: saturated CPUs explain them.
 * They do not explain threads that lack no CPU: those are named first, however busy the CPUs are.
 */
export function bottleneck(uses: readonly ResourceUse[], source: Source): Bottleneck {
  const saturated = uses
    .filter((use) => isSaturated(use, source))
    .toSorted((a, b) => resources.indexOf(a.resource) - resources.indexOf(b.resource));
  const isHeld = ({ resource, utilisation, wait = 0, lacksNoCpu = false }: ResourceUse) =>
    lacksNoCpu && utilisation - wait >= thresholdOf(resource, source);
  const limit = saturated.find(isHeld) ?? saturated[0];
  return { limit: limit?.resource ?? null, saturated: saturated.map(({ resource }) => resource) };
}

/** @returns the bound with the smallest throughput: it explains the limit */
export function lowestBound<Bound extends { readonly throughput: number }>(
  bounds: readonly Bound[],
): Bound | undefined {
  return bounds.reduce<Bound | undefined>(
    (least, next) => (least === undefined || next.throughput < least.throughput ? next : least),
    undefined,
  );
}

/** All resources, in the order in which they are named where several are saturated. */
export const resources = [
  'CPU',
  'pool threads',
  'event loop',
  'slow I/O queue',
  'worker threads',
  'load generator',
] as const;
export type Resource = (typeof resources)[number];

/**
 * Utilisations from which a resource is saturated. A measured one never shows 1: the kernel's own time is not counted, a window
 * has edges, and readings miss short work. A model has no such gaps: below 0.97 a resource has time left that would be used.
 */
export const saturation = {
  measured: {
    /** Part of all usable CPUs, whichever program uses them: the rest is the kernel's. */
    CPU: 0.9,
    /** Jobs shorter than the time between two readings are seen in part only. */
    'pool threads': 0.85,
    /** By M/M/1 a request waits ten times as long as it takes at 0.91. */
    'event loop': 0.9,
    /** Part of the threads that name lookups may hold. */
    'slow I/O queue': 0.9,
    'worker threads': 0.85,
    /** A generator that is busier queues its own requests. */
    'load generator': 0.85,
  } satisfies Record<Resource, Ratio>,
  modelled: 0.97,
} as const;

/** Part of a loop's time from which it hardly has time to spare, though it is not saturated yet. */
export const hardlyIdle: Ratio = 0.85;

/** Average number of waiting jobs or requests from which a resource has a queue. */
export const leastQueue = 0.5;

/**
 * Part of the CPUs that server and generator share, above which each takes from the other. Higher than the threshold of the
 * CPUs, since a verdict is withheld for it.
 */
export const contended: Ratio = 0.95;

/** Part of the CPUs that a process gets if it asks for it, whatever others use while it does not: the scheduler is fair. */
export const fairShare: Ratio = 0.5;
