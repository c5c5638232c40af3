/** Selects the points of a setting by their purpose. */
import type { RatePoint } from '../model/capacity.ts';

/** @returns the points of the windows that count, by block; the windows of a first trial are no block */
export function blocksOf(points: readonly RatePoint[]): RatePoint[][] {
  const counted = points.filter(({ purpose }) => purpose === 'block');
  return [...Map.groupBy(counted, ({ block }) => block).values()];
}

/**
 * Takes the fastest of the windows with one client: a process that still warms up, or has slowed down since, is slower.
 * @returns undefined before it was measured
 */
export function aloneAmong(points: readonly RatePoint[]): RatePoint | undefined {
  return points
    .filter(({ purpose }) => purpose === 'alone')
    .toSorted((a, b) => (a.mean ?? Infinity) - (b.mean ?? Infinity))[0];
}

/**
 * The generator may be late in this share of the windows. With more, the windows that are left are too few and too uneven:
 * the interval held the true rate less often than it says (docs/method.md has the shares).
 */
const mostLate = 1 / 3;

/** Counts the windows of blocks, and those in which the load generator was late. */
export function latenessOf(points: readonly RatePoint[]) {
  const counted = blocksOf(points).flat();
  const late = counted.filter(({ isLate }) => isLate).length;
  return { late, of: counted.length, isTooMuch: late > mostLate * counted.length };
}

/** The points without those broken while the generator was late: these do not bound the server's rate. */
export const ofServer = (points: readonly RatePoint[]) => points.filter(({ word }) => word !== 'generator');
