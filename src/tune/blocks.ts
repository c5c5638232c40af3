/** The blocks of a step, in an order that can be asked for again; and what those say that chose where to look. */
import type { TuneBlock } from '../model/tune.ts';
import { ranking } from '../stats/ranking.ts';
import { seeded, shuffled } from '../stats/random.ts';
import type { SearchState, Step } from './search-state.ts';
import { scoreTable } from './trial-history.ts';

/** Of the standard deviation of one trial: also three times that of the difference of two means of two. */
const gapDeviations = 3;

/** @returns what is still to be measured of a step, failed trials that are repeated among it */
export function missingOf({ history, options }: SearchState, step: Step): TuneBlock[] {
  return step.blocks
    .map((block) => history.missing({ block, cells: orderOf(options.seed, step, block) }))
    .filter(({ cells }) => cells.length > 0);
}

/**
 * Each block has its own order, which the seed and its number give: asked again it is the same. Two settings are mirrored
 * in every second block, which takes a steady drift out of their difference.
 */
function orderOf(seed: number, { cells }: Step, block: number): string[] {
  const ids = cells.map(({ id }) => id);
  const order = (number: number) => shuffled(ids, seeded(seed + 2 ** 32 * (number + 1)));
  return ids.length === 2 && block % 2 === 1 ? order(block - 1).toReversed() : order(block);
}

export interface Scores extends Map<string, number> {
  deviation?: number;
}

/** @returns the score of each setting that has one, from all screening blocks together; a single setting has the score 0 */
export function scoresOf({ history, options, tried, screening }: SearchState): Scores {
  const { y: table, covariate } = scoreTable(history, options.objective, tried, screening);
  const fitted = ranking(table, covariate);
  const columns =
    fitted?.columns ??
    tried.flatMap((_, column) => (table.some((row) => typeof row[column] === 'number') ? column : []));
  const scores: Scores = new Map(
    columns.map((column): [string, number] => [tried[column]?.id ?? '', fitted ? fitted.value(column) : 0]),
  );
  if (fitted) scores.deviation = fitted.deviation;
  return scores;
}

/** @returns how far below the top two blocks show that a setting is not the best */
export function gapOf({ margin }: SearchState, { deviation = margin }: Scores): number {
  return Math.max(2 * margin, gapDeviations * deviation);
}
