/**
 * What the recommended setting gains over the current one: from a fixed number of further blocks that hold these two alone.
 * The blocks that chose it flatter it, and their interval pays for every look; these blocks had no part in the choice.
 */
import { comparable } from '../judge/compare.ts';
import { fitsOf } from '../judge/fits.ts';
import { withoutRefused } from '../judge/turns.ts';
import type { Interval } from '../model/metric.ts';
import { askedIn, type Plan } from '../model/plan.ts';
import type { Trial } from '../model/sample.ts';

/** Blocks that are wanted, and spare ones for those that gave no figure. */
const pairs = { wanted: 4, spare: 2 } as const;

export const isOfGain = ({ search }: Trial): boolean => search?.phase === 'gain';

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
  const good = withoutRefused(own).filter(({ problem }) => problem === null);
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
