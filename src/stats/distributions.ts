/** Quantiles for intervals. The tests check each against a published table. */

/** P(Z ≤ x), by the series of Marsaglia (2004, "Evaluating the normal distribution"): about 1e-15, absolute. */
export function normalCdf(x: number): number {
  // Beyond this the tail is below 1e-15, and the series would add large terms of no effect.
  if (x > 8) return 1;
  if (x < -8) return 0;
  let sum = x;
  let term = x;
  for (let i = 3; Math.abs(term) > 1e-17; i += 2) {
    term *= (x * x) / i;
    sum += term;
  }
  return 0.5 + sum * normalDensity(x);
}

export function normalDensity(x: number): number {
  return Math.exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/**
 * The z with P(Z ≤ z) = p, for 1e-9 < p < 1 − 1e-9. Newton's method from 0: the distribution is concave beyond 0, so
 * the steps approach from one side and cannot overshoot.
 */
export function normalQuantile(p: number): number {
  if (p < 0.5) return -normalQuantile(1 - p);
  let z = 0;
  for (let step = 1, i = 0; Math.abs(step) > 1e-12 && i < 100; i++) {
    step = (p - normalCdf(z)) / normalDensity(z);
    z += step;
  }
  return z;
}

/**
 * The t with P(|T| ≤ t) = confidence for Student's T with a whole number of degrees of freedom.
 * For whole degrees the distribution is a finite sum (Abramowitz and Stegun 26.7.3–4), so only the root is searched:
 * in the angle atan(t/√degrees), which is bounded where t is not.
 */
export function studentCritical(confidence: number, degrees: number): number {
  let [low, high] = [0, Math.PI / 2];
  for (let i = 0; i < 60; i++) {
    const angle = (low + high) / 2;
    if (studentWithin(angle, degrees) < confidence) low = angle;
    else high = angle;
  }
  return Math.sqrt(degrees) * Math.tan(low);
}

/** P(|T| ≥ t) for Student's T with a whole number of degrees of freedom. */
export function studentTail(t: number, degrees: number): number {
  return Math.max(0, 1 - studentWithin(Math.atan(t / Math.sqrt(degrees)), degrees));
}

/** P(|T| ≤ √degrees · tan(angle)). */
function studentWithin(angle: number, degrees: number): number {
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = 0;
  for (let i = isOdd ? 3 : 2; i <= degrees; i += 2) {
    sum += term;
    term *= (cosine * cosine * (i - 1)) / i;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

/** P(X² > x) for a whole number of degrees of freedom: a finite sum (Abramowitz and Stegun 26.4.4–5). */
function chiSquareTail(x: number, degrees: number): number {
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
