/**
 * Two settings, compared within blocks. What a block has in common (the hour, the neighbours, the temperature of the
 * machine) drops out of the difference.
 */
import { median, meanBounds } from './interval.ts';
import type { Bounds } from './interval.ts';

/** Below this the exact Wilcoxon interval cannot reach 95 %: its widest, all differences, has 1 − 2/2^n. */
const smallestForRanks = 6;

export interface PairedComparison extends Bounds {
  readonly method: 'wilcoxon' | 'paired-t';
}

/**
 * The shift of paired differences (of logarithms). From six pairs on the Hodges–Lehmann estimate with the exact
 * Wilcoxon signed-rank interval, which one bad trial cannot move far; below that Student's, which needs no minimum but
 * is wide: with two pairs 12.7 standard errors to each side. Null for a single pair.
 */
export function pairedComparison(differences: readonly number[], confidence = 0.95): PairedComparison | null {
  const ranks = differences.length >= smallestForRanks ? signedRankBounds(differences, confidence) : null;
  if (ranks) return { ...ranks, method: 'wilcoxon' };
  const bounds = meanBounds(differences, confidence);
  return bounds && { ...bounds, method: 'paired-t' };
}

/**
 * Hodges–Lehmann: the median of all pairwise means (Walsh averages), each value with itself included. Its interval
 * runs between the k-th smallest and the k-th largest of them (Hollander and Wolfe, "Nonparametric statistical
 * methods", 3.3), exact for every symmetric distribution of the differences. Null where n is too small for the
 * confidence.
 */
export function signedRankBounds(differences: readonly number[], confidence: number): Bounds | null {
  const k = signedRankCritical(differences.length, confidence) + 1;
  if (k < 1) return null;
  // Typed, so that they are sorted as numbers without a comparing function: 406 of them from 28 blocks.
  const walsh = Float64Array.from(
    differences.flatMap((a, i) => differences.slice(i).map((b) => (a + b) / 2)),
  ).toSorted();
  const low = walsh[k - 1];
  const high = walsh[walsh.length - k];
  if (low === undefined || high === undefined) return null;
  return { value: median(walsh), low, high };
}

/**
 * The largest w with P(W ≤ w) ≤ (1 − confidence)/2 for the signed-rank statistic W of n pairs: the number that
 * printed tables give. −1 if there is none.
 */
export function signedRankCritical(n: number, confidence: number): number {
  const key = `${n} ${confidence}`;
  const known = criticals.get(key) ?? searchCritical(n, confidence);
  criticals.set(key, known);
  return known;
}

/** Every metric of a run asks for the same few values. */
const criticals = new Map<string, number>();

function searchCritical(n: number, confidence: number): number {
  // probability[w]: share of the 2^n sign patterns with rank sum w, built up one rank at a time.
  let probability = [1];
  for (let rank = 1; rank <= n; rank++) {
    const next = Array.from({ length: probability.length + rank }, () => 0);
    probability.forEach((share, w) => {
      next[w] = (next[w] ?? 0) + share / 2;
      next[w + rank] = (next[w + rank] ?? 0) + share / 2;
    });
    probability = next;
  }
  let tail = 0;
  for (let w = 0; w < probability.length; w++) {
    tail += probability[w] ?? 0;
    if (tail > (1 - confidence) / 2) return w - 1;
  }
  return -1;
}
