/** The pools of connections in figures, from what the probe tells of them. */
import type { ConnectionsReading, ProbeReading } from '../model/reading.ts';
import type { ConnectionVitals } from '../model/vitals.ts';
import { quantile, total } from '../stats/mean-and-spread.ts';

/** @returns a pool for each client, service and limit; the one for which most wait comes first */
export function connectionsOf(readings: readonly ProbeReading[]): ConnectionVitals[] {
  const told = readings.filter(({ pools }) => pools);
  const time = total(told.map(({ span }) => span));
  const all = told.flatMap(({ pools = [] }) => pools);
  const each = Map.groupBy(all, ({ client, place, limit }) => JSON.stringify([client, place, limit]));
  const pools = [...each.values()].flatMap((seen): ConnectionVitals[] => {
    const [first, last] = [seen[0], seen.at(-1)];
    if (!first || !last) return [];
    const sum = (pick: (one: ConnectionsReading) => number) => total(seen.map(pick));
    const [taken, given] = [sum((one) => one.taken), sum((one) => one.given)];
    const opened = sum((one) => one.fresh);
    const failed = sum((one) => one.failed.count);
    const waits = seen.flatMap((one) => one.waits);
    return [
      {
        client: last.client,
        place: last.place,
        limit: last.limit,
        used: sum(({ used }) => used) / seen.length,
        waiting: sum(({ waiting }) => waiting) / seen.length,
        rate: time > 0 ? (1000 * taken) / time : 0,
        // Each of a pool that was there before is new to the probe once.
        fresh: opened > 2 * last.limit ? opened / taken : 0,
        wait:
          taken > 0
            ? {
                mean: sum(({ waited }) => waited) / taken,
                p95: quantile(waits, 0.95) ?? 0,
                longest: Math.max(...seen.map(({ longest }) => longest)),
              }
            : null,
        held: given > 0 ? sum(({ held }) => held) / given : null,
        alone: last.alone.count > 0 ? last.alone.held / last.alone.count : null,
        old: {
          count: last.old.count,
          grown: last.old.count - first.old.count,
          age: last.old.age,
          by: seen.findLast(({ old }) => old.by !== null)?.old.by ?? null,
        },
        protocol: last.protocol,
        failed: {
          part: failed > 0 ? failed / (failed + taken) : 0,
          code: seen.findLast((one) => one.failed.code !== null)?.failed.code ?? null,
        },
        variable: last.variable,
      },
    ];
  });
  return pools.toSorted((one, other) => other.waiting - one.waiting || other.used - one.used);
}
