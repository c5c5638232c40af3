/** Intervals for one quantity, from a handful of trials. All of it works on logarithms: see `exponential`. */
import { normalQuantile, studentCritical } from './distributions.ts';

/** A value with the bounds between which the truth lies with the confidence that was asked for. */
export interface Bounds {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Standard deviation of the population that `values` are a sample of; 0 for a single value. */
export function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const centre = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1));
}

export function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).toSorted();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** What a median absolute deviation is multiplied with to estimate a normal standard deviation: 1.4826. */
export const madToDeviation = 1 / normalQuantile(0.75);

/** Student's interval for the mean; null for fewer than two values. */
export function meanBounds(values: readonly number[], confidence = 0.95): Bounds | null {
  if (values.length < 2) return null;
  const value = mean(values);
  const half =
    (studentCritical(confidence, values.length - 1) * deviation(values)) / Math.sqrt(values.length);
  return { value, low: value - half, high: value + half };
}

/**
 * Back from logarithms. The mean of logarithms becomes the geometric mean, a difference becomes a ratio: times and
 * rates vary by factors, and only so does "A is 1.25 × B" say the same as "B is 0.8 × A".
 */
export function exponential({ value, low, high }: Bounds): Bounds {
  return { value: Math.exp(value), low: Math.exp(low), high: Math.exp(high) };
}
