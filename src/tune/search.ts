/**
 * Bracket, Refine, Certify: the search for the best setting, written as if trials took no time. Where something has to be
 * measured it yields what; `tune.ts` answers from what was measured already, or asks for it.
 *
 *     (GUIDE)   what runs today, alone             → a model says from it where the top may be
 *     BRACKET   2 blocks of a coarse grid,          → keep what is within the gap of the top
 *               or around where the model points to; where they contradict it, of the coarse grid besides
 *     REFINE    2 blocks of what lies between       → keep what is within the gap of the top
 *     CERTIFY   fresh blocks of the finalists,      → drop who is worse than the best for sure,
 *               looked at after 3, 5, 8, 12, 18, 27   stop as soon as one is close enough to the best for sure
 */
import type { GridSetting, Leaving } from '../model/tune.ts';
import { certificateLooks } from '../stats/best.ts';
import { ask, enter, gapOf, scoresOf, screening, type Ask } from './asking.ts';
import { lookAt } from './certificate.ts';
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
import { scored, type Ledger } from './ledger.ts';
import { promising, type Progress } from './progress.ts';

/** Ends with `stopped` set. */
export function* search(progress: Progress, ledger: Ledger): Generator<Ask, void, void> {
  if (progress.options.isGuided) yield* guide(progress);
  yield* bracket(progress, ledger);
  const first = screened(progress, ledger);
  if (!first) return;
  const around = yield* refine(progress, first);
  const kept = around ? screened(progress, ledger) : first;
  if (!kept) return;
  yield* certify(progress, ledger, finalists(progress, kept));
}

/** One block of one setting compares nothing; it is what the model is fitted to. */
function* guide(progress: Progress): Generator<Ask, void, void> {
  const cells = [progress.grid.default];
  enter(progress, 'bracket', cells);
  yield screening(progress, cells, 'what runs today, so that the model can say where to begin', 1);
}

function* bracket(progress: Progress, ledger: Ledger): Generator<Ask, void, void> {
  const { grid, margin } = progress;
  const coarse = coarseGrid(grid);
  const foretold = foretoldScore(progress);
  const good = predictedBest(grid, foretold, margin);
  const around = good ? gridAround(grid, good) : coarse;
  // A model that points to as many is no help.
  const isGuided = around.length < coarse.length;
  const cells = isGuided ? around : coarse;
  enter(progress, 'bracket', cells);
  const of = `of ${grid.settings.length} settings`;
  yield isGuided
    ? screening(progress, cells, `${cells.length} ${of}, around what the model takes for the best`)
    : screening(progress, cells, `${cells.length} ${of}, to see where to look`);
  if (!isGuided) return;
  if (isBorneOut(progress, ledger, foretold)) {
    progress.foretold = good ?? null;
    return;
  }
  const rest = coarse.filter((one) => one === grid.default || !cells.includes(one));
  enter(progress, 'bracket', rest);
  yield screening(progress, rest, `${rest.length} ${of}, since the model was wrong`);
}

type ForetoldScore = (one: GridSetting) => number | null;

function foretoldScore({ options: { prediction, objective } }: Progress): ForetoldScore {
  return ({ id }) => {
    const value = prediction?.[id];
    return value !== undefined && value > 0 && Number.isFinite(value) ? scored(objective, value) : null;
  };
}

/** Whether the settings differ from what runs today as they were said to, as far as two blocks can tell. */
function isBorneOut(progress: Progress, ledger: Ledger, foretold: ForetoldScore): boolean {
  const { tried, screening: blocks, grid } = progress;
  const scores = scoresOf(progress, ledger, tried, blocks);
  const gain = (one: GridSetting, of: ForetoldScore) => {
    const [own, today] = [of(one), of(grid.default)];
    return own === null || today === null ? null : own - today;
  };
  const measured: ForetoldScore = ({ id }) => scores.get(id) ?? null;
  return tried.every((one) => {
    const [said, seen] = [gain(one, foretold), gain(one, measured)];
    return said === null || seen === null || Math.abs(said - seen) <= gapOf(progress, scores);
  });
}

/** What the screening has left. */
interface Kept {
  /** The candidates near the leaders. */
  readonly settings: readonly GridSetting[];
  /**
   * The top, and the best of those that keep the constraints for all that is known, which is the same where there are none: if the top
   * turns out to break one, the search must not stand there with nothing but what was left far behind.
   */
  readonly leaders: readonly GridSetting[];
  readonly score: (one: GridSetting) => number;
}

/** Null where nothing can be recommended any more. */
function screened(progress: Progress, ledger: Ledger): Kept | null {
  const { tried, screening: blocks } = progress;
  const end = Math.max(...blocks) + 1;
  const scores = scoresOf(progress, ledger, tried, blocks);
  for (const { id } of tried)
    if (ledger.hasFailed(id, end))
      leave(progress, id, ledger.errorsOf(id) === null ? 'failed' : 'constraint');
  const measured = tried.filter((one) => scores.has(one.id) && !ledger.hasFailed(one.id, end));
  const word = feasible(progress.options, ledger, measured, blocks, measured.length);
  const candidates = measured.filter(({ id }) => word(id) !== 'broken');
  const score = ({ id }: GridSetting) => scores.get(id) ?? Number.NEGATIVE_INFINITY;
  const top = best(candidates, score);
  // Where every setting breaks a constraint, one beside the setting that breaks it least may keep it.
  const nearest = best(measured, (one) => -excessOf(progress.options, ledger, one, blocks));
  if (!top && nearest && progress.phase === 'bracket')
    return { settings: [nearest], leaders: [nearest], score };
  for (const one of measured) if (!candidates.includes(one)) leave(progress, one.id, 'constraint');
  if (!top) {
    progress.stopped = 'no candidate';
    return null;
  }
  // Two blocks on a drifting machine may not suffice to be sure of anything: then who looks as if it kept them.
  const kept = candidates.filter(({ id }) => word(id) === 'kept');
  const seeming = candidates.filter((one) => excessOf(progress.options, ledger, one, blocks) <= 0);
  const sure = best(kept, score) ?? best(seeming, score);
  const gap = gapOf(progress, scores);
  const settings = candidates.filter((one) => score(one) >= score(sure ?? top) - gap);
  for (const { id } of candidates) {
    if (settings.some((one) => one.id === id)) progress.left.delete(id);
    else leave(progress, id, 'worse');
  }
  progress.alive = settings;
  return { settings, leaders: [...new Set([top, sure ?? top])], score };
}

function* refine(progress: Progress, { settings, leaders, score }: Kept): Generator<Ask, boolean, void> {
  const { grid, tried, margin } = progress;
  const centres = [smallest(grid, settings), ...leaders].flatMap((one) => one ?? []);
  const beside = centres.flatMap((one) => [...neighbours(grid, one), ...nearerToday(grid, one)]);
  const wanted = new Set([...between(grid, settings, centres), ...beside]);
  const added = grid.settings.filter((one) => wanted.has(one) && !tried.includes(one));
  if (added.length === 0) return false;
  // Known settings link the new blocks with the first ones: the leaders, and who may be recommended instead.
  const links = new Set(leaders.flatMap((leader) => [leader, likely(grid, settings, leader, score, margin)]));
  const cells = grid.settings.filter((one) => added.includes(one) || links.has(one));
  enter(progress, 'refine', cells);
  yield screening(progress, cells, `${added.length} settings between and beside those that are near the top`);
  return true;
}

/** The preferred one of those that are no further below a leader. */
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

/** In order of the grid. */
function finalists(
  { grid, options, tried, left, margin, foretold }: Progress,
  { settings, leaders, score }: Kept,
): GridSetting[] {
  const promoted = leaders.flatMap((leader) => [
    leader,
    likely(grid, settings, leader, score, promising * margin),
  ]);
  let chosen = new Set(options.mode === 'certified' ? settings : promoted);
  if (options.mode === 'fast') {
    for (const one of promoted) for (const beside of nearestOf(grid, one, settings)) chosen.add(beside);
    // A variable that does not matter stays as it is, if only that is measured.
    const nearer = promoted.flatMap((one) => nearerToday(grid, one));
    for (const one of nearer) if (settings.includes(one)) chosen.add(one);
    // Who was measured more often is flattered less by luck, and would be left out for others that had more of it.
    if (foretold && settings.includes(foretold)) chosen.add(foretold);
  }
  // One alone still has to be compared with something: with what is beside it.
  const isFeasible = ({ id }: GridSetting) =>
    left.get(id)?.reason !== 'constraint' && left.get(id)?.reason !== 'failed';
  if (chosen.size === 1) {
    const [only] = chosen;
    chosen = new Set([...chosen, ...(only ? nearestOf(grid, only, tried.filter(isFeasible)) : [])]);
  }
  // What is gained is told against the default, so it races even where it is far behind: three blocks are enough then.
  if (tried.includes(grid.default) && isFeasible(grid.default)) chosen.add(grid.default);
  return grid.settings.filter((one) => chosen.has(one));
}

function* certify(
  progress: Progress,
  ledger: Ledger,
  cells: readonly GridSetting[],
): Generator<Ask, void, void> {
  for (const { id } of progress.alive) {
    if (!cells.some((one) => one.id === id)) leave(progress, id, 'not raced');
  }
  for (const { id } of cells) progress.left.delete(id);
  progress.phase = 'certify';
  progress.field = cells;
  progress.alive = cells;
  progress.racing = cells;
  const first = progress.screening.length;
  for (const look of certificateLooks) {
    const from = progress.fresh.length;
    const blocks = Array.from({ length: look - from }, (_, i) => first + from + i);
    progress.fresh = [...progress.fresh, ...blocks];
    const { racing, certified } = progress;
    const what =
      certified.length > 0
        ? `whether what changes less is as good as ${certified.join(', ')}`
        : `which is best of ${racing.map(({ id }) => id).join(', ')}`;
    yield ask(progress, blocks, racing, `${what}; next look after ${look} fresh blocks`);
    lookAt(progress, ledger);
    if (progress.stopped !== null) return;
  }
  progress.stopped = progress.certified.length > 0 ? 'certificate' : 'last look';
}

function leave(progress: Progress, id: string, reason: Leaving['reason']): void {
  if (progress.left.has(id)) return;
  const { phase, screening: blocks } = progress;
  progress.left.set(id, { phase, blocks: blocks.length, reason });
}

function best(
  settings: readonly GridSetting[],
  score: (one: GridSetting) => number,
): GridSetting | undefined {
  const [first] = settings;
  return first && settings.reduce((top, one) => (score(one) > score(top) ? one : top), first);
}
