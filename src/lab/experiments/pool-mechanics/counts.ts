/** What the trials of one question have counted, by version of Node. */
import type { Facts } from '../../../model/sample.ts';
import type { Interval, Measured } from '../../../model/verdict.ts';
import { mean } from '../../../stats/interval.ts';
import { factsByNode, type NodeFacts } from '../node-versions.ts';

export type Value = Facts[string];

/**
 * @param ask the question, as in the plan
 * @param topology where it was asked
 * @returns versions in the order of the plan; empty if no such trial counts
 */
export const byVersion = (measured: Measured, ask: string, topology = 'node'): NodeFacts[] =>
  factsByNode(measured, (setting) => setting['ask'] === ask && setting['topology'] === topology);

/** Every value that the trials of this version have under that name. */
export function valuesOf({ rows }: NodeFacts, name: string): Value[] {
  return rows.flatMap((row) => (row[name] === undefined || row[name] === null ? [] : row[name]));
}

/** Numbers of all names that begin so. */
export function valuesByPrefix({ rows }: NodeFacts, prefix: string): number[] {
  return rows.flatMap((row) =>
    Object.entries(row).flatMap(([name, value]) =>
      name.startsWith(prefix) && typeof value === 'number' ? value : [],
    ),
  );
}

/** Whether it was run at all there, and why not if the program itself says so. */
export function whyNot(all: readonly NodeFacts[]): string | null {
  const why = all.flatMap((one) => valuesOf(one, 'why'))[0];
  return why === undefined ? null : String(why);
}

/** Equal values once: `4`, or `4, 7` where the trials differ. */
export const distinct = (values: readonly Value[]): string[] => [...new Set(values.map(String))];

/**
 * The median with the narrowest pair of order statistics around it that holds it with 95% whatever the distribution
 * (binomial with ½); null for fewer than six values.
 */
export function median(values: readonly number[]): Interval | null {
  const sorted = values.toSorted((a, b) => a - b);
  const n = sorted.length;
  let rank = 0;
  let tail = 0;
  for (let chance = 0.5 ** n, k = 0; k < n / 2; k++) {
    tail += chance;
    if (2 * tail > 0.05) break;
    rank = k + 1;
    chance *= (n - k) / (k + 1);
  }
  const [low, high] = [sorted[rank - 1], sorted[n - rank]];
  const middle = sorted.slice(Math.ceil(n / 2) - 1, Math.floor(n / 2) + 1);
  if (rank === 0 || low === undefined || high === undefined) return null;
  return { value: mean(middle), low, high };
}
