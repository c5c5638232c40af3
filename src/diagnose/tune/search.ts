/**
 * Bracket, Refine, Certify: the search for the best setting, written as if trials took no time. Where something has to be
 * measured it yields what; `tune.ts` answers from what was measured already, or asks for it.
 *
 *     BRACKET   2 blocks of a coarse grid          → keep what is within the gap of the top
 *     REFINE    2 blocks of what lies between       → keep what is within the gap of the top
 *     CERTIFY   fresh blocks of the finalists,      → drop who is worse than the best for sure,
 *               looked at after 3, 5, 8, 12, 18, 27   stop as soon as one is close enough to the best for sure
 */
import type { GridSetting, Leaving, Phase, TuneBlock } from '../../model/tune.ts';
import { certificateLooks, field, type Field } from '../../stats/best.ts';
import { seeded, shuffled } from '../../stats/random.ts';
import { lookAt } from './certificate.ts';
import { feasibilityOf } from './feasible.ts';
import { between, coarseGrid, nearestOf, neighbours, predictedGrid, preferred, smallest } from './grid.ts';
import { scored, scoreTable, type Ledger } from './ledger.ts';
import { promising, type Progress } from './progress.ts';

/** Blocks of the two screening phases: two give each setting a partner, and the noise its degrees of freedom. */
const screeningBlocks = 2;
/** Of the standard deviation of one trial: also three times that of the difference of two means of two. */
const gapDeviations = 3;

export interface Ask {
  readonly phase: Phase;
  readonly blocks: readonly TuneBlock[];
  readonly why: string;
}

/** Ends with `stopped` set. */
export function* search(progress: Progress, ledger: Ledger): Generator<Ask, void, void> {
  yield* bracket(progress);
  const first = screened(progress, ledger);
  if (!first) return;
  const around = yield* refine(progress, first);
  const kept = around ? screened(progress, ledger) : first;
  if (!kept) return;
  yield* certify(progress, ledger, finalists(progress, kept));
}

function* bracket(progress: Progress): Generator<Ask, void, void> {
  const cells = firstSettings(progress);
  enter(progress, 'bracket', cells);
  yield screening(
    progress,
    cells,
    `${cells.length} of ${progress.grid.settings.length} settings, to see where to look`,
  );
}

function firstSettings({ options, grid, margin }: Progress): GridSetting[] {
  const { prediction, objective } = options;
  const score = ({ id }: GridSetting) => {
    const value = prediction?.[id];
    return value !== undefined && value > 0 && Number.isFinite(value) ? scored(objective, value) : null;
  };
  return (prediction && predictedGrid(grid, score, margin)) ?? coarseGrid(grid);
}

/** What the screening has left: the candidates near the top, and the top. */
interface Kept {
  readonly settings: readonly GridSetting[];
  readonly top: GridSetting;
  readonly score: (one: GridSetting) => number;
}

/** Null where nothing can be recommended any more. */
function screened(progress: Progress, ledger: Ledger): Kept | null {
  const { tried, screening: blocks, margin } = progress;
  const end = Math.max(...blocks) + 1;
  const scores = scoresOf(progress, ledger, tried, blocks);
  leaveFailed(progress, ledger, tried, end);
  const measured = tried.filter((one) => scores.has(one.id) && !ledger.hasFailed(one.id, end));
  const broken = brokenOf(progress, ledger, measured, blocks, measured.length);
  const feasible = measured.filter(({ id }) => !broken.has(id));
  // Where every constraint is broken everywhere, the search goes on around what is best but for them.
  const candidates = feasible.length > 0 ? feasible : progress.phase === 'bracket' ? measured : [];
  if (feasible.length > 0) for (const id of broken) leave(progress, id, 'constraint');
  const score = ({ id }: GridSetting) => scores.get(id) ?? Number.NEGATIVE_INFINITY;
  const top = best(candidates, score);
  if (!top) {
    for (const id of broken) leave(progress, id, 'constraint');
    progress.stopped = 'no candidate';
    return null;
  }
  const deviation = scores.deviation ?? margin;
  const gap = Math.max(2 * margin, gapDeviations * deviation);
  const settings = candidates.filter((one) => score(one) >= score(top) - gap);
  for (const { id } of candidates) {
    const isKept = settings.some((one) => one.id === id);
    if (isKept) progress.left.delete(id);
    else leave(progress, id, 'worse');
  }
  progress.alive = settings;
  return { settings, top, score };
}

function* refine(progress: Progress, { settings, top, score }: Kept): Generator<Ask, boolean, void> {
  const { grid, tried, margin } = progress;
  const lowest = smallest(grid, settings) ?? top;
  const wanted = new Set([...between(grid, settings), ...neighbours(grid, lowest), ...neighbours(grid, top)]);
  const added = grid.settings.filter((one) => wanted.has(one) && !tried.includes(one));
  if (added.length === 0) return false;
  // Two known settings link the new blocks with the first ones: the likely recommendation and the top.
  const link = preferred(
    grid,
    settings.filter((one) => score(one) >= score(top) - margin),
  )[0];
  const cells = grid.settings.filter((one) => added.includes(one) || one === link || one === top);
  enter(progress, 'refine', cells);
  yield screening(progress, cells, `${added.length} settings between and beside those that are near the top`);
  return true;
}

/** In order of the grid. */
function finalists(
  { grid, options, tried, left, margin }: Progress,
  { settings, top, score }: Kept,
): GridSetting[] {
  const good = settings.filter((one) => score(one) >= score(top) - promising * margin);
  const likely = preferred(grid, good)[0] ?? top;
  let chosen: readonly GridSetting[] = settings;
  if (options.mode === 'fast')
    chosen = [likely, top, ...nearestOf(grid, likely, settings), ...nearestOf(grid, top, settings)];
  // One alone still has to be compared with something: with what is beside it.
  const isFeasible = ({ id }: GridSetting) =>
    left.get(id)?.reason !== 'constraint' && left.get(id)?.reason !== 'failed';
  if (new Set(chosen).size === 1) chosen = [...chosen, ...nearestOf(grid, top, tried.filter(isFeasible))];
  // What is gained is told against the default, so it races even where it is far behind: three blocks are enough then.
  const reference = tried.includes(grid.default) && isFeasible(grid.default) ? [grid.default] : [];
  return grid.settings.filter((one) => chosen.includes(one) || reference.includes(one));
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
    const count = `${racing.length} ${racing.length === 1 ? 'finalist' : 'finalists'}`;
    const what = certified.length > 0 ? `whether the default is as good as ${certified.join(', ')}` : count;
    yield ask(progress, blocks, racing, `${what}: look after ${look} fresh blocks`);
    lookAt(progress, ledger);
    if (progress.stopped !== null) return;
  }
  progress.stopped = progress.certified.length > 0 ? 'certificate' : 'last look';
}

function enter(progress: Progress, phase: Phase, cells: readonly GridSetting[]): void {
  progress.phase = phase;
  progress.field = cells;
  progress.tried = progress.grid.settings.filter(
    (one) => progress.tried.includes(one) || cells.includes(one),
  );
}

function screening(progress: Progress, cells: readonly GridSetting[], why: string): Ask {
  const from = progress.screening.length;
  const blocks = Array.from({ length: screeningBlocks }, (_, i) => from + i);
  progress.screening = [...progress.screening, ...blocks];
  return ask(progress, blocks, cells, why);
}

/**
 * Each block in an order of its own, which the seed and its number give: asked again it is the same. Two settings are
 * mirrored in every second block, which takes a steady drift out of their difference.
 */
function ask(
  { options, phase }: Progress,
  blocks: readonly number[],
  cells: readonly GridSetting[],
  why: string,
): Ask {
  const ids = cells.map(({ id }) => id);
  const order = (block: number) => shuffled(ids, seeded(options.seed + 2 ** 32 * (block + 1)));
  const isMirrored = (block: number) => ids.length === 2 && block % 2 === 1;
  return {
    phase,
    blocks: blocks.map((block) => ({
      block,
      cells: isMirrored(block) ? order(block - 1).toReversed() : order(block),
    })),
    why,
  };
}

function leave(progress: Progress, id: string, reason: Leaving['reason']): void {
  if (progress.left.has(id)) return;
  const { phase, screening: blocks } = progress;
  progress.left.set(id, { phase, blocks: blocks.length, reason });
}

function leaveFailed(
  progress: Progress,
  ledger: Ledger,
  settings: readonly GridSetting[],
  end: number,
): void {
  for (const { id } of settings) if (ledger.hasFailed(id, end)) leave(progress, id, 'failed');
}

/** Ids whose interval lies wholly beyond a constraint. */
function brokenOf(
  { options }: Progress,
  ledger: Ledger,
  settings: readonly GridSetting[],
  blocks: readonly number[],
  family: number,
): ReadonlySet<string> {
  const test = { ledger, confidence: options.confidence, settings, blocks, family };
  return new Set(
    options.constraints.flatMap((constraint) =>
      [...feasibilityOf(constraint, test)].flatMap(([id, word]) => (word === 'broken' ? id : [])),
    ),
  );
}

interface Scores extends Map<string, number> {
  deviation?: number;
}

/** From all blocks together; a single setting has the score 0. */
function scoresOf(
  { options }: Progress,
  ledger: Ledger,
  settings: readonly GridSetting[],
  blocks: readonly number[],
): Scores {
  const table = scoreTable(ledger, options.objective, settings, blocks);
  const fitted: Field | null = field(table);
  const columns =
    fitted?.columns ??
    settings.flatMap((_, column) => (table.some((row) => typeof row[column] === 'number') ? column : []));
  const scores: Scores = new Map(
    columns.map((column): [string, number] => [
      settings[column]?.id ?? '',
      fitted ? fitted.value(column) : 0,
    ]),
  );
  if (fitted) scores.deviation = fitted.deviation;
  return scores;
}

function best(
  settings: readonly GridSetting[],
  score: (one: GridSetting) => number,
): GridSetting | undefined {
  const [first] = settings;
  return first && settings.reduce((top, one) => (score(one) > score(top) ? one : top), first);
}
