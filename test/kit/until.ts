/** Waits for something that other processes do. */
import { setTimeout as delay } from 'node:timers/promises';

interface Options {
  /** Milliseconds; far beyond what it takes, on a machine that is busy with other things too. */
  readonly within?: number;
  /** Milliseconds between two looks. */
  readonly every?: number;
  /** What a failure tells beside the condition. */
  readonly seen?: () => unknown;
}

type Nothing = false | null | undefined;

/** @returns the first value of the condition that is not `false`, `null` or `undefined`; fails with its source */
export async function until<Value>(
  condition: () => Value | Promise<Value>,
  { within = 60_000, every = 10, seen = () => undefined }: Options = {},
): Promise<Exclude<Value, Nothing>> {
  for (const end = performance.now() + within; ; await delay(every)) {
    const value = await condition();
    if (value !== false && value !== null && value !== undefined) return value as Exclude<Value, Nothing>;
    if (performance.now() > end)
      throw new Error(`not within ${within} ms: ${String(condition)}; seen: ${JSON.stringify(seen())}`);
  }
}
