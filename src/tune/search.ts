/**
 * Bracket, Refine, Certify: the search for the best setting. It asks for blocks, and is told their trials.
 *
 *     step              once all its trials are known
 *     GUIDE    the current setting alone        → a model predicts from it where the top may be
 *     BRACKET  1 block of a coarse grid,        → leave out what is far off
 *      AGAIN   1 block of the others,           → keep what is within the gap of the top
 *              or AROUND where the model points to; where they contradict it, of the REST of the coarse grid as well
 *     REFINE   1 or 2 blocks of what lies between  → keep what is within the gap of the top
 *     CERTIFY  more blocks of the finalists,    → drop what is worse than the best with confidence,
 *              looked at after 3, 5, 8, 12, 18, 27  stop as soon as one is close enough to the best with confidence
 *
 * Where the screening has shown little noise its blocks certify as well, and may do so alone. Where there is more, only fresh
 * ones do: the best of many noisy figures is flattered by its noise, and the family that allows for that is a large one.
 */
import { message, type Message } from '../messages/message.ts';
import type { GridSetting, Phase, TuneBlock, SearchOptions, TuneTrial } from '../model/tune.ts';
import { certificateLooks } from '../stats/ranking.ts';
import {
  gapOf,
  missingOf,
  scoresOf,
  emptyState,
  reduce,
  type Leavers,
  type SearchState,
  type StepKind,
} from './search-state.ts';
import { evidence, lookAt } from './certificate.ts';
import { excessOf, feasible } from './feasible.ts';
import {
  between,
  coarseGrid,
  gridAround,
  nearerToday,
  nearestOf,
  neighbours,
  predictedBest,
  preferred,
  smallest,
  type Grid,
} from './grid.ts';
import { scored, scoreTable } from './trial-history.ts';

/** Blocks of the two screening phases: two give each setting a partner, and the noise its degrees of freedom. */
const screeningBlocks = 2;
/**
 * Scatter of a trial, in units of the margin (4% of 5%), below which screening blocks certify. Above it, dividing the chance of
 * error among all settings tried costs more than the blocks save. Both ways are valid for any scatter (docs/method.md).
 */
const littleNoise = 0.8;
/** Distance below the best of one block that is far off, even if one CPU or all ran at half their speed meanwhile. */
const farOff = Math.log(2.5);
/** Distance from the top, in units of the margin, within which a setting may become the recommended one. */
const promising = 0.6;

export interface Ask {
  readonly phase: Phase;
  /** The part of the step still to be measured, in that order. */
  readonly blocks: readonly TuneBlock[];
  readonly why: Message;
}

/** @returns a search without trials, which asks for its first blocks */
export function begin(options: SearchOptions): SearchState {
  return advance(emptyState(options));
}

/** @returns what to measure next, the same if asked again; null where the search is over */
export function ask(state: SearchState): Ask | null {
  const { step, phase, stopped } = state;
  if (!step || stopped !== null) return null;
  return { phase, blocks: missingOf(state, step), why: step.why };
}

/** @param trials in the order in which they ran. @returns the search with these trials, at the step that they lead to */
export function tell(state: SearchState, trials: readonly TuneTrial[]): SearchState {
  let next = reduce(state, { type: 'told', trials });
  while (next.step && next.stopped === null && missingOf(next, next.step).length === 0) next = advance(next);
  return next;
}

/** Decides what follows once the step is measured. */
function advance(state: SearchState): SearchState {
  const { options, grid, step } = state;
  switch (step?.kind) {
    case undefined:
      // One block of one setting compares nothing; the model is fitted to it.
      return options.isGuided
        ? asked(state, 'guide', [grid.default], message('tune.why.current-first'), 1)
        : bracket(state);
    case 'guide':
      return bracket(state);
    case 'around':
      return isBorneOut(state)
        ? afterBracket(reduce(state, { type: 'prediction held', best: predicted(state) ?? null }))
        : rest(state);
    case 'bracket':
      return step.blocks.length < screeningBlocks ? again(state) : afterBracket(state);
    case 'again':
    case 'rest':
      return afterBracket(state);
    case 'refine': {
      const { next, kept } = screened(state);
      return kept ? certify(next, kept) : next;
    }
    case 'certify': {
      return looked(state);
    }
  }
}

function asked(
  state: SearchState,
  kind: StepKind,
  cells: readonly GridSetting[],
  why: Message,
  count = screeningBlocks,
): SearchState {
  const from = state.screening.length + state.fresh.length;
  const blocks = Array.from({ length: count }, (_, i) => from + i);
  return reduce(state, { type: 'asked', step: { kind, blocks, cells, why } });
}

function bracket(state: SearchState): SearchState {
  const { grid } = state;
  const coarse = coarseGrid(grid);
  const good = predicted(state);
  const around = good ? gridAround(grid, good) : coarse;
  const of = grid.settings.length;
  // A model that points to as many settings as the coarse grid has is no help.
  return around.length < coarse.length
    ? asked(state, 'around', around, message('tune.why.around-prediction', { count: around.length, of }))
    : asked(
        state,
        'bracket',
        coarse,
        message('tune.why.coarse-grid', { count: coarse.length, of }),
        isThrifty(state) ? 1 : screeningBlocks,
      );
}

/** Whether the second block may leave settings out. Not under a constraint, which the top of the first block may break. */
const isThrifty = ({ options: { constraints } }: SearchState) => constraints.length === 0;

/** The second block of the bracket: without settings so far off that no slow second of a CPU explains it. */
function again(state: SearchState): SearchState {
  const { tried, history, grid, screening } = state;
  const { y: table } = scoreTable(history, state.options.objective, tried, screening);
  const scores = tried.map(
    (_, column) => table.findLast((row) => typeof row[column] === 'number')?.[column] ?? null,
  );
  // A setting with too few requests looks better than it is: it must not make others look far off.
  const top = Math.max(
    ...scores.map((score, i) =>
      score === null || history.isBounded(tried[i]?.id ?? '', screening) ? Number.NEGATIVE_INFINITY : score,
    ),
  );
  const cells = tried.filter((one, i) => {
    const score = scores[i] ?? null;
    return one === grid.default || score === null || score > top - farOff;
  });
  return asked(state, 'again', cells, message('tune.why.not-far-off', { count: cells.length }), 1);
}

function rest(state: SearchState): SearchState {
  const { grid, step } = state;
  const cells = coarseGrid(grid).filter((one) => one === grid.default || !step?.cells.includes(one));
  const of = grid.settings.length;
  return asked(state, 'rest', cells, message('tune.why.model-was-wrong', { count: cells.length, of }));
}

type Score = (one: GridSetting) => number | null;

const predicted = (state: SearchState) => predictedBest(state.grid, predictedScore(state), state.margin);

function predictedScore({ options: { prediction, objective } }: SearchState): Score {
  return ({ id }) => {
    const value = prediction?.[id];
    return value !== undefined && value > 0 && Number.isFinite(value) ? scored(objective, value) : null;
  };
}

/** Whether the settings differ from the current one as was predicted, as far as two blocks can tell. */
function isBorneOut(state: SearchState): boolean {
  const { tried, grid } = state;
  const scores = scoresOf(state);
  const gain = (one: GridSetting, of: Score) => {
    const [own, current] = [of(one), of(grid.default)];
    return own === null || current === null ? null : own - current;
  };
  const measured: Score = ({ id }) => scores.get(id) ?? null;
  return tried.every((one) => {
    const [said, seen] = [gain(one, predictedScore(state)), gain(one, measured)];
    return said === null || seen === null || Math.abs(said - seen) <= gapOf(state, scores);
  });
}

/** The settings that the screening has left. */
interface Kept {
  /** The candidates near the leaders. */
  readonly settings: readonly GridSetting[];
  /**
   * The top, and the best setting that keeps the constraints as far as known; the same where there are none. If the top breaks
   * one later, the search still has settings near the second.
   */
  readonly leaders: readonly GridSetting[];
  readonly score: (one: GridSetting) => number;
}

/** @returns `kept` null where no setting can be recommended any more */
function screened(state: SearchState): { next: SearchState; kept: Kept | null } {
  const { tried, screening: blocks, history } = state;
  const end = Math.max(...blocks) + 1;
  const scores = scoresOf(state);
  const failed: Leavers = tried
    .filter(({ id }) => history.hasFailed(id, end))
    .map(({ id }) => [id, history.errorsOf(id) === null ? 'failed' : 'constraint']);
  const measured = tried.filter((one) => scores.has(one.id) && !history.hasFailed(one.id, end));
  const word = feasible(state, measured, blocks, measured.length);
  const candidates = measured.filter(({ id }) => word(id) !== 'broken');
  const score = ({ id }: GridSetting) => scores.get(id) ?? Number.NEGATIVE_INFINITY;
  const excess = (one: GridSetting) => excessOf(state, one, blocks);
  const top = best(candidates, score);
  // Where every setting breaks a constraint, a neighbour of the one that breaks it least may keep it.
  const nearest = best(measured, (one) => -excess(one));
  if (!top && nearest && state.phase === 'bracket') {
    const next = reduce(state, { type: 'screened', alive: null, leavers: failed });
    return { next, kept: { settings: [nearest], leaders: [nearest], score } };
  }
  const breaking: Leavers = measured
    .filter((one) => !candidates.includes(one))
    .map(({ id }) => [id, 'constraint']);
  if (!top) {
    const next = reduce(state, { type: 'screened', alive: null, leavers: [...failed, ...breaking] });
    return { next: reduce(next, { type: 'stopped', reason: 'no candidate' }), kept: null };
  }
  // On a drifting machine two blocks may leave every constraint undecided: then settings count whose value keeps it.
  const kept = candidates.filter(({ id }) => word(id) === 'kept');
  const seeming = candidates.filter((one) => excess(one) <= 0);
  const sure = best(kept, score) ?? best(seeming, score) ?? top;
  const gap = gapOf(state, scores);
  const settings = candidates.filter((one) => score(one) >= score(sure) - gap);
  const behind: Leavers = candidates.filter((one) => !settings.includes(one)).map(({ id }) => [id, 'worse']);
  const next = reduce(state, {
    type: 'screened',
    alive: settings,
    leavers: [...failed, ...breaking, ...behind],
  });
  return { next, kept: { settings, leaders: [...new Set([top, sure])], score } };
}

/** Refines around what the bracket has left; certifies at once where nothing lies between or beside it. */
function afterBracket(state: SearchState): SearchState {
  const { next, kept } = screened(state);
  if (!kept) return next;
  const { settings, leaders, score } = kept;
  const { grid, tried, margin } = next;
  const centres = [smallest(grid, settings), ...leaders].flatMap((one) => one ?? []);
  const beside = centres.flatMap((one) => [...neighbours(grid, one), ...nearerToday(grid, one)]);
  const wanted = new Set([...between(grid, settings, centres), ...beside]);
  const added = grid.settings.filter((one) => wanted.has(one) && !tried.includes(one));
  if (added.length === 0) return certify(next, kept);
  // Known settings link the new blocks with the first ones: the leaders, and those that may be recommended instead.
  const links = new Set(leaders.flatMap((leader) => [leader, likely(grid, settings, leader, score, margin)]));
  const cells = grid.settings.filter((one) => added.includes(one) || links.has(one));
  // With little noise the blocks that certify follow at once, and hold the finalists only.
  const count = screeningBlocks;
  return asked(next, 'refine', cells, message('tune.why.refine', { count: added.length }), count);
}

/** @returns the preferred one of the settings no further than `distance` below a leader, and not above it */
function likely(
  grid: Grid,
  settings: readonly GridSetting[],
  leader: GridSetting,
  score: Kept['score'],
  distance: number,
): GridSetting {
  const good = settings.filter(
    (one) => score(one) >= score(leader) - distance && score(one) <= score(leader),
  );
  return preferred(grid, good)[0] ?? leader;
}

function certify(state: SearchState, kept: Kept): SearchState {
  const reuses = isQuiet(state);
  const next = reduce(state, { type: 'finalists chosen', cells: finalists(state, kept), reuses });
  const [first] = certificateLooks;
  return evidence(next).blocks.length < first ? nextLook(next) : looked(next);
}

/** Whether the screening has shown so little noise that its blocks certify. */
function isQuiet(state: SearchState): boolean {
  const { deviation = Infinity } = scoresOf(state);
  return deviation < littleNoise * state.margin;
}

function looked(state: SearchState): SearchState {
  const next = lookAt(state);
  return next.stopped === null ? nextLook(next) : next;
}

/** @returns the settings to certify, in the order of the grid */
function finalists(state: SearchState, { settings, leaders, score }: Kept): GridSetting[] {
  const { grid, options, tried, left, margin, predicted: model } = state;
  const promoted = leaders.flatMap((leader) => [
    leader,
    likely(grid, settings, leader, score, promising * margin),
  ]);
  let chosen = new Set(options.mode === 'certified' ? settings : promoted);
  if (options.mode === 'fast') {
    for (const one of promoted) for (const beside of nearestOf(grid, one, settings)) chosen.add(beside);
    // Variables that do not matter stay as they are only if the setting that leaves them so is measured.
    const nearer = promoted.flatMap((one) => nearerToday(grid, one));
    for (const one of nearer) if (settings.includes(one)) chosen.add(one);
    // The model's choice was measured more often: luck flatters it less, and would replace it by one that it flatters more.
    if (model && settings.includes(model)) chosen.add(model);
  }
  // A single setting still has to be compared with something: with its neighbours.
  const isFeasible = ({ id }: GridSetting) =>
    left.get(id)?.reason !== 'constraint' && left.get(id)?.reason !== 'failed';
  if (chosen.size === 1) {
    const [only] = chosen;
    chosen = new Set([...chosen, ...(only ? nearestOf(grid, only, tried.filter(isFeasible)) : [])]);
  }
  // The gain is measured by itself in the end; but the current setting stays unless another is known to be better.
  const nearest = Math.max(...leaders.map(score)) - 2 * gapOf(state, scoresOf(state));
  if (tried.includes(grid.default) && isFeasible(grid.default) && score(grid.default) >= nearest)
    chosen.add(grid.default);
  return grid.settings.filter((one) => chosen.has(one));
}

/** Asks for the blocks up to the next look; after the last one the search ends. */
function nextLook(state: SearchState): SearchState {
  const { racing, certified, reuses } = state;
  const { length } = evidence(state).blocks;
  const look = certificateLooks.find((blocks) => blocks > length);
  if (look === undefined)
    return reduce(state, { type: 'stopped', reason: certified.length > 0 ? 'certificate' : 'last look' });
  const why =
    certified.length > 0
      ? message('tune.why.certify-fewer-changes', { certified, look, reuses })
      : message('tune.why.certify', { ids: racing.map(({ id }) => id), look, reuses });
  return asked(state, 'certify', racing, why, look - length);
}

function best(
  settings: readonly GridSetting[],
  score: (one: GridSetting) => number,
): GridSetting | undefined {
  const [first] = settings;
  return first && settings.reduce((top, one) => (score(one) > score(top) ? one : top), first);
}
