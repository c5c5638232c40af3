/** The search of a stored run: the next block that it asks for, and what it recommends, from the run's own trials. */
import { message, type Message } from '../messages/message.ts';
import { problem, type Problem } from '../messages/problem.ts';
import { percentiles, type Interval } from '../model/metric.ts';
import { askedIn, type Load, type Plan, type Search } from '../model/plan.ts';
import type { SearchBlock, Trial } from '../model/sample.ts';
import type { Objective, Recommendation, SearchOptions, TuneStop } from '../model/tune.ts';
import { requestsBeyond } from '../judge/measurement.ts';
import { modelFrom, type RunSoFar } from '../predict/calibrate.ts';
import { queueLoad } from '../predict/model.ts';
import { isKnownToModel, predictCell } from '../predict/predict-run.ts';
import { certificateCritical, certificateLooks } from '../stats/ranking.ts';
import { missingOf, scoresOf, restored, stored, type SearchState } from './search-state.ts';
import { searchTrials } from './trial-history.ts';
import { isSmall, type Grid } from './grid.ts';
import {
  ineffectiveFactor,
  requestsWithoutJobs,
  withoutAnswer,
  withUnusedPool,
} from './ineffective-factor.ts';
import { recommend } from './recommend.ts';
import { evidence } from './certificate.ts';
import { ask, begin, tell } from './search.ts';
import { slowerSettings } from './window.ts';
import { comparable } from '../judge/compare.ts';
import { fitsOf } from '../judge/fits.ts';
import { withoutRefused } from '../judge/turns.ts';

/** @throws Error if the plan is not one of a search */
function tuneOptions(plan: Plan, prediction: SearchOptions['prediction']): SearchOptions {
  const { factors, seed } = plan;
  const { search } = askedIn(plan);
  if (!search) throw new Error('a plan without a search');
  const {
    anchors,
    isGuided = false,
    trials: _usual,
    range: _range,
    script: _script,
    chooses: _chosen,
    ...rest
  } = search;
  return {
    ...rest,
    factors: factors.map(({ key, levels }) => ({ key, levels, anchors: anchors[key] ?? [] })),
    seed,
    isGuided,
    ...(prediction !== undefined && { prediction }),
  };
}

/**
 * The search as far as the trials go. A run counts its blocks on; the search numbers its own, and repeats a failed trial in the
 * block where it failed. So each trial names its block of the search, and the first of a block stores what was decided by then.
 * @returns the state that the trials lead to
 */
function searchSoFar(run: RunSoFar): SearchState {
  const trials = run.trials.filter((trial) => !isOfGain(trial)).toSorted((a, b) => a.ordinal - b.ordinal);
  const last = Math.max(
    0,
    trials.findLastIndex(({ search }) => search?.state),
  );
  const record = trials[last]?.search?.state;
  const known = record?.prediction;
  const options = tuneOptions(run.plan, known === undefined ? predictionOf({ ...run, trials }) : known);
  const state = record ? restored(options, record, searchTrials(trials.slice(0, last))) : begin(options);
  return tell(state, searchTrials(trials.slice(last)));
}

export interface NextOfSearch {
  /** Cells of the next block, in this order. */
  readonly live: readonly string[];
  /** The reason to stop, when the search has its answer; null to go on. */
  readonly stop: Message | null;
  readonly why?: Message;
  readonly search?: SearchBlock;
  /** Number of trials still to come. */
  readonly left?: { readonly low: number; readonly high: number };
}

export function nextOfSearch(run: RunSoFar): NextOfSearch {
  const { plan, trials } = run;
  if (ineffectiveFactor(plan, trials)) return { live: [], stop: message('stop.not-in-force') };
  const state = searchSoFar(run);
  const asked = ask(state);
  const [block] = asked?.blocks ?? [];
  if (!asked || !block) return gaining(run, state) ?? { live: [], stop: stopOf(state.stopped) };
  const { cells } = block;
  // The current setting is measured first: if its windows are too short, no other setting need be tried.
  const isFirst = trials.length === 0 && cells.includes(plan.baseline);
  const live = isFirst ? [plan.baseline, ...cells.filter((id) => id !== plan.baseline)] : cells;
  const search = { phase: asked.phase, block: block.block, state: stored(state) };
  return { live, stop: null, why: asked.why, search, left: remainingTrials(state, askedIn(plan).search) };
}

/** The next block that measures the gain of the answer; null where that is known, or nothing is gained. */
function gaining({ plan, trials }: RunSoFar, state: SearchState): NextOfSearch | null {
  const { id, keepsDefault, verdict } = recommend(state);
  const pair = id === null || keepsDefault || verdict !== 'certified' ? null : nextPair(plan, trials, id);
  if (!pair || id === null) return null;
  const { block, cells } = pair;
  const search = { phase: 'gain', block } as const;
  return { live: cells, stop: null, why: message('tune.why.gain', { id, today: plan.baseline }), search };
}

function stopOf(stopped: TuneStop | null): Message {
  switch (stopped) {
    case 'certificate':
      return message('stop.certificate');
    case 'one survivor':
      return message('stop.one-survivor');
    case 'last look':
      return message('stop.search-last-look');
    case 'no candidate':
      return message('stop.no-candidate');
    default:
      throw new Error(`a search that is over without a reason (${stopped})`);
  }
}

/**
 * The trials still to come. While settings are screened: what such a search usually takes. Then those of the settings left, up to
 * the look at which the noise allows a certificate: at best the next look, and fewer if settings leave.
 */
export function remainingTrials(
  state: SearchState,
  usual: Search | undefined,
): { low: number; high: number } {
  const { step, phase, history, racing, options, margin } = state;
  const missing = step ? missingOf(state, step).reduce((sum, { cells }) => sum + cells.length, 0) : 0;
  if (phase !== 'certify') {
    const { low, high } = usual?.range ?? { low: 0, high: 0 };
    const done = history.trials.length;
    return { low: Math.max(missing, low - done), high: Math.max(missing, high - done) };
  }
  const { deviation = 0 } = scoresOf(state);
  const { blocks, rivals: others } = evidence(state);
  const rivals = Math.max(1, others);
  const critical = (look: number) => certificateCritical(options.confidence, rivals, rivals * (look - 1));
  const isEnough = (look: number) => critical(look) * deviation * Math.sqrt(2 / look) <= margin;
  const last =
    certificateLooks.find((look) => look >= blocks.length && isEnough(look)) ?? certificateLooks.at(-1);
  return { low: missing, high: missing + Math.max(0, (last ?? 0) - blocks.length) * racing.length };
}

/**
 * Whether a model can say where a search begins. Only with several variables, whose coarse grid has up to twenty settings: with one,
 * most of the coarse grid is measured anyway (docs/method.md). Not for the CPU that a request needs, which the model takes to be
 * the same at every setting.
 */
export function isGuidable(grid: Grid, objective: Objective, load: Load): boolean {
  const isKnown = grid.axes.every(({ key }) => isKnownToModel(key));
  return (
    grid.axes.length > 1 &&
    isKnown &&
    !isSmall(grid) &&
    objective !== 'cpuPerRequest' &&
    queueLoad(load) !== null
  );
}

/**
 * The objective of all cells, predicted from the first good trial of the current setting, which takes a second. Null where the
 * model cannot say; undefined in a search without a model, or before its first trial.
 */
function predictionOf(run: RunSoFar): SearchOptions['prediction'] {
  const { plan, trials } = run;
  if (trials.length === 0 || askedIn(plan).search?.isGuided !== true) return undefined;
  const other = trials.findIndex(({ cell }) => cell !== plan.baseline);
  const alone = other < 0 ? trials : trials.slice(0, other);
  const first = alone.find(({ problem: why }) => why === null);
  return first ? predictedScores({ ...run, trials: [first] }) : null;
}

function predictedScores(run: RunSoFar): NonNullable<SearchOptions['prediction']> | null {
  const { cells, baseline } = run.plan;
  const { search } = askedIn(run.plan);
  const cell = cells.find(({ id }) => id === baseline);
  if (!cell || !search || search.objective === 'cpuPerRequest') return null;
  const { objective } = search;
  const model = modelFrom(run, cell);
  if ('refused' in model) return null;
  const figures = cells.flatMap((one) => predictCell(one, cell, model));
  return Object.fromEntries(
    figures.flatMap((one) => {
      const value = one[objective];
      return value === null ? [] : [[one.cell, value]];
    }),
  );
}

/** Problems of a first trial in which the current setting does not come up: the command, the URL or the load is at fault. */
const startFailures: ReadonlySet<string> = new Set([
  'PORT_TAKEN',
  'SERVER_EXITED',
  'SERVER_NOT_READY',
  'NO_ANSWER',
  'ANSWERS_UNFINISHED',
  'K6_FAILED',
  'K6_NO_REQUEST',
  'K6_THREW',
  'K6_ELSEWHERE',
]);

/** Whether the first trial has shown that further ones are in vain. */
export function isVain({ strategy, baseline }: Plan, { ordinal, cell, problem: why }: Trial): boolean {
  return (
    strategy.kind === 'search' &&
    ordinal === 0 &&
    cell === baseline &&
    why !== null &&
    startFailures.has(why.code)
  );
}

/** The requests that a percentile needs to have a figure. */
const needs = (figure: string) =>
  Math.round(requestsBeyond.shown / (1 - (percentiles[figure as keyof typeof percentiles] ?? 0)));

/**
 * The problem that no setting has enough requests for a percentile: one with too few may lose by its lower bound, and never
 * wins. It shows with the first trial after a block that compared settings: the fast ones were in it.
 * @param trials all so far, in the order in which they ran
 */
export function windowProblem(plan: Plan, trials: readonly Trial[]): Problem | null {
  const { search } = askedIn(plan);
  const last = trials.at(-1);
  const before = trials.filter(({ block }) => block < (last?.block ?? 0));
  if (!search || !last || trials.length - before.length !== 1) return null;
  if (new Set(before.map(({ cell }) => cell)).size < 2) return null;
  const measured = trials.flatMap(({ cell, sample, problem: why }) =>
    sample && why === null
      ? { cell, count: sample.outcome.response.count, length: sample.outcome.window.duration }
      : [],
  );
  const [most] = measured.toSorted((a, b) => b.count - a.count);
  const [figure] = [search.objective, ...search.constraints.map((one) => one.figure)]
    .filter((one) => one in percentiles && most !== undefined && most.count < needs(one))
    .toSorted((a, b) => needs(b) - needs(a));
  if (!most || figure === undefined) return null;
  const needed = needs(figure);
  const factor = (slowerSettings * needed) / Math.max(1, most.count);
  return problem('WINDOW_TOO_SHORT', {
    figure,
    answered: most.count,
    needed,
    setting: most.cell,
    duration: `${Math.ceil((factor * most.length) / 1000)}s`,
  });
}

/** @returns the recommendation as far as the trials go; before the run is over it gives the certainty so far */
export function recommendationOf(run: RunSoFar, stopped: TuneStop): Recommendation {
  const vain = ineffectiveFactor(run.plan, run.trials);
  const requests = requestsWithoutJobs(run.plan, run.trials);
  const state = searchSoFar(run);
  const found = recommend(state, stopped, (id) => gainOfPairs(run.plan, run.trials, id));
  if (requests !== null && found.keepsDefault && found.id !== null) return withUnusedPool(found, requests);
  return vain ? withoutAnswer({ ...found, stopped: 'not in force' }, vain.sentence) : found;
}

// What the recommended setting gains over the current one: from a fixed number of further blocks that hold these two alone.
// The blocks that chose it flatter it, and their interval pays for every look; these blocks had no part in the choice.

/** Blocks that are wanted, and spare ones for those that gave no figure. */
const pairs = { wanted: 4, spare: 2 } as const;

const isOfGain = ({ search }: Trial): boolean => search?.phase === 'gain';

/** @returns the next block's number and its two settings, in the reverse order of the block before; null if all are measured */
export function nextPair(
  { baseline }: Plan,
  trials: readonly Trial[],
  id: string,
): { readonly block: number; readonly cells: readonly string[] } | null {
  const own = trials.filter(isOfGain);
  const begun = new Set(own.map(({ block }) => block)).size;
  if (pairsOf(own) >= pairs.wanted || begun >= pairs.wanted + pairs.spare) return null;
  const cells = begun % 2 === 0 ? [baseline, id] : [id, baseline];
  return { block: begun, cells };
}

/** The number of blocks in which both settings have a result. */
function pairsOf(own: readonly Trial[]): number {
  const good = withoutRefused(own).filter(({ problem: why }) => why === null);
  return [...Map.groupBy(good, ({ block }) => block).values()].filter(({ length }) => length === 2).length;
}

/** Ratio of the objective, setting ÷ today; null where too few blocks are complete. */
export function gainOfPairs(plan: Plan, trials: readonly Trial[], id: string): Interval | null {
  const { objective, confidence } = askedIn(plan).search ?? {};
  const own = withoutRefused(trials.filter(isOfGain));
  if (!objective || confidence === undefined || pairsOf(own) < 2) return null;
  const fits = fitsOf(comparable(own), [[plan.baseline, id]]);
  const ratio = fits.ratio([
    { metric: objective, cell: id, weight: 1 },
    { metric: objective, cell: plan.baseline, weight: -1 },
  ]);
  return ratio && ratio.at(confidence);
}
