/** From a stored trial to the row that the validity checks judge. Reads what is there, and judges nothing. */
import { describeLoad, describeSetting, windowOf, type Cell, type Load, type Plan } from '../model/plan.ts';
import type { Observation } from '../model/observation.ts';
import type { HistogramData, HostConditions, LoadOutcome, Sample, Trial } from '../model/sample.ts';
import { ownPool } from '../model/vary.ts';
import { metricsOfClocks } from './observe-clocks.ts';
import { asItsClientCounts } from './observe-expected.ts';
import { settingInForce } from './observe-setting.ts';
import { Histogram } from '../stats/histogram.ts';
import { bounds, computingCpus, serverCpus } from './bounds.ts';
import { requestsPerWorker } from './observe-workers.ts';

/**
 * In the order of measuring; a trial whose load never ran has nothing to be judged.
 * @param expected the trials whose wrong answers are their finding, apart from all others
 */
export function observe(
  plan: Plan,
  host: HostConditions,
  trials: readonly Trial[],
  expected = false,
): Observation[] {
  const cells = new Map(plan.cells.map((cell) => [cell.id, cell]));
  return trials
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .flatMap((trial) => {
      const cell = cells.get(trial.cell);
      if (!trial.sample || !cell || (cell.expectsWrong ?? false) !== expected) return [];
      const sample = expected ? asItsClientCounts(trial.sample) : trial.sample;
      return [row(plan, host, cell, trial, sample)];
    });
}

function row(plan: Plan, host: HostConditions, cell: Cell, trial: Trial, sample: Sample): Observation {
  const { outcome, jobs } = sample;
  const { window, counts, series } = outcome;
  const declared = inFlight(trial.load);
  const endsByCount = windowOf(plan, cell).duration === null;
  const workers = workersOf(trial);
  const perRequest = jobs ? jobsPerRequest(plan, jobs.count, counts.sent) : null;
  const floor = floorOf(cell);
  const times = timesOf(outcome);
  return {
    name: `trial ${trial.ordinal + 1} (${describeSetting(trial.setting) || 'as it is'})`,
    cell: trial.cell,
    group: groupOf(cell),
    counts: trial.problem === null,
    load: kindOf(trial.load),
    declared,
    length: Math.max(window.duration, jobs?.makespan ?? 0) || null,
    endsByCount,
    requests: counts.verified,
    throughput: outcome.throughput,
    ...times,
    inFlight: window.duration > 0 ? outcome.concurrency : null,
    floor,
    percentiles: [0.5, 0.9, 0.99],
    server: serverOf(outcome),
    jobs: jobs && {
      rate: (jobs.count / jobs.makespan) * 1000,
      mean: jobs.mean,
      max: jobs.max,
      declared: declared === null || perRequest === null ? null : declared * perRequest,
    },
    late: jobs && {
      share: jobs.afterLastResponse,
      text: `${Math.round(jobs.afterLastResponse * jobs.count)} of ${jobs.count} jobs ended after the last answer had come`,
    },
    proofs: proofsOf(cell, outcome),
    answers: answersOf(cell, outcome),
    warnings: trial.output.filter((line) => nodeWarning.test(line)),
    generator: {
      utilization: outcome.generator.utilization,
      lateShare: outcome.generator.lateShare,
      lateTime: lateTime(outcome),
      cpus: outcome.generator.cpu / window.duration || 0,
      serverCpus: serverCpus(trial, sample),
      sharedCpus: plan.affinity === null ? host.effectiveCpus : null,
    },
    machine: machineOf(host, trial, sample),
    bounds: bounds({ plan, host, trial, sample, declared, floor }),
    workers,
    computingCpus: computingCpus({ plan, host, trial, sample, workers }),
    bins: endsByCount ? null : series.done.slice(0, Math.floor(window.duration / series.binWidth)),
    perWorker: requestsPerWorker(trial, sample),
    clocks: metricsOfClocks(trial, sample),
    figures: [
      outcome.throughput,
      ...[times.mean, times.min, times.max].map((time) => time ?? 0),
      ...(jobs ? [jobs.mean, jobs.max, jobs.makespan] : []),
    ],
    labels: labelsOf(cell, trial, outcome),
    inForce: settingInForce(trial, nodeOf(plan, host, cell)),
  };
}

/** The lab's servers run on the controller's own Node, unless another was named, of which only the path is kept. */
function nodeOf(plan: Plan, host: HostConditions, cell: Cell): string | null {
  const isOwn = plan.subject.kind !== 'command' && plan.node === null && cell.node === undefined;
  return isOwn ? host.node.replace(/^v/, '') : null;
}

function machineOf(host: HostConditions, trial: Trial, sample: Sample): Observation['machine'] {
  const { steal, throttledPeriods } = trial.host;
  // Stores of the first version do not have it.
  const foreign = trial.host.foreign ?? null;
  const { generator, window } = sample.outcome;
  const own = serverCpus(trial, sample) + (generator.cpu / window.duration || 0);
  const used = foreign === null ? null : Math.min(1, foreign + own / host.logicalCpus);
  const loadPerCpu = host.loadAverage / host.effectiveCpus;
  return { steal, foreign, used, throttledPeriods, loadPerCpu };
}

/** Microseconds: a request that leaves sooner after it was due is not called late (docs/checks.md, G1). */
const late = 1000;

function lateTime({ lateness, response }: LoadOutcome): number {
  const lost = lateness.count > 0 ? Histogram.fromData(lateness).sumAbove(late) : 0;
  return response.sum > 0 ? lost / response.sum : 0;
}

/** How Node writes its warnings: `(node:42) [DEP0040] DeprecationWarning: …`. */
const nodeWarning = /\(node:\d+\) (?:\[\w+\] )?\w*Warning: /;

function kindOf(load: Load): Observation['load'] {
  if (load.kind === 'batch') return 'batch';
  if (load.kind !== 'closed') return 'open';
  return load.requestsEach === undefined ? 'closed' : 'burst';
}

function inFlight(load: Load): number | null {
  return load.kind === 'closed' ? load.clients : load.kind === 'batch' ? load.size : null;
}

/** Milliseconds; the first answer since it was sent, since an open load's request may have waited for that. */
function timesOf({ response, service }: LoadOutcome) {
  if (response.count === 0) return { mean: null, min: null, max: null, median: null };
  const sent: HistogramData = service.count > 0 ? service : response;
  return {
    mean: response.sum / response.count / 1000,
    min: sent.min / 1000,
    max: response.max / 1000,
    median: Histogram.fromData(response).percentile(0.5) / 1000,
  };
}

function serverOf({ serverTime }: LoadOutcome): Observation['server'] {
  if (!serverTime || serverTime.count === 0) return null;
  return { mean: serverTime.sum / serverTime.count / 1000, max: serverTime.max / 1000 };
}

/** Known only if every kind of request declares one: which of them came first is not stored. */
function floorOf({ requests }: Cell): number | null {
  const floors = requests.flatMap(({ floor }) => floor ?? []);
  return floors.length === requests.length ? Math.min(...floors) : null;
}

function proofsOf({ requests }: Cell, { counts, errors }: LoadOutcome): Observation['proofs'] {
  const digests = requests.some(({ expectSha256 }) => expectSha256 !== undefined);
  if (!digests && !requests.some(({ proof }) => proof !== undefined)) return null;
  return { asked: counts.answered - errors.status, wrong: errors.proof + (digests ? errors.body : 0) };
}

function answersOf({ requests }: Cell, outcome: LoadOutcome): Observation['answers'] {
  const { counts, errors, traces, response } = outcome;
  const accepts = (status: number) =>
    requests.some(({ expectStatus }) => expectStatus?.includes(status) ?? (status >= 200 && status < 300));
  return {
    sent: counts.sent,
    wrong: errors.status + errors.body + errors.protocol,
    lost: errors.connect + errors.reset + errors.timeout,
    countedAsSuccess:
      traces.filter(({ error, status }) => error === null && !accepts(status)).length +
      Math.max(0, response.count - counts.verified),
    kinds: Object.entries(errors)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', '),
  };
}

/** What adds workers; everything else of a setting parts the groups. */
const scaling = new Set(['pool', 'processes', 'workers']);

function groupOf({ setting, load, parameters, requests }: Cell): string {
  const others = Object.entries(setting).filter(([key]) => !scaling.has(key));
  return JSON.stringify([
    others,
    describeLoad(load),
    parameters,
    requests.map(({ url, method }) => [method, url]),
  ]);
}

function workersOf({ setting }: Trial): number | null {
  const known = [...scaling].filter((key) => key in setting);
  if (known.length === 0) return null;
  // Node's own pool has four threads.
  const product = known.reduce(
    (all, key) => all * (setting[key] === 'default' ? ownPool : Number(setting[key])),
    1,
  );
  return product > 0 ? product : null;
}

/** What the plan says, or else the ratio, if it is a whole number but for the requests at the window's edges. */
function jobsPerRequest({ subject }: Plan, jobs: number, sent: number): number | null {
  const told = subject.kind === 'workload' ? Number(subject.parameters['jobs']) : Number.NaN;
  if (told > 0) return told;
  const whole = Math.round(jobs / sent);
  return whole >= 1 && Math.abs(jobs / sent / whole - 1) < 0.05 ? whole : null;
}

function labelsOf(cell: Cell, trial: Trial, { counts }: LoadOutcome): Observation['labels'] {
  const keys = [...new Set([...Object.keys(cell.setting), ...Object.keys(trial.setting)])];
  const labels = keys.map((key) => ({
    what: key,
    expected: cell.setting[key] ?? 'nothing',
    found: trial.setting[key] ?? 'nothing',
  }));
  labels.push({ what: 'load', expected: describeLoad(cell.load), found: describeLoad(trial.load) });
  const { load } = trial;
  if (trial.problem === null && load.kind === 'closed' && load.requestsEach !== undefined) {
    labels.push({ what: 'requests', expected: load.clients * load.requestsEach, found: counts.sent });
  }
  return labels;
}
