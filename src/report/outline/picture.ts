/** The one picture of a run: the settings that its sentence is about, each with the figure that was compared. */
import { metrics, type Metric } from '../../model/metric.ts';
import type { Comparison, Summary } from '../../model/verdict.ts';
import { bestComparison, mainBaseline, tellingComparisons, tellingMetrics } from './headline.ts';
import type { ShownRun } from './shown-run.ts';

export interface PictureRow {
  readonly cell: string;
  /** Levels of the factors that differ: `16`, `cluster · 2`. */
  readonly label: string;
  readonly summary: Summary;
  /** To the baseline; null for the baseline itself, and for what was not compared with it. */
  readonly comparison: Comparison | null;
}

export interface Picture {
  readonly metric: Metric;
  /** What the labels are levels of: `pool`, `topology · processes`. */
  readonly factor: string;
  readonly baseline: string;
  /** The baseline's label. */
  readonly against: string;
  /** What all rows have in common; empty if nothing. */
  readonly common: string;
  readonly rows: readonly PictureRow[];
}

/** @returns null where there is nothing to show; settings that were measured and not compared have their figures alone */
export function pictureOf(result: ShownRun): Picture | null {
  const { layout, summaries, plan } = result;
  const those = tellingComparisons(result);
  const metric = those[0]?.metric ?? aloneMetric(result);
  if (metric === null) return null;
  const isCompared = those.length > 0;
  const baseline = bestComparison(result)?.baseline ?? mainBaseline(those, plan.baseline);
  const compared = new Map(those.filter((one) => one.baseline === baseline).map((one) => [one.cell, one]));
  const others = layout.factors.filter((factor) => factor !== layout.axis);
  // On an axis of numbers what was held against another baseline belongs to the same curve.
  const isBeside = (cell: string) =>
    layout.axisScale === 'log2' &&
    others.every((factor) => layout.levelOf(cell, factor) === layout.levelOf(baseline, factor));
  const shown = summaries
    .filter(({ cell }) => !isCompared || cell === baseline || compared.has(cell) || isBeside(cell))
    .filter((summary) => summary.metrics[metric] !== undefined);
  const cells = shown.map(({ cell }) => cell);
  const differing = layout.factors.filter(
    (factor) => new Set(cells.map((cell) => layout.levelOf(cell, factor))).size > 1,
  );
  const telling = differing.length > 0 ? differing : [layout.axis];
  const label = (cell: string) => telling.map((factor) => layout.levelOf(cell, factor)).join(' · ');
  const place = (cell: string) => layout.axis.levels.indexOf(layout.levelOf(cell, layout.axis));
  return {
    metric,
    factor: telling.map(({ key }) => key).join(' · '),
    baseline,
    against: label(baseline),
    common: differing.length > 0 ? layout.common(cells) : '',
    rows: shown
      .map((summary) => ({
        cell: summary.cell,
        label: label(summary.cell),
        summary,
        comparison: compared.get(summary.cell) ?? null,
      }))
      .toSorted((one, other) => place(one.cell) - place(other.cell)),
  };
}

/** What a sweep without a comparison shows: its rate, or its response time where that was asked for. */
function aloneMetric({ plan, claims, summaries }: ShownRun): Metric | null {
  if (plan.name !== 'sweep' || claims.length > 0) return null;
  return tellingMetrics(plan).find((one) => summaries.some(({ metrics: own }) => own[one])) ?? null;
}

/** The best of those that are better; else the baseline. */
export function bestCell({ metric, rows, baseline }: Picture): string {
  const sign = metrics[metric].better === 'higher' ? 1 : -1;
  const gain = (row: Picture['rows'][number]) => sign * Math.log(row.comparison?.ratio.value ?? 1);
  const winners = rows.filter(({ comparison }) => comparison?.word === 'better');
  return winners.toSorted((a, b) => gain(b) - gain(a))[0]?.cell ?? baseline;
}
