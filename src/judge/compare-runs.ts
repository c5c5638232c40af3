/** Two runs side by side: refuses to compare cells that were not loaded alike, and names what else differs. */
import { message, type Message } from '../messages/message.ts';
import { normalQuantile } from '../stats/distributions.ts';
import { exponential, welchBounds } from '../stats/mean-and-spread.ts';
import { comparable, wordFor } from './compare.ts';
import { withheldFrom, withoutVoid } from './withhold-verdicts.ts';
import type { RateBounds } from '../model/capacity.ts';
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
  type Withheld,
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
/** Chance that any word about a throughput, or about a capacity, is wrong; and the same for all other words together. */
const level = 0.05;

/** A setting in one metric, before it has a word. */
interface Pair extends Pick<RunPair['rows'][number], 'cell' | 'metric'> {
  readonly better: 'higher' | 'lower';
  /** Why a check of either run lets nothing be said; null if none does. */
  readonly withheld: Withheld | null;
  /** @returns after ÷ before; null where one of them has no interval */
  readonly ratioAt: (confidence: number) => Interval | null;
}

/** Compares what two judged runs say of each setting, as far as the checks of both let them say it. */
export function compareRuns(a: RunResult, b: RunResult): RunPair {
  const shared = a.plan.cells.flatMap((own) => {
    const other = cell(b.plan, own.id);
    return other && !unlike(own, other, a.plan, b.plan) ? own.id : [];
  });
  // A search for a capacity loads its trials at different rates, which are no figures of the server.
  const pairs = a.answer.kind === 'capacity' ? ofCapacities(a, b, shared) : ofTrials(a, b, shared);
  const found = pairs.flatMap((pair) => {
    const ratio = pair.ratioAt(0.95);
    return ratio ? [{ ...pair, ratio }] : [];
  });
  const rows = found.map(({ better, withheld, ratioAt, ...row }) => {
    if (withheld) return { ...row, word: 'undecided' as const, withheld };
    const isMain = row.metric === 'throughput';
    const family = found.filter(({ metric }) => (metric === 'throughput') === isMain).length;
    return { ...row, word: wordFor(ratioAt(1 - level / family) ?? row.ratio, better, delta) };
  });
  return { a: a.run, b: b.run, differences: differences(a, b), rows };
}

function ofTrials(a: RunResult, b: RunResult, cells: readonly string[]): Pair[] {
  const before = comparable(withoutVoid(a.checks, a.trials));
  const after = comparable(withoutVoid(b.checks, b.trials));
  return cells.flatMap((id) =>
    compared.map((metric) => ({
      cell: id,
      metric,
      better: metrics[metric].better,
      withheld: withheldFrom(a.checks, [id], metric) ?? withheldFrom(b.checks, [id], metric),
      ratioAt(confidence) {
        const bounds = welchBounds(logsOf(before, id, metric), logsOf(after, id, metric), confidence);
        return bounds && exponential(bounds);
      },
    })),
  );
}

export const logsOf = (all: readonly Measurement[], id: string, metric: Metric) =>
  all.flatMap((one) => (one.cell === id ? (one.metrics[metric] ?? []) : [])).map(Math.log);

/** A capacity has heard the checks of its run: without windows that count it has no interval. */
function ofCapacities(a: RunResult, b: RunResult, cells: readonly string[]): Pair[] {
  const rateOf = (run: RunResult, id: string) =>
    foundIn(run).capacity?.findings.find((one) => one.cell === id)?.rate ?? null;
  return cells.map((id) => ({
    cell: id,
    metric: 'capacity',
    better: 'higher',
    withheld: null,
    ratioAt: (confidence) => ratioOfRates(rateOf(a, id), rateOf(b, id), confidence),
  }));
}

// MOVER, from both intervals alone (Zou and Donner, Statistics in Medicine 27, 2008). They are at 95%: at another confidence both are
// as much wider as a normal interval would be.
function ratioOfRates(a: RateBounds | null, b: RateBounds | null, confidence: number): Interval | null {
  if (!a || !b || a.high === null || b.high === null) return null;
  const wider = normalQuantile((1 + confidence) / 2) / normalQuantile((1 + 0.95) / 2);
  const value = Math.log(b.value / a.value);
  const below = Math.hypot(Math.log(b.value / b.low), Math.log(a.high / a.value));
  const above = Math.hypot(Math.log(b.high / b.value), Math.log(a.value / a.low));
  return exponential({ value, low: value - wider * below, high: value + wider * above });
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
  const own = a.plan.cells.filter(({ id }) => measured.has(id));
  const others = own.map((each) => [each, cell(b.plan, each.id)] as const);
  const settings = others.filter(([one, other]) => other && unlike(one, other, a.plan, b.plan)).length;
  if (settings > 0) list.push(message('runs.unlike', { settings }));
  const missing = others.filter(([, other]) => !other).length;
  if (missing > 0) list.push(message('runs.missing', { settings: missing }));
  return list;
}
