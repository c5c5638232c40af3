/**
 * The share of a reference within which some settings lie, with confidence. Sizes 2 to 128 are never equal, so the
 * question is how far apart they may be, at most.
 *
 * For a given share, each setting is tested for being closer to the reference than that (Schuirmann 1987), with the spread
 * of all trials together; Holm's step-down (1979) pays for the number of settings. The share is not given: it is the smallest
 * at which all of them pass. The setting that is r-th furthest from the reference is then falsely called closer only if its own
 * test errs at a level of 1/r of the chance of error, so that 1 + 1/2 + … + 1/tested pays for choosing the share and the settings.
 */
import { studentCritical } from './distributions.ts';

/** Largest share, in percent, within which settings are called the same. */
const mostPercent = 50;

/** The logarithm of a setting over that of the reference, and its standard error. */
export interface Difference {
  readonly value: number;
  readonly error: number;
}

/**
 * @param differences of the settings that are called the same, which may have been chosen by their figures
 * @param tested settings that could have been chosen
 * @param degrees of freedom of the standard errors
 * @returns the share, in whole percent rounded up; null where it is too large
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
