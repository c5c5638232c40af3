/** How many requests were really under way, and whether so many could have been served so fast. */
import type { Observation } from '../../model/observation.ts';
import { check, counted, eachRow, figure, notApplicable, type Finding } from './check.ts';
import { short, shortPercent, time } from '../../format/words.ts';

/** For requests in flight at the window's edges, and for the last digit of a published figure. */
const littleTolerance = 1.02;
/** X·R of a published table is 1.00 to so much when its mean was computed as total ÷ n: four figures of three digits. */
const exactlyOne = 0.005;
/** A loop without pauses keeps every client busy; a twentieth is left for connections that are opened again. */
const barrierTolerance = 0.95;
const boundTolerance = 1.03;

/**
 * Little's law, N = X·R, holds for every system and every window that is long against one response (Little 1961). So a
 * product that differs from the clients that were declared is about other requests, or another mean, than it says.
 */
export const little = check({
  id: 'L1',
  title: 'Little’s law: X·R is what was declared to be under way',
  failsWhen:
    'X·R (or X times the floor) is above 1.02 × the declared concurrency; below half of it in a closed loop without pauses; exactly 1.00 under several clients, which is what total ÷ n gives',
  effect: 'undecided',
  needs: [],
  without: 'No row was measured.',
  judge(rows) {
    const requests = eachRow(rows, requestsUnderWay);
    if (requests?.outcome === 'fail') return requests;
    // Jobs that outnumber what the clients can have asked for are work behind the answers: F2 weighs that.
    const jobs = eachRow(rows, jobsUnderWay);
    if (jobs?.outcome === 'fail') return { ...jobs, effect: 'note' };
    return (
      requests ??
      jobs ??
      notApplicable('An open load declares no concurrency, or the mean response time is not known.')
    );
  },
});

function requestsUnderWay(row: Observation): Finding | null {
  const { declared, throughput, mean: response, max, length, floor } = row;
  if (declared === null || throughput === null || response === null) return null;
  const product = (throughput * response) / 1000;
  const least = floor !== null && floor > response ? floor : response;
  const underWay = (throughput * least) / 1000;
  // A timed window also counts the part of its first requests that lies before it.
  const edge = row.endsByCount || max === null || length === null ? 0 : max / length;
  const limit = declared * (littleTolerance + edge);
  const arithmetic = `${short(throughput)} requests/s × ${time(least)} = ${short(underWay)} in flight`;
  const figures = [figure('X·R', 'requests', underWay), figure('declared', 'requests', declared)];
  const finding = (fails: boolean, badness: number, text: string): Finding => ({
    fails,
    badness,
    text,
    evidence: figures,
  });
  if (underWay > limit) {
    const why = least > response ? ' (no answer can be honest below that time)' : '';
    return finding(true, underWay / declared, `${arithmetic}, but ${clients(declared)} declared${why}`);
  }
  const isTotalByN = row.inFlight === null && declared > 1 && Math.abs(product - 1) < exactlyOne;
  if (isTotalByN) {
    return finding(
      true,
      1,
      `${arithmetic}: exactly one, so the "mean" is the total divided by the number of requests; ${clients(declared)} declared`,
    );
  }
  if (row.load === 'closed' && underWay < declared / 2) {
    return finding(
      true,
      declared / underWay,
      `${arithmetic}, but ${clients(declared)} declared, and they never pause`,
    );
  }
  return finding(
    false,
    Math.max(underWay / declared, row.load === 'closed' ? declared / underWay : 0),
    `${arithmetic}, of ${declared} declared`,
  );
}

const clients = (count: number) => `${counted(count, 'client')} ${count === 1 ? 'was' : 'were'}`;

function jobsUnderWay({ jobs }: Observation): Finding | null {
  if (jobs === null || jobs.declared === null) return null;
  const underWay = (jobs.rate * jobs.mean) / 1000;
  const arithmetic = `${short(jobs.rate)} jobs/s × ${time(jobs.mean)} = ${short(underWay)} jobs under way`;
  const fails = underWay > jobs.declared * littleTolerance;
  return {
    fails,
    badness: underWay / jobs.declared,
    text: fails
      ? `${arithmetic}, but clients that wait for their answers start at most ${jobs.declared} at once`
      : `${arithmetic}, of ${jobs.declared} that may be`,
    evidence: [figure('jobs under way', 'jobs', underWay), figure('declared', 'jobs', jobs.declared)],
  };
}

export const barrier = check({
  id: 'L2',
  title: 'No barrier: every declared client is busy',
  failsWhen:
    'the concurrency averaged over time is below 0.95 × the declared one, in a closed loop without pauses or in batches',
  effect: 'note',
  needs: ['inFlight', 'declared'],
  without: 'How many requests were under way was not measured over time.',
  judge(rows) {
    const judged = eachRow(rows, ({ load, inFlight, declared }) => {
      if (load !== 'closed' && load !== 'batch') return null;
      const fails = inFlight < declared * barrierTolerance;
      const why =
        load === 'batch' ? 'each batch waits for its slowest' : 'the clients wait for something else';
      return {
        fails,
        badness: declared / inFlight,
        text: `${short(inFlight)} of ${declared} declared requests were under way${fails ? `: ${why}` : ''}`,
        evidence: [figure('under way', 'requests', inFlight)],
      };
    });
    return judged ?? notApplicable('A burst drains and an open load has no clients: neither keeps a number.');
  },
});

export const bound = check({
  id: 'B1',
  title: 'Throughput within the bounds of the model',
  failsWhen:
    'throughput is more than 3 % above the smallest of N ÷ (D + Z), CPUs ÷ CPU per request, and threads ÷ CPU per request, as far as these are known',
  effect: 'undecided',
  needs: ['throughput'],
  without: 'No row has a throughput.',
  judge(rows) {
    const judged = eachRow(rows, ({ throughput, bounds }) => {
      const [first, ...others] = bounds;
      if (!first) return null;
      const { limit, text } = others.reduce(
        (least, next) => (next.limit < least.limit ? next : least),
        first,
      );
      const fails = throughput > limit * boundTolerance;
      const arithmetic = `${text} = at most ${short(limit)} requests/s, and ${short(throughput)} were measured`;
      return {
        fails,
        badness: throughput / limit,
        text: fails ? `${arithmetic}, ${shortPercent(throughput / limit - 1)} more` : arithmetic,
        evidence: [figure('bound', '1/s', limit), figure('throughput', '1/s', throughput)],
      };
    });
    return (
      judged ?? notApplicable('Neither a floor nor the CPU time of a request is known: no bound follows.')
    );
  },
});
