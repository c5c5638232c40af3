/** Whether enough was measured, of something that had settled. */
import { madToDeviation, median } from '../../stats/interval.ts';
import { mserCut, trendTest } from '../../stats/steadiness.ts';
import type { Metric } from '../../model/verdict.ts';
import type { Observation } from '../../model/observation.ts';
import { check, eachRow, figure, pace, type Finding } from './check.ts';
import { short, shortPercent, time } from '../../format/words.ts';

const least = { window: 5000, requests: 1000, medians: 50 } as const;

export const window = check({
  id: 'D1',
  title: 'Long enough',
  failsWhen:
    'the window is shorter than 5 s; or, where it ends by the clock, holds fewer than 1000 requests or is shorter than 50 median response times (a load that ends by its requests cuts none off, and declares how many)',
  effect: 'note',
  needs: ['length'],
  without: 'How long the test took is not known.',
  judge: (rows) =>
    eachRow(rows, ({ length, requests, median: middle, endsByCount }) => {
      const shortfalls = [
        {
          short: least.window / length,
          text: `${time(length)} were measured, ${time(least.window)} are needed`,
        },
      ];
      if (!endsByCount && requests !== null) {
        shortfalls.push({
          short: least.requests / requests,
          text: `${short(requests)} requests were measured, ${least.requests} are needed`,
        });
      }
      if (!endsByCount && middle !== null) {
        shortfalls.push({
          short: (least.medians * middle) / length,
          text: `${time(length)} are ${short(length / middle)} median response times, ${least.medians} are needed`,
        });
      }
      const worst = shortfalls.reduce((most, next) => (next.short > most.short ? next : most));
      return {
        fails: worst.short > 1,
        badness: worst.short,
        text: worst.text,
        evidence: [figure('window', 'ms', length)],
      };
    }) ?? { outcome: 'not applicable', sentence: 'Nothing was measured.' },
});

/** Requests above a percentile without which it is one request's luck. */
const beyond = 10;
const named: readonly (readonly [number, Metric])[] = [
  [0.5, 'p50'],
  [0.9, 'p90'],
  [0.99, 'p99'],
];

export const percentiles = check({
  id: 'D2',
  title: 'Percentiles with requests behind them',
  failsWhen:
    'fewer than 10 requests lie above a percentile in a trial: n(1 − q) < 10; it is not shown for its setting, since the other trials are the fast ones',
  effect: 'hide',
  needs: ['percentiles', 'requests'],
  without: 'No percentile is shown.',
  judge(rows) {
    const thin = new Set<Metric>();
    const judged = eachRow(rows, ({ percentiles: shares, requests }): Finding | null => {
      // Rounded, since 1000 · (1 − 0.99) is 10.000000000000009.
      const above = (q: number) => Math.round(requests * (1 - q) * 1e6) / 1e6;
      const failing = shares.filter((q) => above(q) < beyond);
      const [q = shares.at(-1)] = failing;
      if (q === undefined) return null;
      for (const [share, metric] of named) if (failing.includes(share)) thin.add(metric);
      const name = `p${short(q * 100)}`;
      const also = failing.length > 1 ? `, and less above the higher ones` : '';
      return {
        fails: failing.length > 0,
        badness: beyond / Math.max(above(q), 1e-6),
        text: `${name} of ${short(requests)} requests: ${short(requests)} × ${short(1 - q)} = ${short(above(q))} lie above it${also}`,
        evidence: [figure(`requests above ${name}`, 'requests', above(q))],
      };
    });
    if (!judged) return { outcome: 'not applicable', sentence: 'No percentile is shown.' };
    return judged.outcome === 'fail' && thin.size > 0 ? { ...judged, metrics: [...thin] } : judged;
  },
});

/** Of all trials of a run together: with a hundred trials one in a hundred would be called at 1 % each. */
const trendLevel = 0.01;
/** A trend that is sure and small hides nothing: as much as two settings may differ and still be called equivalent. */
const trendChange = 0.05;
const fewestBins = 8;
/** First trial against the others of its setting, in robust deviations over all settings: 1 in 1,700 for normal noise. */
const outlying = 3.5;

export const steady = check({
  id: 'W1',
  title: 'Settled before it was measured',
  failsWhen:
    'throughput rises or falls through the window (Mann–Kendall, p < .01 over all trials together, and by more than 5 %), or the first trial lies 3.5 robust deviations from the others of its setting',
  effect: 'note',
  needs: [],
  without: 'No row was measured.',
  judge(rows) {
    const long = rows.filter(({ bins, load }) => load !== 'burst' && (bins?.length ?? 0) >= fewestBins);
    const drift = eachRow(long, ({ bins }) => drifting(bins ?? [], trendLevel / long.length));
    if (drift?.outcome === 'fail') return drift;
    const first = firstTrial(rows);
    if (first?.fails) return { outcome: 'fail', sentence: `${first.text}.`, cells: [first.cell] };
    return (
      drift ?? {
        outcome: first ? 'pass' : 'not applicable',
        sentence: first
          ? `${first.text}.`
          : `No window has ${fewestBins} bins of time, and no setting has four trials.`,
      }
    );
  },
});

function drifting(bins: readonly number[], level: number): Finding {
  const series = thinned(bins);
  const cut = mserCut(series);
  // A cut in the second half found no level to begin at: then the whole window is what has not settled.
  const rest = cut <= series.length / 2 ? series.slice(cut) : series;
  const { p } = trendTest(rest);
  const change = slope(rest) * rest.length;
  return {
    fails: p < level && Math.abs(change) > trendChange,
    badness: -Math.log(Math.max(p, 1e-300)) * Math.abs(change),
    text: `throughput ${change < 0 ? 'falls' : 'rises'} by ${shortPercent(Math.abs(change))} over the ${rest.length} of ${series.length} bins behind the warm-up cut (p = ${short(p)})`,
    evidence: [figure('change over the window', 'share', change)],
  };
}

/** At most so many bins: the test looks at every pair. */
const mostBins = 120;

function thinned(bins: readonly number[]): readonly number[] {
  const width = Math.ceil(bins.length / mostBins);
  return Array.from({ length: Math.floor(bins.length / width) }, (_, i) =>
    bins.slice(i * width, (i + 1) * width).reduce((sum, bin) => sum + bin, 0),
  );
}

/** The median of the slopes of all pairs (Theil 1950, Sen 1968), for each bin, as a share of the level. */
function slope(values: readonly number[]): number {
  const slopes = values.flatMap((from, i) => values.slice(i + 1).map((to, j) => (to - from) / (j + 1)));
  const level = median(values);
  return level > 0 && slopes.length > 0 ? median(slopes) / level : 0;
}

/** Cold caches, an idle CPU's clock: the first trial of all is the one that may have had them to itself. */
function firstTrial(rows: readonly Observation[]): { fails: boolean; text: string; cell: string } | null {
  const [first] = rows;
  if (!first) return null;
  const paces = [...Map.groupBy(rows, ({ cell }) => cell).values()]
    .filter((cell) => cell.length >= 4)
    .map((cell) => cell.map((row) => ({ row, log: Math.log(pace(row)) })))
    .filter((cell) => cell.every(({ log }) => Number.isFinite(log)));
  const own = paces.find((cell) => cell.some(({ row }) => row === first));
  if (!own) return null;
  const rest = (cell: typeof own) => cell.filter(({ row }) => row !== first).map(({ log }) => log);
  const residuals = paces.flatMap((cell) => {
    const centre = median(rest(cell));
    // Around a median of n values the residuals are too small by √((n − 1)/n), as around a mean.
    const n = rest(cell).length;
    return rest(cell).map((log) => (log - centre) * Math.sqrt(n / (n - 1)));
  });
  const spread = madToDeviation * median(residuals.map(Math.abs));
  const others = rest(own);
  const shift = Math.log(pace(first)) - median(others);
  const deviations = Math.abs(shift) / (spread * Math.sqrt(1 + 1 / others.length));
  const text = `The first trial (${first.cell}) had ${short(Math.exp(shift))} times the pace of the others of its setting, ${short(deviations)} deviations`;
  return { fails: deviations > outlying && Math.abs(shift) > trendChange, text, cell: first.cell };
}
