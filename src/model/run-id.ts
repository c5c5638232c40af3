/** What runs and watches are called. */
import type { EpochMilliseconds } from './units.ts';

/**
 * When it began, in UTC, and something that two of the same second do not share: `20261120-092248-989e`.
 * @param own four characters or so, drawn at random by the caller
 */
export function runId(at: EpochMilliseconds, own: string): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-${own}`;
}
