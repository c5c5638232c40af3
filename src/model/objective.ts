/** An objective of a server (`p99<200ms,errors<0.1%`), and what the windows are for that look for its highest rate. */

/** Figures that a part of an objective can limit: times of the answers, and the share of requests without a right one. */
export const objectiveFigures = ['p50', 'p90', 'p95', 'p99', 'mean', 'errors'] as const;
export type ObjectiveFigure = (typeof objectiveFigures)[number];

/** `p99<200ms`: the figure stays below its limit, in milliseconds; of errors, below a share. */
export interface ObjectivePart {
  readonly figure: ObjectiveFigure;
  readonly limit: number;
}

/**
 * What a window of a capacity trial is for.
 * - `clients`: 32 clients that wait for their answers, as fast as the server can
 * - `alone`: one client, so that nobody waits for anybody
 * - `climb`: rates that rise by half until the objective is broken
 * - `halve`: between the last rate that kept it and the first that did not
 * - `drain`: few requests, until what an overload has left behind is done
 * - `block`: one of three rates around the crossing, in a fresh process; the only windows that the interval rests on
 */
export const ratePurposes = ['clients', 'alone', 'climb', 'halve', 'drain', 'block'] as const;
export type RatePurpose = (typeof ratePurposes)[number];
