/** One quantity from a handful of values: its centre, its spread, and intervals for both, mostly of logarithms (`exponential`). */
import { chiSquareQuantile, normalQuantile, studentCritical } from './distributions.ts';

/** A value with the bounds between which the truth lies with the confidence that was asked for. */
export interface Bounds {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Where an interval lies to a limit; `equivalent`: wholly where a difference does not matter. */
export type Standing = 'above' | 'below' | 'equivalent' | 'undecided';

type Range = Pick<Bounds, 'low' | 'high'>;

/**
 * @param same what counts as no difference, around the limit: two one-sided tests in one
 * @returns what an interval says; one that is both, a significant but small difference, is said as the difference
 */
export function standingOf({ low, high }: Range, limit = 0, same: Range | null = null): Standing {
  if (low > limit) return 'above';
  if (high < limit) return 'below';
  return same && low >= same.low && high <= same.high ? 'equivalent' : 'undecided';
}

export function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** @returns NaN for no values */
export function mean(values: readonly number[]): number {
  return total(values) / values.length;
}

export function meanOrNull(values: readonly number[]): number | null {
  return values.length === 0 ? null : mean(values);
}

/** @returns the mean of values that stand for spans of different length; null where the spans have none */
export function weightedMean(
  values: readonly { readonly value: number; readonly weight: number }[],
): number | null {
  const weight = total(values.map((each) => each.weight));
  return weight > 0 ? total(values.map((each) => each.value * each.weight)) / weight : null;
}

/** @returns the value below which this share of them lies (nearest rank); null for no values */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

/** Sum of the squared distances from the mean. */
export function squares(values: readonly number[]): number {
  const centre = mean(values);
  return total(values.map((value) => (value - centre) ** 2));
}

/** Standard deviation of the population that `values` are a sample of; 0 for a single value. */
export function deviation(values: readonly number[]): number {
  return values.length < 2 ? 0 : Math.sqrt(squares(values) / (values.length - 1));
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

/** The interval of a standard deviation that was estimated with so many degrees of freedom, from normal noise. */
export function deviationBounds(value: number, degrees: number, confidence = 0.95): Bounds {
  const bound = (p: number) => value * Math.sqrt(degrees / chiSquareQuantile(p, degrees));
  return { value, low: bound((1 + confidence) / 2), high: bound((1 - confidence) / 2) };
}

/**
 * Difference of two means, b − a, with Welch's interval: the variances need not be equal (Welch 1947).
 * @returns null with fewer than two values on either side
 */
export function welchBounds(a: readonly number[], b: readonly number[], confidence = 0.95): Bounds | null {
  if (a.length < 2 || b.length < 2) return null;
  return welchFrom(mean(b) - mean(a), spreadOf(a), spreadOf(b), confidence);
}

/** How many values there are, and their standard deviation. */
export interface Spread {
  readonly n: number;
  readonly deviation: number;
}

export const spreadOf = (values: readonly number[]): Spread => ({
  n: values.length,
  deviation: deviation(values),
});

/** The same interval of a difference whose values nobody has to know. @param a at least two values, as `b` */
export function welchFrom(value: number, a: Spread, b: Spread, confidence = 0.95): Bounds {
  const [partA, partB] = [a.deviation ** 2 / a.n, b.deviation ** 2 / b.n];
  const variance = partA + partB;
  if (variance === 0) return { value, low: value, high: value };
  const degrees = variance ** 2 / (partA ** 2 / (a.n - 1) + partB ** 2 / (b.n - 1));
  // Rounded down: a little wider, never narrower than what is promised.
  const half = studentCritical(confidence, Math.max(1, Math.floor(degrees))) * Math.sqrt(variance);
  return { value, low: value - half, high: value + half };
}
