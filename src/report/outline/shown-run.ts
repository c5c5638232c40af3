/** The run as a report shows it, made once: what every table and figure of it is taken from. */
import { answerMetrics, lateTolerance, type Metric } from '../../model/metric.ts';
import { foundIn, type Estimate, type Found, type Interval, type RunResult } from '../../model/verdict.ts';
import { plotLayout, type PlotLayout } from './plot-layout.ts';

export interface ShownRun extends RunResult, Omit<Found, 'answer'> {
  /** Of the cells that are shown. */
  readonly layout: PlotLayout;
  /** Cells whose server answers before its work is done. */
  readonly premature: ReadonlySet<string>;
}

/** @returns the run without its control, without cells that a search left unmeasured, and without figures of premature answers */
export function shownRun(given: RunResult): ShownRun {
  const premature = prematureCells(given);
  const result = withoutUntried(withoutControl(withoutPremature(given, premature)));
  const { answer: _, ...found } = foundIn(result);
  return { ...result, ...found, layout: plotLayout(result.plan), premature };
}

/**
 * Servers that answer before their work is done. What a client then sees is the speed of an empty answer: its
 * throughput and response times are real numbers of nothing, and beside honest ones they would always win.
 */
function prematureCells({ trials }: RunResult): ReadonlySet<string> {
  const early = trials.filter(({ sample }) => (sample?.jobs?.afterLastResponse ?? 0) > lateTolerance);
  return new Set(early.map(({ cell }) => cell));
}

/** The run without the figures of answers that came too early; their jobs stay. */
function withoutPremature(result: RunResult, early: ReadonlySet<string>): RunResult {
  if (early.size === 0) return result;
  const kept = <Value>(cell: string, metrics: Readonly<Partial<Record<Metric, Value>>>) =>
    early.has(cell)
      ? Object.fromEntries(
          Object.entries(metrics).filter(([metric]) => !answerMetrics.includes(metric as Metric)),
        )
      : metrics;
  return {
    ...result,
    measurements: result.measurements.map((one) => ({ ...one, metrics: kept(one.cell, one.metrics) })),
    summaries: result.summaries.map((one) => ({ ...one, metrics: kept(one.cell, one.metrics) })),
    comparisons: result.comparisons.filter(
      ({ cell, metric }) => !early.has(cell) || !answerMetrics.includes(metric),
    ),
  };
}

/** The copy of the baseline is told of where the noise is: among the settings it would be one that nobody asked for. */
function withoutControl(result: RunResult): RunResult {
  const isControl = new Set(result.plan.cells.filter(({ control }) => control).map(({ id }) => id));
  return {
    ...result,
    plan: { ...result.plan, cells: result.plan.cells.filter(({ id }) => !isControl.has(id)) },
    summaries: result.summaries.filter(({ cell }) => !isControl.has(cell)),
    measurements: result.measurements.filter(({ cell }) => !isControl.has(cell)),
    trials: result.trials.filter(({ cell }) => !isControl.has(cell)),
  };
}

/** A search leaves most of its grid unmeasured on purpose: a row of dashes would look like a failure. */
function withoutUntried(result: RunResult): RunResult {
  if (result.plan.strategy.kind !== 'search') return result;
  const tried = new Set(result.trials.map(({ cell }) => cell));
  const cells = result.plan.cells.filter(({ id }) => tried.has(id));
  if (cells.length === 0) return result;
  return {
    ...result,
    plan: { ...result.plan, cells },
    summaries: result.summaries.filter(({ cell }) => tried.has(cell)),
  };
}

/** Two trials have one degree of freedom: Student's factor is 12.7, and the interval is chance itself. */
const fewestTrials = 3;
/** An interval from a third of a figure to three times as much says no more than that nothing is known. */
const widest = 10;

/** Null where the trials say too little about their own spread; the comparisons pool that of all settings, and still tell. */
export function shownInterval({
  low,
  high,
  trials,
}: Pick<Estimate, 'low' | 'high' | 'trials'>): Pick<Interval, 'low' | 'high'> | null {
  if (low === null || high === null) return null;
  return trials.length >= fewestTrials && high <= widest * low ? { low, high } : null;
}

/** Requests; or jobs, where the answers say nothing. */
export function rateOf<Value>(one: Readonly<Partial<Record<Metric, Value>>>): Value | undefined {
  return one.throughput ?? one.jobRate;
}
