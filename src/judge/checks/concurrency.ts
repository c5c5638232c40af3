/** How many requests were in flight, and whether so many could have been served so fast. */
import { lowestBound } from '../../saturation/saturation.ts';
import { message, type Message, type ParamsOf } from '../../messages/message.ts';
import type { Observation } from '../../model/observation.ts';
import { check, eachRow, figure, type CheckFinding, isLate, pace } from './check.ts';
import { thresholds } from './thresholds.ts';
import { exponential, mean, welchBounds } from '../../stats/mean-and-spread.ts';

/**
 * Little's law, N = X·R, holds for every system and every window that is long against one response (Little 1961). If
 * X·R differs from the declared clients, one of the three figures is about other requests, or another mean, than stated.
 */
export const little = check({
  id: 'L1',
  effect: 'undecided',
  needs: [],
  judge(rows) {
    const requests = eachRow(rows, requestsInFlight);
    if (requests?.outcome === 'fail') return requests;
    // More jobs than the clients can have asked for: the server works on after its answers, which check F2 judges.
    const jobs = eachRow(rows, jobsInFlight);
    if (jobs?.outcome === 'fail') return { ...jobs, effect: 'note' };
    return requests ?? jobs;
  },
});

function requestsInFlight(row: Observation): CheckFinding | null {
  const { declared, throughput, mean: response, max, length, windows = 1, floor } = row;
  if (declared === null || throughput === null || response === null) return null;
  const ms = floor !== null && floor > response ? floor : response;
  const inFlight = (throughput * ms) / 1000;
  // The response times of a timed window include the part of its first requests that lies before it.
  const edge = row.endsByCount || max === null || length === null ? 0 : (windows * max) / length;
  const { tolerance, exactlyOne } = thresholds.L1;
  // A mean may be rounded up by half a step, and a length in whole seconds may be one second too short.
  const rounding = stepOf(row, 'mean') / 2 + stepOf(row, 'throughput');
  const product = { rate: throughput, ms, inFlight, declared };
  const finding = (fails: boolean, badness: number, says: Message): CheckFinding => {
    const evidence = [figure('X·R', 'requests', inFlight), figure('declared', 'requests', declared)];
    return { fails, badness, says, evidence };
  };
  if (inFlight > declared * (tolerance + edge + rounding)) {
    const isFloor = ms > response;
    return finding(true, inFlight / declared, message('check.L1.too-many', { ...product, isFloor }));
  }
  const isTotalByN =
    row.inFlight === null && declared > 1 && Math.abs((throughput * response) / 1000 - 1) < exactlyOne;
  if (isTotalByN) return finding(true, 1, message('check.L1.total-by-n', product));
  const isClosed = row.load === 'closed';
  if (isClosed && inFlight < declared / 2)
    return finding(true, declared / inFlight, message('check.L1.idle', product));
  // With so much rounding no product could be too large, so a pass would say nothing.
  if (rounding > thresholds.L1.rounding) return null;
  const badness = Math.max(inFlight / declared, isClosed ? declared / inFlight : 0);
  return finding(false, badness, message('check.L1.requests', product));
}

/** @returns the step of the clock behind a figure, as a share of it; 0 where it is not known */
function stepOf({ clocks }: Observation, metric: 'mean' | 'throughput'): number {
  const clock = clocks.find((one) => one.metric === metric);
  return clock && clock.value > 0 ? clock.resolution / clock.value : 0;
}

function jobsInFlight({ jobs, late }: Observation): CheckFinding | null {
  if (jobs === null || jobs.declared === null || late?.isDeclared) return null;
  const { rate, mean: ms, declared } = jobs;
  const inFlight = (rate * ms) / 1000;
  const fails = inFlight > declared * thresholds.L1.tolerance;
  const product = { rate, ms, inFlight, declared };
  return {
    fails,
    badness: inFlight / declared,
    says: message(fails ? 'check.L1.too-many-jobs' : 'check.L1.jobs', product),
    evidence: [figure('jobs in flight', 'jobs', inFlight), figure('declared', 'jobs', declared)],
  };
}

export const barrier = check({
  id: 'L2',
  effect: 'note',
  needs: ['inFlight', 'declared'],
  row: ({ load, inFlight, declared }) => {
    if (load !== 'closed' && load !== 'batch') return null;
    const fails = inFlight < declared * thresholds.L2.busy;
    const why = fails ? (load === 'batch' ? 'batches' : 'clients') : null;
    return {
      fails,
      badness: declared / inFlight,
      says: message('check.L2.in-flight', { inFlight, declared, why }),
      evidence: [figure('in flight', 'requests', inFlight)],
    };
  },
});

export const bound = check({
  id: 'B1',
  effect: 'undecided',
  needs: ['throughput'],
  row: ({ throughput, bounds }) => {
    const lowest = lowestBound(bounds);
    if (!lowest) return null;
    const { throughput: limit, says } = lowest;
    const fails = throughput > limit * thresholds.B1.tolerance;
    return {
      fails,
      badness: throughput / limit,
      says: message(fails ? 'check.B1.exceeded' : 'check.B1.within', { bound: says, limit, throughput }),
      evidence: [figure('bound', '1/s', limit), figure('throughput', '1/s', throughput)],
    };
  },
});

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
