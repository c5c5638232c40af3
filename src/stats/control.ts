/**
 * The A/A′ control: a second copy of the baseline, measured like every other setting. Nothing differs but the label, so
 * what the method finds between the two is what it would find in nothing.
 */
import { blockCritical, blockFit, type BlockTable } from './blocks.ts';
import { pairedComparison } from './comparison.ts';
import type { Bounds } from './interval.ts';

/**
 * A failed control silences the session, so a sound one must rarely fail it: one in a hundred, not one in twenty.
 * What remains to be found is what makes comparisons worthless, and that is not small.
 */
export const controlConfidence = 0.99;

export interface ControlBounds extends Bounds {
  /** Blocks with the copy in them. */
  readonly blocks: number;
  /** Whether 0 lies within the bounds. */
  readonly isSound: boolean;
}

/**
 * Of the difference copy − baseline (of logarithms). The other settings of the same blocks lend their knowledge of the
 * noise: with one of them, four blocks give six degrees of freedom instead of three.
 * @param table column 0 is the baseline, column 1 its copy, then any other settings
 * @returns null if fewer than two blocks have the copy
 */
export function controlBounds(table: BlockTable, confidence = controlConfidence): ControlBounds | null {
  const blocks = table.filter((row) => typeof row[1] === 'number').length;
  if (blocks < 2) return null;
  const bounds = table.some((row) => row.length > 2)
    ? pooledBounds(table, confidence)
    : pairedComparison(
        table.flatMap(([a, b]) => (typeof a === 'number' && typeof b === 'number' ? b - a : [])),
        confidence,
      );
  if (!bounds) return null;
  const { value, low, high } = bounds;
  return { value, low, high, blocks, isSound: low <= 0 && high >= 0 };
}

function pooledBounds(table: BlockTable, confidence: number): Bounds | null {
  const fit = blockFit(table, 0);
  const estimate = fit?.estimates[fit.cells.indexOf(1)];
  if (!fit || !estimate) return null;
  const half = blockCritical(fit, confidence, 1) * estimate.error;
  return { value: estimate.value, low: estimate.value - half, high: estimate.value + half };
}
