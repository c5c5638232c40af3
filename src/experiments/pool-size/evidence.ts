/** From a run to the figures that a claim of this experiment rests on. */
import {
  metrics,
  type Comparison,
  type Evidence,
  type Interval,
  type Measured,
  type Metric,
} from '../../model/verdict.ts';
import { cellId, type PoolSetting } from './grid.ts';

/** Two settings count as equal when the ratio's interval lies within this factor; the report says so. */
export const equality = 1.1;

export type Judgement = {
  readonly verdict: 'holds' | 'refuted' | 'artefact' | 'undecided' | 'not run';
  readonly because: string;
  readonly evidence: readonly Evidence[];
};

/** The burst as published, 15 × 1, on plain node, unless told. */
export function at(pool: number, other: Partial<PoolSetting> = {}): string {
  return cellId({ topology: 'node', case: 2, answer: 'before', pool, ...other });
}

/** CPUs as the plan took them: the level that its baseline stands on. */
export function cpusOf({ host }: Measured): number {
  return Math.max(1, Math.ceil(host.effectiveCpus));
}

/** Sizes that were measured with these other factors, ascending. */
export function measuredSizes({ plan, summaries }: Measured, other: Partial<PoolSetting> = {}): number[] {
  const counted = new Set(summaries.filter((summary) => summary.trials > 0).map((summary) => summary.cell));
  return plan.cells
    .filter((cell) => counted.has(cell.id) && cell.id === at(Number(cell.setting['pool']), other))
    .map((cell) => Number(cell.setting['pool']))
    .toSorted((a, b) => a - b);
}

export function evidence(text: string, unit: string, { value, low, high }: Interval, n: number): Evidence {
  return { text, unit, value, low, high, n };
}

/** The ratio of one metric between two cells, as a figure. */
export function ratio(text: string, comparison: Comparison): Evidence {
  return evidence(text, '×', comparison.ratio, comparison.blocks);
}

/** `throughput` and the like, of the size over that of the baseline size. */
export function sizeRatio(metric: Metric, comparison: Comparison, pool: number, base: number): Evidence {
  return ratio(`${metrics[metric].label}: pool ${pool} ÷ pool ${base}`, comparison);
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
