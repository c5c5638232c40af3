/** The pools of connections in figures, from what the probe tells of them. */
import type { ConnectionsReading, ProbeReading } from '../model/reading.ts';
import type { ConnectionVitals } from '../model/vitals.ts';
import { quantile, total } from '../stats/mean-and-spread.ts';

/** @returns a pool for each client, service and limit; the one for which most wait comes first */
export function connectionsOf(readings: readonly ProbeReading[]): ConnectionVitals[] {
  const told = readings.filter(({ pools }) => pools);
  const time = total(told.map(({ span }) => span));
  const all = told.flatMap(({ pools = [] }) => pools);
  const each = Map.groupBy(all, ({ client, kind, place, limit }) =>
    JSON.stringify([client, kind, place, limit]),
  );
  const pools = [...each.values()].flatMap((seen): ConnectionVitals[] => {
    const [first, last] = [seen[0], seen.at(-1)];
    if (!first || !last) return [];
    const sum = (pick: (one: ConnectionsReading) => number) => total(seen.map(pick));
    const [taken, given] = [sum((one) => one.taken), sum((one) => one.given)];
    const opened = sum((one) => one.fresh);
    const failed = sum((one) => one.failed.count);
    const waits = seen.flatMap((one) => one.waits);
    const waiting = sum((one) => one.waiting) / seen.length;
    const rate = time > 0 ? (1000 * taken) / time : 0;
    // Where nobody tells the limit, it is as many as are in use while others wait.
    const limit = last.limit || Math.max(0, ...seen.map((one) => (one.waiting > 0 ? one.used : 0)));
    return [
      {
        client: last.client,
        kind: last.kind,
        place: last.place,
        limit,
        used: sum(({ used }) => used) / seen.length,
        waiting,
        rate,
        // Each of a pool that was there before is new to the probe once.
        fresh: opened > 2 * limit ? opened / taken : 0,
        wait:
          taken > 0
            ? {
                // By Little's law where none was seen to wait.
                mean: waits.length > 0 ? sum(({ waited }) => waited) / taken : (1000 * waiting) / rate,
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
        blocking: last.blocking,
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
