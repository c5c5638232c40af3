/** The head of the report: what was run, what came out in one sentence, and how to run it again. */
import { lateCost } from '../../model/late-cost.ts';
import type { Plan } from '../../model/plan.ts';
import {
  foundIn,
  metrics,
  type ClaimWord,
  type Comparison,
  type Found,
  type Metric,
  type Recommended,
  type Word,
} from '../../model/verdict.ts';
import { message, type Message, type ParamsOf } from '../../messages/message.ts';
import type { ShownRun } from './shown-run.ts';

/** @returns the claims' balance where claims were judged, and the best setting where settings were compared */
export function headline(result: ShownRun): Message {
  const { recommendation, plan, capacity } = result;
  const isMeasured = result.summaries.some(({ trials }) => trials > 0);
  if (recommendation?.stopped === 'not in force') return recommendation.certainty;
  if (!isMeasured && recommendation?.verdict !== 'none feasible') return message('headline.nothing-measured');
  if (capacity) return capacity.sentence;
  if (recommendation) return recommended(recommendation, plan);
  // An experiment with an answer of its own compares many kinds of work: the best of one of them is no headline.
  const [claims, best] = [claimBalance(result), foundIn(result).answer ? null : bestSetting(result)];
  if (claims && best) return message('headline.claims-and-best', { claims, best });
  if (plan.name === 'predict') return message('headline.for-predictions');
  return claims ?? best ?? uncompared(result);
}

/** Why there is nothing to compare. */
function uncompared({ plan, summaries }: ShownRun): Message {
  if (plan.cells.length === 1) return message('headline.one-setting');
  if (summaries.every(({ trials }) => trials === 1))
    return message('headline.once-each', { settings: summaries.length });
  return message('headline.nothing-compared');
}

function recommended(found: Recommended, { baseline }: Plan): Message {
  const { id, keepsDefault, kept, certainty, gain, verdict, withheld, objective } = found;
  if (id === null) return certainty;
  if (kept) return message('tune.advice.keep', { id, kept, isOpen: withheld !== undefined });
  const { label } = metrics[objective];
  const advice = { id, current: baseline, label, gain: gain?.ratio ?? null, isKept: keepsDefault };
  return message(verdict === 'certified' ? 'headline.tune-certified' : 'headline.tune-not-certified', advice);
}

export function claimBalance({ claims }: Pick<Found, 'claims'>): Message | null {
  if (claims.length === 0) return null;
  const count = (word: ClaimWord) => claims.filter(({ verdict }) => verdict === word).length;
  const balance = {
    holds: count('holds'),
    refuted: count('refuted'),
    misread: count('misread'),
    undecided: count('undecided'),
    notRun: count('not run'),
  };
  return message('headline.claims', { claims: claims.length, balance });
}

/** Response times first where there are any: jobs are the lab's, requests are everybody's. */
const telling: readonly Metric[] = ['throughput', 'jobMean'];

/** @returns the best setting in one sentence; null where nothing was compared */
export function bestSetting(result: ShownRun): Message | null {
  const { plan, layout: grid } = result;
  const those = tellingComparisons(result);
  const [first] = those;
  if (first === undefined) return null;
  const { label } = metrics[first.metric];
  const most = winners(those)[0];
  const best = bestComparison(result);
  if (most !== undefined && best !== null) {
    const pair = [best.cell, best.baseline];
    return message('headline.best', {
      best: grid.labelAmong(best.cell, pair),
      baseline: grid.labelAmong(best.baseline, pair),
      metric: label,
      ratio: best.ratio,
      confidence: best.confidence,
      common: grid.common(pair),
      above: best === most ? null : most.delta,
    });
  }
  if (those.every(({ withheld }) => withheld !== undefined))
    return message('headline.withheld', { metric: label });
  const baseline = mainBaseline(those, plan.baseline);
  const own = those.filter((one) => one.baseline === baseline);
  const cells = [baseline, ...own.map(({ cell }) => cell)];
  const named = (word: Word) =>
    shortNames(own.filter((one) => one.word === word).map(({ cell }) => grid.labelAmong(cell, cells)));
  return message('headline.none-better', {
    baseline: grid.labelAmong(baseline, cells),
    common: grid.common(cells),
    metric: label,
    isTime: metrics[first.metric].unit === 'ms' && first.metric !== 'cpuPerRequest',
    equivalent: named('equivalent'),
    worse: worseThan(baseline, own, result),
    undecided: named('undecided'),
  });
}

/** `pool 4, 16, 128`: the factor that all of them name is said once. */
function shortNames(names: readonly string[]): string[] {
  const [first = '', ...others] = names;
  const factor = first.slice(0, first.indexOf(' ') + 1);
  const isOneFactor = names.every((name) => name.startsWith(factor) && !name.includes(' · '));
  return names.length === 0
    ? []
    : [first, ...others.map((name) => (isOneFactor ? name.slice(factor.length) : name))];
}

type Behind = ParamsOf<'headline.none-better'>['worse'][number];

/** Those at an end of an axis of numbers that are all worse are told together. */
function worseThan(baseline: string, own: readonly Comparison[], { layout: grid }: ShownRun): Behind[] {
  const cells = [baseline, ...own.map(({ cell }) => cell)];
  const place = (cell: string) => grid.axis.levels.indexOf(grid.levelOf(cell, grid.axis));
  const sorted = own.toSorted((a, b) => place(a.cell) - place(b.cell));
  const alone = ({ cell, ratio }: Comparison): Behind => ({
    name: grid.labelAmong(cell, cells),
    reach: 'alone',
    ratio: ratio.value,
  });
  const isOneAxis =
    grid.axisScale === 'log2' &&
    new Set(cells.map((cell) => grid.levelOf(cell, grid.axis))).size === cells.length;
  if (!isOneAxis) return sorted.filter(({ word }) => word === 'worse').map(alone);
  // Each side from its end to the baseline.
  const below = sorted.filter(({ cell }) => place(cell) < place(baseline));
  const above = sorted.filter(({ cell }) => place(cell) > place(baseline)).toReversed();
  const told = (side: readonly Comparison[], reach: 'and less' | 'and more') => {
    const inner = side.findIndex(({ word }) => word !== 'worse');
    const end = side.slice(0, inner < 0 ? side.length : inner);
    const nearest = end.at(-1);
    const rest = side.slice(end.length).filter(({ word }) => word === 'worse');
    if (nearest === undefined || end.length < 2) return [...end, ...rest].map(alone);
    const least = end.reduce((one, next) => (gainOf(next) > gainOf(one) ? next : one));
    return [{ ...alone(nearest), reach, ratio: least.ratio.value }, ...rest.map(alone)];
  };
  return [...told(below, 'and less'), ...told(above, 'and more').toReversed()];
}

/** The one with most settings held against it, the plan's own before others: the picture shows these. */
export function mainBaseline(those: readonly Comparison[], planned: string): string {
  const sizes = [...Map.groupBy(those, ({ baseline }) => baseline)].map(
    ([baseline, of]) => [baseline, of.length + (baseline === planned ? 0.5 : 0)] as const,
  );
  return sizes.toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? planned;
}

/** What a headline may be about, the first one first. */
export function tellingMetrics({ cells }: Plan): readonly Metric[] {
  // Where requests come by the clock, throughput is what was asked for: only the response time can differ.
  const isOpen = cells.every(({ load }) => load.kind === 'rate' || load.kind === 'poisson');
  return isOpen ? ['p50', 'p99', ...telling] : telling;
}

/** The comparisons that the headline is about: those of one metric. */
export function tellingComparisons({ plan, comparisons }: ShownRun): Comparison[] {
  const metric =
    tellingMetrics(plan).find((one) => comparisons.some((other) => other.metric === one)) ??
    comparisons[0]?.metric;
  return comparisons.filter((one) => one.metric === metric);
}

/** What a setting gains over its baseline: above 1 is better. */
function gainOf({ metric, ratio }: Comparison): number {
  return metrics[metric].better === 'higher' ? ratio.value : 1 / ratio.value;
}

function winners(those: readonly Comparison[]): Comparison[] {
  return those.filter(({ word }) => word === 'better').toSorted((one, other) => gainOf(other) - gainOf(one));
}

/** The setting that the headline names; null where none is better than its baseline. */
export function bestComparison(result: ShownRun): Comparison | null {
  const better = winners(tellingComparisons(result));
  const [most] = better;
  if (most === undefined) return null;
  // Of settings as good as the best, the smallest: which of them measured best is chance.
  const { layout: grid } = result;
  const place = ({ cell }: Comparison) => grid.axis.levels.indexOf(grid.levelOf(cell, grid.axis));
  return better
    .filter((one) => one.baseline === most.baseline && gainOf(one) * (1 + most.delta) >= gainOf(most))
    .reduce((smallest, next) => (place(next) < place(smallest) ? next : smallest));
}

/** What the gain of the setting that the headline names costs; null where it costs nothing. */
export function costOfGain(result: ShownRun): Message | null {
  const { recommendation: found, gate, claims, plan } = result;
  if (gate || claims.length > 0) return null;
  const tuned = found?.id != null && { cell: found.id, metric: found.objective, baseline: plan.baseline };
  const best = found ? tuned : bestComparison(result);
  return best && best.metric === 'throughput' ? lateCost(result, best.cell, best.baseline) : null;
}
