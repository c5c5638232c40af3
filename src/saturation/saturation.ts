/** What limits a server, and from which utilisation on. The tuner, the predictor, the validity checks and the doctor all ask here. */
import type { Ratio } from '../model/units.ts';

/** Where utilisations are from: a model's have no gaps. */
export type Source = keyof typeof saturation;

/** How much of one resource is used. */
export interface ResourceUse {
  readonly resource: Resource;
  /** Part of it that is taken; of threads also while they are ready and have no CPU. */
  readonly utilisation: Ratio;
  /** Jobs or requests that wait for it, on average. Absent: not known, and the utilisation alone decides. */
  readonly queue?: number;
  /** Part of the time in which its threads were ready and had no CPU. */
  readonly wait?: Ratio;
  /** Whether CPUs of its own would not make it faster: its threads sleep in their jobs, or it is one loop of a larger machine. */
  readonly lacksNoCpu?: boolean;
}

export interface Bottleneck {
  /** Null where nothing is saturated: then the clients are the limit, or something that the server waits for. */
  readonly limit: Resource | null;
  readonly saturated: readonly Resource[];
}

/** @returns whether a resource is all in use, and has a queue where that is known */
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
 * Threads that are ready and have no CPU look busy while the CPUs are the limit, so saturated CPUs explain saturated threads.
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

/** @returns the smallest of the throughputs that cannot be passed: it is the one that explains the limit */
export function lowestBound<Bound extends { readonly throughput: number }>(
  bounds: readonly Bound[],
): Bound | undefined {
  return bounds.reduce<Bound | undefined>(
    (least, next) => (least === undefined || next.throughput < least.throughput ? next : least),
    undefined,
  );
}

/** In the order in which they are named where several are saturated. */
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
 * The utilisation from which a resource is saturated. A measured resource is never seen at 1: the kernel's own time is in no account, a window has a beginning and an end, and
 * readings miss what is short. A model has none of that: whatever the resource, below 0.97 it has time left that would be used.
 */
export const saturation = {
  measured: {
    /** Of all CPUs that may be used, by whoever uses them: the rest is the kernel's. */
    CPU: 0.9,
    /** Jobs that are shorter than the time between two readings are seen in part. */
    'pool threads': 0.85,
    /** By M/M/1 a request waits ten times as long as it takes at 0.91. */
    'event loop': 0.9,
    /** Of the threads that name lookups may hold. */
    'slow I/O queue': 0.9,
    'worker threads': 0.85,
    /** A generator that is busier queues its own requests. */
    'load generator': 0.85,
  } satisfies Record<Resource, Ratio>,
  modelled: 0.97,
} as const;

/** Of a loop's time: from here on nobody believes that it had time to spare, though it is not saturated yet. */
export const hardlyIdle: Ratio = 0.85;

/** Jobs or requests that wait for a resource, on average, before it is said to have a queue. */
export const leastQueue = 0.5;

/**
 * Part of the CPUs that server and generator share. Beyond it, what one uses the other lacks. Higher than the threshold of the
 * CPUs, since a verdict is withheld for it.
 */
export const contended: Ratio = 0.95;

/** Part of the CPUs that a process gets if it asks for it, however much others take while it does not: the scheduler is fair. */
export const fairShare: Ratio = 0.5;
