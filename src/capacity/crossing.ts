/**
 * Finds the rate where the objective breaks, from windows around it. Room is `limit ÷ value − 1`: for any single bottleneck a time grows
 * like k ÷ (C − λ) towards its capacity, so that its inverse is a straight line in the rate, and the crossing is where that line
 * is 0. Its interval is Fieller's (1954): all rates at which the line may be 0.
 *
 * The block is the unit of the level: a fresh process may be a little faster or slower than the others, and stays so. Its variance
 * is half of what the blocks' own scatter says and half of what a model with two parts says, between and within blocks (the weight of
 * stats/ratio.ts), with the degrees of freedom of the blocks. The slope is known within blocks, where the level of the process drops
 * out: it has the variance and the degrees of freedom of that.
 */
import { studentCritical } from '../stats/distributions.ts';
import { mean, total } from '../stats/mean-and-spread.ts';

/** One window: the logarithm of its rate, and its room. */
export interface FittedWindow {
  readonly block: number;
  readonly x: number;
  readonly room: number;
}

/** The crossing, in logarithms of rates; `low` is −Infinity and `high` Infinity where the line does not bound it. */
export interface Crossing {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Slope of room over the logarithm of the rate; below 0. */
  readonly slope: number;
}

/** Weight of the two-part model in the variance, against n − 1 of the blocks' own scatter. */
const modelWeight = 2;

/** The covariance matrix, symmetric, of the level at the mean rate and the slope. */
interface Variance {
  readonly level: number;
  readonly both: number;
  readonly slope: number;
}

/** @returns null for fewer than two blocks or four windows, or if room does not shrink with the rate */
export function crossing(rows: readonly FittedWindow[], confidence: number): Crossing | null {
  const blocks = [...Map.groupBy(rows, ({ block }) => block).values()];
  if (blocks.length < 2 || rows.length < 4) return null;
  const centre = mean(rows.map(({ x }) => x));
  const squares = total(rows.map(({ x }) => (x - centre) ** 2));
  if (!(squares > 0)) return null;
  const level = mean(rows.map(({ room }) => room));
  const slope = total(rows.map(({ x, room }) => (x - centre) * room)) / squares;
  if (!(slope < 0)) return null;
  const residual = ({ x, room }: FittedWindow) => room - level - slope * (x - centre);
  const line: Line = { blocks, rows: rows.length, residual, centre, squares };
  const [own, modelled] = [ownVariance(line), modelVariance(line)];
  const n = blocks.length;
  const mixed = (a: number, b: number) => (modelWeight * a + (n - 1) * b) / (n + 1);
  const t = studentCritical(confidence, n - 1);
  const ofSlope = studentCritical(confidence, Math.max(1, rows.length - n - 1)) / t;
  const variance = {
    level: mixed(modelled.level, own.level),
    both: mixed(modelled.both, own.both),
    slope: modelled.slope * ofSlope ** 2,
  };
  const value = centre - level / slope;
  return { value, ...fieller(level, slope, variance, t, centre, value), slope };
}

/** All u with (level + slope·u)² ≤ t²·variance(u), around `centre`. */
function fieller(
  level: number,
  slope: number,
  variance: Variance,
  t: number,
  centre: number,
  value: number,
): { readonly low: number; readonly high: number } {
  const a = slope ** 2 - t ** 2 * variance.slope;
  const b = level * slope - t ** 2 * variance.both;
  const c = level ** 2 - t ** 2 * variance.level;
  const root = Math.sqrt(Math.max(0, b ** 2 - a * c));
  // If the slope may be 0, the rates are bounded on one side at most: neither bound is given.
  if (!(a > 0)) return { low: -Infinity, high: Infinity };
  const [low, high] = [(-b - root) / a, (-b + root) / a];
  return { low: Math.min(value, centre + low), high: Math.max(value, centre + high) };
}

/** A line through all rows, and how far each row lies off it. */
interface Line {
  readonly blocks: readonly (readonly FittedWindow[])[];
  readonly rows: number;
  readonly residual: (row: FittedWindow) => number;
  /** Mean of x, and the sum of squares around it. */
  readonly centre: number;
  readonly squares: number;
}

/** The variance from the sums of residuals of each block (Liang and Zeger 1986), corrected for few blocks. */
function ownVariance({ blocks, rows, residual, centre, squares }: Line): Variance {
  const n = blocks.length;
  const few = (n / (n - 1)) * ((rows - 1) / (rows - 2));
  const parts = blocks.map((block) => ({
    level: total(block.map(residual)) / rows,
    slope: total(block.map((row) => (row.x - centre) * residual(row))) / squares,
  }));
  return {
    level: few * total(parts.map((one) => one.level ** 2)),
    both: few * total(parts.map((one) => one.level * one.slope)),
    slope: few * total(parts.map((one) => one.slope ** 2)),
  };
}

/** The variance from two parts: one between blocks, and one within. */
function modelVariance({ blocks, rows, residual, centre, squares }: Line): Variance {
  const n = blocks.length;
  const levels = blocks.map((block) => mean(block.map(residual)));
  const withinSquares = total(
    blocks.map((block, i) => total(block.map((row) => (residual(row) - (levels[i] ?? 0)) ** 2))),
  );
  const within = withinSquares / Math.max(1, rows - n - 1);
  const size = rows / n;
  const ofLevels = total(levels.map((one) => one ** 2)) / (n - 1);
  const between = Math.max(0, ofLevels - within / size);
  const sums = blocks.map((block) => total(block.map(({ x }) => x - centre)));
  return {
    level: (between * total(blocks.map(({ length }) => length ** 2)) + within * rows) / rows ** 2,
    both: (between * total(blocks.map(({ length }, i) => length * (sums[i] ?? 0)))) / (rows * squares),
    slope: (between * total(sums.map((one) => one ** 2)) + within * squares) / squares ** 2,
  };
}
