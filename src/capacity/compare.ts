/** Capacity against capacity: two settings that are both in every block. */
import type { CapacityResult, RatePoint } from '../model/capacity.ts';
import { contrast, fit, ratioWeights } from '../stats/estimate.ts';
import { exponential, mean } from '../stats/interval.ts';
import { blocksOf } from './points.ts';
import { estimateOf, levelAt } from './search.ts';

/**
 * The second setting's capacity over the first one's, with the block as the unit: each block has an estimate of its own for
 * either, by the slope of all blocks of that setting.
 * @param settings the points of both
 * @returns null where fewer than two blocks hold an estimate of both
 */
export function compared(
  settings: readonly [readonly RatePoint[], readonly RatePoint[]],
  isOver: boolean,
): CapacityResult['ratio'] {
  const [before, after] = settings.map(levels);
  if (!before || !after) return null;
  const blocks = [...before.keys()].filter((block) => after.has(block));
  if (blocks.length < 2) return null;
  const table = blocks.map((block) => [before.get(block) ?? null, after.get(block) ?? null]);
  const fitted = fit(table);
  const found = fitted && contrast(fitted, ratioWeights(1, 0), 1 - levelAt(blocks.length, isOver));
  if (!found) return null;
  const ratio = exponential(found);
  const word = ratio.low > 1 ? 'better' : ratio.high < 1 ? 'worse' : 'undecided';
  return { ...ratio, blocks: blocks.length, word };
}

/** By block: the logarithm of the rate at which the line crosses 0 there. */
function levels(points: readonly RatePoint[]): Map<number, number> | null {
  const slope = estimateOf(points, 0.05)?.slope;
  if (slope === undefined) return null;
  return new Map(
    blocksOf(points).flatMap((block): [number, number][] => {
      const counted = block.flatMap(({ rate, room, isLate, block: n }) =>
        rate === null || isLate ? [] : [{ n, x: Math.log(rate), room }],
      );
      const [first] = counted;
      if (!first) return [];
      return [[first.n, mean(counted.map(({ x }) => x)) - mean(counted.map(({ room }) => room)) / slope]];
    }),
  );
}
