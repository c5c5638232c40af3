/** What an exhaustive sweep says of a recommendation, and when a sweep would have been as sure itself. */
import { marginOf, shareOf } from '../src/tune/ledger.ts';
import type { Objective } from '../src/model/tune.ts';
import { certificateCritical, certificateLooks, field } from '../src/stats/best.ts';
import { blockComparisons, type BlockTable } from '../src/stats/blocks.ts';
import type { Bounds } from '../src/stats/interval.ts';

export const within = 0.05;
export const confidence = 0.95;
/** Blocks of the last look: a sweep that has certified nothing by then gives up, as a search does. */
export const mostBlocks = Math.max(...certificateLooks);

/** How far the best of the sweep is above this setting: the distance, and between what it lies for every setting at once. */
export function regretOf(table: BlockTable, column: number, objective: Objective): Bounds | null {
  const all = blockComparisons(table, column, confidence).filter((one) => one !== null);
  if (all.length === 0) return null;
  const most = (pick: (one: (typeof all)[number]) => number) =>
    shareOf(objective, Math.max(0, ...all.map(pick)));
  return { value: most(({ value }) => value), low: most(({ low }) => low), high: most(({ high }) => high) };
}

/** Blocks after which a sweep that drops nothing certifies a setting; null if not after all looks. */
export function asSureAfter(
  table: BlockTable,
  objective: Objective,
): { readonly blocks: number; readonly isForeseen: boolean } | null {
  const margin = marginOf(objective, within);
  for (const look of certificateLooks) {
    const isForeseen = look > table.length;
    const fit = field(table.slice(0, look));
    if (!fit) return null;
    const rivals = fit.columns.length - 1;
    const critical = certificateCritical(confidence, rivals, isForeseen ? rivals * (look - 1) : fit.degrees);
    const error = (a: number, b: number) =>
      isForeseen ? fit.deviation * Math.sqrt(2 / look) : fit.error(a, b);
    const isCertified = fit.columns.some((one) =>
      fit.columns.every(
        (other) =>
          other === one || fit.value(other) - fit.value(one) + critical * error(other, one) <= margin,
      ),
    );
    if (isCertified) return { blocks: look, isForeseen };
  }
  return null;
}
