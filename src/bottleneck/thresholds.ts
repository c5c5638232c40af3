/** From which utilisation on a resource is called saturated: the one table of it. */
import type { Ratio } from '../model/units.ts';

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
