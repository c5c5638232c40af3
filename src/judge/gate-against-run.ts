/** A gate against a stored run: no blocks in common, so the machine of then and of now is in the ratio, and is told. */
import { exponential } from '../stats/interval.ts';
import { welchBounds } from '../stats/unpaired.ts';
import { runChecks } from './checks/checks.ts';
import { comparable } from './compare.ts';
import { decideGate } from './gate.ts';
import { differences, unlike } from './pair.ts';
import { withheldFrom, withoutVoid } from './weigh.ts';
import type { CheckResult } from '../model/check.ts';
import type { GateResult } from '../model/gate.ts';
import { describeLoad, type Cell, type Plan, type Setting } from '../model/plan.ts';
import { problem } from '../model/problem.ts';
import type { HostConditions, Trial } from '../model/sample.ts';
import type { Interval, Metric, RunHead } from '../model/verdict.ts';

interface Run {
  readonly head: RunHead;
  readonly plan: Plan;
  readonly host: HostConditions;
  readonly trials: readonly Trial[];
}

/** What makes two machines: a ratio between them says nothing about the code. */
const machineKeys = ['cpuModel', 'effectiveCpus', 'platform'] as const;

/** A gate's own key: which checkout it was. What a later run is held to is the head of that day. */
const revisionKey = 'revision';

/**
 * The cell of a stored run that the working tree is held to: the only one that has these levels.
 * @param held levels that were asked for; none where the run leaves no choice
 * @throws Problem RUN_NOT_COMPARABLE
 */
export function cellToHold({ head, plan }: Run, held: Setting): { cell: Cell; setting: Setting } {
  const candidates = plan.cells.filter((cell) => !cell.control && cell.setting[revisionKey] !== 'base');
  const fitting = candidates.filter(({ setting }) =>
    Object.entries(held).every(([key, level]) => setting[key] === level),
  );
  const [cell] = fitting;
  if (!cell || fitting.length > 1) {
    const all = candidates.map(({ id }) => id).join(', ');
    const which = cell ? 'several of them fit' : 'none of them fits';
    throw problem('RUN_NOT_COMPARABLE', {
      id: head.id,
      why: `It measured ${all}, and ${which}.`,
      todo: 'Say which one by a level for each key, such as --vary pool=4.',
    });
  }
  const { [revisionKey]: _, ...setting } = cell.setting;
  return { cell, setting };
}

/** Before anything is measured. @throws Problem RUN_NOT_COMPARABLE if the plan loads its server in another way */
export function requireAlike(base: Run, id: string, plan: Plan): void {
  const then = base.plan.cells.find((cell) => cell.id === id);
  const now = plan.cells.find((cell) => cell.id === plan.baseline);
  if (!unlike(then, now, base.plan, plan)) return;
  const told = (cell: Cell | undefined, { duration }: Plan) =>
    cell
      ? `${cell.requests.map(({ method, url }) => `${method} ${url}`).join(', ')}, ${describeLoad(cell.load)}${duration === null ? '' : `, a window of ${duration} ms`}`
      : 'nothing';
  throw problem('RUN_NOT_COMPARABLE', {
    id: base.head.id,
    why: `It was loaded in another way: ${told(then, base.plan)}; now ${told(now, plan)}.`,
    todo: 'Give the same --url, --load, --duration and request options as then.',
  });
}

/**
 * One look, when all has been measured: a later one would have to pay for the earlier.
 * @param checks of `run`
 * @param base the stored run, null if it was removed since
 * @returns null if the plan has no such gate
 */
export function gateOfRun(run: Run, checks: readonly CheckResult[], base: Run | null): GateResult | null {
  const { gate } = run.plan;
  if (gate?.against.kind !== 'run') return null;
  const { metric, failIfWorse: threshold, against } = gate;
  const common = { metric, threshold, head: 'the working tree', ended: run.head.reason };
  const name = `run ${against.id}`;
  if (!base) {
    const notes = [`The run ${against.id} is no longer in the store.`];
    return decideGate({ ...common, base: name, ratio: null, blocks: 0, withheld: null, notes });
  }
  const own = run.plan.baseline;
  const then = runChecks(base.plan, base.host, base.trials);
  const values = logs(withoutVoid(checks, run.trials), own, metric);
  const bounds = welchBounds(logs(withoutVoid(then, base.trials), against.cell, metric), values);
  const ratio: Interval | null = bounds && exponential(bounds);
  const earlier = withheldFrom(then, [against.cell], metric);
  return decideGate({
    ...common,
    base: `${name} (${against.cell})`,
    ratio,
    blocks: values.length,
    withheld:
      otherMachine(base.host, run.host) ??
      withheldFrom(checks, [own], metric) ??
      (earlier === null ? null : `Of ${name}: ${earlier}`),
    notes: [
      `The two were not measured together: what the machine did between ${day(base.head)} and ${day(run.head)} is in this ratio. Against a revision both are measured in one job.`,
      ...differences(base, run).map((one) => `Not the same: ${one}.`),
    ],
  });
}

function logs(trials: readonly Trial[], cell: string, metric: Metric): number[] {
  return comparable(trials.filter((trial) => trial.cell === cell))
    .flatMap((one) => one.metrics[metric] ?? [])
    .map(Math.log);
}

function otherMachine(then: HostConditions, now: HostConditions): string | null {
  const key = machineKeys.find((one) => then[one] !== now[one]);
  return key === undefined
    ? null
    : `That run was measured on another machine (${key}: ${then[key]}, now ${now[key]}).`;
}

function day({ createdAt }: RunHead): string {
  return new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ');
}
