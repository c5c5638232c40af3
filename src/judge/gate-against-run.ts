/** A gate against a stored run: they share no blocks, so what the machine did then and now is in the ratio, and is told. */
import { exponential, welchBounds } from '../stats/mean-and-spread.ts';
import { runChecks } from './checks/checks.ts';
import { comparable } from './compare.ts';
import { decideGate } from './gate.ts';
import { differences, headerLines, logsOf, unlike, type Run } from './compare-runs.ts';
import { withoutRefused } from './turns.ts';
import { withheldFrom, withoutVoid } from './withhold-verdicts.ts';
import { minute } from '../format/number.ts';
import { message, type Message } from '../messages/message.ts';
import type { CheckResult } from '../model/check.ts';
import type { GateResult } from '../model/verdict.ts';
import { askedIn, describeAsked, type Cell, type Plan, type Setting } from '../model/plan.ts';
import { problem, reason } from '../messages/problem.ts';
import { differingKey, machineKeys, type HostConditions, type Trial } from '../model/sample.ts';
import type { Interval, Metric } from '../model/verdict.ts';

/** The key of a gate that names the checkout. A later run is held to the head of a stored gate, not to its base. */
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
    const why = reason('base.no-cell', { cells: all, isAmbiguous: cell !== undefined });
    throw problem('RUN_NOT_COMPARABLE', { id: head.id, ...why });
  }
  const { [revisionKey]: _, ...setting } = cell.setting;
  return { cell, setting };
}

/** Called before anything is measured. @throws Problem RUN_NOT_COMPARABLE if the plan loads its server in another way */
export function requireAlike(base: Run, id: string, plan: Plan): void {
  const then = base.plan.cells.find((cell) => cell.id === id);
  const now = plan.cells.find((cell) => cell.id === plan.baseline);
  if (!unlike(then, now, base.plan, plan)) return;
  const why = reason('base.other-load', { before: told(then, now, base.plan), now: told(now, then, plan) });
  throw problem('RUN_NOT_COMPARABLE', { id: base.head.id, ...why });
}

/** How a cell is loaded, with those of its headers that another has not. */
function told(cell: Cell | undefined, other: Cell | undefined, { duration, generators }: Plan): string {
  if (!cell) return 'nothing';
  const requests = cell.requests.map((request, index) => {
    const before = other?.requests[index];
    const shared = before ? headerLines(before) : headerLines(request);
    const own = headerLines(request).filter((line) => !shared.includes(line));
    return `${request.method} ${request.url}${own.length === 0 ? '' : ` (${own.join('; ')})`}`;
  });
  const window = duration === null ? '' : `, a window of ${duration} ms`;
  const from = generators ? `, from ${generators.join('; ')}` : '';
  const { engine } = cell;
  const hash = typeof engine === 'object' && engine.sha256 ? ` (SHA-256 ${engine.sha256.slice(0, 12)})` : '';
  return `${requests.join(', ')}, ${describeAsked(cell)}${hash}${window}${from}`;
}

/**
 * Decides the gate at one look, when all has been measured: further looks would need wider intervals.
 * @param checks results for the trials of `now`
 * @param base the stored run, null if it was removed since
 * @returns null if the plan has no such gate
 */
export function gateOfRun(now: Run, checks: readonly CheckResult[], base: Run | null): GateResult | null {
  const { gate } = askedIn(now.plan);
  if (gate?.against.kind !== 'run') return null;
  const { metric, failIfWorse: threshold, against } = gate;
  const run = against.id;
  const head = message('gate.working-tree', { isUnchanged: false });
  const common = { metric, threshold, head, ended: now.head.reason };
  if (!base) {
    return decideGate({
      ...common,
      base: message('gate.run', { run, cell: null }),
      ratio: null,
      blocks: 0,
      withheld: null,
      notes: [message('gate.run-removed', { run })],
    });
  }
  const own = now.plan.baseline;
  const before = withoutRefused(base.trials);
  const then = runChecks(base.plan, base.host, before);
  const values = logs(withoutVoid(checks, now.trials), own, metric);
  const bounds = welchBounds(logs(withoutVoid(then, before), against.cell, metric), values);
  const ratio: Interval | null = bounds && exponential(bounds);
  const earlier = withheldFrom(then, [against.cell], metric);
  return decideGate({
    ...common,
    base: message('gate.run', { run, cell: against.cell }),
    ratio,
    blocks: values.length,
    withheld:
      otherMachine(base.host, now.host) ??
      withheldFrom(checks, [own], metric) ??
      (earlier && message('gate.earlier', { run, withheld: earlier })),
    notes: [
      message('gate.not-together', { from: minute(base.head.createdAt), to: minute(now.head.createdAt) }),
      ...differences(base, now).map((difference) => message('gate.not-the-same', { difference })),
    ],
  });
}

const logs = (trials: readonly Trial[], cell: string, metric: Metric) =>
  logsOf(comparable(trials.filter((trial) => trial.cell === cell)), cell, metric);

function otherMachine(then: HostConditions, now: HostConditions): Message | null {
  const key = differingKey(then, now, machineKeys);
  return key === undefined ? null : message('gate.other-machine', { key, a: then[key], b: now[key] });
}
