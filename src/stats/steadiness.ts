/**
 * Finds where the warm-up ends, and whether the rest is steady.
 *
 *     throughput   . . ·• • •••••••••••     cut where the mean of the rest is known best, which is where
 *                  ─────▲────────────       neither too much was thrown away nor the start left in
 *     throughput   . . ·  • · • • • • ●     no cut helps: the rest still climbs, or the best cut lies so late
 *                  ───────────────────▲     that there is no saying what the level is
 */
import { normalCdf } from './distributions.ts';
import { madToDeviation, median } from './mean-and-spread.ts';

/** Largest p-value of a trend: at 5% every tenth steady trial would be marked, with two series to look at. */
const trendAlpha = 0.01;

/** Fewest bins after a cut: the last ones do not show a level, as the mean of two equal ones seems to be exact (White 1997). */
const fewestLeft = 5;

/** Fewest bins of a trial: with fewer there is no first half with a rest behind it. */
const fewestBins = 2 * fewestLeft;

/**
 * Factor by which a cut in the second half must make the squared standard error smaller than the best cut in the first. Without
 * that, five bins that happen to agree at the end condemned 15% of simulated steady trials of 20 bins; with it 3%.
 */
const lateGain = 2;

/** Standard deviations from the level beyond which bins are pulled in: a single hiccup is no warm-up. */
const winsorAt = 3;

/** Part of the level: less variation than this is steady, whatever its shape. Counts of whole requests need it. */
const negligible = 0.005;

export interface Steadiness {
  /** Bins to drop at the start. */
  readonly cut: number;
  readonly isSteady: boolean;
  readonly reason: 'steady' | 'cut in the second half' | 'trend after the cut' | 'too few bins';
}

/**
 * Judges one trial, from bins of equal width over warm-up and window. The later cut of the two series counts.
 * @param throughput finished requests in each bin
 * @param latency median response time of each bin, in any unit; null where nothing finished
 */
export function steadiness(throughput: readonly number[], latency: readonly (number | null)[]): Steadiness {
  const bins = throughput.length;
  if (bins < fewestBins) return { cut: 0, isSteady: false, reason: 'too few bins' };
  const times = filled(latency.slice(0, bins));
  const cut = Math.max(mserCut(throughput), mserCut(times));
  const rest = Math.min(cut, bins >> 1);
  const trendP = Math.min(...[throughput, times].map((series) => trendTest(series.slice(rest)).p));
  const reason =
    cut > bins / 2 ? 'cut in the second half' : trendP <= trendAlpha ? 'trend after the cut' : 'steady';
  return { cut, isSteady: reason === 'steady', reason };
}

/**
 * The marginal standard error rule: how many values to drop from the start so that the mean of the rest has the
 * smallest standard error, whose square is (1/(n−d)²)·Σ(x−mean)². White, "An effective truncation heuristic for bias
 * reduction in simulation output", Simulation 69 (1997); the bins are his batches. One change: see `lateGain`.
 */
export function mserCut(values: readonly number[]): number {
  const series = winsorized(values);
  const half = values.length / 2;
  const floor = (negligible * Math.abs(median(values.slice(values.length >> 1)))) ** 2;
  const early = { cut: 0, error: Number.POSITIVE_INFINITY };
  const late = { cut: 0, error: Number.POSITIVE_INFINITY };
  // Backwards from the end, so that sums grow by one value for each cut; Welford's form, which does not cancel.
  let count = 0;
  let centre = 0;
  let squares = 0;
  for (let cut = series.length - 1; cut >= 0; cut--) {
    const value = series[cut] ?? 0;
    count++;
    const off = value - centre;
    centre += off / count;
    squares += off * (value - centre);
    const error = Math.max(squares / count, floor) / count;
    const best = cut > half ? late : early;
    // Of two cuts that are equally good, the smaller one.
    if (count >= fewestLeft && error <= best.error) Object.assign(best, { cut, error });
  }
  return late.error * lateGain < early.error ? late.cut : early.cut;
}

/** Values pulled in towards the level of the second half, where a warm-up should be over. */
function winsorized(values: readonly number[]): readonly number[] {
  const rest = values.slice(values.length >> 1);
  const level = median(rest);
  const scale = madToDeviation * median(rest.map((value) => Math.abs(value - level)));
  const limit = winsorAt * Math.max(scale, negligible * Math.abs(level));
  return values.map((value) => Math.max(level - limit, Math.min(level + limit, value)));
}

/** Values with gaps filled: a bin in which nothing finished was not fast, so it repeats the one before it. */
function filled(values: readonly (number | null)[]): number[] {
  let last = values.find((value) => value !== null) ?? 0;
  return values.map((value) => (last = value ?? last));
}

/**
 * Mann and Kendall's test for a trend of any shape: pairs in ascending order minus pairs in descending order, with the
 * variance reduced for ties and a correction for continuity (Kendall, "Rank correlation methods", 1975, 4.9 and 5.6).
 * It assumes independent values; neighbouring bins of a slow drift depend on each other, but there the trend exists.
 * @returns `s` and its two-sided p-value; p is 1 if all values are equal
 */
export function trendTest(values: readonly number[]): { readonly s: number; readonly p: number } {
  const n = values.length;
  let s = 0;
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) s += Math.sign((values[j] ?? 0) - (values[i] ?? 0));
  }
  const weight = (count: number) => count * (count - 1) * (2 * count + 5);
  const ties = [...Map.groupBy(values, (value) => value).values()];
  const variance = (weight(n) - ties.reduce((sum, tie) => sum + weight(tie.length), 0)) / 18;
  if (variance === 0) return { s, p: 1 };
  const z = Math.max(0, Math.abs(s) - 1) / Math.sqrt(variance);
  return { s, p: 2 * normalCdf(-z) };
}
