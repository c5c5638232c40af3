/** What a script or an agent needs to decide: the document of `--json` without trials, measurements and tables. */
import type { Plan } from '../../model/plan.ts';
import type { Estimate, RunResult, Summary } from '../../model/verdict.ts';
import { headline } from '../outline/headline.ts';
import { shownRun } from '../outline/shown-run.ts';

export function briefResult(result: RunResult) {
  const { trials: _, measurements: __, passages: ___, model: ____, summaries, plan, ...rest } = result;
  return {
    ...rest,
    headline: headline(shownRun(result)),
    plan: briefPlan(plan),
    summaries: summaries.map(briefSummary),
  };
}

function briefPlan({ name, scale, subject, asked, factors, baseline, blocks, seed, gate }: Plan) {
  return { name, scale, subject, asked, factors, baseline, blocks, seed, ...(gate && { gate }) };
}

/** A setting with its figures and their intervals. */
function briefSummary({ metrics, ...summary }: Summary) {
  const figures = Object.entries(metrics).map(([metric, { value, low, high }]: [string, Estimate]) => [
    metric,
    { value, low, high },
  ]);
  return {
    ...summary,
    metrics: Object.fromEntries(figures) as Record<string, Pick<Estimate, 'value' | 'low' | 'high'>>,
  };
}
