/** The highest arrival rate that keeps an objective: what each window says, and what is answered. */
import type { Message } from '../messages/message.ts';
import type { Interval } from './metric.ts';
import type { ObjectiveFigure, ObjectivePart, RatePurpose } from './objective.ts';
import type { Setting } from './plan.ts';
import type { Milliseconds, PerSecond, Ratio } from './units.ts';

/** `generator`: the objective was broken while the load generator could not keep its own schedule: it says nothing of the server. */
export type WindowWord = 'kept' | 'broken' | 'generator';

/** One window, held against the objective. */
export interface RatePoint {
  /** Ordinal of its trial, and its block. */
  readonly trial: number;
  readonly block: number;
  readonly purpose: RatePurpose;
  /** Requests due a second; null where clients wait for their answers. */
  readonly rate: PerSecond | null;
  /** The figure of the objective's part that leaves least room, and its value, which is null where nothing was answered. */
  readonly figure: ObjectiveFigure;
  readonly value: number | null;
  /**
   * limit ÷ value − 1, both counted from a part of what one request takes alone, clamped to −0.9 and 1: 0 on the limit, linear in
   * the rate for any single bottleneck. A server that does not keep up, or dies, has −0.9.
   */
  readonly room: number;
  readonly word: WindowWord;
  /**
   * The load generator did not keep its own schedule. Such a window says at most that its rate can be kept. If only those that broke
   * the objective were left out, the others would make the server look better than it is.
   */
  readonly isLate: boolean;
  /** It was late while others took the CPUs, by all that is known of the trial: that is no limit of the generator. */
  readonly isDisturbed?: true;
  /** The server could not keep up: requests piled up through the window. */
  readonly isOverloaded: boolean;
  /** The server's process ended in this window. */
  readonly hasDied: boolean;
  /** Right answers a second; requests that were counted. */
  readonly throughput: PerSecond;
  readonly requests: number;
  readonly median: Milliseconds | null;
  readonly mean: Milliseconds | null;
}

/** A rate with its bounds; `high` is null where nothing bounds it from above. */
export interface RateBounds {
  readonly value: PerSecond;
  readonly low: PerSecond;
  readonly high: PerSecond | null;
}

/**
 * - `bounded`: the objective holds up to `rate`
 * - `falling`: the rate that keeps it falls with the age of the server's process: there is none that lasts
 * - `at least`: it was kept at every rate that the generator could offer
 * - `never`: it is not kept by one request alone, or at no rate down to the lowest that is worth a try
 * - `bracketed`: about at one rate, or on one side of it; too little was measured for an interval
 * - `unmeasured`: nothing is known
 */
export type CapacityWord = 'bounded' | 'falling' | 'at least' | 'never' | 'bracketed' | 'unmeasured';

/** Rates that keep the objective in a process's first window and in its last, which is `within` later; null where not known. */
export interface RateFall {
  readonly first: PerSecond | null;
  readonly last: PerSecond | null;
  readonly within: Milliseconds | null;
}

/** The capacity of one setting. */
export interface CapacityFinding {
  readonly cell: string;
  readonly setting: Setting;
  readonly word: CapacityWord;
  readonly objective: readonly ObjectivePart[];
  /**
   * The capacity as one number: the value of `rate`; without an interval, where the windows change from kept to broken, to two digits;
   * `kept` for the word `at least`. Null where no rate is kept, or none lasts.
   */
  readonly about: PerSecond | null;
  /** The capacity with its bounds; null unless the word is `bounded`. */
  readonly rate: RateBounds | null;
  /** The rates from which and to which it falls; null unless the word is `falling`. */
  readonly fall: RateFall | null;
  /** The highest rate of all windows that kept the objective, and the lowest that did not; with noise the second may be lower. */
  readonly kept: PerSecond | null;
  readonly broken: PerSecond | null;
  /** Blocks that the interval rests on. */
  readonly blocks: number;
  /** The best figure with one client alone; null where it was not measured. */
  readonly alone: { readonly figure: ObjectiveFigure; readonly value: number } | null;
  /** What saturates at the crossing; null where nothing could be read. */
  readonly limit: Message | null;
  /** Notes that the reader must know: a server that died, rates at which it went worse and better again, times that grow. */
  readonly notes: readonly Message[];
  /** A queue of as many servers as 32 clients kept busy: its capacity, and its curve; null where the clients were too few. */
  readonly model: CapacityModel | null;
  readonly points: readonly RatePoint[];
}

export interface CapacityModel {
  /** Requests that are served at the same time, and how long one takes alone. */
  readonly servers: number;
  readonly service: Milliseconds;
  /** The figure, its value at each rate, and the rate at which it crosses its limit; null where it never does. */
  readonly figure: ObjectiveFigure;
  readonly curve: readonly { readonly rate: PerSecond; readonly value: Milliseconds }[];
  readonly crossing: PerSecond | null;
}

/** Whether the capacity is at least what is expected: `undecided` where the interval holds it. */
export type ExpectWord = 'kept' | 'missed' | 'undecided';

/** The answer of a run of `capacity`. */
export interface CapacityResult {
  /** No objective was asked for: it is the knee, three times the time at light load. */
  readonly isKnee: boolean;
  readonly confidence: Ratio;
  readonly findings: readonly CapacityFinding[];
  readonly sentence: Message;
  /** The ratio of two settings, second ÷ first, from the blocks that hold both; else null. */
  readonly ratio:
    | (Interval & { readonly blocks: number; readonly word: 'better' | 'worse' | 'undecided' })
    | null;
  readonly expect: {
    readonly rate: PerSecond;
    readonly word: ExpectWord;
    /** The expected rate as a share of the capacity; null where that has no value. */
    readonly share: Ratio | null;
    readonly sentence: Message;
  } | null;
}
