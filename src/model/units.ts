/**
 * Units as types, the clock, and the names that are made of a time. A unit is a flavour, not a brand: a literal needs no cast, but a
 * `PerSecond` cannot be passed where `Milliseconds` are asked for. This prevents the mistake of autocannon 9.0.0, which mixes seconds
 * and milliseconds in its latency correction (`lib/run.js:244`): it reports p50 = 442 ms for a server that answers in 2 ms.
 */
declare const unit: unique symbol;
type Unit<Name extends string> = number & { readonly [unit]?: Name };

/** A duration, or an instant on the monotonic clock of the process that took it. */
export type Milliseconds = Unit<'ms'>;
/** An instant of the wall clock, milliseconds since 1970: the only time that processes can share. */
export type EpochMilliseconds = Unit<'epoch ms'>;
/** The integer unit of histograms. */
export type Microseconds = Unit<'us'>;
export type PerSecond = Unit<'1/s'>;
export type Bytes = Unit<'B'>;
/** A share, 0 to 1. */
export type Ratio = Unit<'ratio'>;

/** A source of time, passed in so that whatever waits can be tested in virtual time; `host/clock.ts` has the machine's. */
export interface Clock {
  /** The monotonic time; its origin is the process's own. */
  now(): Milliseconds;
  epoch(): EpochMilliseconds;
  /** Resolves after `duration`, or rejects with the signal's reason. */
  sleep(duration: Milliseconds, signal?: AbortSignal): Promise<void>;
}

/**
 * Returns the id of a run: its start in UTC, then characters that tell two runs of one second apart, `20261120-092248-989e`.
 * @param own four characters or so, drawn at random by the caller
 */
export function runId(at: EpochMilliseconds, own: string): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-${own}`;
}
