/** From a stored run to a calibrated model: demands of one cell, how well it gives that cell back, how far it may be off. */
import type { Cell, Plan } from '../model/plan.ts';
import type { Calibration, CapacityData, ModelFigures, ModelSetting } from '../model/prediction.ts';
import type { HostConditions, Trial } from '../model/sample.ts';
import type { Ratio } from '../model/units.ts';
import { hinge } from '../queueing/capacity.ts';
import { mean } from '../stats/interval.ts';
import { measurement } from '../judge/summarize.ts';
import { type Counted, countedDemands, type Refused } from './demands.ts';
import { fitDemands } from './fit.ts';
import { besideOthers, figuresOf, modelled, queueLoad } from './model.ts';
import { ownPool } from '../model/vary.ts';
import { percent } from '../format/number.ts';

/** A run as far as it has come. */
export interface RunSoFar {
  readonly plan: Plan;
  readonly host: HostConditions;
  readonly trials: readonly Trial[];
}

/** What a run is, as far as a calibration needs it: a stored run without its store. */
export interface CalibratedRun extends RunSoFar {
  readonly head: { readonly id: string; readonly createdAt: number };
}

/** A calibration without the word where it is from. */
export type Model = Omit<Calibration, 'schema' | 'from'>;

/** A model that gives its own calibration back no better than this foretells nothing. */
const worstFit: Ratio = 0.25;
/** Never less than this is promised: the model knows nothing of caches, clocks and the scheduler's moods. */
const leastBand: Ratio = 0.03;
/** Others that take less are noise. */
const quiet: Ratio = 0.03;
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
  const why = outside(cell);
  if (why !== null) return { refused: why };
  const found = seenOfCell(run, cell, whole);
  if ('refused' in found) return found;
  const { counted, trials, pinned } = found;
  const { foreign } = counted;
  const capacity = foreign > quiet ? besideOthers(whole, foreign) : whole;
  const setting = settingOf(cell, counted, pinned >= 1 ? pinned : capacity.cpus);
  const measured = measuredFigures(trials, counted);
  if (
    cell.requests.length > 1 &&
    (measured.p50 === null || measured.p99 === null || measured.p99 > mixed * measured.p50)
  ) {
    return {
      refused: 'its requests are of several kinds, and the counters do not say which of them costs what',
    };
  }
  const fit = fitDemands(counted, measured, setting, capacity);
  if ('refused' in fit) {
    const others = `. Other processes took ${percent(foreign)} of the CPUs meanwhile`;
    return { refused: fit.refused + (foreign > quiet ? others : '') };
  }
  const again = modelled(fit.demands, setting, capacity);
  if (again.method === 'bound') {
    return { refused: 'requests came faster than they could be served, and a queue that grows has no mean' };
  }
  const reproduced = figuresOf(again, measured);
  const off = errors(reproduced, measured);
  if (off.throughput > worstFit || off.mean > worstFit) {
    return {
      refused: `the model gives ${percent(off.throughput)} another throughput and ${percent(off.mean)} another mean than was measured at the very setting it was fitted to`,
    };
  }
  const n = trialsThatCount(trials, cell).length;
  return {
    setting,
    capacity,
    demands: fit.demands,
    measured,
    reproduced,
    band: bandOf(off, counted, n),
    ...(foreign > quiet && { foreign }),
    notes: [...notInForce(cell, counted), ...notesOf(fit.stretch, n, capacity, counted, measured)],
  };
}

/** CPUs that the server of a run had, where its setting says nothing. */
function serverCpus({ plan, host }: RunSoFar): number {
  return plan.affinity?.server.length ?? host.effectiveCpus;
}

/** A second hyper-thread adds about a third of a core; where nobody says how many cores there are, each CPU is one. */
export function guessedCapacity(run: RunSoFar): CapacityData {
  const cpus = Math.max(1, serverCpus(run));
  const { points } = hinge(Math.min(cpus, run.host.physicalCores ?? cpus), cpus, 0.3);
  return { cpus, points, source: 'guessed from the number of CPUs' };
}

function outside({ load }: Cell): string | null {
  if (queueLoad(load) !== null) return null;
  return `its load (${load.kind}) has no steady state that a model could foretell; closed, rate and poisson have`;
}

function settingOf(cell: Cell, { processes, poolSize }: Counted, cpus: number): ModelSetting {
  const asked = Number(cell.setting['pool'] ?? NaN);
  return {
    processes: Math.max(1, processes),
    pool: poolSize ?? (asked >= 1 ? asked : ownPool),
    cpus,
    load: cell.load,
  };
}

function measuredFigures(trials: readonly Trial[], { throughput, response }: Counted): ModelFigures {
  const all = trials.flatMap((trial) => (trial.sample?.usage ? (measurement(trial)?.metrics ?? []) : []));
  const over = (metric: 'p50' | 'p99') => {
    const values = all.flatMap((one) => one[metric] ?? []);
    return values.length === 0 ? null : mean(values);
  };
  return { throughput, mean: response, p50: over('p50'), p99: over('p99') };
}

/** |foretold / measured − 1|. */
export function errors(
  foretold: Pick<ModelFigures, 'throughput' | 'mean'>,
  measured: Pick<ModelFigures, 'throughput' | 'mean'>,
): { throughput: Ratio; mean: Ratio } {
  return {
    throughput: Math.abs(foretold.throughput / measured.throughput - 1),
    mean: Math.abs(foretold.mean / measured.mean - 1),
  };
}

/** What the fit leaves, and twice the standard error of what it was fitted to. A single trial has no spread: 5 % are taken. */
export function bandOf(
  off: { throughput: Ratio; mean: Ratio },
  { spread }: Counted,
  n: number,
): Calibration['band'] {
  const luck = (of: Ratio) => (n < 2 ? 0.1 : (2 * of) / Math.sqrt(n));
  const band = (fit: Ratio, of: Ratio) => Math.max(leastBand, Math.hypot(fit, luck(of)));
  return {
    throughput: band(off.throughput, spread.throughput),
    mean: band(off.mean, spread.mean),
    because:
      `the fit is off by ${percent(off.throughput)} in throughput and ${percent(off.mean)} in the mean, ` +
      (n < 2
        ? 'and one trial says nothing of its spread'
        : `and ${n} trials differ by ${percent(spread.throughput)}`),
  };
}

/** What was in force is what was calibrated, whatever was asked for. */
function notInForce({ setting }: Cell, { poolSize }: Counted): string[] {
  const asked = setting['pool'] === 'default' ? ownPool : Number(setting['pool'] ?? NaN);
  if (poolSize === null || !(asked >= 1) || asked === poolSize) return [];
  return [
    `A pool of ${asked} was asked for, and one of ${poolSize} was in force (check P1 failed): the server sets its size itself. It is calibrated as what it was, a pool of ${poolSize}.`,
  ];
}

function notesOf(
  stretch: number,
  trials: number,
  capacity: CapacityData,
  { foreign, isHoldGuessed }: Counted,
  { p99 }: ModelFigures,
): string[] {
  const notes: string[] = [];
  if (isHoldGuessed) {
    notes.push(
      'Its pool jobs are so short that waking a thread costs CPU beside them: that CPU was taken for how long each holds its thread. What more or fewer threads cost in waking the model does not know, so expect much more or less at other pool sizes.',
    );
  }
  if (Math.abs(stretch - 1) > 0.05) {
    notes.push(
      `Its counters explain ${percent(1 / stretch)} of what a request takes; the rest was spread over all stations.`,
    );
  }
  if (foreign > quiet) {
    notes.push(
      `Other processes took ${percent(foreign)} of the CPUs while it was measured; what is foretold holds beside the same.`,
    );
  }
  if (trials < 3)
    notes.push(
      `It rests on ${trials === 1 ? 'one trial' : `${trials} trials`}: measure more for a narrower band.`,
    );
  if (p99 === null) {
    notes.push('No p99 is foretold: too few requests were measured to hold the model to theirs.');
  }
  if (capacity.source !== 'measured') {
    notes.push(
      `How fast the CPUs are together was ${capacity.disturbed ? `guessed from their number, since the machine was not quiet (${capacity.disturbed}): ask again when it is` : 'not measured on this machine but guessed from their number'}. The ranges reach down to where each further CPU adds half of one.`,
    );
  }
  return notes;
}

function serverOf({ subject }: Plan): string {
  if (subject.kind === 'command') return subject.command.join(' ');
  return subject.kind === 'workload' ? `the lab's ${subject.workload}` : subject.program;
}
