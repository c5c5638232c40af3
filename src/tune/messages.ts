/** The messages that a search may give about its answer, with their figures. */
import { message, type Message } from '../messages/message.ts';
import { metrics, type Interval } from '../model/metric.ts';
import type {
  Certainty,
  Constraint,
  Recommendation,
  Standing,
  TunedSetting,
  TuneVerdict,
} from '../model/tune.ts';
import type { Word } from '../model/verdict.ts';
import { wordOf as wordFor } from '../judge/compare.ts';
import { mean, standingOf } from '../stats/mean-and-spread.ts';
import { sizeAt } from './grid.ts';
import type { SearchState } from './search-state.ts';

/** The largest distance from the best that is reported: "within 95% of the best" would help nobody. */
const mostWorthSaying = 0.9;

interface FoundSetting {
  readonly state: SearchState;
  readonly settings: readonly TunedSetting[];
  readonly id: string | null;
  readonly verdict: TuneVerdict;
  readonly atMost: number | null;
  readonly among: readonly string[];
  /** Whether it is known to be the best, and not only within the margin of it. */
  readonly isBest: boolean;
}

/**
 * The word for an interval of a setting's objective ÷ another's. `equivalent` comes first: a difference within the margin counts
 * as none, even if it is there with confidence.
 */
export function wordOf(
  { margin, options }: Pick<SearchState, 'margin' | 'options'>,
  { low, high }: Interval,
): Word {
  if (Math.log(low) >= -margin && Math.log(high) <= margin) return 'equivalent';
  return wordFor(standingOf({ low, high }, 1), metrics[options.objective].better);
}

/** Whether a setting is further behind than the margin, with confidence. */
export function isFarBehind(
  { margin, options }: Pick<SearchState, 'margin' | 'options'>,
  { low, high }: Interval,
): boolean {
  return metrics[options.objective].better === 'higher' ? Math.log(high) < -margin : Math.log(low) > margin;
}

/** @returns how certain the answer is, and of what */
export function certainty({ state, settings, id, verdict, atMost, among, isBest }: FoundSetting): Certainty {
  const { options, stopped, phase } = state;
  const { confidence, within } = options;
  const named = (...standings: readonly Standing[]) =>
    settings.flatMap(({ id: own, standing }) => (standings.includes(standing) ? own : []));
  const infeasible = named('breaks a constraint', 'failed');
  if (verdict === 'nothing measured') return message('tune.nothing-measured');
  if (verdict === 'none feasible' || id === null) {
    const unknown = settings.flatMap(({ id: own }) => (infeasible.includes(own) ? [] : own));
    return message('tune.none-feasible', {
      measured: settings.length,
      infeasible: infeasible.length,
      unknown,
      nearest: nearestMiss(state),
    });
  }
  const of = {
    measured: settings.length,
    compared: among.length,
    isPartial: settings.some(({ id: own }) => !among.includes(own) && !infeasible.includes(own)),
    droppedEarly: named('dropped early'),
    droppedAfter: settings.find(({ standing }) => standing === 'dropped early')?.trials ?? 0,
    notCompared: named('not in the final comparison'),
  };
  if (verdict === 'certified') {
    return message('tune.certified', { ...of, id, confidence, within: isBest ? null : within });
  }
  const cutOff = stopped === 'budget' || stopped === 'interrupted' ? stopped : null;
  // Another setting that is certified is not known to be better.
  const isOpen = stopped === 'last look' || state.certified.length > 0;
  return message('tune.not-certified', {
    ...of,
    id,
    ended: phase === 'certify' ? (cutOff ?? (isOpen ? 'last look' : 'infeasible')) : 'only begun',
    confidence,
    atMost: atMost === null || atMost > mostWorthSaying ? null : atMost,
    within,
    undecided: named('undecided'),
    equivalent: named('equivalent'),
  });
}

/** The figures of a constraint for messages. */
export function boundOf({ figure, relation, limit }: Constraint) {
  return { figure, relation, limit, unit: figure === 'errors' ? '' : metrics[figure].unit };
}

/** The setting that breaks its constraints least, and by how much; null without figures, or where one keeps them all. */
function nearestMiss({ options, tried, history }: SearchState) {
  const misses = tried.flatMap(({ id }) =>
    options.constraints.flatMap((constraint) => {
      const { figure, relation, limit } = constraint;
      const isShare = figure === 'errors';
      const own = history.trials.flatMap(({ setting, ok, wrong, figures }) =>
        setting === id && (ok || (isShare && wrong === true)) ? (figures[figure] ?? []) : [],
      );
      if (own.length === 0) return [];
      const value = isShare ? mean(own) : Math.exp(mean(own.map(Math.log)));
      const beyond = isShare ? value - limit : Math.log(value / limit);
      return [{ id, constraint, value, excess: relation === 'at most' ? beyond : -beyond }];
    }),
  );
  const worst = [...Map.groupBy(misses, ({ id }) => id).values()].flatMap(
    (own) => own.toSorted((a, b) => b.excess - a.excess)[0] ?? [],
  );
  const [nearest] = worst.toSorted((a, b) => a.excess - b.excess);
  if (!nearest || nearest.excess <= 0) return null;
  const { id, constraint, value } = nearest;
  const { figure } = constraint;
  const label = figure === 'errors' ? figure : metrics[figure].label;
  return { ...boundOf(constraint), id, label, value };
}

/**
 * The range of sizes that the answer covers, and the width of a peak that it cannot miss. A peak at least as wide, to each side, as
 * the root of the widest step is seen by a measured setting on its slope; a narrower one may lie between two.
 */
export function scope({ grid, tried }: SearchState): Recommendation['scope'] {
  const [axis, second] = grid.axes;
  if (!axis?.isNumeric || second) return null;
  const sizes = tried.map(({ place }) => sizeAt(axis, place[0] ?? 0)).toSorted((a, b) => a - b);
  const widest = Math.max(...sizes.map((size, i) => size / (sizes[i - 1] ?? size)));
  const [low, high] = [sizes[0], sizes.at(-1)];
  if (low === undefined || high === undefined || low === high) return null;
  const factor = Number(Math.sqrt(widest).toFixed(1));
  return message('tune.scope', { key: axis.key, low, high, factor });
}

/** Whether an interval is narrow enough to print: that of two trials may go from nothing to everything. */
export const isKnown = ({ low, high }: Interval): boolean => high / low < 30;

/** @param gain ratio of the recommended setting to the current one */
export function gainOf(state: SearchState, gain: Interval, id: string): Message<'tune.gain'> {
  const { label } = metrics[state.options.objective];
  return message('tune.gain', { ...gain, id, label, word: wordOf(state, gain) });
}

/** Whether a change is worth it: it gains something with confidence, or the current setting cannot stay. */
export function isWorthIt({ id, keepsDefault, settings, gain }: Recommendation, current: string): boolean {
  if (id === null || keepsDefault) return false;
  const { bound, standing } = settings.find((one) => one.id === current) ?? {};
  // With too few requests to compute a gain, the current setting may still be known to be behind.
  const isBehind = bound !== undefined || standing === 'failed' || standing === 'breaks a constraint';
  return gain !== null || standing === undefined || isBehind;
}

/** The sentences of an answer: its certainty, its gain, and the other settings that are as good, with the reason for this one. */
export function saysOf(found: Recommendation, within: number): Message[] {
  const { keepsDefault, gain } = found;
  const gained = keepsDefault ? null : gain?.text;
  return [found.certainty, gained, ...alternatives(found, within), found.scope].flatMap((one) => one ?? []);
}

/** The settings that are as good; none without a certificate, where the sentence about the certainty names them. */
function alternatives(found: Recommendation, within: number): Message[] {
  const { id, setting, keepsDefault, settings, verdict, withheld } = found;
  if (id === null || (verdict !== 'certified' && withheld === undefined)) return [];
  const those = (word: Standing) =>
    settings.flatMap(({ id: other, standing, ratio }) =>
      ratio !== null && isKnown(ratio) && standing === word ? [{ ...ratio, id: other }] : [],
    );
  const [same, tied] = [those('equivalent'), those('undecided')];
  const isOfSeveral = Object.keys(setting ?? {}).length > 1;
  const rule = keepsDefault ? 'current' : isOfSeveral ? 'fewest changes' : 'smallest';
  return [
    ...(same.length > 0 ? [message('tune.as-good', { id, within, others: same, rule })] : []),
    ...(tied.length > 0 ? [message('tune.tied', { id, others: tied })] : []),
  ];
}
