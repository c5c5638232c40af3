/** Stored trials as the rows that the validity checks judge. Reads what is there, and judges nothing. */
import { saturation } from '../saturation/saturation.ts';
import { message } from '../messages/message.ts';
import type { Bound, Observation } from '../model/observation.ts';
import { describeLoad, describeSetting, windowOf, type Plan, type Cell, type Load } from '../model/plan.ts';
import type { HostConditions, Sample, Trial, LoadOutcome } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import { lateTolerance, answerMetrics, percentiles } from '../model/metric.ts';
import { Histogram, type HistogramData } from '../stats/histogram.ts';
import { ownPool } from '../model/factor.ts';
import { platformInForce, settingInForce } from './setting-in-force.ts';
import { lateTime } from '../stats/late-time.ts';

/**
 * Returns the rows in the order of measuring, without trials whose load never ran.
 * @param expected only the trials whose wrong answers are their finding; else only all others
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
  // A script waits, computes and asks several times: how many of its requests are in flight nobody has declared.
  const declared = outcome.iterations ? null : inFlight(trial.load);
  const endsByCount = windowOf(plan, cell).duration === null;
  const workers = workersOf(trial);
  const perRequest = jobs ? jobsPerRequest(plan, jobs.count, counts.sent) : null;
  const floor = floorOf(cell);
  const times = timesOf(outcome);
  const cpus = cpusOf(plan, host, trial);
  const busy = serverCpus(trial, sample);
  const sending = outcome.generator.cpu / window.duration || 0;
  return {
    name: `trial ${trial.ordinal + 1} (${describeSetting(trial.setting) || 'as it is'})`,
    cell: trial.cell,
    group: groupOf(cell),
    counts: trial.problem === null,
    load: kindOf(trial.load),
    declared,
    length: Math.max(window.duration, jobs?.makespan ?? 0) || null,
    ...(sample.turns && { windows: sample.turns.rates.length }),
    endsByCount,
    requests: counts.verified,
    throughput: outcome.throughput,
    ...times,
    inFlight: window.duration > 0 ? outcome.concurrency : null,
    floor,
    percentiles: Object.values(percentiles),
    server: serverOf(outcome),
    jobs: jobs && {
      rate: (jobs.count / jobs.makespan) * 1000,
      mean: jobs.mean,
      declared: declared === null || perRequest === null ? null : declared * perRequest,
    },
    late: jobs && {
      share: jobs.afterLastResponse,
      says: message('check.F2.jobs', {
        late: Math.round(jobs.afterLastResponse * jobs.count),
        jobs: jobs.count,
      }),
      ...(cell.answersFirst && { isDeclared: true }),
    },
    proofs: proofsOf(cell, outcome),
    answers: answersOf(cell, outcome),
    warnings: trial.output.filter((line) => nodeWarning.test(line)),
    generator: {
      utilization: outcome.generator.utilization,
      lateShare: outcome.generator.lateShare,
      lateTime: lateTime(outcome.lateness, outcome.response),
      cpus: sending,
      serverCpus: busy,
      sharedCpus: plan.affinity === null ? host.effectiveCpus : null,
      ...(outcome.generators && { each: outcome.generators }),
    },
    unsent: unsentOf(outcome),
    machine: machineOf(host, trial, busy + sending),
    bounds: bounds(trial, sample, cpus, { declared, floor }),
    workers,
    // The workers do nothing but compute if as many CPUs as there are of them (or all) were busy.
    computingCpus:
      workers !== null && busy >= saturation.measured.CPU * Math.min(workers, cpus) ? cpus : null,
    bins: endsByCount ? null : series.done.slice(0, Math.floor(window.duration / series.binWidth)),
    perWorker: requestsPerWorker(trial, sample),
    clocks: metricsOfClocks(cell, trial, sample),
    figures: [
      outcome.throughput,
      ...[times.mean, times.min, times.max].map((time) => time ?? 0),
      ...(jobs ? [jobs.mean, jobs.max, jobs.makespan] : []),
    ],
    labels: labelsOf(cell, trial, outcome),
    inForce:
      settingInForce(trial, nodeOf(plan, host, cell))?.concat(platformInForce(plan, host, trial)) ?? null,
  };
}

/** Returns the version that the lab's servers run on; null if another Node was named (its path alone is kept), or for a command. */
function nodeOf(plan: Plan, host: HostConditions, cell: Cell): string | null {
  const isOwn = plan.subject.kind !== 'command' && plan.node === null && cell.node === undefined;
  return isOwn ? host.node.replace(/^v/, '') : null;
}

/** @param own CPUs that server and generator used */
function machineOf(
  host: HostConditions,
  { host: { steal, foreign, throttledPeriods } }: Trial,
  own: number,
): Observation['machine'] {
  const used = foreign === null ? null : Math.min(1, foreign + own / host.logicalCpus);
  const loadPerCpu = host.loadAverage / host.effectiveCpus;
  return { steal, foreign, used, throttledPeriods, cpus: host.logicalCpus, loadPerCpu };
}

/** Returns the iterations that were due and not begun; null for the built-in generator, which sends late and leaves nothing out. */
function unsentOf({ iterations }: LoadOutcome): Observation['unsent'] {
  return iterations ? { due: iterations.due, count: iterations.due - iterations.begun } : null;
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

/** Returns times in milliseconds; the shortest is since sending, since an open load's request may have waited to be sent. */
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

/** Returns the smallest floor if every kind of request declares one; else null: which of them came first is not stored. */
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
    kinds: Object.fromEntries(Object.entries(errors).filter(([, count]) => count > 0)),
  };
}

/** Keys of a setting that add workers; all other keys separate the groups. */
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
  const product = known.reduce(
    (all, key) => all * (setting[key] === 'default' ? ownPool : Number(setting[key])),
    1,
  );
  return product > 0 ? product : null;
}

/** Returns the number in the plan, or else the ratio, if it is whole but for the requests at the window's edges; else null. */
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

/**
 * Returns the sample as a client counts that looks at no answer: each one that came counts with its time, right or wrong. So the
 * published client counted, and the checks must find what it did not see. Unchanged where not all requests were kept one by one.
 */
function asItsClientCounts(sample: Sample): Sample {
  const { traces, counts, window } = sample.outcome;
  const came = traces.filter(({ error }) => error === null || error === 'proof');
  if (came.length < counts.answered || came.length === 0) return sample;
  const times = new Histogram();
  for (const { due, done } of came) times.record((done - due) * 1000);
  const response = times.toData();
  const outcome: LoadOutcome = {
    ...sample.outcome,
    counts: { ...counts, verified: came.length },
    throughput: (came.length / window.duration) * 1000,
    response,
    service: response,
  };
  return { ...sample, outcome };
}

/** Resolution of histograms and of the lab's job logs, in milliseconds. */
const microsecond = 0.001;

/** Returns the clocks behind the metrics, without those of answers if the server is known to answer before its work. */
function metricsOfClocks(
  { answersFirst = false }: Cell,
  { effective }: Trial,
  { outcome, jobs }: Sample,
): Observation['clocks'] {
  const clocks: Observation['clocks'][number][] = [];
  const { response, counts } = outcome;
  if (response.count > 0 && response.sum > 0) {
    clocks.push({ metric: 'mean', resolution: microsecond, value: response.sum / response.count / 1000 });
  }
  if (jobs && jobs.mean > 0) clocks.push({ metric: 'jobMean', resolution: microsecond, value: jobs.mean });
  const used = effective.filter(({ cpu }) => cpu > 0);
  if (used.length > 0 && counts.verified > 0) {
    const cpu = used.reduce((sum, each) => sum + each.cpu, 0);
    clocks.push({
      metric: 'cpuPerRequest',
      // Each process is known to a tick at both edges of the window.
      resolution: (tick * used.length) / counts.verified,
      value: cpu / counts.verified,
    });
  }
  return answersFirst ? clocks.filter(({ metric }) => !answerMetrics.includes(metric)) : clocks;
}

/** @returns requests of each worker, from the job logs of the lab's servers; null where no jobs are logged, or with one worker */
function requestsPerWorker({ effective }: Trial, { outcome, jobs }: Sample): number[] | null {
  if (!jobs || jobs.traces.length === 0) return null;
  const byPid = Map.groupBy(jobs.traces, ({ pid }) => pid);
  const busy = effective.filter(({ pid }) => byPid.has(pid));
  // A worker that had no work logged nothing: it is known as the sibling of one that had some.
  const isSibling = (each: Trial['effective'][number]) =>
    busy.some(({ parent, command }) => parent === each.parent && command === each.command);
  const idle = effective.filter((each) => !byPid.has(each.pid) && isSibling(each));
  const byLoop = Map.groupBy(jobs.traces, ({ pid, thread = '' }) => `${pid}-${thread}`);
  if (byLoop.size + idle.length < 2) return null;
  // The jobs of one request stay in one process: counted one by one they would pass for many independent requests.
  const sampled = Math.min(outcome.counts.verified, jobs.traces.length);
  const each = sampled / jobs.traces.length;
  return [...[...byLoop.values()].map((traces) => traces.length * each), ...idle.map(() => 0)];
}

/** Length of a tick, the kernel's unit of CPU time: a process may be charged for one that it did not use up. */
const tick: Milliseconds = 10;

/**
 * Bounds by the operational laws, from what a stored trial knows (Denning and Buzen 1978): throughput is at most N/(D + Z), and at
 * most capacity ÷ demand of every resource. The demands here are those of the trial itself, so a bound that is exceeded
 * says that something was counted wrongly: the answers, the CPU time, or the CPUs.
 * @param cpus those that the server may use
 */
export function bounds(
  trial: Trial,
  sample: Sample,
  cpus: number,
  { declared, floor }: Pick<Observation, 'declared' | 'floor'>,
): Bound[] {
  const found: Bound[] = [];
  if (declared !== null && floor !== null) {
    found.push({
      throughput: (declared / floor) * 1000,
      says: message('bound.clients', { clients: declared, ms: floor }),
    });
  }
  const { counts } = sample.outcome;
  // Where the answers did not wait for the work, requests ÷ CPU time says nothing.
  const isLate = (sample.jobs?.afterLastResponse ?? 0) > lateTolerance;
  const used = trial.effective.reduce((sum, { cpu }) => sum + Math.max(0, cpu - tick), 0);
  if (isLate || used === 0 || counts.verified === 0) return found;
  const demand = used / counts.verified;
  found.push({ throughput: (cpus / demand) * 1000, says: message('bound.cpus', { cpus, ms: demand }) });
  const threads = computingThreads(trial, sample);
  if (threads !== null) {
    found.push({
      throughput: (threads / demand) * 1000,
      says: message('bound.threads', { threads, ms: demand }),
    });
  }
  return found;
}

/** Pool threads and event loops of the processes that did jobs; null where the pool could not be counted. */
function computingThreads({ effective }: Trial, { jobs }: Sample): number | null {
  if (!jobs) return null;
  const pids = new Set(jobs.traces.map(({ pid }) => pid));
  const parents = new Set(effective.filter(({ pid }) => pids.has(pid)).map(({ parent }) => parent));
  const serving = effective.filter(({ pid, parent }) => pids.has(pid) || parents.has(parent));
  if (serving.length === 0 || serving.some(({ poolThreads }) => poolThreads === null)) return null;
  const loopsOf = (process: number) =>
    new Set(jobs.traces.filter(({ pid }) => pid === process).map(({ thread }) => thread)).size;
  return serving.reduce(
    (sum, { pid, poolThreads }) => sum + (poolThreads ?? 0) + Math.max(1, loopsOf(pid)),
    0,
  );
}

/** CPUs that the server may use. */
function cpusOf({ affinity }: Plan, host: HostConditions, { setting }: Trial): number {
  const reserved = affinity?.server.length ?? host.effectiveCpus;
  const asked = Number(setting['cpus']);
  return Math.min(reserved, host.effectiveCpus, asked > 0 ? asked : Infinity);
}

/** CPUs that the server kept busy, on average, as long as it worked. */
function serverCpus({ effective }: Trial, { outcome, jobs }: Sample): number {
  const used = effective.reduce((sum, { cpu }) => sum + cpu, 0);
  const length = Math.max(outcome.window.duration, jobs?.makespan ?? 0);
  return length > 0 ? used / length : 0;
}
