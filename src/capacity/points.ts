/** The points of a setting by what they are for. */
import type { RatePoint } from '../model/capacity.ts';

/** The points of the windows that count, by block; those of a first trial are no block. */
export function blocksOf(points: readonly RatePoint[]): RatePoint[][] {
  const counted = points.filter(({ purpose }) => purpose === 'block');
  return [...Map.groupBy(counted, ({ block }) => block).values()];
}

/**
 * One client alone, at its best: in a process that still warms up, or has slowed down since, it is slower.
 * @returns undefined before it was measured
 */
export function aloneAmong(points: readonly RatePoint[]): RatePoint | undefined {
  return points
    .filter(({ purpose }) => purpose === 'alone')
    .toSorted((a, b) => (a.mean ?? Infinity) - (b.mean ?? Infinity))[0];
}

/**
 * Of the windows of all blocks. Where the generator was late in more of them, those that are left are too few and too uneven:
 * the interval held the true rate less often than it says (docs/method.md has the shares).
 */
const mostLate = 1 / 3;

/** Windows of blocks in which the load generator was late, and all of them. */
export function latenessOf(points: readonly RatePoint[]) {
  const counted = blocksOf(points).flat();
  const late = counted.filter(({ isLate }) => isLate).length;
  return { late, of: counted.length, isTooMuch: late > mostLate * counted.length };
}
