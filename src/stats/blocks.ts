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
import { connectedDesign, fitCells, smallestCorrelation } from './design.ts';
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

/** What a table says about its cells, before it is asked how sure one wants to be. */
export interface BlockFit {
  /** Columns that can be compared with the baseline; the baseline is not among them. */
  readonly cells: readonly number[];
  /** One for each of `cells`: the difference to the baseline, its standard error, and in how many blocks the cell was. */
  readonly estimates: readonly { readonly value: number; readonly error: number; readonly blocks: number }[];
  /** Standard deviation of one trial, once cells and blocks are fitted: of logarithms, so about its CV. */
  readonly deviation: number;
  /** Degrees of freedom that the deviation rests on. */
  readonly degrees: number;
  /** Of the estimates of `cells`, in units of the noise's variance. */
  readonly covariance: Design['covariance'];
}

/** Least squares with winsorised residuals. Null if nothing is linked to the baseline, or no degree of freedom is left. */
export function blockFit(table: BlockTable, baseline: number): BlockFit | null {
  const design = connectedDesign(table, baseline);
  if (!design || design.degrees < 1) return null;
  const { cells, covariance, degrees } = design;
  const { effects, deviation } = robustFit(design);
  const estimates = cells.map((cell, i) => ({
    value: effects[i] ?? Number.NaN,
    error: deviation * Math.sqrt(covariance[i]?.[i] ?? Number.NaN),
    blocks: table.filter((row) => row[cell] !== null && row[cell] !== undefined).length,
  }));
  return { cells, estimates, deviation, degrees, covariance };
}

/**
 * How many standard errors to each side hold `family` differences of the fit together with `confidence`. `among`: the
 * columns in question, all unless told; the smallest of their correlations is taken for each.
 */
export function blockCritical(
  fit: BlockFit,
  confidence: number,
  family: number,
  among: readonly number[] = fit.cells,
): number {
  const places = among.map((cell) => fit.cells.indexOf(cell)).filter((place) => place >= 0);
  // Rounded down: cautious, and few different values to compute. The allowance: in floating point ½ may be a bit less.
  const correlation = Math.floor(smallestCorrelation(fit.covariance, places) * 100 + 1e-6) / 100;
  return dunnettCritical(confidence, family, fit.degrees, correlation);
}

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
  const comparisons: (BlockComparison | null)[] = Array.from(
    { length: Math.max(0, ...table.map((row) => row.length)) },
    () => null,
  );
  const fit = blockFit(table, baseline);
  if (!fit) return comparisons;
  const critical = blockCritical(fit, confidence, fit.cells.length);
  fit.estimates.forEach(({ value, error, blocks }, i) => {
    const half = critical * error;
    comparisons[fit.cells[i] ?? -1] = { value, low: value - half, high: value + half, blocks };
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
