/** When each validity check fails, for the table of docs/checks.md, and what its failure does to the verdicts. */
import { counted } from '../../format/number.ts';
import type { Numbers } from '../nested.ts';

type Which = Numbers<'settings' | 'all'>;
type Metrics = Which & { metrics: readonly string[] };

const which = ({ settings, all }: Which) =>
  settings === all ? (all === 1 ? 'the setting' : 'all settings') : counted(settings, 'setting');

export const checkConditions = {
  'check.L1.fails-when':
    'X·R (or X times the floor) is above 1.02 × the declared concurrency; below half of it in a closed loop without pauses; exactly 1.00 under several clients, which is what total ÷ n gives',
  'check.L2.fails-when':
    'the concurrency averaged over time is below 0.95 × the declared one, in a closed loop without pauses or in batches',
  'check.F1.fails-when': 'a single correct response came sooner than the floor that was declared for it',
  'check.F2.fails-when':
    'more than 5% of the work was done after the responses; in a published log: 1 − declared ÷ (X·R) of its jobs, by Little’s law',
  'check.P2.fails-when':
    'a single response does not carry the id, the digest or the proof of its own request',
  'check.B1.fails-when':
    'throughput is more than 3% above the smallest of N ÷ (D + Z), CPUs ÷ CPU per request, and threads ÷ CPU per request, as far as these are known',
  'check.S1.fails-when':
    'the speed-up over the fewest workers of the same group is above 1.05 × min(concurrency, workers, CPUs for computing work), with its whole interval where there are several trials',
  'check.T1.fails-when':
    'a server reports that a request took longer than its client waited, or either longer than the whole test',
  'check.T2.fails-when':
    'the mean time that the server reports is below 0.7 × what the clients waited; the clients’ time is reported',
  'check.E1.fails-when':
    'a response was wrong (status, body, not HTTP), or a wrong one was counted as success; more than 1% of the requests got no response',
  'check.E2.fails-when': 'the application wrote a warning while it was measured (in its last 40 lines)',
  'check.G1.fails-when':
    'in at least half of the trials of a setting, the generator’s loop was more than 85% busy, it took more than 5% of saturated CPUs that it shares with the server, or late requests make up more than 10% of the time that clients waited (a verdict on throughput or mean times that stays the same with the generator’s share of the CPUs added is kept); for a single percentile: more requests were sent late than lie above it (p99: 1%); or a request (k6: an iteration) was due and never sent; of several generators the worst one is judged',
  'check.G2.fails-when':
    'a generator was in its window together with all others for less than 95% of it; or the network between a generator and the server adds more than 5% to the median response time (a verdict on throughput or mean times that stays the same without what the network adds is kept)',
  'check.M1.fails-when':
    'in at least half of the trials of a setting: steal above 1%, other programs above 10% of the CPU time, with less than 10% idle (where that is unknown: a load above 0.2 per CPU before the run), or the cgroup throttled (a verdict on throughput or mean times that stays the same with the lost CPU time added is kept); as a note: the machine changes its speed (the readings of the window probe fall into two heaps, or the speed of trials spreads by more than 10%)',
  'check.D1.fails-when':
    'the window is shorter than 5 s; or, where it ends by the clock, holds fewer than 1000 requests or is shorter than 50 median response times (a load with a fixed number of requests cuts none off)',
  'check.D2.fails-when':
    'fewer than 10 requests lie above a percentile in a trial: n(1 − q) < 10; it is then not shown for the setting, because only the fast trials would be left; or a load generator has left out requests that were due',
  'check.C1.fails-when': 'the resolution of the clock behind a figure is above 2% of the figure',
  'check.W1.fails-when':
    'throughput rises or falls through the window (Mann–Kendall, p < .01 over all trials together, and by more than 5%), or the first trial lies 3.5 robust deviations from the others of its setting',
  'check.V1.fails-when':
    'the throughputs of a setting fall into two groups (8 trials or more; the widest gap between neighbours is above 50 ÷ n deviations within the groups, which chance exceeds in at most 1% of runs) more than 5% apart; both are shown',
  'check.I1.fails-when':
    'the workers did not get the same number of requests (chi-square, p < .001 over all trials together)',
  'check.R1.fails-when':
    'no setting was measured more than once (a single setting that was measured once loses only its own verdicts), or a copy of the baseline differs from the baseline (A/A′)',
  'check.Q1.fails-when':
    'a row holds only zeros, two rows are the same to the last digit, or a label differs from the parameters',
  'check.P1.fails-when':
    'a pool size, number of processes, environment variable, number of CPUs or version of Node that was read back differs from the one requested',

  'effect.silence': 'No verdict is given.',
  'effect.void': (of: Which) => `The trials of ${which(of)} do not count.`,
  'effect.undecided': ({ metrics, ...of }: Metrics) =>
    `Verdicts on ${metrics.length > 0 ? `${metrics.join(', ')} of ` : ''}${which(of)} are withheld.`,
  'effect.understates': (of: Which) =>
    `Verdicts on ${which(of)} are withheld, except those on throughput and mean times that stay the same with what is lost added.`,
  'effect.percentiles': ({ metrics, ...of }: Metrics) =>
    `${metrics.join(', ')} of ${which(of)}: shown and compared only where every trial has enough requests.`,
  'effect.hide': (of: Which) => `These figures of ${which(of)} are not shown or not compared.`,

  'check.balance': ({ passed, failed, others, all }: Numbers<'passed' | 'failed' | 'others' | 'all'>) =>
    `${passed} of ${all} checks passed, ${failed} failed, ${others} ${others === 1 ? 'was' : 'were'} not applicable.`,
  'check.counts-only': 'Counts, not times: the checks of a measurement do not apply.',
  'check.dash': 'A dash: not applicable, and why.',
};
