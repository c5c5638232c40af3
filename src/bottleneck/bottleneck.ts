/** What limits a server. The tuner, the predictor, the validity checks and the doctor all ask here. */
import type { Ratio } from '../model/units.ts';
import { leastQueue, type Resource, resources, saturation } from './thresholds.ts';

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
