/**
 * Servers that answer before their work is done. What a client then sees is the speed of an empty answer: its
 * throughput and response times are real numbers of nothing, and beside honest ones they would always win.
 */
import { answerMetrics, lateTolerance, type Metric } from '../../model/metric.ts';
import type { RunResult } from '../../model/verdict.ts';

export function answersEarly({ trials }: RunResult): ReadonlySet<string> {
  const early = trials.filter(({ sample }) => (sample?.jobs?.afterLastResponse ?? 0) > lateTolerance);
  return new Set(early.map(({ cell }) => cell));
}

/** The run without the figures of answers that came too early; their jobs stay. */
export function withoutEarlyAnswers(result: RunResult): RunResult {
  const early = answersEarly(result);
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
