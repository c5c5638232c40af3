/**
 * Within which share of a reference some settings are, with confidence. Nobody wants to know whether sizes 2 to 128 are equal: they
 * never are. What is asked is how far apart they may be, at most.
 *
 * For a share that is given, each setting is tested for being closer to the reference than that (Schuirmann 1987), with the spread
 * of all trials together, and Holm's step-down (1979) pays for the number of settings. The share is not given: it is the smallest
 * at which all of them pass. A setting that is r-th furthest from the reference is then falsely called closer only if its own test
 * errs at a level of 1/r of what is spent, so that 1 + 1/2 + … + 1/tested pays for the choice of the share, and of the settings.
 */
import { studentCritical } from './distributions.ts';

/** More than that is not the same in anybody's words. */
const mostPercent = 50;

/** The logarithm of a setting over that of the reference, and its standard error. */
export interface Difference {
  readonly value: number;
  readonly error: number;
}

/**
 * @param differences of the settings that are called the same; which ones may have been chosen by their figures
 * @param tested settings that could have been chosen
 * @param degrees of freedom of the standard errors
 * @returns in whole percent, rounded up; null where it is too much
 */
export function sameWithin(
  differences: readonly Difference[],
  tested: number,
  degrees: number,
  confidence: number,
): number | null {
  const shares = Array.from({ length: tested }, (_, i) => 1 / (i + 1));
  const spent = (1 - confidence) / shares.reduce((sum, share) => sum + share, 0);
  const criticals = differences.map((_, i) => studentCritical(1 - (2 * spent) / (tested - i), degrees));
  for (let percent = 1; percent <= mostPercent; percent++) {
    const margin = Math.log1p(percent / 100);
    const errors = differences
      .map(({ value, error }) => (margin - Math.abs(value)) / error)
      .toSorted((a, b) => b - a);
    if (errors.every((distance, i) => distance >= (criticals[i] ?? Infinity))) return percent / 100;
  }
  return null;
}
