/** The blocks that a search asks for, in an order that can be asked for again; and what those say that chose where to look. */
import type { GridSetting, Phase, TuneBlock } from '../model/tune.ts';
import { field, type Field } from '../stats/best.ts';
import { seeded, shuffled } from '../stats/random.ts';
import { scoreTable, type Ledger } from './ledger.ts';
import type { Progress } from './progress.ts';

/** Blocks of the two screening phases: two give each setting a partner, and the noise its degrees of freedom. */
const screeningBlocks = 2;
/** Of the standard deviation of one trial: also three times that of the difference of two means of two. */
const gapDeviations = 3;

export interface Ask {
  readonly phase: Phase;
  readonly blocks: readonly TuneBlock[];
  readonly why: string;
}

export function enter(progress: Progress, phase: Phase, cells: readonly GridSetting[]): void {
  progress.phase = phase;
  progress.field = cells;
  progress.tried = progress.grid.settings.filter(
    (one) => progress.tried.includes(one) || cells.includes(one),
  );
}

export function screening(
  progress: Progress,
  cells: readonly GridSetting[],
  why: string,
  count = screeningBlocks,
): Ask {
  const from = progress.screening.length;
  const blocks = Array.from({ length: count }, (_, i) => from + i);
  progress.screening = [...progress.screening, ...blocks];
  return ask(progress, blocks, cells, why);
}

/**
 * Each block in an order of its own, which the seed and its number give: asked again it is the same. Two settings are
 * mirrored in every second block, which takes a steady drift out of their difference.
 */
export function ask(
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

export interface Scores extends Map<string, number> {
  deviation?: number;
}

/** From all blocks together; a single setting has the score 0. */
export function scoresOf(
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

/** Further than this below the top two blocks show that a setting is not the best. */
export function gapOf({ margin }: Progress, { deviation = margin }: Scores): number {
  return Math.max(2 * margin, gapDeviations * deviation);
}
