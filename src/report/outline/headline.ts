/** The head of the report: what was run, what came out in one sentence, and how to run it again. */
import {
  lateCost,
  foundIn,
  metrics,
  type ClaimVerdict,
  type Comparison,
  type Recommended,
  type Word,
} from '../../model/verdict.ts';
import { askedIn, type Plan } from '../../model/plan.ts';
import { message, type Message, type ParamsOf } from '../../messages/message.ts';
import { countOf } from './names.ts';
import { gainOf, type ShownRun } from './shown-run.ts';

/** @returns the claims' balance where claims were judged, and the best setting where settings were compared */
export function headline(result: ShownRun): Message {
  const { plan } = result;
  const { recommendation, capacity, claims, answer } = foundIn(result);
  const isMeasured = result.summaries.some(({ trials }) => trials > 0);
  if (recommendation?.stopped === 'not in force') return recommendation.certainty;
  if (!isMeasured && recommendation?.verdict !== 'none feasible') return message('headline.nothing-measured');
  if (capacity) return capacity.sentence;
  if (recommendation) return recommended(recommendation, plan);
  // An experiment with an answer of its own compares many kinds of work: the best of one of them is no headline.
  const [balance, best] = [claimBalance(claims), answer ? null : bestSetting(result)];
  if (balance && best) return message('headline.claims-and-best', { claims: balance, best });
  if (plan.name === 'predict') return message('headline.for-predictions');
  return balance ?? best ?? uncompared(result);
}

/** Why there is nothing to compare. */
function uncompared({ plan, summaries }: ShownRun): Message {
  if (plan.cells.length === 1) return message('headline.one-setting');
  if (summaries.every(({ trials }) => trials === 1))
    return message('headline.once-each', { settings: summaries.length });
  return message('headline.nothing-compared');
}

function recommended(found: Recommended, plan: Plan): Message {
  const { id, keepsDefault, kept, certainty, gain, verdict, withheld, objective } = found;
  if (id === null) return certainty;
  if (kept) return message('tune.advice.keep', { id, kept, isOpen: withheld !== undefined });
  const { label } = metrics[objective];
  const advice = { id, current: plan.baseline, label, gain: gain?.ratio ?? null, isKept: keepsDefault };
  return verdict === 'certified'
    ? message('headline.tune-certified', { ...advice, within: askedIn(plan).search?.within ?? 0 })
    : message('headline.tune-not-certified', advice);
}

export function claimBalance(claims: readonly ClaimVerdict[]): Message | null {
  if (claims.length === 0) return null;
  const balance = {
    holds: countOf(claims, 'holds'),
    refuted: countOf(claims, 'refuted'),
    misread: countOf(claims, 'misread'),
    undecided: countOf(claims, 'undecided'),
    notRun: countOf(claims, 'not run'),
  };
  return message('headline.claims', { claims: claims.length, balance });
}

/** @returns the best setting in one sentence; null where nothing was compared */
export function bestSetting(result: ShownRun): Message | null {
  const { layout: grid, focus } = result;
  const { metric, comparisons, winners, best, baseline } = focus;
  const { label, unit } = metrics[metric];
  const [most] = winners;
  if (comparisons.length === 0) return null;
  if (most && best) {
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
  if (comparisons.every(({ withheld }) => withheld !== undefined))
    return message('headline.withheld', { metric: label });
  const own = comparisons.filter((one) => one.baseline === baseline);
  const cells = [baseline, ...own.map(({ cell }) => cell)];
  const named = (word: Word) =>
    shortNames(own.filter((one) => one.word === word).map(({ cell }) => grid.labelAmong(cell, cells)));
  return message('headline.none-better', {
    baseline: grid.labelAmong(baseline, cells),
    common: grid.common(cells),
    metric: label,
    isTime: unit === 'ms' && metric !== 'cpuPerRequest',
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

/** The settings that are worse. On an axis of numbers, those at one end that are all worse are told together. */
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
  // The settings on each side of the baseline, from the end of the axis inwards.
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

/** What the gain of the setting that the headline names costs; null where it costs nothing. */
export function costOfGain(result: ShownRun): Message | null {
  const { metric, cell, baseline } = result.focus;
  return metric === 'throughput' && cell !== baseline ? lateCost(result, cell, baseline) : null;
}
