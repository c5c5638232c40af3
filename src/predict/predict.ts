/** From a stored run to a model of its server, and from the model to other settings. */
import { differingKey, machineKeys } from '../model/sample.ts';
import { calibrate, guessedCapacity, errors, type Model, type RunSoFar, seenOfCell } from './calibrate.ts';
import { isToday, measuredOthers, withOthers } from './predict-run.ts';
import type { Ratio } from '../model/units.ts';
import { clientsOf, type Counted } from './demands.ts';
import { stretches, withDelay } from './fit.ts';
import { besideOthers, brief, figuresOf, isSteady, modelled } from './model.ts';
import { summarize } from '../judge/summarize.ts';
import { withoutRefused } from '../judge/turns.ts';
import { hostConditions } from '../host/host.ts';
import { machineSpeed } from '../host/machine-speed.ts';
import { message, type Message } from '../messages/message.ts';
import type { Cell } from '../model/plan.ts';
import type { Calibration, CapacityData, ModelVariant } from '../model/prediction.ts';
import { nearest, problem } from '../messages/problem.ts';
import { firstCpus } from '../queueing/capacity.ts';
import type { StoredRun } from '../store/store.ts';

/**
 * Demands of one cell of a run, with C(n) of this machine if it is the one that the run was measured on. That is measured once,
 * which takes two seconds, and kept.
 * @param cell its id; null: the plan's baseline, or where that tells nothing another one, and a note says which
 * @throws Problem CELL_UNKNOWN, DEMANDS_UNKNOWN, and the signal's reason
 */
export async function calibrateRun(
  stored: StoredRun,
  cell: string | null,
  signal: AbortSignal,
): Promise<Calibration> {
  const run = { ...stored, trials: withoutRefused(stored.trials) };
  const asked = cellOf(run, cell ?? run.plan.baseline);
  const capacity = await capacityOf(run, signal);
  const first = calibrate(run, asked, capacity);
  if (!('refused' in first)) return completed(run, asked, first, capacity);
  for (const other of likely(run, asked)) {
    const found = calibrate(run, other, capacity);
    if ('refused' in found) continue;
    if (cell !== null) throw unknown(run, asked, first.refused, other);
    const note = message('calibration.other-cell', { cell: asked.id, why: first.refused, other: other.id });
    return completed(run, other, { ...found, notes: [note, ...found.notes] }, capacity);
  }
  throw unknown(run, asked, first.refused, null);
}

function unknown({ head }: StoredRun, { id }: Cell, why: Message, instead: Cell | null) {
  return problem('DEMANDS_UNKNOWN', {
    from: `${id} of the run ${head.id}`,
    why,
    todo: instead
      ? message('calibration.take-cell', { cell: instead.id })
      : message('calibration.measure-again'),
  });
}

/** Cells that could replace it: Node's defaults first, then those of the same load. */
function likely({ plan, trials }: StoredRun, { id, load }: Cell): Cell[] {
  const measured = new Set(trials.flatMap(({ cell, problem: why }) => (why === null ? cell : [])));
  const rank = (cell: Cell) => (isToday(cell) ? 0 : 2) + (cell.load.kind === load.kind ? 0 : 1);
  return plan.cells
    .filter((cell) => cell.id !== id && cell.control !== true && measured.has(cell.id))
    .toSorted((a, b) => rank(a) - rank(b));
}

/** With what else explains the cell, and what the rest of the run says of it. */
function completed(
  run: StoredRun,
  cell: Cell,
  calibration: Calibration,
  capacity: CapacityData,
): Calibration {
  const variants = equivalentFits(run, cell, calibration, capacity);
  const others = measuredOthers(run, cell, calibration, summarize(run.plan, run.trials));
  return withOthers({ ...calibration, variants }, others);
}

function cellOf({ plan, head }: StoredRun, id: string): Cell {
  const found = plan.cells.find((cell) => cell.id === id);
  if (found) return found;
  const known = plan.cells.map((cell) => cell.id);
  const near = nearest(id, known);
  throw problem('CELL_UNKNOWN', {
    run: head.id,
    cell: id,
    known: known.join(', '),
    todo: near ? message('hint.near', { near }) : message('calibration.cell-unknown'),
  });
}

/** That of this machine, if the run is of it; that of another one is guessed, as where it could not be measured. @throws the signal's reason */
export async function capacityOf(run: StoredRun, signal: AbortSignal): Promise<CapacityData> {
  const [then, now] = [run.host, hostConditions()];
  const isHere = differingKey(then, now, machineKeys) === undefined;
  const guessed = guessedCapacity(run);
  if (!isHere) return guessed;
  const speed = await machineSpeed(signal);
  if ('disturbed' in speed) return { ...guessed, disturbed: speed.disturbed };
  const { date } = speed;
  // A server that has some of the CPUs for itself has the first part of the curve.
  const { cpus, points } = guessed.cpus < speed.cpus ? firstCpus(speed, guessed.cpus) : speed;
  return { cpus, points, source: 'measured', date };
}

// Other calibrations that explain the measured cell as well. What counters leave open makes no difference where they were read, and
// all the difference elsewhere: seven milliseconds of sockets and seven of a full CPU give the same throughput at 32 clients.

/** Less than this of the response changes no answer. */
const small: Ratio = 0.03;
/** A calibration that is off by more than the first one and this explains the cell worse. */
const slack: Ratio = 0.05;
/** Part of a CPU that each further one adds, if it shares its core with another, which is not known. */
const sharedCore: Ratio = 0.5;
/** How unequal requests may be where no percentile was measured that could tell. */
const unequal: Ratio = 1;

/** @param whole as it was given to the calibration */
export function equivalentFits(run: RunSoFar, cell: Cell, model: Model, whole: CapacityData): ModelVariant[] {
  const found = seenOfCell(run, cell, whole);
  return 'refused' in found ? [] : variantsOf(found.counted, model, whole);
}

/** A calibration as far as its variants depend on it. */
type Explained = Omit<Model, 'notes'>;

export function variantsOf(counted: Counted, model: Explained, whole: CapacityData): ModelVariant[] {
  const { demands, capacity, setting } = model;
  const { delay, poolWait, variation } = demands;
  const isClosed = clientsOf(setting.load) !== null;
  const variants: ModelVariant[] = [];
  const add = (
    because: ModelVariant['because'],
    of: Counted,
    most?: Ratio,
    other = capacity,
    varies = variation,
  ) => {
    const fit = withDelay(of, varies, setting, other, most);
    if (fit.stretch < stretches.least || fit.stretch > stretches.most) return;
    const variant = { demands: fit.demands, ...(other !== capacity && { capacity: other }), because };
    if (isAsGood(variant, model)) variants.push(variant);
  };
  const { response } = counted;
  if (isClosed && delay > small * response) {
    add(message('equivalent-fit.all-slower'), counted, Infinity);
  } else if (isClosed && counted.mostDelay > small * response) {
    add(message('equivalent-fit.sockets'), counted, 0);
  }
  if (poolWait > small * response && demands.loopCpu + demands.poolCpu > 0) {
    const without = { ...counted, demands: { ...counted.demands, poolWait: 0 } };
    add(message('equivalent-fit.no-wait'), without);
    add(message('equivalent-fit.no-wait-slower'), without, Infinity);
  }
  if (whole.source !== 'measured') {
    const points = whole.points.map(([n, height]) => [n, 1 + sharedCore * (height - 1)] as const);
    const slower = { ...whole, points: [[1, 1] as const, ...points.filter(([n]) => n > 1)] };
    add(message('equivalent-fit.half-cpus'), counted, undefined, besideOthers(slower, counted.foreign));
  }
  if (model.measured.p99 === null)
    add(message('equivalent-fit.unequal'), counted, undefined, capacity, unequal);
  return variants;
}

function isAsGood({ demands, capacity }: ModelVariant, model: Explained): boolean {
  const again = modelled(demands, model.setting, capacity ?? model.capacity, brief);
  if (!isSteady(again)) return false;
  const off = errors(figuresOf(again, model.measured), model.measured);
  const first = errors(model.reproduced, model.measured);
  const most = (of: 'throughput' | 'mean') => Math.max(first[of], model.band[of]) + slack;
  return off.throughput <= most('throughput') && off.mean <= most('mean');
}
