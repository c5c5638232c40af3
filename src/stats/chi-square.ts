/** The chi-square distribution, and Pearson's test of equal shares. */
import { normalCdf, normalDensity } from './distributions.ts';

/**
 * P(X² > x) for a whole number of degrees of freedom: a finite sum (Abramowitz and Stegun 26.4.4–5).
 */
export function chiSquareTail(x: number, degrees: number): number {
  if (x <= 0) return 1;
  const isOdd = degrees % 2 === 1;
  const root = Math.sqrt(x);
  let term = isOdd ? root : 1;
  let sum = 0;
  for (let i = isOdd ? 3 : 2; i <= degrees; i += 2) {
    sum += term;
    term *= x / i;
  }
  return isOdd ? 2 * normalCdf(-root) + 2 * normalDensity(root) * sum : Math.exp(-x / 2) * sum;
}

/** The x with P(X² ≤ x) = p. Halves a range that ends twenty standard deviations above the mean. */
export function chiSquareQuantile(p: number, degrees: number): number {
  let [low, high] = [0, degrees + 20 * Math.sqrt(2 * degrees)];
  for (let i = 0; i < 80; i++) {
    const x = (low + high) / 2;
    if (1 - chiSquareTail(x, degrees) < p) low = x;
    else high = x;
  }
  return low;
}

/** @returns the statistic and the chance that equal shares give one as large; p is 1 for fewer than two counts */
export function equalShares(counts: readonly number[]): { readonly statistic: number; readonly p: number } {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  if (counts.length < 2 || expected === 0) return { statistic: 0, p: 1 };
  const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  return { statistic, p: chiSquareTail(statistic, counts.length - 1) };
}
