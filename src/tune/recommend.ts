/** From where a search stands to what it recommends. */
import type {
  Feasibility,
  GridSetting,
  Objective,
  Recommendation,
  Standing,
  TunedSetting,
  TuneTrial,
  TuneVerdict,
} from '../model/tune.ts';
import { metrics, type Interval } from '../model/metric.ts';
import { exponential } from '../stats/interval.ts';
import { cautions } from './cautions.ts';
import { atMostBelow, lookAt, raceOf, type Race } from './certificate.ts';
import { feasibilityOf, feasible } from './feasible.ts';
import { changes, preferred } from './grid.ts';
import { shareOf, type Ledger } from './ledger.ts';
import type { Progress } from './progress.ts';
import { certainty, gainText, isFarBehind, isKnown, nearestMiss, scope, wordOf } from './words.ts';

/** Without a certificate, the preferred one of those so close to the top, in units of the margin. */
const asGoodAsTop = 0.5;

export function recommend(progress: Progress, ledger: Ledger): Recommendation {
  lastLook(progress, ledger);
  const { grid, options, fresh } = progress;
  const evidence = evidenceOf(progress, ledger);
  const basis = basisOf(progress, ledger);
  const chosen = choose(progress, ledger, basis);
  const id = chosen?.id ?? null;
  // A search that was cut off in its first block has not come to all that it asked for.
  const settings = progress.tried
    .filter(({ id: own }) => ledger.trials.some(({ setting, disturbed }) => setting === own && !disturbed))
    .map((one) => tuned(progress, ledger, one, chosen, evidence));
  const alive = progress.alive.map((one) => one.id);
  const below = chosen && basis ? atMostBelow(basis, chosen.id, alive) : null;
  const isMeasured = ledger.trials.some((trial) => trial.ok || ledger.isWrong(trial));
  const verdict: TuneVerdict = !isMeasured
    ? 'nothing measured'
    : !chosen
      ? 'none feasible'
      : progress.certified.includes(chosen.id)
        ? 'certified'
        : 'not certified';
  const isAlone = progress.stopped === 'one survivor';
  const share = below === null ? null : shareOf(options.objective, below);
  const isCertified = verdict === 'certified';
  const atMost = isAlone ? 0 : share !== null && isCertified ? Math.min(share, options.within) : share;
  const gain =
    chosen && chosen !== grid.default
      ? ratioOf(evidence.fresh, options.objective, chosen, grid.default)
      : null;
  const band = settings.filter(({ standing }) => isInBand(standing)).map((one) => one.id);
  const among = spokenOf(progress, settings);
  const nearest = chosen || !isMeasured ? null : nearestMiss(progress, ledger);
  return {
    verdict,
    id,
    setting: chosen?.setting ?? null,
    keepsDefault: chosen === grid.default || chosen === undefined,
    objective: options.objective,
    phase: progress.phase,
    stopped: progress.stopped ?? 'interrupted',
    atMost,
    certainty: certainty({ progress, settings, id, verdict, atMost, among, nearest }),
    among,
    // Nothing is promised of sizes between settings that the promise leaves out itself.
    scope: verdict === 'certified' && among.length === settings.length ? scope(progress) : null,
    gain: gain && isKnown(gain) ? { ratio: gain, text: gainText(progress, gain, id ?? '') } : null,
    band,
    settings,
    looks: progress.looks,
    trials: {
      all: ledger.trials.length,
      failed: ledger.trials.filter(isFailure(ledger)).length,
      fresh: ledger.trials.filter(({ block }) => fresh.includes(block)).length,
    },
    cautions: chosen ? cautions(progress, ledger, chosen, settings, basis) : [],
  };
}

/**
 * A search that ends between two looks, for a reason that is not in its figures, looks a last time where it ends: earlier
 * than planned, so it spends no more than the look that it has instead.
 */
function lastLook(progress: Progress, ledger: Ledger): void {
  if (progress.phase !== 'certify' || (progress.stopped !== 'budget' && progress.stopped !== 'interrupted'))
    return;
  const measured = progress.fresh.filter((block) => ledger.trials.some((trial) => trial.block === block));
  const seen = progress.looks.at(-1)?.blocks ?? 0;
  progress.fresh = measured;
  if (measured.length <= seen || measured.length < 2) return;
  const { stopped } = progress;
  lookAt(progress, ledger);
  if (progress.certified.length === 0) progress.stopped = stopped;
}

/** What the answer is compared by: the fresh blocks if they suffice, else all there is. */
function basisOf(progress: Progress, ledger: Ledger): Race | null {
  const { field, fresh, tried, screening } = progress;
  const certifying = fresh.length > 0 ? raceOf(progress, ledger, field, fresh, field.length - 1) : null;
  return certifying ?? raceOf(progress, ledger, tried, [...screening, ...fresh], tried.length - 1);
}

function choose(progress: Progress, ledger: Ledger, basis: Race | null): GridSetting | undefined {
  const { grid, certified, margin, tried, fresh, screening, phase, stopped } = progress;
  if (certified.length > 0)
    return preferred(
      grid,
      certified.map((id) => grid.get(id)),
    )[0];
  if (stopped === 'no candidate') return undefined;
  const isCertifying = phase === 'certify';
  const blocks = isCertifying && fresh.length > 0 ? fresh : [...screening, ...fresh];
  const racing = isCertifying ? progress.alive : tried;
  const measured = racing.filter(({ id }) =>
    [...screening, ...fresh].some((block) => ledger.value(id, block, progress.options.objective) !== null),
  );
  if (!isCertifying && !progress.alive.length) progress.alive = measured;
  const keeps = feasible(
    progress.options,
    ledger,
    measured,
    blocks,
    isCertifying ? progress.field.length : measured.length,
  );
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
  // Whoever keeps one variable of two as it is gives up none of what was seen to be gained.
  const nearer = within(margin).filter((one) => one !== grid.default);
  return preferred(grid, nearer)[0];
}

/**
 * What the ratios and the limits of all settings are judged by: fitted once. Two-sided; the intervals of all hold together.
 *
 * Every word about a setting and the recommended one, in the table, the headline, the lists and the gain, is read from this
 * interval, which stands beside it. The looks use one-sided bounds between all pairs, which are a little narrower: whom
 * they sent home is out of the race, being worse than somebody, but is called worse than the recommended one only if the
 * interval says so. Else a reader would see "worse" beside 0.73 [0.53–1.00], and "not told apart" in the next sentence.
 */
interface Evidence {
  /** The finalists in the fresh blocks; null where they do not suffice. */
  readonly fresh: Race | null;
  /** All that were tried, in all blocks. */
  readonly all: Race | null;
  /** A word for each setting, constraint by constraint. */
  readonly constraints: readonly ReadonlyMap<string, Feasibility>[];
}

function evidenceOf(progress: Progress, ledger: Ledger): Evidence {
  const { field, fresh, tried, screening, options } = progress;
  const blocks = [...screening, ...fresh];
  const race = (settings: readonly GridSetting[], over: readonly number[]) =>
    raceOf(progress, ledger, settings, over, settings.length - 1, 2);
  const test = { ledger, confidence: options.confidence, settings: tried, blocks, family: tried.length };
  return {
    fresh: race(field, fresh),
    all: race(tried, blocks),
    constraints: options.constraints.map((constraint) => feasibilityOf(constraint, test)),
  };
}

function tuned(
  progress: Progress,
  ledger: Ledger,
  one: GridSetting,
  chosen: GridSetting | undefined,
  evidence: Evidence,
): TunedSetting {
  const { left, options } = progress;
  const own = ledger.trials.filter(({ setting, disturbed }) => setting === one.id && !disturbed);
  const ratioBy = (race: Race | null) =>
    chosen && one !== chosen ? ratioOf(race, options.objective, one, chosen) : null;
  const fromFresh = ratioBy(evidence.fresh);
  const ratio = fromFresh ?? ratioBy(evidence.all);
  const isWrong = ledger.errorsOf(one.id) !== null;
  return {
    id: one.id,
    setting: one.setting,
    trials: own.length,
    failed: own.filter(isFailure(ledger)).length,
    standing: one === chosen ? 'best' : standingOf(progress, one, ratio),
    left: left.get(one.id) ?? null,
    ratio,
    isFresh: fromFresh !== null,
    constraints: options.constraints.map(({ figure }, i) =>
      isWrong && figure === 'errors' ? 'broken' : (evidence.constraints[i]?.get(one.id) ?? 'undecided'),
    ),
  };
}

/** A trial whose answers were too often wrong has a result, where that was asked about. */
const isFailure = (ledger: Ledger) => (trial: TuneTrial) =>
  !trial.ok && !trial.disturbed && !ledger.isWrong(trial);

function standingOf(progress: Progress, { id }: GridSetting, ratio: Interval | null): Standing {
  const leaving = progress.left.get(id);
  if (leaving?.reason === 'failed') return 'failed';
  if (leaving?.reason === 'constraint') return 'breaks a constraint';
  const isRaced = leaving === undefined || leaving.phase === 'certify';
  if (isRaced && leaving?.reason !== 'not raced') return ratio ? wordOf(progress, ratio) : 'not told apart';
  if (ratio && isFarBehind(progress, ratio)) return 'screened out';
  if (ratio && wordOf(progress, ratio) === 'worse') return 'worse';
  return leaving?.reason === 'not raced' ? 'not raced' : 'looked behind';
}

/**
 * Those that were raced to the end, and those that are behind for sure. Of whom the screening dropped, that is told by an
 * interval that holds together with those of all settings, and spends a sixth as much as the looks do: its two blocks
 * may be so noisy that it says nothing, and then neither does the answer. Who was sent home by a look is behind
 * somebody for sure, unless some that others were sent home for were found to fail or to break a constraint since.
 */
function spokenOf({ alive, left }: Progress, settings: readonly TunedSetting[]): string[] {
  const isLost = [...left.values()].some(
    ({ phase, reason }) => phase === 'certify' && (reason === 'constraint' || reason === 'failed'),
  );
  return settings.flatMap(({ id, standing, left: leaving }) => {
    if (standing === 'failed' || standing === 'breaks a constraint') return [];
    const isBehind = standing === 'worse' || standing === 'screened out';
    const isSentHome = leaving?.phase === 'certify' && leaving.reason === 'worse' && !isLost;
    const isRacing = standing === 'best' || alive.some((one) => one.id === id);
    return isBehind || isSentHome || isRacing ? id : [];
  });
}

const isInBand = (standing: Standing) =>
  standing === 'best' || standing === 'as good' || standing === 'not told apart';

/** The objective of a over that of b; null where they were not in that race together. */
function ratioOf(race: Race | null, objective: Objective, a: GridSetting, b: GridSetting): Interval | null {
  if (!race?.has(a.id) || !race.has(b.id)) return null;
  const { value, half } = race.difference(a.id, b.id);
  const sign = metrics[objective].better === 'higher' ? 1 : -1;
  return exponential({ value: sign * value, low: sign * value - half, high: sign * value + half });
}
