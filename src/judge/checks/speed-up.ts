/** Speed-up: no more than what was added. */
import { exponential, mean, welchBounds } from '../../stats/mean-and-spread.ts';
import type { Observation } from '../../model/observation.ts';
import { message, type Message, type ParamsOf } from '../../messages/message.ts';
import { check, eachRow, figure, isLate, pace } from './check.ts';
import { thresholds } from './thresholds.ts';

export const speedUp = check({
  id: 'S1',
  effect: 'undecided',
  needs: [],
  judge(rows) {
    const groups = Map.groupBy(
      rows.filter((row) => pace(row) > 0),
      ({ group }) => group,
    );
    const pairs = [...groups.values()].flatMap(speedUps);
    return eachRow(pairs, ({ ratio, limit, says }) => ({
      fails: ratio.low > limit * thresholds.S1.tolerance,
      badness: ratio.value / limit,
      says,
      // The ratio as it was measured: the comparison of the two, where there is one, tells how sure it is.
      evidence: [figure('speed-up', '×', ratio.value), figure('limit', '×', limit)],
    }));
  },
});

type SpeedUp = Observation & {
  readonly ratio: { readonly value: number; readonly low: number; readonly high: number };
  readonly limit: number;
  readonly says: Message;
};

/** Returns the speed-up of each cell of a group against the cell with the fewest workers. */
function speedUps(rows: readonly Observation[]): SpeedUp[] {
  const cells = [...Map.groupBy(rows, ({ cell }) => cell).values()];
  const known = cells.filter(([first]) => first && first.workers !== null);
  const base = known.toSorted(([a], [b]) => (a?.workers ?? 0) - (b?.workers ?? 0))[0];
  const from = base?.[0];
  const fewest = from?.workers ?? null;
  if (!base || !from || fewest === null) return [];
  return cells.flatMap((cell) => {
    const [to] = cell;
    if (!to || cell === base || to.workers === fewest) return [];
    const limits = limitsOf(from, to, fewest);
    if (limits.length === 0) return [];
    const limit = Math.min(...limits.map(({ times }) => times));
    const [before, after] = [base, cell].map((of) => of.map((row) => Math.log(pace(row)))) as [
      number[],
      number[],
    ];
    const value = mean(after) - mean(before);
    const ratio = exponential(welchBounds(before, after) ?? { value, low: value, high: value });
    const says = message('check.S1.speed-up', { ratio: ratio.value, base: from.cell, limits, limit });
    return [{ ...to, name: to.cell, ratio, limit, says }];
  });
}

type Limits = ParamsOf<'check.S1.speed-up'>['limits'];

function limitsOf(from: Observation, to: Observation, workers: number): Limits {
  // A server that answers early has more in flight than its clients may have asked for.
  const jobs = to.jobs && (to.jobs.rate * to.jobs.mean) / 1000;
  const concurrency =
    to.jobs?.declared == null ? to.declared : Math.max(to.jobs.declared, isLate(to) ? (jobs ?? 0) : 0);
  const cpus = from.computingCpus;
  return [
    ...(concurrency === null
      ? []
      : [{ times: concurrency / Math.min(workers, concurrency), by: 'concurrency' as const }]),
    ...(to.workers === null ? [] : [{ times: to.workers / workers, by: 'workers' as const }]),
    ...(cpus === null ? [] : [{ times: cpus / Math.min(workers, cpus), by: 'CPUs' as const }]),
  ];
}
