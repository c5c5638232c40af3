/**
 * One estimator for every figure of a run: logarithms of trials in random blocks,
 *
 *     y(block, column) = column + block + slope · x(block, column) + noise
 *
 * where x is what the machine's speed did in that very trial (`Covariate`). All that is said of a metric comes from one
 * fit: a ratio is a contrast of its columns, with one interval wherever it is shown. Only the words are
 * corrected for many comparisons (`sequential.ts`); there is no second interval.
 *
 * Failed trials leave holes. Nothing is filled in and no block is thrown away: the least-squares fit to what is there is
 * what the complete analysis becomes when cells are missing, and its information matrix says how much less is known
 * (John, "Statistical design and analysis of experiments", 1971, ch. 11). The slope is that of the analysis of
 * covariance (Cochran, Biometrics 13, 1957).
 */
import { connectedDesign, fitCells, type BlockTable, type Design } from './design.ts';
import { studentCritical, studentTail } from './distributions.ts';
import { deviation, madToDeviation, mean, median, total, type Bounds } from './mean-and-spread.ts';

/** What explains noise: how fast the machine was in each trial. */
export interface Covariate {
  /**
   * [block][column], as the table: the logarithm of the speed inside the trial's window, over the quiet level *of its
   * column*. A setting that itself slows the cores has a lower quiet level, so that its effect is not adjusted away.
   * Null where it is not known.
   */
  readonly x: BlockTable;
  /** By column: the standard error of the quiet level, of logarithms. */
  readonly error: readonly number[];
  /** 1 for a rate, which grows with the speed; −1 for a time. */
  readonly sign: 1 | -1;
}

/** By column. They add up to 0 for a ratio. */
export type Weights = ReadonlyMap<number, number>;

/** A contrast of columns, on the scale of logarithms. */
export interface Contrast extends Bounds {
  readonly error: number;
  readonly degrees: number;
  /** In how many blocks all of its columns are. */
  readonly blocks: number;
}

export interface Fit {
  /** Columns that can be compared with one another. */
  readonly columns: readonly number[];
  /** Standard deviation of a trial once columns, blocks and speed are fitted: of logarithms, so about its CV. */
  readonly deviation: number;
  /** Degrees of freedom that it rests on. */
  readonly degrees: number;
  /** The same without the covariate: what the machine's speed hides if nobody looks. */
  readonly unadjusted: number;
  /** By what the figure changes with the speed: from 0 (left out) to the covariate's sign. */
  readonly slope: number;
  /** By column of the table; NaN for those that are not among `columns`. Only differences have a meaning. */
  readonly effects: readonly number[];
  readonly design: Design;
  /** Mean of all trials, at the mean speed of the run. */
  readonly centre: number;
  /** Trials as they were but for the speed: [block of the design][column]. */
  readonly values: BlockTable;
  /** Mean of the covariate by column, blocks taken out; and what the slope is known by. */
  readonly means: readonly number[];
  readonly slopeSquares: number;
  readonly quietErrors: readonly number[];
  /** By column: what one request more or less is of a trial's count. No interval is narrower: all blocks may be rounded alike. */
  readonly grains: readonly number[];
}

/**
 * Residuals count up to so many standard deviations (from their median absolute value) and no further: one in 370 of
 * clean normal noise, nearly all of what a hiccup of the machine adds. A trial is never dropped for its result.
 */
const winsorAt = 3;
/** Fewer tell too little of their own scale: of three settings in three blocks 1.1% of looks were wrong for 0.6% (docs/method.md). */
const fewestRobust = 6;

/**
 * A smaller scale of residuals is rounding, not noise: with coarse figures most trials may agree to the last digit, and
 * then nothing says which of the others is far out.
 */
const smallestScale = 1e-9;

/** Without the slope. With less what the slope takes cannot be told from chance. */
const fewestDegrees = 3;

/** Of the residual variance: a covariate that explains less is noise itself, and is left out. */
const leastExplained = 0.25;

/**
 * The pooled variance counts like so many blocks of the contrast's own (a fixed weight, after Smyth 2004). Few blocks say
 * little about their own scatter; yet a setting that scatters three times as much as the others must not be judged by
 * theirs. With 2 equal settings are called different in 6.4% of sessions in the worst case known, with the pooled
 * variance alone in 11% (docs/method.md).
 */
const pooledWeight = 2;

/** @returns null if fewer than two columns can be compared, or no degree of freedom is left for the noise */
export function fit(
  table: BlockTable,
  covariate: Covariate | null = null,
  grains: readonly number[] = [],
): Fit | null {
  const trials = (column: number) => table.filter((row) => typeof row[column] === 'number').length;
  const all = Array.from({ length: Math.max(0, ...table.map((row) => row.length)) }, (_, column) => column);
  const baseline = all.reduce((most, column) => (trials(column) > trials(most) ? column : most), 0);
  const design = connectedDesign(table, baseline);
  if (!design || design.degrees < 1) return null;
  const plain = robustFit(design, null);
  const speed = covariate && speedOf(design, covariate);
  const adjusted = speed && design.degrees >= fewestDegrees ? robustFit(design, speed) : null;
  const isUseful =
    adjusted !== null &&
    adjusted.slope * (covariate?.sign ?? 1) > 0 &&
    adjusted.slope ** 2 * adjusted.squares >= leastExplained * plain.deviation ** 2 * design.degrees;
  const used = isUseful ? adjusted : plain;
  const columnOf = [baseline, ...design.cells];
  const byColumn = (values: readonly number[], own: number) => {
    const list = all.map(() => Number.NaN);
    columnOf.forEach((column, i) => (list[column] = i === 0 ? own : (values[i - 1] ?? Number.NaN)));
    return list;
  };
  const toTable = (values: readonly number[]) => {
    const rows = Array.from({ length: design.blocks }, () => all.map((): number | null => null));
    design.observations.forEach(({ block, cell }, i) => {
      const row = rows[block];
      if (row) row[columnOf[cell + 1] ?? 0] = values[i] ?? null;
    });
    return rows;
  };
  return {
    columns: columnOf.toSorted((a, b) => a - b),
    deviation: used.deviation,
    degrees: used.degrees,
    unadjusted: plain.deviation,
    slope: used.slope,
    effects: byColumn(used.effects, 0),
    design,
    centre: used.centre,
    values: toTable(used.values),
    means: byColumn(isUseful ? (speed?.effects ?? []) : [], 0).map((value) =>
      Number.isNaN(value) ? 0 : value,
    ),
    slopeSquares: isUseful ? used.squares : Number.POSITIVE_INFINITY,
    quietErrors: all.map((column) => (isUseful ? (covariate?.error[column] ?? 0) : 0)),
    grains,
  };
}

/**
 * A ratio, or any other contrast of settings: its standard error is half of what the trials of all settings say and half
 * of what its own do (`pooledWeight`), and holds what is not known of the slope and of the quiet levels.
 * @returns null if one of its columns cannot be compared with the others
 */
export function contrast(of: Fit, weights: Weights, confidence = 0.95): Contrast | null {
  const known = standing(of, weights);
  if (!known) return null;
  const { value, error, degrees, blocks } = known;
  const grain = Math.max(
    ...[...weights].map(([column, weight]) => Math.abs(weight) * (of.grains[column] ?? 0)),
  );
  const half = Math.max(grain, studentCritical(confidence, degrees) * error);
  return { value, low: value - half, high: value + half, error, degrees, blocks };
}

/** `column` over `baseline`, as weights. */
export function ratioWeights(column: number, baseline: number): Weights {
  return new Map([
    [column, 1],
    [baseline, -1],
  ]);
}

/** Beyond it Student's distribution is the normal one to three digits. */
const mostDegrees = 1000;

function standing(of: Fit, weights: Weights): Omit<Contrast, 'low' | 'high'> | null {
  const terms = [...weights].filter(([, weight]) => weight !== 0);
  if (terms.length === 0 || terms.some(([column]) => !of.columns.includes(column))) return null;
  const value = total(terms.map(([column, weight]) => weight * (of.effects[column] ?? Number.NaN)));
  const own = of.values.flatMap((row) => {
    const parts = terms.map(([column, weight]) => weight * (row[column] ?? Number.NaN));
    return parts.some(Number.isNaN) ? [] : total(parts);
  });
  const blocks = own.length;
  const squares = total(terms.map(([, weight]) => weight ** 2));
  const pooled = of.deviation ** 2 * squares;
  const isOwn = blocks > 1;
  const isRobust = of.degrees >= fewestRobust;
  const ofOwn = isOwn ? deviation(isRobust ? pulledIn(own, Math.sqrt(pooled)) : own) ** 2 : 0;
  const ofBlock = isOwn ? (pooledWeight * pooled + (blocks - 1) * ofOwn) / (blocks + 1) : pooled;
  const degrees = isOwn ? Math.min(blocks + 1, of.degrees) : of.degrees;
  const { design, ofSlope, ofQuiet } = variancesOf(of, weights);
  const ofDesign = (ofBlock * design) / squares;
  const variance = ofDesign + ofSlope + ofQuiet;
  // Satterthwaite (1946): what is not known of the quiet levels rests on many readings, not on few blocks.
  const noise = ofDesign + ofSlope;
  const combined = noise > 0 ? Math.floor(degrees * (variance / noise) ** 2) : degrees;
  return { value, error: Math.sqrt(variance), degrees: Math.min(combined, mostDegrees), blocks };
}

/**
 * Extreme values pulled in, to the scale of these values themselves where that is the larger one: pulled in to the common
 * scale, a setting that scatters more would look like the others.
 */
function pulledIn(values: readonly number[], common: number): number[] {
  const centre = median(values);
  const own = madToDeviation * median(values.map((value) => Math.abs(value - centre)));
  const limit = winsorAt * Math.max(own, common);
  return values.map((value) => Math.max(centre - limit, Math.min(centre + limit, value)));
}

/**
 * What is not known of a contrast: `design`, the variance of its least-squares estimate in units of a trial's noise; and
 * what the slope and the quiet levels add.
 */
export function variancesOf(
  of: Fit,
  weights: Weights,
): { readonly design: number; readonly ofSlope: number; readonly ofQuiet: number } {
  const { cells, covariance } = of.design;
  const terms = [...weights];
  const placed = terms.map(([column, weight]) => [cells.indexOf(column), weight] as const);
  const speed = total(terms.map(([column, weight]) => weight * (of.means[column] ?? 0)));
  return {
    design: total(placed.flatMap(([i, a]) => placed.map(([j, b]) => a * b * (covariance[i]?.[j] ?? 0)))),
    ofSlope: (speed * of.deviation) ** 2 / of.slopeSquares,
    ofQuiet: total(terms.map(([column, weight]) => (weight * of.slope * (of.quietErrors[column] ?? 0)) ** 2)),
  };
}

/** The chance of a contrast as far from 0 as this one, to both sides, if the truth is 0. */
export function chanceOf({ value, error, degrees }: Contrast): number {
  if (error === 0) return value === 0 ? 1 : 0;
  return studentTail(Math.abs(value) / error, degrees);
}

/**
 * The level of one column at the mean speed of the run, with blocks as part of its scatter: ratios of two levels are
 * their contrast, but the two intervals do not tell how well it is known.
 */
export function level(of: Fit, column: number): Bounds | null {
  if (!of.columns.includes(column)) return null;
  const samples = of.columns.map((one) => of.values.flatMap((row) => row[one] ?? []));
  const own = of.values.flatMap((row) => row[column] ?? []);
  const value = of.centre + (of.effects[column] ?? Number.NaN);
  const all = total(samples.map((one) => one.length - 1));
  if (own.length < 2 || all < 1) return null;
  const pooled = total(samples.map((one) => (one.length - 1) * deviation(one) ** 2)) / all;
  const variance = (pooledWeight * pooled + (own.length - 1) * deviation(own) ** 2) / (own.length + 1);
  const half = studentCritical(0.95, Math.min(own.length + 1, all)) * Math.sqrt(variance / own.length);
  return { value, low: value - half, high: value + half };
}

/** This close to the bound, in half-widths, an interval is on the line: more blocks will hardly move it off. */
const onTheLine = 0.25;
/** Nobody waits for more. */
const mostBlocks = 1000;

/** Blocks in all after which an interval leaves a bound; `on the line`: more of them would hardly help. */
export type BlocksNeeded = number | 'on the line';

/**
 * After how many blocks in all, at this spread, a contrast's interval would leave `bound`, if the truth is where it seems
 * to be.
 * @returns as few as there are if it has left already; null where there is no such contrast
 */
export function blocksNeeded(
  of: Fit,
  weights: Weights,
  bound: number,
  confidence = 0.95,
): BlocksNeeded | null {
  const now = contrast(of, weights, confidence);
  if (!now) return null;
  const slopes = of.slope === 0 ? 0 : 1;
  return blocksUntil(now, bound, (blocks) => {
    const degrees = Math.min(blocks + 1, (blocks - 1) * (of.columns.length - 1) - slopes);
    const error = now.error * Math.sqrt(now.blocks / blocks);
    return studentCritical(confidence, Math.max(1, degrees)) * error;
  });
}

/** @param halfAfter half the width of the interval after so many blocks */
export function blocksUntil(
  { value, high, blocks }: Bounds & { readonly blocks: number },
  bound: number,
  halfAfter: (blocks: number) => number,
): BlocksNeeded {
  const [distance, half] = [Math.abs(value - bound), high - value];
  if (distance > half) return blocks;
  if (distance < onTheLine * half) return 'on the line';
  for (let needed = blocks + 1; needed <= mostBlocks; needed++) {
    if (halfAfter(needed) < distance) return needed;
  }
  return 'on the line';
}

/** The covariate at the observations, what of it is no column's and no block's, and what of it is a column's. */
interface Speed {
  readonly values: readonly number[];
  readonly residuals: readonly number[];
  readonly effects: readonly number[];
}

/** A trial whose speed nobody knows is not adjusted: it gets the mean of those that are known. Null if none is, or all are alike. */
function speedOf(design: Design, { x }: Covariate): Speed | null {
  const found = design.observations.map(({ row, column }) => x[row]?.[column] ?? null);
  const known = found.flatMap((value) => value ?? []);
  if (known.length < design.observations.length / 2) return null;
  const usual = mean(known);
  const values = found.map((value) => value ?? usual);
  const { effects, residuals } = fitCells(design, values);
  return total(residuals.map((one) => one ** 2)) > 1e-12 ? { values, residuals, effects } : null;
}

interface RobustFit {
  readonly effects: readonly number[];
  readonly deviation: number;
  readonly degrees: number;
  readonly slope: number;
  /** Sum of squares of the covariate's residuals. */
  readonly squares: number;
  readonly values: readonly number[];
  readonly centre: number;
}

/**
 * Huber's M-estimate by winsorised residuals (Huber 1981, "Robust statistics", 7.8 and 7.10): fit, pull residuals beyond
 * the limit in to the limit, fit again, until nothing moves. The variance of the pulled-in residuals alone would promise
 * too much; Huber's correction divides by the share of trials that were not pulled in, squared.
 */
function robustFit(design: Design, speed: Speed | null): RobustFit {
  const { observations } = design;
  const count = observations.length;
  const degrees = design.degrees - (speed ? 1 : 0);
  const squares = speed ? total(speed.residuals.map((one) => one ** 2)) : Number.POSITIVE_INFINITY;
  const usual = speed ? mean(speed.values) : 0;
  const y = observations.map(({ value }) => value);
  /** At the mean speed of the run. */
  const without = (values: readonly number[], slope: number) =>
    speed ? values.map((value, j) => value - slope * ((speed.values[j] ?? 0) - usual)) : [...values];
  const slopeOf = (values: readonly number[]) => {
    if (!speed) return 0;
    const raw = total(values.map((value, j) => value * (speed.residuals[j] ?? 0))) / squares;
    return Math.max(-1, Math.min(1, raw));
  };
  let pulled: readonly number[] = y;
  let slope = slopeOf(y);
  let { effects, residuals } = fitCells(design, without(y, slope));
  let limit = Number.POSITIVE_INFINITY;
  for (let i = 0, moved = Number.POSITIVE_INFINITY; i < 50 && moved > 1e-9; i++) {
    // A fit with so many parameters takes noise along with it: residuals are smaller than errors by √(degrees/count).
    const scale = (madToDeviation * median(residuals.map(Math.abs))) / Math.sqrt(degrees / count);
    if (scale > smallestScale && degrees >= fewestRobust) limit = winsorAt * scale;
    pulled = y.map((value, j) => {
      const residual = residuals[j] ?? 0;
      return value - residual + Math.max(-limit, Math.min(limit, residual));
    });
    const nextSlope = slopeOf(pulled);
    const next = fitCells(design, without(pulled, nextSlope));
    moved = Math.max(
      Math.abs(nextSlope - slope),
      ...next.effects.map((effect, j) => Math.abs(effect - (effects[j] ?? 0))),
    );
    effects = next.effects;
    slope = nextSlope;
    residuals = y.map((value, j) => value - (pulled[j] ?? 0) + (next.residuals[j] ?? 0));
  }
  const kept = residuals.filter((residual) => Math.abs(residual) <= limit).length / count;
  const left = total(residuals.map((residual) => Math.min(limit, Math.abs(residual)) ** 2));
  const correction = (1 + ((count - degrees) / count) * ((1 - kept) / kept)) / kept;
  const adjusted = without(pulled, slope);
  return {
    effects,
    deviation: correction * Math.sqrt(left / degrees),
    degrees,
    slope,
    squares,
    values: without(y, slope),
    centre: mean(adjusted.map((value, j) => value - (effects[observations[j]?.cell ?? -1] ?? 0))),
  };
}
