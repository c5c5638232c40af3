/** What the trials of one question have counted, by version of Node. */
import type { Facts } from '../../../model/sample.ts';
import type { Measured } from '../../../model/verdict.ts';

export type Value = Facts[string];

export interface VersionCounts {
  readonly node: string;
  /** One row for each process that left facts. */
  readonly rows: readonly Facts[];
}

/**
 * @param ask the question, as in the plan
 * @param topology where it was asked
 * @returns versions in the order of the plan; empty if no such trial counts
 */
export function byVersion(
  { trials, plan }: Pick<Measured, 'trials' | 'plan'>,
  ask: string,
  topology = 'node',
): VersionCounts[] {
  const order = plan.cells.map(({ setting }) => String(setting['node'] ?? ''));
  const meant = trials.filter(
    ({ problem, setting }) => !problem && setting['ask'] === ask && setting['topology'] === topology,
  );
  return [...Map.groupBy(meant, ({ setting }) => String(setting['node'] ?? ''))]
    .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([label, group]) => {
      const rows = group.flatMap(({ facts = [] }) => facts);
      return { node: label === '' ? String(rows[0]?.['node'] ?? '') : label, rows };
    })
    .filter(({ rows }) => rows.length > 0);
}

/** Every value that the trials of this version have under that name. */
export function valuesOf({ rows }: VersionCounts, name: string): Value[] {
  return rows.flatMap((row) => (row[name] === undefined || row[name] === null ? [] : row[name]));
}

/** DNS lookups that reached the name server of the trial. */
export const lookupsInFlight = (one: VersionCounts, size: number): Value[] =>
  valuesOf(one, `in flight ${size}`);

/** Numbers of all names that begin so. */
export function valuesByPrefix({ rows }: VersionCounts, prefix: string): number[] {
  return rows.flatMap((row) =>
    Object.entries(row).flatMap(([name, value]) =>
      name.startsWith(prefix) && typeof value === 'number' ? value : [],
    ),
  );
}

/** Whether it was run at all there, and why not if the program itself says so. */
export function whyNot(all: readonly VersionCounts[]): string | null {
  const why = all.flatMap((one) => valuesOf(one, 'why'))[0];
  return why === undefined ? null : String(why);
}

/** Equal values once: `4`, or `4, 7` where the trials differ; a dash where there are none. */
export function shown(values: readonly Value[]): string {
  return values.length === 0 ? '–' : [...new Set(values.map(String))].join(', ');
}

/**
 * The median with the narrowest pair of order statistics around it that holds it with 95% whatever the distribution
 * (binomial with ½); null for fewer than six values.
 */
export function median(values: readonly number[]): { value: number; low: number; high: number } | null {
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
  return { value: middle.reduce((sum, each) => sum + each, 0) / middle.length, low, high };
}
