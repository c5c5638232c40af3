/** From a stored run to a calibrated model: demands of one cell, how well it gives that cell back, how far it may be off. */
import { describeLoad, type Cell, type Plan } from '../model/plan.ts';
import type { Calibration, CapacityData, ModelFigures, ModelSetting } from '../model/prediction.ts';
import type { Trial } from '../model/sample.ts';
import type { Ratio } from '../model/units.ts';
import { message, type Message } from '../messages/message.ts';
import { hinge } from '../queueing/capacity.ts';
import { studentCritical } from '../stats/distributions.ts';
import { mean } from '../stats/mean-and-spread.ts';
import type { Run } from '../judge/compare-runs.ts';
import { measurement } from '../judge/measurement.ts';
import { type Counted, countedDemands, quiet, type Refused } from './demands.ts';
import { fitDemands } from './fit.ts';
import { besideOthers, figuresOf, modelled, queueLoad } from './model.ts';
import { ownPool } from '../model/factor.ts';

/** A run as far as it has come. */
export type RunSoFar = Omit<Run, 'head'>;

/** What a run is, as far as a calibration needs it: a stored run without its store. */
export interface CalibratedRun extends RunSoFar {
  readonly head: { readonly id: string; readonly createdAt: number };
}

/** A calibration without the word where it is from. */
export type Model = Omit<Calibration, 'schema' | 'from'>;

/** A model that gives its own calibration back no better than this predicts nothing. */
const worstFit: Ratio = 0.25;
/** Never less than this is promised: the model knows nothing of caches, clocks and the scheduler's moods. */
const leastBand: Ratio = 0.03;
/** Kinds of requests whose slow ones take so many times the usual ones are not one kind on average. */
const mixed = 4;

/** @param whole measured; else guessed from the CPUs that the run had */
export function calibrate(run: CalibratedRun, cell: Cell, whole?: CapacityData): Calibration | Refused {
  const model = modelFrom(run, cell, whole);
  if ('refused' in model) return model;
  const { plan, host, head, trials } = run;
  return {
    schema: 1,
    from: {
      run: head.id,
      cell: cell.id,
      date: new Date(head.createdAt).toISOString(),
      machine: `${host.cpuModel}, ${host.effectiveCpus} CPUs, Node ${host.node}`,
      server: serverOf(plan),
      ...(plan.subject.kind === 'command' && { command: plan.subject.command }),
      load: describeLoad(cell.load),
      trials: trialsThatCount(trials, cell).length,
    },
    ...model,
  };
}

export function trialsThatCount(trials: readonly Trial[], { id }: Cell): Trial[] {
  return trials.filter(({ cell, sample, problem }) => cell === id && sample?.usage && problem === null);
}

/** What the counters say of a cell. @param whole as of a calibration */
export function seenOfCell(
  run: RunSoFar,
  cell: Cell,
  whole: CapacityData,
): { readonly counted: Counted; readonly trials: readonly Trial[]; readonly pinned: number } | Refused {
  const trials = run.trials.filter((trial) => trial.cell === cell.id);
  const pinned = Number(cell.setting['cpus'] ?? NaN);
  // A server that is held to some of the CPUs leaves the others to the generator.
  const isShared = run.plan.affinity === null && !(pinned < serverCpus(run));
  const counted = countedDemands(trials, whole, isShared);
  return 'refused' in counted ? counted : { counted, trials, pinned };
}

/** The same of a run that is still going on. */
export function modelFrom(
  run: RunSoFar,
  cell: Cell,
  whole: CapacityData = guessedCapacity(run),
): Model | Refused {
  if (queueLoad(cell.load) === null) return { refused: message('no-model.load', { kind: cell.load.kind }) };
  if (typeof cell.engine === 'object') return { refused: message('no-model.script') };
  const found = seenOfCell(run, cell, whole);
  if ('refused' in found) return found;
  const { counted, trials, pinned } = found;
  const { foreign } = counted;
  const capacity = foreign > quiet ? besideOthers(whole, foreign) : whole;
  const setting = settingOf(run.plan, cell, counted, pinned >= 1 ? pinned : capacity.cpus);
  const measured = measuredFigures(trials, counted);
  if (
    cell.requests.length > 1 &&
    (measured.p50 === null || measured.p99 === null || measured.p99 > mixed * measured.p50)
  ) {
    return { refused: message('no-model.several-kinds') };
  }
  const fit = fitDemands(counted, measured, setting, capacity);
  if ('refused' in fit) return fit;
  const again = modelled(fit.demands, setting, capacity);
  if (again.method === 'bound') return { refused: message('no-model.growing-queue') };
  if (again.method === 'unsteady') {
    return { refused: message('no-model.unsteady', { settlingMs: again.settling }) };
  }
  const reproduced = figuresOf(again, measured);
  const off = errors(reproduced, measured);
  if (off.throughput > worstFit || off.mean > worstFit) {
    return { refused: message('no-model.misfit', off) };
  }
  const n = trialsThatCount(trials, cell).length;
  return {
    setting,
    capacity,
    demands: fit.demands,
    measured,
    reproduced,
    band: bandOf(off, counted, n),
    variants: [],
    others: [],
    ...(foreign > quiet && { foreign }),
    notes: [...notInForce(cell, counted), ...notesOf(fit.stretch, n, capacity, counted, measured)],
  };
}

/** CPUs that the server of a run had, where its setting says nothing. */
function serverCpus({ plan, host }: RunSoFar): number {
  return plan.affinity?.server.length ?? host.effectiveCpus;
}

/** A second hyper-thread adds about a third of a core; where the number of cores is not known, each CPU is one. */
export function guessedCapacity(run: RunSoFar): CapacityData {
  const cpus = Math.max(1, serverCpus(run));
  const { points } = hinge(Math.min(cpus, run.host.physicalCores ?? cpus), cpus, 0.3);
  return { cpus, points, source: 'guessed from the number of CPUs' };
}

function settingOf(
  plan: Plan,
  cell: Cell,
  { processes, poolSize, service }: Counted,
  cpus: number,
): ModelSetting {
  const asked = Number(cell.setting['pool'] ?? NaN);
  return {
    processes: Math.max(1, processes),
    pool: poolSize ?? (asked >= 1 ? asked : ownPool),
    cpus,
    load: cell.load,
    ...(service && { service }),
    ...(isDealtInTurn(plan, cell, processes) && { connections: 'in turn' }),
  };
}

/** Topologies of the lab whose primary hands out connections (SCHED_RR, Node's default but on Windows). */
const handingOut = new Set<unknown>(['cluster', 'pm2-cluster']);

/** More processes of a command are node:cluster's (topologies/command.ts), unless it has brought them up itself. */
function isDealtInTurn({ subject }: Plan, { setting }: Cell, processes: number): boolean {
  if (subject.kind !== 'command') return handingOut.has(setting['topology']);
  return processes <= 1 || Number(setting['processes'] ?? 1) > 1;
}

function measuredFigures(trials: readonly Trial[], { throughput, response }: Counted): ModelFigures {
  const all = trials.flatMap((trial) => (trial.sample?.usage ? (measurement(trial)?.metrics ?? []) : []));
  const over = (metric: 'p50' | 'p99') => {
    const values = all.flatMap((one) => one[metric] ?? []);
    return values.length === 0 ? null : mean(values);
  };
  return { throughput, mean: response, p50: over('p50'), p99: over('p99') };
}

/** |predicted / measured − 1|. */
export function errors(
  predicted: Pick<ModelFigures, 'throughput' | 'mean'>,
  measured: Pick<ModelFigures, 'throughput' | 'mean'>,
): { throughput: Ratio; mean: Ratio } {
  return {
    throughput: Math.abs(predicted.throughput / measured.throughput - 1),
    mean: Math.abs(predicted.mean / measured.mean - 1),
  };
}

/**
 * Half of Student's 95% interval of a mean of trials that differ by so much: 12.7 standard errors with two of them. A single
 * trial has no spread, and 10% are taken.
 */
export function luckOf(spread: Ratio, trials: number): Ratio {
  return trials < 2 ? 0.1 : (studentCritical(0.95, trials - 1) * spread) / Math.sqrt(trials);
}

/** What the fit leaves, and the luck of the trials that it was fitted to. */
export function bandOf(
  off: { throughput: Ratio; mean: Ratio },
  { spread }: Counted,
  n: number,
): Calibration['band'] {
  const band = (fit: Ratio, of: Ratio) => Math.max(leastBand, Math.hypot(fit, luckOf(of, n)));
  return {
    throughput: band(off.throughput, spread.throughput),
    mean: band(off.mean, spread.mean),
    because: message('calibration.accuracy', { ...off, trials: n, spread: spread.throughput }),
  };
}

/** What was in force is what was calibrated, whatever was asked for. */
function notInForce({ setting }: Cell, { poolSize }: Counted): Message[] {
  const asked = setting['pool'] === 'default' ? ownPool : Number(setting['pool'] ?? NaN);
  if (poolSize === null || !(asked >= 1) || asked === poolSize) return [];
  return [message('calibration.pool-in-force', { asked, inForce: poolSize })];
}

function notesOf(
  stretch: number,
  trials: number,
  { source, disturbed }: CapacityData,
  { foreign, isHoldGuessed }: Counted,
  { p99 }: ModelFigures,
): Message[] {
  return [
    isHoldGuessed ? message('calibration.short-jobs') : [],
    Math.abs(stretch - 1) > 0.05 ? message('calibration.unexplained', { share: 1 / stretch }) : [],
    foreign > quiet ? message('calibration.foreign', { share: foreign }) : [],
    trials < 3 ? message('calibration.few-trials', { trials }) : [],
    p99 === null ? message('calibration.no-p99') : [],
    source === 'measured' ? [] : message('calibration.guessed-speed', { disturbed: disturbed ?? null }),
  ].flat();
}

function serverOf({ subject }: Plan): string {
  if (subject.kind === 'command') return subject.command.join(' ');
  return subject.kind === 'workload' ? `the lab's ${subject.workload}` : subject.program;
}
