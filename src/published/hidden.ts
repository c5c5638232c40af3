/**
 * Percentiles that a load itself makes too low. A client that waits for its answer sends nothing meanwhile: a stall of a second is one slow
 * request for each client, whatever the rate was (coordinated omission, Tene 2015).
 *
 *     requests by the clock during a stall of S in a test of T wait from S down to 0: a share (S − x) ÷ T of all waits longer
 *     than x, so the percentile q is at least x = S − (1 − q) · T
 */
import { message } from '../messages/message.ts';
import { percentiles } from '../model/metric.ts';
import type { HiddenPercentile, PublishedRun } from '../model/published.ts';
import type { Milliseconds } from '../model/units.ts';
import { percentileOf } from './row.ts';

/** A bound that is higher by less may be the machine's noise. */
const tooLow = 2;

const metrics = Object.keys(percentiles) as (keyof typeof percentiles)[];

export function hiddenPercentiles(run: PublishedRun): HiddenPercentile[] {
  const { file, name, load, isTimedFromDue, max, length } = run;
  if ((load === 'open' && isTimedFromDue) || max === null || length === null) return [];
  return metrics.flatMap((metric) => {
    const shown = percentileOf(run, metric);
    const least = leastByClock(max, length, percentiles[metric]);
    if (shown === null || least <= tooLow * shown) return [];
    return [{ file, name, metric, why: message('published.hidden.stall', { metric, shown, max, least }) }];
  });
}

/** What a percentile would be under requests that come by the clock, if the longest answer was a stall of the server. */
export function leastByClock(stall: Milliseconds, length: Milliseconds, share: number): Milliseconds {
  return stall - (1 - share) * length;
}
