/**
 * Ranks settings. All differences come from one fit of a block design (estimate.ts), so each pair is
 * compared with the precision that its blocks give it, holes, late-comers and the machine's speed included.
 *
 * The noise is that of all trials together: a contrast's own three blocks show little of their scatter, and would need half as
 * many trials again at the levels that a family of settings leaves. If one of seven scatters three times as
 * much as the others, 6.5% of certificates are false in the worst case instead of 5%.
 */
import { fit, ratioWeights, variancesOf, type Covariate } from './ratio.ts';
import type { BlockTable } from './design.ts';
import { studentCritical } from './distributions.ts';

export interface Ranking {
  /** Columns that can be compared with one another. */
  readonly columns: readonly number[];
  /** The value of one of `columns`; only differences between two of them have a meaning. */
  value(column: number): number;
  /** Standard error of the difference of two columns. */
  error(a: number, b: number): number;
  /** Standard deviation of one trial, without effects of settings, blocks and the machine's speed. */
  readonly deviation: number;
  /** Degrees of freedom of that deviation. */
  readonly degrees: number;
}

/**
 * Ranks the columns that are linked to the one with most trials.
 * @returns null where fewer than two can be compared, or nothing is left to estimate the noise
 */
export function ranking(table: BlockTable, covariate: Covariate | null = null): Ranking | null {
  const fitted = fit(table, covariate);
  if (!fitted) return null;
  const { columns, deviation, degrees, effects } = fitted;
  return {
    columns,
    value: (column) => effects[column] ?? 0,
    error(a, b) {
      if (a === b) return 0;
      const { design, ofSlope, ofQuiet } = variancesOf(fitted, ratioWeights(a, b));
      return Math.sqrt(deviation ** 2 * Math.max(0, design) + ofSlope + ofQuiet);
    },
    deviation,
    degrees,
  };
}

/** Looks at the blocks of a certificate, each with about one and a half times as many as the one before. */
export const certificateLooks = [3, 5, 8, 12, 18, 27] as const;

/**
 * Divisor of the chance of error for one look: both sides of all looks together then spend `spent`, since looks at the same growing
 * data are correlated. The recursion of Armitage, McPherson and Rowe (JRSS A 132, 1969) over these looks gives 3.67 at 5%, 3.95 at
 * 2.5%, 4.20 at 1.25%, 4.44 at 0.5%. The line is above them from 10% down, by 4% at most.
 */
const looksThatCount = (spent: number) => 3.7 + 0.36 * Math.log(0.05 / spent);

/**
 * Standard errors that each difference to the best is given to one side at one look. The chance of error is
 * divided by the settings that could be the best instead (Bonferroni), and then over the looks. It bounds one event: the truly
 * best setting looks worse than another by more than so much. Only this event drops the
 * best, and only this event certifies a setting that is too far from it: both are paid for once.
 * @param rivals settings at the start, less one: those that left have been looked at
 */
export function certificateCritical(confidence: number, rivals: number, degrees: number): number {
  const spent = (1 - confidence) / Math.max(1, rivals);
  return studentCritical(1 - (2 * spent) / looksThatCount(spent), degrees);
}
