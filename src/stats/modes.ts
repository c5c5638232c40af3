/**
 * Two modes: values that fall into two heaps, so that their mean is a value that none of them has.
 *
 *     one mode     ──•─•••••─••──•───      the widest gap is no wider than gaps get by chance
 *     two modes    ──•••─•──────••─••      wide against the scatter within each heap
 */
import { mean, squares, total } from './mean-and-spread.ts';

export interface Modes {
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** Width of the gap between the two, in standard deviations within them. */
  readonly gap: number;
  /** Chance makes a wider gap in at most 1% of cases (in any of the `series` together). */
  readonly critical: number;
  readonly isTwo: boolean;
}

/** Fewest values: with fewer, chance makes gaps so wide that only an obvious one is wider. */
export const fewestForModes = 8;

/** Least share of the smaller heap: one value is an outlier, and a few hiccups of many trials are no mode. */
const smallestShare = 0.2;

/**
 * Finds the widest gap between sorted values, in standard deviations within the two heaps that it makes. Its 99% point for normal
 * values is about 38/n (simulated, n = 8 to 28); with 4% of hiccups of 5 to 30% it is about 50/n. Its tail falls as a power of about
 * 2n/5: the factor for several series follows from that. Sarle's bimodality coefficient is not used, since it calls a skewed series
 * bimodal. Hartigan's dip is not used, since it finds nothing in fewer than about fifty values.
 * @param series how many series are tested together
 * @returns null for fewer than `fewestForModes` values
 */
export function modes(values: readonly number[], series = 1): Modes | null {
  const n = values.length;
  if (n < fewestForModes) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const critical = (50 / n) * Math.max(1, series) ** (2.5 / n);
  const least = Math.max(2, Math.ceil(smallestShare * n));
  let best: Modes | null = null;
  for (let split = least; split <= n - least; split++) {
    const [low, high] = [sorted.slice(0, split), sorted.slice(split)];
    const within = Math.sqrt((squares(low) + squares(high)) / (n - 2));
    const width = (high[0] ?? 0) - (low.at(-1) ?? 0);
    const gap = width > 0 ? width / within : 0;
    if (!best || gap > best.gap) best = { low, high, gap, critical, isTwo: gap > critical };
  }
  return best;
}

/** Two heaps of many values. */
export interface Heaps {
  /** Share of the values in the upper heap. */
  readonly upper: number;
  /** Mean of the upper heap minus that of the lower one. */
  readonly apart: number;
}

/** Distance of the means of two heaps, in deviations within them: a normal heap cut in two has 2.7, a uniform one 3.5. */
const heapsApart = 4;
/** Least share of the values in a heap: fewer are a tail. */
const smallestHeap = 0.1;

/**
 * Finds two heaps among many values, where gaps between neighbours show nothing. The cut is Otsu's (1979): it makes the
 * variance between the heaps largest.
 *
 *     two heaps    ▂▇█▅▁▁▁▂▅▃▁        a tail is not one    ▅█▆▅▄▃▂▂▁▁▁
 *
 * @param values in any order; NaN is not allowed
 * @returns null if the values are one heap
 */
export function heaps(values: readonly number[]): Heaps | null {
  const sorted = values.toSorted((a, b) => a - b);
  const n = sorted.length;
  const all = total(sorted);
  let [best, cut, below] = [0, 0, 0];
  for (const [i, value] of sorted.entries()) {
    const between = i * (n - i) * (i > 0 ? below / i - (all - below) / (n - i) : 0) ** 2;
    if (between > best) [best, cut] = [between, i];
    below += value;
  }
  const [low, high] = [sorted.slice(0, cut), sorted.slice(cut)];
  if (Math.min(low.length, high.length) < Math.max(2, smallestHeap * n)) return null;
  const apart = mean(high) - mean(low);
  const within = Math.sqrt((squares(low) / low.length + squares(high) / high.length) / 2);
  return apart > heapsApart * within ? { upper: high.length / n, apart } : null;
}
