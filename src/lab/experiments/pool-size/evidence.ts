/** From a run to the figures that a claim of this experiment rests on. */
import {
  metrics,
  type Comparison,
  type Evidence,
  type Measured,
  type Metric,
} from '../../../model/verdict.ts';
import { ratio } from '../evidence.ts';
import { cellId, type PoolSetting } from './grid.ts';

/** The burst as published, 15 × 1, on plain node, unless told. */
export function at(pool: number, other: Partial<PoolSetting> = {}): string {
  return cellId({ topology: 'node', case: 2, answer: 'before', pool, ...other });
}

/** Sizes that were measured with these other factors, ascending. */
export function measuredSizes({ plan, summaries }: Measured, other: Partial<PoolSetting> = {}): number[] {
  const counted = new Set(summaries.filter((summary) => summary.trials > 0).map((summary) => summary.cell));
  return plan.cells
    .filter((cell) => counted.has(cell.id) && cell.id === at(Number(cell.setting['pool']), other))
    .map((cell) => Number(cell.setting['pool']))
    .toSorted((a, b) => a - b);
}

/** `throughput` and the like, of the size over that of the baseline size. */
export function sizeRatio(metric: Metric, comparison: Comparison, pool: number, base: number): Evidence {
  return ratio(`${metrics[metric].label}: pool ${pool} ÷ pool ${base}`, comparison);
}
