/** From a stored run to a model of its server, and from the model to other settings. */
import { calibrate, guessedCapacity, widened } from './diagnose/prediction/calibrate.ts';
import { errorsOverRun } from './diagnose/prediction/of-run.ts';
export { answers as answersOf } from './diagnose/prediction/what-if.ts';
import { summarize } from './diagnose/summarize.ts';
import { measureCapacity } from './measure/capacity.ts';
import { hostConditions } from './measure/host.ts';
import type { Cell } from './model/plan.ts';
import type { Calibration, CapacityData } from './model/prediction.ts';
import { nearest, problem } from './model/problem.ts';
import type { StoredRun } from './store.ts';

/**
 * Demands of one cell of a run, with C(n) as it is measured now if this is the machine that the run was measured on; takes
 * two seconds then.
 * @param cell its id; null: the plan's baseline
 * @throws Problem CELL_UNKNOWN, DEMANDS_UNKNOWN, and the signal's reason
 */
export async function calibrateRun(
  run: StoredRun,
  cell: string | null,
  signal: AbortSignal,
): Promise<Calibration> {
  const found = cellOf(run, cell ?? run.plan.baseline);
  const calibration = calibrate(run, found, await capacityOf(run, signal));
  if ('refused' in calibration) {
    throw problem('DEMANDS_UNKNOWN', {
      from: `${found.id} of the run ${run.head.id}`,
      why: calibration.refused,
      todo: 'Measure it again with this version on Linux, alone on its machine, with one kind of request: chokepoint predict --url URL -- COMMAND',
    });
  }
  return widened(calibration, errorsOverRun(run, found, calibration, summarize(run.plan, run.trials)));
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
    hint: near ? `Did you mean "${near}"?` : 'Write --cell with one of them, or leave it out.',
  });
}

/** C(n) as it is now, if the run is of this machine: two seconds; that of another one is guessed. @throws the signal's reason */
export async function capacityOf(run: StoredRun, signal: AbortSignal): Promise<CapacityData> {
  const [then, now] = [run.host, hostConditions()];
  const isHere = (['cpuModel', 'effectiveCpus', 'logicalCpus'] as const).every(
    (key) => then[key] === now[key],
  );
  const guessed = guessedCapacity(run);
  if (!isHere) return guessed;
  const { cpus, points } = await measureCapacity({ signal });
  // The best rounds: what else runs on the machine takes from the others. And more threads never do less together.
  const alone = points[0]?.high ?? 1;
  let most = 0;
  const rising = points.map(({ threads, high }) => [threads, (most = Math.max(most, high / alone))] as const);
  // A server that has some of the CPUs for itself has the first part of the curve.
  const own = Math.min(cpus, guessed.cpus);
  const part = own < cpus ? rising.filter(([threads]) => threads <= own) : rising;
  return { cpus: own, points: part, source: 'measured' };
}
