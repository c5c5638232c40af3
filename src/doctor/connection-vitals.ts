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
    const used = sum((one) => one.used) / seen.length;
    const waited = sum((one) => one.waited);
    const rate = time > 0 ? (1000 * taken) / time : 0;
    // Where nobody tells the limit, it is as many as are in use while others wait.
    const limit = last.limit || Math.max(0, ...seen.map((one) => (one.waiting > 0 ? one.used : 0)));
    return [
      {
        client: last.client,
        kind: last.kind,
        place: last.place,
        limit,
        used,
        waiting,
        rate,
        // Each of a pool that was there before is new to the probe once.
        fresh: opened > 2 * limit ? opened / taken : 0,
        wait:
          taken > 0
            ? {
                // By Little's law where nobody was seen to wait.
                mean: waited > 0 ? waited / taken : (1000 * waiting) / rate,
                p95: quantile(waits, 0.95) ?? null,
                longest: Math.max(...seen.map(({ longest }) => longest)),
              }
            : null,
        held: given > 0 ? sum(({ held }) => held) / given : taken > 0 ? (1000 * used) / rate : null,
        alone: last.alone.count > 0 ? last.alone.held / last.alone.count : null,
        old: {
          count: last.old.count,
          grown: last.old.count - first.old.count,
          age: last.old.age,
          by: seen.findLast(({ old }) => old.by !== null)?.old.by ?? null,
        },
        protocol: last.protocol,
        command: mainCommand(seen),
        threads: last.threads,
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

/** The command that had the connection for most of the time, of those of which each reading tells the longest. */
function mainCommand(seen: readonly ConnectionsReading[]): ConnectionVitals['command'] {
  const told = seen.flatMap(({ command }) => command ?? []);
  const all = total(seen.map(({ held }) => held));
  const sums = Array.from(
    Map.groupBy(told, ({ name }) => name.toUpperCase()),
    ([name, same]) => ({
      name,
      held: total(same.map(({ held }) => held)),
      count: total(same.map(({ count }) => count)),
      isBlocking: same.some(({ isBlocking }) => isBlocking),
    }),
  );
  const [most] = sums.toSorted((one, other) => other.held - one.held);
  if (!most || all === 0) return null;
  const { name, held, count, isBlocking } = most;
  return { name, part: Math.min(1, held / all), each: held / count, isBlocking };
}
