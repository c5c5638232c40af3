/**
 * Several settings against one baseline, by the analysis of variance of a randomised block design:
 * y(block, cell) = block + cell + noise, with one noise for all cells, so that few blocks of many cells still give
 * many degrees of freedom.
 *
 * Failed trials leave holes. Nothing is filled in and no block is thrown away: the least-squares fit to the cells that
 * are there is what the complete analysis becomes when cells are missing, and its information matrix says how much
 * less is known about each difference (John, "Statistical design and analysis of experiments", 1971, ch. 11).
 */
import { dunnettCritical } from './dunnett.ts';
import { connectedDesign, fitCells } from './design.ts';
import type { Design } from './design.ts';
import { madToDeviation, median } from './interval.ts';
import type { Bounds } from './interval.ts';

/** A cell's difference to the baseline. `blocks`: in how many it was there. */
export interface BlockComparison extends Bounds {
  readonly blocks: number;
}

/** [block][cell]: the logarithm of one trial, or null where it failed or was left out. */
export type BlockTable = readonly (readonly (number | null)[])[];

/**
 * Residuals count up to so many standard deviations (from their median absolute value) and no further: one in 370 of
 * clean normal noise, nearly all of what a hiccup of the machine adds. A trial is never dropped for its result.
 */
const winsorAt = 3;

/**
 * A smaller scale of residuals is rounding, not noise: with coarse figures most trials may agree to the last digit, and
 * then nothing says which of the others is far out.
 */
const smallestScale = 1e-9;

/**
 * For each cell the interval of its difference to cell `baseline`; all of them hold together with `confidence`.
 * Null for the baseline itself, for cells that no chain of blocks links to it, and for all if no degree of freedom is
 * left for the noise.
 */
export function blockComparisons(
  table: BlockTable,
  baseline: number,
  confidence = 0.95,
): (BlockComparison | null)[] {
  const cells = Math.max(0, ...table.map((row) => row.length));
  const none = Array.from({ length: cells }, () => null);
  const design = connectedDesign(table, baseline);
  if (!design || design.degrees < 1) return none;
  const { effects, deviation } = robustFit(design);
  const critical = dunnettCritical(
    confidence,
    design.cells.length,
    design.degrees,
    // Rounded down: cautious, and few different values to compute.
    Math.floor(design.smallestCorrelation * 100) / 100,
  );
  const comparisons: (BlockComparison | null)[] = none;
  design.cells.forEach((cell, i) => {
    const value = effects[i] ?? Number.NaN;
    const half = critical * deviation * Math.sqrt(design.covariance[i]?.[i] ?? Number.NaN);
    const blocks = table.filter((row) => row[cell] !== null && row[cell] !== undefined).length;
    comparisons[cell] = { value, low: value - half, high: value + half, blocks };
  });
  return comparisons;
}

/**
 * Huber's M-estimate by winsorised residuals (Huber 1981, "Robust statistics", 7.8 and 7.10): fit, pull residuals beyond
 * the limit in to the limit, fit again, until nothing moves. The variance of the pulled-in residuals alone would promise
 * too much; Huber's correction divides by the share of trials that were not pulled in, squared.
 */
function robustFit(design: Design): { effects: readonly number[]; deviation: number } {
  const { observations, degrees } = design;
  const count = observations.length;
  let { effects, residuals } = fitCells(
    design,
    observations.map(({ value }) => value),
  );
  let limit = Number.POSITIVE_INFINITY;
  for (let i = 0, moved = Number.POSITIVE_INFINITY; i < 50 && moved > 1e-9; i++) {
    // A fit with so many parameters takes noise along with it: residuals are smaller than errors by √(degrees/count).
    const scale = (madToDeviation * median(residuals.map(Math.abs))) / Math.sqrt(degrees / count);
    if (scale > smallestScale) limit = winsorAt * scale;
    const pulled = observations.map(({ value }, j) => {
      const residual = residuals[j] ?? 0;
      return value - residual + Math.max(-limit, Math.min(limit, residual));
    });
    const next = fitCells(design, pulled);
    moved = Math.max(...next.effects.map((effect, j) => Math.abs(effect - (effects[j] ?? 0))));
    effects = next.effects;
    residuals = observations.map(({ value }, j) => value - (pulled[j] ?? 0) + (next.residuals[j] ?? 0));
  }
  const kept = residuals.filter((residual) => Math.abs(residual) <= limit).length / count;
  const squares = residuals.reduce((sum, residual) => sum + Math.min(limit, Math.abs(residual)) ** 2, 0);
  const correction = 1 + ((count - degrees) / count) * ((1 - kept) / kept);
  return { effects, deviation: (correction / kept) * Math.sqrt(squares / degrees) };
}
