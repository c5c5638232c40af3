/** Whether enough was measured, of something that had settled. */
import { message, type ParamsOf } from '../../messages/message.ts';
import { madToDeviation, median } from '../../stats/mean-and-spread.ts';
import { mserCut, trendTest } from '../../stats/steadiness.ts';
import { percentiles as shownShares, type Metric } from '../../model/metric.ts';
import type { Observation } from '../../model/observation.ts';
import { requestsAbove } from '../measurement.ts';
import { check, eachRow, figure, pace, type CheckFinding } from './check.ts';
import { thresholds } from './thresholds.ts';
import { metrics } from '../../model/verdict.ts';

const { D1: least, D2, W1 } = thresholds;
const named = ['p50', 'p90', 'p99'] as const;

/** A burst is over when its work is done: nobody chose its length, and its own figures are times of jobs, or means. */
const isNoBurst = ({ load }: Observation) => load !== 'burst';

export const window = check({
  id: 'D1',
  effect: 'note',
  needs: ['length'],
  row({ load, length, requests, median: middle, endsByCount }) {
    if (load === 'burst') return null;
    const evidence = [figure('window', 'ms', length)];
    const shortfall = (badness: number, says: CheckFinding['says']) => ({ badness, says, evidence });
    const found = [
      shortfall(least.window / length, message('check.D1.window', { length, least: least.window })),
    ];
    if (!endsByCount && requests !== null) {
      const params = { requests, least: least.requests };
      found.push(shortfall(least.requests / requests, message('check.D1.requests', params)));
    }
    if (!endsByCount && middle !== null) {
      const params = { length, medians: length / middle, least: least.medians };
      found.push(shortfall(least.medians / params.medians, message('check.D1.medians', params)));
    }
    return found.reduce((most, next) => (next.badness > most.badness ? next : most));
  },
});

/** Metrics of times, which say nothing of all requests if they are those of some. */
const ofTimes: readonly Metric[] = ['p50', 'p90', 'p99', 'mean', 'firstResponse'];

/** Fails if requests were not sent: they are no random part of all, but those that would have waited longest. */
function withoutUnsent({ unsent }: Observation): CheckFinding | null {
  if (unsent === null || unsent.count === 0) return null;
  const evidence = [figure('never sent', 'requests', unsent.count)];
  return {
    fails: true,
    badness: unsent.count / unsent.due,
    says: message('check.D2.unsent', unsent),
    evidence,
  };
}

export const percentiles = check({
  id: 'D2',
  effect: 'hide',
  needs: ['percentiles', 'requests'],
  judge(rows) {
    const incomplete = eachRow(rows, withoutUnsent);
    if (incomplete?.outcome === 'fail') return { ...incomplete, metrics: ofTimes };
    const thin = new Set<Metric>();
    const judged = eachRow(
      rows.filter(isNoBurst),
      ({ percentiles: shares, requests }): CheckFinding | null => {
        const failing = shares.filter((q) => requestsAbove(requests, q) < D2.beyond);
        const [q = shares.at(-1)] = failing;
        if (q === undefined) return null;
        for (const metric of named) if (failing.includes(shownShares[metric])) thin.add(metric);
        const above = requestsAbove(requests, q);
        return {
          fails: failing.length > 0,
          badness: D2.beyond / Math.max(above, 1e-6),
          says: message('check.D2.above', {
            percentile: q,
            requests,
            above,
            isMore: failing.length > 1,
            needed: Math.ceil(Math.round((D2.beyond / (1 - q)) * 1e6) / 1e6),
          }),
          evidence: [figure(`requests above p${Number((q * 100).toPrecision(3))}`, 'requests', above)],
        };
      },
    );
    // Percentiles that are no metric have nothing else to hide.
    return judged?.outcome === 'fail' ? { ...judged, metrics: [...thin] } : judged;
  },
});

export const steady = check({
  id: 'W1',
  effect: 'note',
  needs: [],
  silent: message('check.W1.silent', { bins: W1.bins }),
  judge(rows) {
    const long = rows.filter((row) => isNoBurst(row) && (row.bins?.length ?? 0) >= W1.bins);
    const drift = eachRow(long, ({ bins }) => drifting(bins ?? [], W1.trend / long.length));
    if (drift?.outcome === 'fail') return drift;
    const first = firstTrial(rows);
    if (first?.fails) return { outcome: 'fail', sentence: first.says, cells: [first.cell] };
    return drift ?? (first && { outcome: 'pass', sentence: first.says });
  },
});

function drifting(bins: readonly number[], level: number): CheckFinding {
  const series = thinned(bins);
  const cut = mserCut(series);
  // A cut in the second half found no level to begin at: then the whole window is what has not settled.
  const rest = cut <= series.length / 2 ? series.slice(cut) : series;
  const { p } = trendTest(rest);
  const change = slope(rest) * rest.length;
  return {
    fails: p < level && Math.abs(change) > W1.change,
    badness: -Math.log(Math.max(p, 1e-300)) * Math.abs(change),
    says: message('check.W1.trend', { change, bins: rest.length, of: series.length, p }),
    evidence: [figure('change over the window', 'share', change)],
  };
}

/** Most bins that are tested: the test looks at every pair. */
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

/** Compares the first trial of all with the others of its cell: it alone may have had cold caches, and an idle CPU's clock. */
function firstTrial(rows: readonly Observation[]) {
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
  const { cell } = first;
  return {
    fails: deviations > W1.outlying && Math.abs(shift) > W1.change,
    says: message('check.W1.first-trial', { setting: cell, pace: Math.exp(shift), deviations }),
    cell,
  };
}

export const nesting = check({
  id: 'T1',
  effect: 'undecided',
  needs: ['length'],
  row: ({ server, mean, max, length, endsByCount }) => {
    const steps: ParamsOf<'check.T1.nesting'>[] = [];
    if (server) {
      if (endsByCount) steps.push({ what: 'server in test', inner: server.max, outer: length });
      if (max !== null) steps.push({ what: 'server in client', inner: server.max, outer: max });
      if (mean !== null) steps.push({ what: 'means', inner: server.mean, outer: mean });
    }
    if (max !== null && endsByCount) steps.push({ what: 'client in test', inner: max, outer: length });
    const [worst] = steps.toSorted((a, b) => b.inner / b.outer - a.inner / a.outer);
    if (!worst) return null;
    const { inner, outer } = worst;
    return {
      badness: inner / outer / thresholds.T1.tolerance,
      says: message('check.T1.nesting', worst),
      evidence: [figure('inner', 'ms', inner), figure('outer', 'ms', outer)],
    };
  },
});

export const hidden = check({
  id: 'T2',
  effect: 'note',
  needs: ['server', 'mean'],
  row: ({ server, mean }) => ({
    badness: (thresholds.T2.serverShare * mean) / server.mean,
    says: message('check.T2.hidden', { server: server.mean, client: mean }),
    evidence: [figure('server ÷ client', 'ratio', server.mean / mean)],
  }),
});

export const resolution = check({
  id: 'C1',
  effect: 'note',
  needs: [],
  judge(rows) {
    const clocks = rows.flatMap((row) => row.clocks.map((clock) => ({ ...row, clock })));
    const failing = new Set<Metric>();
    const judged = eachRow(clocks, ({ clock: { metric, resolution: step, value } }) => {
      const fails = step > thresholds.C1.coarse * value;
      if (fails) failing.add(metric);
      const { label, unit } = metrics[metric];
      return {
        fails,
        badness: step / value,
        says: message('check.C1.resolution', { label, unit, value, resolution: step }),
        evidence: [figure(`resolution of ${label}`, unit, step)],
      };
    });
    return judged && failing.size > 0 ? { ...judged, metrics: [...failing] } : judged;
  },
});
