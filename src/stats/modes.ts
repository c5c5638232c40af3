/**
 * Two modes: values that fall into two heaps, so that their mean is a value that none of them has.
 *
 *     one mode     ──•─•••••─••──•───      the widest gap is no wider than gaps get by chance
 *     two modes    ──•••─•──────••─••      wide against the scatter within each heap
 */
import { mean } from './interval.ts';

export interface Modes {
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** Width of the gap between them in standard deviations within them. */
  readonly gap: number;
  /** What chance exceeds in at most one of a hundred series (of `series` together). */
  readonly critical: number;
  readonly isTwo: boolean;
}

/** With fewer, a gap that chance does not make would have to be so wide that anybody sees it. */
export const fewestForModes = 8;

/** The smaller heap: one value is an outlier, and a few hiccups of many trials are no mode. */
const smallestShare = 0.2;

/**
 * The widest gap between sorted values, in standard deviations within the two heaps that it makes. Its 99 % point for
 * normal values falls about as 38/n (simulated, n = 8 to 28), and with 4 % of hiccups of 5 to 30 % as 50/n; its tail as
 * a power of about 2n/5, from which follows the factor for several series. Sarle's bimodality coefficient and Hartigan's dip
 * were passed over: the one calls a skewed series bimodal, the other sees nothing below some fifty values.
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

function squares(values: readonly number[]): number {
  const centre = mean(values);
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
}
