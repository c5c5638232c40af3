/** What an exhaustive sweep says of a recommendation, and when a sweep would have been as sure itself. */
import { marginOf, shareOf } from '../src/tune/trial-history.ts';
import type { Objective } from '../src/model/tune.ts';
import { certificateCritical, certificateLooks, ranking } from '../src/stats/ranking.ts';
import { contrast, fit, ratioWeights, type Covariate } from '../src/stats/ratio.ts';
import type { BlockTable } from '../src/stats/design.ts';
import type { Bounds } from '../src/stats/mean-and-spread.ts';

export const within = 0.05;
export const confidence = 0.95;
/** Blocks of the last look: a sweep that has certified nothing by then gives up, as a search does. */
export const mostBlocks = Math.max(...certificateLooks);

/** How far the best of the sweep is above this setting: the distance, and between what it lies for every setting at once. */
export function regretOf(
  table: BlockTable,
  covariate: Covariate | null,
  column: number,
  objective: Objective,
): Bounds | null {
  const fitted = fit(table, covariate);
  const rivals = (fitted?.columns ?? []).filter((one) => one !== column);
  const each = 1 - (1 - confidence) / Math.max(1, rivals.length);
  const all = rivals.flatMap((one) => (fitted && contrast(fitted, ratioWeights(one, column), each)) ?? []);
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
    const ranked = ranking(table.slice(0, look));
    if (!ranked) return null;
    const rivals = ranked.columns.length - 1;
    const critical = certificateCritical(
      confidence,
      rivals,
      isForeseen ? rivals * (look - 1) : ranked.degrees,
    );
    const error = (a: number, b: number) =>
      isForeseen ? ranked.deviation * Math.sqrt(2 / look) : ranked.error(a, b);
    const isCertified = ranked.columns.some((one) =>
      ranked.columns.every(
        (other) =>
          other === one || ranked.value(other) - ranked.value(one) + critical * error(other, one) <= margin,
      ),
    );
    if (isCertified) return { blocks: look, isForeseen };
  }
  return null;
}
