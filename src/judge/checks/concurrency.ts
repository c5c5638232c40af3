/** How many requests were in flight, and whether so many could have been served so fast. */
import { lowestBound } from '../../saturation/saturation.ts';
import { message, type Message } from '../../messages/message.ts';
import type { Observation } from '../../model/observation.ts';
import { check, eachRow, figure, type CheckFinding } from './check.ts';
import { thresholds } from './thresholds.ts';

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
  const { rate, mean, declared } = jobs;
  const inFlight = (rate * mean) / 1000;
  const fails = inFlight > declared * thresholds.L1.tolerance;
  const product = { rate, ms: mean, inFlight, declared };
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
