/** Turns the state of a search into what it recommends. */
import { message, type Message } from '../messages/message.ts';
import { metrics, type Interval } from '../model/metric.ts';
import type {
  GridSetting,
  Standing,
  TunedSetting,
  Feasibility,
  Recommendation,
  TuneStop,
  TuneTrial,
  TuneVerdict,
} from '../model/tune.ts';
import { sameWithin } from '../stats/sameness.ts';
import { atMostBelow, evidence, lookAt, raceOf, ratioOf, shareFor, type Race } from './certificate.ts';
import { sizeAt, changes, preferred } from './grid.ts';
import { reduce, type SearchState } from './search-state.ts';
import { warnings } from './warnings.ts';
import { feasibilityOf, feasible } from './feasible.ts';
import { certainty, gainOf, isFarBehind, isKnown, scope, wordOf } from './messages.ts';
import { shareOf, type TrialHistory } from './trial-history.ts';

/** Distance from the top, in units of the margin, within which the preferred setting is taken if none is certified. */
const asGoodAsTop = 0.5;

/**
 * @param cutOff why nothing more is measured, if the search itself has not ended: the answer is then the one so far
 * @param measuredGain a setting's gain from blocks of its own (`gainOfPairs`), which goes before all other figures; null if none
 */
export function recommend(
  given: SearchState,
  cutOff: TuneStop = 'interrupted',
  measuredGain: (id: string) => Interval | null = () => null,
): Recommendation {
  const state = given.stopped === null ? closed(given, cutOff) : given;
  const { grid, options, fresh, history, certified } = state;
  const ratios = ratiosOf(state);
  const basis = basisOf(state);
  const best = choose(state, basis);
  // A setting that may be no better is no reason to change anything.
  const chosen = best && isKept(state, best, ratios) ? grid.default : best;
  const id = chosen?.id ?? null;
  const measured = id === null ? null : measuredGain(id);
  // A search that was cut off in its first block has not measured all that it asked for.
  const settings = state.tried
    .filter(({ id: own }) => history.trials.some(({ setting }) => setting === own))
    .map((one) => tuned(state, one, chosen, ratios, measured));
  const alive = state.alive.map((one) => one.id);
  const below = chosen && basis && !isShort(state, chosen) ? atMostBelow(basis, chosen.id, alive) : null;
  const isMeasured = history.trials.some((trial) => trial.ok || history.isWrong(trial));
  const verdict: TuneVerdict = !isMeasured
    ? 'nothing measured'
    : !chosen
      ? 'none feasible'
      : certified.includes(chosen.id)
        ? 'certified'
        : 'not certified';
  const share = below === null ? null : shareOf(options.objective, below);
  const isCertified = verdict === 'certified';
  const among = comparedOf(state, settings);
  const isBest = isCertified && isBestOf(state, settings, among);
  const atMost = isBest ? 0 : share !== null && isCertified ? Math.min(share, options.within) : share;
  const gain =
    chosen && chosen !== grid.default && !isShort(state, chosen) && !isShort(state, grid.default)
      ? (measured ??
        ratioOf(ratios.certifying, options.objective, chosen, grid.default) ??
        ratioOf(ratios.all, options.objective, chosen, grid.default))
      : null;
  const kept = chosen === grid.default ? sameAsDefault(state, settings, ratios.all) : null;
  return {
    verdict,
    id,
    setting: chosen?.setting ?? null,
    keepsDefault: chosen === grid.default || chosen === undefined,
    kept,
    objective: options.objective,
    phase: state.phase,
    stopped: state.stopped ?? cutOff,
    atMost,
    certainty:
      kept && !isCertified
        ? message('tune.same-certainty', { confidence: options.confidence, trials: history.trials.length })
        : certainty({ state, settings, id, verdict, atMost, among, isBest }),
    among,
    // The scope is given only if the promise covers all settings: it is about the sizes between them.
    scope: isCertified && among.length === settings.length ? scope(state) : null,
    gain: gain && isKnown(gain) ? { ratio: gain, text: gainOf(state, gain, id ?? '') } : null,
    band: settings.flatMap(({ id: own, standing }) => (isInBand(standing) ? own : [])),
    settings,
    looks: state.looks,
    trials: {
      all: history.trials.length,
      failed: history.trials.filter(isFailure(history)).length,
      fresh: history.trials.filter(({ block }) => fresh.includes(block)).length,
    },
    warnings: chosen ? warnings(state, chosen, settings) : [],
  };
}

/** Whether a setting answered too few requests for the objective, a percentile: then a lower bound of it is known. */
const isShort = ({ history, options }: SearchState, { id }: GridSetting): boolean =>
  history.boundOf(id)?.figure === options.objective;

/**
 * Whether the current setting is kept, since it may be as good as the one that looks best. Not where its percentile is unknown,
 * and not where settings are certified: to keep it against them would break the promise.
 */
function isKept(state: SearchState, best: GridSetting, ratios: Ratios): boolean {
  const { grid, tried, certified } = state;
  const today = grid.default;
  return (
    best !== today &&
    certified.length === 0 &&
    tried.includes(today) &&
    !isShort(state, today) &&
    isInBand(tuned(state, today, best, ratios).standing)
  );
}

/**
 * The end of a search between two looks, for a reason that is not in its figures. It looks once more: earlier than planned, so it
 * spends no more than the look that it replaces. If it ends before the first screening, nothing was dropped: every setting
 * measured is alive.
 */
function closed(state: SearchState, reason: TuneStop): SearchState {
  const isCertifying = state.phase === 'certify';
  const alive = isCertifying || state.alive.length > 0 ? state.alive : measuredOf(state, state.tried);
  const cut = reduce(state, { type: 'cut off', reason, alive });
  const seen = cut.looks.at(-1)?.blocks ?? 0;
  const { length } = evidence(cut).blocks;
  if (!isCertifying || length <= seen || length < 2) return cut;
  const looked = lookAt(cut);
  return looked.certified.length > 0 ? looked : reduce(looked, { type: 'stopped', reason });
}

/** The settings that have a figure of the objective. */
function measuredOf({ history, options, screening, fresh }: SearchState, settings: readonly GridSetting[]) {
  const blocks = [...screening, ...fresh];
  return settings.filter(({ id }) =>
    blocks.some((block) => history.value(id, block, options.objective) !== null),
  );
}

/** The comparison behind the answer: by the blocks that certify if they suffice, else by all blocks. */
function basisOf(state: SearchState): Race | null {
  const { fresh, tried, screening } = state;
  const { settings, blocks, rivals } = evidence(state);
  const share = shareFor(state, 'finalists');
  const certifying = blocks.length > 0 ? raceOf(state, settings, blocks, rivals, share) : null;
  return certifying ?? raceOf(state, tried, [...screening, ...fresh], tried.length - 1, 1);
}

function choose(state: SearchState, basis: Race | null): GridSetting | undefined {
  const { grid, certified, margin, tried, fresh, screening, phase, stopped } = state;
  if (certified.length > 0)
    return preferred(
      grid,
      certified.map((id) => grid.get(id)),
    )[0];
  if (stopped === 'no candidate') return undefined;
  const isCertifying = phase === 'certify';
  const certifying = evidence(state).blocks;
  const blocks = isCertifying && certifying.length > 0 ? certifying : [...screening, ...fresh];
  const measured = measuredOf(state, isCertifying ? state.alive : tried);
  const keeps = feasible(state, measured, blocks, isCertifying ? state.finalists.length : measured.length);
  const wanted = (['kept', 'undecided'] as const).map((word) =>
    measured.filter(({ id }) => keeps(id) === word),
  );
  const candidates = wanted.find((some) => some.length > 0) ?? [];
  const [first] = candidates;
  if (!first || !basis) return preferred(grid, candidates)[0];
  const score = ({ id }: GridSetting) =>
    basis.has(id) ? basis.difference(id, first.id).value : Number.NEGATIVE_INFINITY;
  const top = Math.max(...candidates.map(score));
  const within = (distance: number) => candidates.filter((one) => score(one) >= top - distance);
  const [found] = preferred(grid, within(asGoodAsTop * margin));
  if (!found || changes(grid, found) < 2) return found;
  // Within the whole margin, a setting that keeps one variable of two as it is gives up no gain that was shown.
  const nearer = within(margin).filter((one) => one !== grid.default);
  return preferred(grid, nearer)[0];
}

/**
 * The comparisons by which ratios and constraints of all settings are judged, fitted once. Two-sided; all intervals hold together.
 *
 * Every word about a setting and the recommended one comes from this interval, wherever it is said, since it stands beside it. The
 * looks use one-sided bounds between all pairs, which are a little narrower: what they dropped is worse than some other setting,
 * but is called worse than the recommended one only if the interval says so. Else "worse" could stand beside 0.73 [0.53–1.00],
 * with "no significant difference" in the next sentence.
 */
interface Ratios {
  /** The comparison that the certificate rests on; null where its blocks do not suffice. */
  readonly certifying: Race | null;
  /** The comparison of all settings that were tried, in all blocks. */
  readonly all: Race | null;
  /** A word for each setting, constraint by constraint. */
  readonly constraints: readonly ReadonlyMap<string, Feasibility>[];
}

function ratiosOf(state: SearchState): Ratios {
  const { fresh, tried, screening, options } = state;
  const blocks = [...screening, ...fresh];
  const certifying = evidence(state);
  // The same figures choose the recommended setting: bounds for all pairs allow for the luck of the best, those with one do not.
  const bounds = ({ length }: readonly GridSetting[]) => length * (length - 1);
  const race = (
    settings: readonly GridSetting[],
    over: readonly number[],
    of: Parameters<typeof shareFor>[1],
  ) => raceOf(state, settings, over, bounds(settings), shareFor(state, of));
  return {
    certifying: race(certifying.settings, certifying.blocks, 'finalists'),
    all: race(tried, blocks, 'others'),
    constraints: options.constraints.map((constraint) =>
      feasibilityOf(state, constraint, tried, blocks, tried.length),
    ),
  };
}

function tuned(
  state: SearchState,
  one: GridSetting,
  chosen: GridSetting | undefined,
  ratios: Ratios,
  gain: Interval | null = null,
): TunedSetting {
  const { left, options, history } = state;
  const own = history.trials.filter(({ setting }) => setting === one.id);
  const ratioBy = (race: Race | null) =>
    chosen && one !== chosen ? ratioOf(race, options.objective, one, chosen) : null;
  // A ratio has one value everywhere: where the gain was measured by itself, it is taken.
  const inverse = gain && one === state.grid.default && one !== chosen ? inverted(gain) : null;
  const fromCertifying = inverse ?? ratioBy(ratios.certifying);
  const between = fromCertifying ?? ratioBy(ratios.all);
  const bound = history.boundOf(one.id);
  const isOwnShort = isShort(state, one);
  // If one of the two is only known to be so slow at least, the interval has one side only.
  const isChosenShort = chosen !== undefined && isShort(state, chosen);
  const ratio = isOwnShort || isChosenShort ? null : between;
  const isWrong = history.errorsOf(one.id) !== null;
  return {
    id: one.id,
    setting: one.setting,
    trials: own.length,
    failed: own.filter(isFailure(history)).length,
    standing:
      one === chosen
        ? 'best'
        : standingOf(
            state,
            one,
            isChosenShort ? null : isOwnShort && between ? withoutTop(between) : between,
          ),
    left: left.get(one.id) ?? null,
    ratio,
    isFresh: fromCertifying !== null && !state.reuses,
    constraints: options.constraints.map(({ figure }, i) =>
      isWrong && figure === 'errors' ? 'broken' : (ratios.constraints[i]?.get(one.id) ?? 'undecided'),
    ),
    ...(bound && {
      bound: {
        ...bound,
        ratio: isOwnShort && !isChosenShort && between && between.low > 1 ? between.low : null,
      },
    }),
  };
}

const inverted = ({ value, low, high }: Interval): Interval => ({
  value: 1 / value,
  low: 1 / high,
  high: 1 / low,
});

/** The interval of a time that is only bounded from below. */
const withoutTop = ({ value, low }: Interval): Interval => ({ value, low, high: Infinity });

/** Whether a trial failed. One with too many wrong answers did not, if a constraint is about errors. */
const isFailure = (history: TrialHistory) => (trial: TuneTrial) => !trial.ok && !history.isWrong(trial);

function standingOf(state: SearchState, { id }: GridSetting, ratio: Interval | null): Standing {
  const leaving = state.left.get(id);
  if (leaving?.reason === 'failed') return 'failed';
  if (leaving?.reason === 'constraint') return 'breaks a constraint';
  const isRaced = leaving === undefined || leaving.phase === 'certify';
  if (isRaced && leaving?.reason !== 'not in the final comparison')
    return ratio ? wordOf(state, ratio) : 'undecided';
  if (ratio && isFarBehind(state, ratio)) return 'screened out';
  // The gain over the current setting comes from the same interval.
  if (ratio && id === state.grid.default.id) return wordOf(state, ratio);
  return leaving?.reason === 'not in the final comparison' ? leaving.reason : 'dropped early';
}

/**
 * @returns the settings that were compared to the end, and those that are behind with confidence. For one that the screening
 * dropped, an interval must say so that holds together with those of all settings, and lies beyond the margin: a hiccup in one of
 * two trials can look like a difference. If that interval is too wide, the setting is left out. One that a look dropped is behind
 * some other with confidence, unless a setting was found to fail or to break a constraint since.
 */
function comparedOf({ alive, left }: SearchState, settings: readonly TunedSetting[]): string[] {
  const isLost = [...left.values()].some(
    ({ phase, reason }) => phase === 'certify' && (reason === 'constraint' || reason === 'failed'),
  );
  return settings.flatMap(({ id, standing, left: leaving }) => {
    if (standing === 'failed' || standing === 'breaks a constraint') return [];
    const isBehind = standing === 'worse' || standing === 'screened out';
    const isDropped = leaving?.phase === 'certify' && leaving.reason === 'worse' && !isLost;
    const isCompared = standing === 'best' || alive.some((one) => one.id === id);
    return isBehind || isDropped || isCompared ? id : [];
  });
}

/**
 * Whether no setting compared with it is as good, by the looks and by the word beside each ratio. "The best" next to "no significant
 * difference" would be two answers; "within 5% of the best" is one, and also true.
 */
function isBestOf({ stopped }: SearchState, settings: readonly TunedSetting[], among: readonly string[]) {
  const behind: ReadonlySet<Standing> = new Set<Standing>(['best', 'worse', 'screened out']);
  const compared = settings.filter(({ id }) => among.includes(id));
  return stopped === 'one survivor' && compared.every(({ standing }) => behind.has(standing));
}

const isInBand = (standing: Standing) =>
  standing === 'best' || standing === 'equivalent' || standing === 'undecided';

/** Fewest good trials of a setting that is called the same: a single one shows no scatter. */
const fewestTrials = 2;

const isWorse = (standing: Standing) => standing === 'worse' || standing === 'screened out';

/**
 * @param settings compared with the current one
 * @param race comparison of all settings that were tried, in all blocks
 * @returns null where no other is known to be the same
 */
export function sameAsDefault(
  { grid, tried, left, options }: SearchState,
  settings: readonly TunedSetting[],
  race: Race | null,
): Message<'tune.same'> | null {
  const today = grid.default;
  if (!race?.has(today.id)) return null;
  const known = new Set(
    settings.flatMap(({ id, ratio, trials, failed }) =>
      ratio !== null && trials - failed >= fewestTrials ? id : [],
    ),
  );
  const compared = tried.filter(({ id }) => known.has(id) && race.has(id));
  // Where the search was cut off, a setting that is worse with confidence may not have left yet.
  const worse = new Set(settings.flatMap(({ id, standing }) => (isWorse(standing) ? id : [])));
  const same = compared.filter(({ id }) => {
    const reason = left.get(id)?.reason ?? null;
    return !worse.has(id) && (reason === null || reason === 'not in the final comparison');
  });
  if (same.length === 0) return null;
  const differences = same.map(({ id }) => race.difference(id, today.id));
  const within = sameWithin(differences, compared.length, race.degrees, options.confidence);
  if (within === null) return null;
  const [axis, second] = grid.axes;
  const key = axis && !second ? axis.key : null;
  const named = ({ id, setting }: Pick<GridSetting, 'id' | 'setting'>) =>
    key === null ? id : String(setting[key] ?? id);
  const those = tried.filter((one) => one === today || same.includes(one));
  // The settings make a range if each one tried between two of them is one of them.
  const isRange =
    tried.indexOf(those.at(-1) as GridSetting) - tried.indexOf(those[0] as GridSetting) < those.length;
  const sizes = axis?.isNumeric && isRange ? those.map(({ place }) => sizeAt(axis, place[0] ?? 0)) : [];
  return message('tune.same', {
    key,
    range: key !== null && sizes.length > 0 ? { low: Math.min(...sizes), high: Math.max(...sizes) } : null,
    names: those.map(named),
    label: metrics[options.objective].label,
    within,
    others: settings.flatMap((one) =>
      one.ratio !== null && isWorse(one.standing) ? [{ name: named(one), ratio: one.ratio.value }] : [],
    ),
  });
}
