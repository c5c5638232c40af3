/** Two independent samples: what is left when trials were not measured in common blocks. */
import { studentCritical } from './distributions.ts';
import { deviation, mean, type Bounds } from './interval.ts';

/**
 * Difference of two means, b − a, with Welch's interval: the variances need not be equal (Welch 1947).
 * @returns null with fewer than two values on either side
 */
export function welchBounds(a: readonly number[], b: readonly number[], confidence = 0.95): Bounds | null {
  if (a.length < 2 || b.length < 2) return null;
  const [partA, partB] = [deviation(a) ** 2 / a.length, deviation(b) ** 2 / b.length];
  const value = mean(b) - mean(a);
  const variance = partA + partB;
  if (variance === 0) return { value, low: value, high: value };
  const degrees = variance ** 2 / (partA ** 2 / (a.length - 1) + partB ** 2 / (b.length - 1));
  // Rounded down: a little wider, never narrower than what is promised.
  const half = studentCritical(confidence, Math.max(1, Math.floor(degrees))) * Math.sqrt(variance);
  return { value, low: value - half, high: value + half };
}
