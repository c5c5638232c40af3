/** Speed-up: no more than what was added. */
import { exponential, mean } from '../../stats/interval.ts';
import { welchBounds } from '../../stats/unpaired.ts';
import type { Observation } from '../../model/observation.ts';
import { check, eachRow, figure, isLate, notApplicable, pace } from './check.ts';
import { short } from '../../format/words.ts';

/** For figures of one trial; where there are several, their interval has to lie above the limit as well. */
const speedUpTolerance = 1.05;

export const speedUp = check({
  id: 'S1',
  title: 'Speed-up within what was added',
  failsWhen:
    'the speed-up over the fewest workers of the same group is above 1.05 × min(concurrency, workers, CPUs for computing work), with its whole interval where there are several trials',
  effect: 'undecided',
  needs: [],
  without: 'No row was measured.',
  judge(rows) {
    const groups = Map.groupBy(
      rows.filter((row) => pace(row) > 0),
      ({ group }) => group,
    );
    const pairs = [...groups.values()].flatMap(speedUps);
    const judged = eachRow(pairs, ({ ratio, limit, text }) => ({
      fails: ratio.low > limit * speedUpTolerance,
      badness: ratio.value / limit,
      text,
      evidence: [{ text: 'speed-up', unit: '×', ...ratio, n: 1 }, figure('limit', '×', limit)],
    }));
    return judged ?? notApplicable('No two settings differ in their number of workers alone.');
  },
});

type SpeedUp = Observation & {
  readonly ratio: { readonly value: number; readonly low: number; readonly high: number };
  readonly limit: number;
  readonly text: string;
};

/** Each cell of a group against the one with the fewest workers. */
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
    const caps = capsOf(from, to, fewest);
    const [least, ...others] = caps;
    if (!least) return [];
    const limit = others.reduce((smallest, next) => Math.min(smallest, next.value), least.value);
    const [before, after] = [base, cell].map((of) => of.map((row) => Math.log(pace(row)))) as [
      number[],
      number[],
    ];
    const value = mean(after) - mean(before);
    const ratio = exponential(welchBounds(before, after) ?? { value, low: value, high: value });
    const text = `${short(ratio.value)} times as fast as ${from.cell}, of at most min(${caps.map((cap) => cap.text).join(', ')}) = ${short(limit)}`;
    return [{ ...to, name: to.cell, ratio, limit, text }];
  });
}

function capsOf(from: Observation, to: Observation, workers: number): { value: number; text: string }[] {
  // Of a server that answers early more is under way than its clients may have asked for.
  const jobs = to.jobs && (to.jobs.rate * to.jobs.mean) / 1000;
  const concurrency =
    to.jobs?.declared == null ? to.declared : Math.max(to.jobs.declared, isLate(to) ? (jobs ?? 0) : 0);
  const caps: { value: number; text: string }[] = [];
  if (concurrency !== null)
    caps.push({
      value: concurrency / Math.min(workers, concurrency),
      text: `${short(concurrency / Math.min(workers, concurrency))} by concurrency`,
    });
  if (to.workers !== null)
    caps.push({ value: to.workers / workers, text: `${short(to.workers / workers)} by workers` });
  if (from.computingCpus !== null)
    caps.push({
      value: from.computingCpus / Math.min(workers, from.computingCpus),
      text: `${short(from.computingCpus / Math.min(workers, from.computingCpus))} by CPUs`,
    });
  return caps;
}
