/** Two runs side by side: refuses to compare cells that were not loaded alike, and names what else differs. */
import { message, type Message } from '../messages/message.ts';
import { normalQuantile } from '../stats/distributions.ts';
import { exponential, welchBounds, type Bounds } from '../stats/mean-and-spread.ts';
import { comparable, wordFor } from './compare.ts';
import { withheldFrom, withoutVoid } from './withhold-verdicts.ts';
import type { CheckResult } from '../model/check.ts';
import { askedIn, describeLoad, windowOf, type Cell, type Plan, type Request } from '../model/plan.ts';
import { systemKeys, type HostConditions, type Trial } from '../model/sample.ts';
import {
  foundIn,
  metrics,
  type Interval,
  type Measurement,
  type Metric,
  type RunHead,
  type RunPair,
  type RunResult,
} from '../model/verdict.ts';

/** A stored run, as far as two of them are compared. */
export interface Run {
  readonly head: RunHead;
  readonly plan: Plan;
  readonly host: HostConditions;
  readonly trials: readonly Trial[];
}

const compared: readonly Metric[] = ['throughput', 'p50', 'p99', 'jobRate', 'jobMean'];
const delta = 0.05;
/** Chance that any word is wrong which a reader looks at first, and the same for all others together. */
const level = 0.05;

/** What a run says of a setting: the logarithms of its trials, or that of its capacity with an interval at 95%. */
type OfSetting = readonly number[] | Bounds;
type FigureName = RunPair['rows'][number]['metric'];

/** Compares what two judged runs say of each setting, as far as the checks of both let them say it. */
export function compareRuns(a: RunResult, b: RunResult): RunPair {
  const [figureBefore, figureAfter] = [figuresOf(a), figuresOf(b)];
  const shared = a.plan.cells.filter(({ id }) => {
    const other = cell(b.plan, id);
    return other && !unlike(cell(a.plan, id), other, a.plan, b.plan);
  });
  const found = shared.flatMap(({ id }) =>
    ([...compared, 'capacity'] as const).flatMap((metric) => {
      const [before, after] = [figureBefore(id, metric), figureAfter(id, metric)];
      const ratio = ratioOf(before, after, 0.95);
      return ratio ? [{ cell: id, metric, before, after, ratio }] : [];
    }),
  );
  const isFirst = (metric: FigureName) => metric === 'throughput' || metric === 'capacity';
  const rows = found.map(({ before, after, ...row }) => {
    const { cell: id, metric, ratio } = row;
    const family = found.filter((one) => isFirst(one.metric) === isFirst(metric)).length;
    const better = metric === 'capacity' ? 'higher' : metrics[metric].better;
    const withheld = withheldBy(a.checks, id, metric) ?? withheldBy(b.checks, id, metric);
    if (withheld) return { ...row, word: 'undecided' as const, withheld };
    return { ...row, word: wordFor(ratioOf(before, after, 1 - level / family) ?? ratio, better, delta) };
  });
  return { a: a.run, b: b.run, differences: differences(a, b), rows };
}

/** A capacity has heard its checks: without one that counts it has no interval. */
const withheldBy = (checks: readonly CheckResult[], id: string, metric: FigureName) =>
  metric === 'capacity' ? null : withheldFrom(checks, [id], metric);

function figuresOf(run: RunResult): (cell: string, metric: FigureName) => OfSetting | null {
  const { capacity } = foundIn(run);
  // Its trials were loaded at different rates, which are no figures of the server.
  const counted = capacity ? [] : comparable(withoutVoid(run.checks, run.trials));
  return (id, metric) => {
    if (metric !== 'capacity') return logsOf(counted, id, metric);
    const rate = capacity?.findings.find((one) => one.cell === id)?.rate;
    if (!rate || rate.high === null) return null;
    return { value: Math.log(rate.value), low: Math.log(rate.low), high: Math.log(rate.high) };
  };
}

export function logsOf(measurements: readonly Measurement[], id: string, metric: Metric): number[] {
  return measurements.flatMap((one) => (one.cell === id ? (one.metrics[metric] ?? []) : [])).map(Math.log);
}

/**
 * After ÷ before. Of two capacities: from their intervals alone, side by side (MOVER: Zou and Donner, Statistics in Medicine 27,
 * 2008), at another confidence with both as much wider as a normal interval would be.
 */
function ratioOf(before: OfSetting | null, after: OfSetting | null, confidence: number): Interval | null {
  if (!before || !after) return null;
  if (!('value' in before) || !('value' in after)) {
    const bounds = 'value' in before || 'value' in after ? null : welchBounds(before, after, confidence);
    return bounds && exponential(bounds);
  }
  const wider = normalQuantile((1 + confidence) / 2) / normalQuantile((1 + 0.95) / 2);
  const value = after.value - before.value;
  return exponential({
    value,
    low: value - wider * Math.hypot(after.value - after.low, before.high - before.value),
    high: value + wider * Math.hypot(after.high - after.value, before.value - before.low),
  });
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
      // The rates of a search for a capacity are its own choice.
      each && (askedIn(plan).capacity ? 'searched' : describeLoad(each.load)),
      each?.requests.map((request) => ({ ...request, headers: headerLines(request) })),
      each?.parameters,
      each?.engine,
      parameters,
      askedIn(plan).capacity?.objective ?? (each && windowOf(plan, each).duration),
      // The generators are a part of the load.
      ...(plan.generators ? [plan.generators] : []),
    ]);
  };
  return form(a, planA) !== form(b, planB);
}

/** @returns what makes the two runs different measurements, beside their settings */
export function differences(a: Omit<Run, 'head'>, b: Omit<Run, 'head'>): Message[] {
  const list: Message[] = ([...systemKeys, 'uv', 'chokepoint'] as const)
    .filter((key) => a.host[key] !== b.host[key])
    .map((key) => message('runs.differ', { key, a: a.host[key], b: b.host[key] }));
  if (JSON.stringify(a.plan.subject) !== JSON.stringify(b.plan.subject)) list.push(message('runs.subject'));
  const measured = new Set(a.trials.map((trial) => trial.cell));
  const others = a.plan.cells.flatMap((each) =>
    measured.has(each.id) ? [[each, cell(b.plan, each.id)] as const] : [],
  );
  const settings = others.filter(([own, other]) => other && unlike(own, other, a.plan, b.plan)).length;
  if (settings > 0) list.push(message('runs.unlike', { settings }));
  const missing = others.filter(([, other]) => !other).length;
  if (missing > 0) list.push(message('runs.missing', { settings: missing }));
  return list;
}
