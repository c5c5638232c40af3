/** Two runs side by side: refuses to compare cells that were not loaded alike, and names what else differs. */
import { message, type Message } from '../messages/message.ts';
import { exponential, welchBounds } from '../stats/mean-and-spread.ts';
import { wordFor } from './compare.ts';
import { summarize } from './summarize.ts';
import { withoutRefused } from './turns.ts';
import { describeLoad, windowOf, type Cell, type Plan, type Request } from '../model/plan.ts';
import { systemKeys, type HostConditions, type Trial } from '../model/sample.ts';
import { metrics, type Metric, type RunHead, type RunPair } from '../model/verdict.ts';

/** A stored run, as far as two of them are compared. */
export interface Run {
  readonly head: RunHead;
  readonly plan: Plan;
  readonly host: HostConditions;
  readonly trials: readonly Trial[];
}

const compared: readonly Metric[] = ['throughput', 'p50', 'p99', 'jobRate', 'jobMean'];
const delta = 0.05;

export function compareRuns(a: Run, b: Run): RunPair {
  const summaries = ({ plan, trials }: Run) => summarize(plan, withoutRefused(trials));
  const [ofA, ofB] = [summaries(a), summaries(b)];
  const rows = ofA.flatMap((summary) => {
    const other = ofB.find((each) => each.cell === summary.cell);
    if (!other || unlike(cell(a.plan, summary.cell), cell(b.plan, summary.cell), a.plan, b.plan)) return [];
    return compared.flatMap((metric) => {
      const [before, after] = [summary.metrics[metric], other.metrics[metric]];
      const bounds = before && after && welchBounds(before.trials.map(Math.log), after.trials.map(Math.log));
      if (!bounds) return [];
      const ratio = exponential(bounds);
      return [{ cell: summary.cell, metric, ratio, word: wordFor(ratio, metrics[metric].better, delta) }];
    });
  });
  return { a: a.head, b: b.head, differences: differences(a, b), rows };
}

/** Returns the headers in one order and one case, since neither makes another request. */
export function headerLines({ headers }: Pick<Request, 'headers'>): string[] {
  return Object.entries(headers)
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .toSorted();
}

const cell = (plan: Plan, id: string) => plan.cells.find((each) => each.id === id);

/** Whether two cells are different measurements: a setting under another load, another work or another window is one. */
export function unlike(a: Cell | undefined, b: Cell | undefined, planA: Plan, planB: Plan): boolean {
  const form = (each: Cell | undefined, plan: Plan) => {
    const parameters = plan.subject.kind === 'command' ? {} : plan.subject.parameters;
    return JSON.stringify([
      each && describeLoad(each.load),
      each?.requests.map((request) => ({ ...request, headers: headerLines(request) })),
      each?.parameters,
      each?.engine,
      parameters,
      each && windowOf(plan, each).duration,
      // The generators are a part of the load.
      ...(plan.generators ? [plan.generators] : []),
    ]);
  };
  return form(a, planA) !== form(b, planB);
}

/** @returns what makes the two runs different measurements, beside their settings */
export function differences(a: Run, b: Run): Message[] {
  const list: Message[] = ([...systemKeys, 'uv', 'chokepoint'] as const)
    .filter((key) => a.host[key] !== b.host[key])
    .map((key) => message('runs.differ', { key, a: a.host[key], b: b.host[key] }));
  if (JSON.stringify(a.plan.subject) !== JSON.stringify(b.plan.subject)) list.push(message('runs.subject'));
  const others = a.plan.cells.map((each) => [each, cell(b.plan, each.id)] as const);
  const settings = others.filter(([own, other]) => other && unlike(own, other, a.plan, b.plan)).length;
  if (settings > 0) list.push(message('runs.unlike', { settings }));
  const missing = others.filter(([, other]) => !other).length;
  if (missing > 0) list.push(message('runs.missing', { settings: missing }));
  return list;
}
