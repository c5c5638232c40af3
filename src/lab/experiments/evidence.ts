/**
 * What every experiment judges with: intervals against bounds, figures in words. "Equal" means that the whole interval
 * lies within a factor of `equality`.
 */
import type { ClaimWord, Comparison, Evidence, Interval, Measured } from '../../model/verdict.ts';

/** Two settings count as equal when the ratio's interval lies within this factor; the report says so. */
export const equality = 1.1;

export type Judgement = {
  readonly verdict: ClaimWord;
  readonly because: string;
  readonly evidence: readonly Evidence[];
};

/** CPUs as the plan took them: the level that its baseline stands on. */
export function cpusOf({ host }: Measured): number {
  return Math.max(1, Math.ceil(host.effectiveCpus));
}

export function evidence(text: string, unit: string, { value, low, high }: Interval, n: number): Evidence {
  return { text, unit, value, low, high, n };
}

/** The ratio of one metric between two cells, as a figure. */
export function ratio(text: string, comparison: Comparison): Evidence {
  return evidence(text, '×', comparison.ratio, comparison.blocks);
}

export const isEqual = ({ low, high }: Interval): boolean => low >= 1 / equality && high <= equality;
export const isAbove = ({ low }: Interval, bound = 1): boolean => low > bound;
export const isBelow = ({ high }: Interval, bound = 1): boolean => high < bound;

/** `0.98 (0.95 to 1.02)`. */
export function figure({ value, low, high }: Interval): string {
  return `${short(value)} (${short(low)} to ${short(high)})`;
}

export function short(value: number): string {
  return Number(value.toPrecision(3)).toString();
}

export function notRun(because: string): Judgement {
  return { verdict: 'not run', because, evidence: [] };
}

export const tooFewBlocks = 'Intervals need at least two blocks in which both settings were measured.';

/** 97.5 % of a normal distribution lie below it. */
const z = 1.96;

/** A share that was counted, with its 95 % interval (Wilson 1927): it stays within 0 and 1, also for none or all. */
export function countedShare(count: number, of: number): Interval {
  const value = count / of;
  const centre = (value + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((value * (1 - value)) / of + (z * z) / (4 * of * of));
  return { value, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}
