/**
 * Figures that others published of their machines (elsewhere.json, each with its source): calibrated as `predict` calibrates, on
 * the setting named there, and held to the settings that the model was not told of. Nothing is set for one of them alone.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { variantsOf } from '../../src/predict/predict.ts';
import { bandOf, errors, guessedCapacity, type CalibratedRun } from '../../src/predict/calibrate.ts';
import type { Counted } from '../../src/predict/demands.ts';
import { fitDemands } from '../../src/predict/fit.ts';
import { bottleneckOf, brief, figuresOf, modelled } from '../../src/predict/model.ts';
import { predictAt } from '../../src/predict/what-if.ts';
import type { CapacityData, ModelFigures, ModelSetting, RequestDemands } from '../../src/model/prediction.ts';
import { curve, hinge, speed } from '../../src/queueing/capacity.ts';

interface PoolTable {
  readonly name: string;
  readonly cpus: number | null;
  /** Jobs that start together, and no more; else so many clients ask again and again. */
  readonly jobs?: number;
  readonly clients?: number;
  readonly requests?: number;
  readonly holds: 'cpu' | 'wait';
  readonly unit: 'ms' | 'requests/s';
  readonly calibrated: number;
  /** The pool whose figure says how fast the CPUs are together. */
  readonly fullSpeed?: number;
  readonly cells: readonly (readonly [pool: number, figure: number])[];
}

interface Pair {
  readonly name: string;
  readonly clients: number;
  readonly one: number;
  readonly processes: number;
  readonly several: number;
}

interface Burst {
  readonly jobs: number;
  readonly pool: number;
  readonly ms: number;
}

interface Elsewhere {
  readonly pools: readonly PoolTable[];
  readonly bursts: { readonly cpus: number; readonly calibrated: Burst; readonly cells: readonly Burst[] };
  readonly cluster: {
    readonly cpus: number;
    readonly clients: number;
    readonly workloads: Readonly<
      Record<
        string,
        {
          readonly one: {
            readonly throughput: number;
            readonly p50: number;
            readonly p99: number;
            readonly cpu: number;
          };
          readonly three: readonly number[];
        }
      >
    >;
  };
  readonly pairs: readonly Pair[];
  readonly blind: { readonly pool: PoolTable; readonly pair: Pair };
}

export const elsewhere = JSON.parse(
  readFileSync(new URL('elsewhere.json', import.meta.url), 'utf8'),
) as Elsewhere;

/** As many as any of these machines could have, where none are said. */
const plenty = 64;
const none = { loopCpu: 0, poolCpu: 0, poolWait: 0, jobs: 1, otherCpu: 0, generatorCpu: 0 };

/** What `predict` takes a machine for that it cannot measure. */
function guessed(cpus: number): CapacityData {
  const host = { effectiveCpus: cpus, physicalCores: null };
  return guessedCapacity({ plan: { affinity: null }, host } as unknown as CalibratedRun);
}

interface Told {
  readonly throughput: number;
  readonly clients: number;
  readonly p50?: number;
  readonly p99?: number;
}

/** A calibration, as far as a published figure makes one. */
interface Fitted {
  readonly demands: RequestDemands;
  readonly counted: Counted;
  readonly measured: ModelFigures;
  readonly setting: ModelSetting;
  readonly capacity: CapacityData;
}

function fitted(
  demands: Counted['demands'],
  { throughput, clients, p50, p99 }: Told,
  setting: ModelSetting,
  capacity: CapacityData,
): Fitted {
  const response = (clients / throughput) * 1000;
  const held = demands.loopCpu + demands.poolCpu + demands.poolWait + demands.generatorCpu;
  const counted: Counted = {
    demands,
    mostDelay: Math.max(0, response - held),
    throughput,
    response,
    spread: { throughput: 0, mean: 0 },
    foreign: 0,
    processes: setting.processes,
    poolSize: setting.pool,
    service: null,
  };
  const measured = { throughput, mean: response, p50: p50 ?? null, p99: p99 ?? null };
  const fit = fitDemands(counted, measured, setting, capacity);
  assert.ok('demands' in fit, JSON.stringify(fit));
  return { demands: fit.demands, counted, measured, setting, capacity };
}

/** What is asked of each figure that the model was not told. @param measured requests/s */
export type Judge<T> = (fit: Fitted, setting: ModelSetting, measured: number) => T;

/** Predicted ÷ measured − 1. */
const error: Judge<number> = ({ demands, capacity }, setting, measured) =>
  (modelled(demands, setting, capacity).throughput * 1000) / measured - 1;

/** Whether it lies in the range that `predict` gives, and how wide that is: its end ÷ its beginning. */
export const ranged: Judge<{ readonly isWithin: boolean; readonly width: number }> = (
  fit,
  setting,
  measured,
) => {
  const { model, own } = completions.get(fit) ?? completed(fit);
  const found = predictAt(model, setting, false, own, brief);
  assert.ok(!('refused' in found));
  const [low, high] = found.range.throughput;
  return { isWithin: low <= measured && measured <= high, width: high / low };
};

const alone = { variants: [], others: [] };
const completions = new WeakMap<Fitted, ReturnType<typeof completed>>();

function completed(fit: Fitted) {
  const { counted, capacity, setting, demands, measured } = fit;
  const prediction = modelled(demands, setting, capacity);
  const reproduced = figuresOf(prediction, measured);
  // One run of each setting, as `predict` takes a single trial.
  const model = { ...fit, reproduced, band: bandOf(errors(reproduced, measured), counted, 1), ...alone };
  const found = {
    model: { ...model, variants: variantsOf(counted, model, capacity) },
    own: bottleneckOf(prediction).limit,
  };
  completions.set(fit, found);
  return found;
}

/** By pool size. */
export const poolErrors = (table: PoolTable, isSpeedTold?: boolean) => ofPools(table, error, isSpeedTold);

export function ofPools<T>(
  table: PoolTable,
  judge: Judge<T>,
  isSpeedTold = table.fullSpeed !== undefined,
): Map<number, T> {
  const { jobs, clients = jobs ?? NaN, requests = jobs ?? NaN, cells, calibrated, holds } = table;
  const perSecond = (figure: number) => (table.unit === 'ms' ? (1000 * requests) / figure : figure);
  const at = (size: number | undefined) => perSecond(cells.find(([pool]) => pool === size)?.[1] ?? NaN);
  const throughput = at(calibrated);
  const full = (calibrated * at(table.fullSpeed)) / throughput;
  const capacity: CapacityData = isSpeedTold
    ? { cpus: full, points: hinge(full, full, 0).points, source: 'measured' }
    : guessed(table.cpus ?? plenty);
  // The utilisation law: all threads of the calibrated pool are held all the time.
  const held = (1000 * calibrated) / throughput;
  const work = (held * speed(curve(capacity.cpus, capacity.points), calibrated)) / calibrated;
  const load = { kind: 'closed' as const, clients, ...(jobs !== undefined && { requestsEach: 1 }) };
  const setting = { processes: 1, pool: calibrated, cpus: capacity.cpus, load };
  const demands = { ...none, ...(holds === 'cpu' ? { poolCpu: work } : { poolWait: held }) };
  const fit = fitted(demands, { throughput, clients }, setting, capacity);
  const isPredicted = (pool: number) => pool !== calibrated && !(isSpeedTold && pool === table.fullSpeed);
  return new Map(
    cells
      .filter(([pool]) => isPredicted(pool))
      .map(([pool, figure]) => [pool, judge(fit, { ...setting, pool }, perSecond(figure))]),
  );
}

// `ab` and its like give the next request to whoever is free: no client has a share of its own, and the load is one that goes on.
// node:cluster hands out connections in turn, and a pool of workers its tasks.
export const pairError = (pair: Pair) => ofPair(pair, error);

export function ofPair<T>({ clients, one, processes, several }: Pair, judge: Judge<T>): T {
  const capacity = guessed(plenty);
  const load = { kind: 'closed', clients } as const;
  const setting: ModelSetting = { processes: 1, pool: 4, cpus: plenty, load, connections: 'in turn' };
  const fit = fitted({ ...none, loopCpu: 1000 / one }, { throughput: one, clients }, setting, capacity);
  return judge(fit, { ...setting, processes }, several);
}

/** By workload, for each way of starting three processes. @param generator milliseconds of its CPU for a request */
export const clusterErrors = (generator: number) => ofCluster(generator, error);

export function ofCluster<T>(generator: number, judge: Judge<T>): Map<string, readonly T[]> {
  const { cpus, clients, workloads } = elsewhere.cluster;
  const capacity = guessed(cpus);
  const load = { kind: 'closed', clients } as const;
  const setting: ModelSetting = { processes: 1, pool: 4, cpus, load, connections: 'in turn' };
  const all = Object.entries(workloads).map(([name, { one, three }]) => {
    const time = 1000 / one.throughput;
    // A loop has one CPU at most; collectors and compilers have the rest.
    const loopCpu = Math.min(1, one.cpu) * time;
    const demands = { ...none, loopCpu, otherCpu: one.cpu * time - loopCpu, generatorCpu: generator };
    const fit = fitted(demands, { ...one, clients }, setting, capacity);
    return [name, three.map((measured) => judge(fit, { ...setting, processes: 3 }, measured))] as const;
  });
  return new Map(all);
}

/** @param name as in elsewhere.json */
export function tableOf(name: string): PoolTable {
  const table = elsewhere.pools.find((one) => one.name === name);
  assert.ok(table, name);
  return table;
}

export const burstErrors = () => ofBursts(error);

export function ofBursts<T>(judge: Judge<T>): T[] {
  const { cpus, calibrated, cells } = elsewhere.bursts;
  const capacity = guessed(cpus);
  const settingOf = ({ jobs, pool }: Burst): ModelSetting => ({
    processes: 1,
    pool,
    cpus,
    load: { kind: 'closed', clients: jobs, requestsEach: 1 },
  });
  const perSecond = ({ jobs, ms }: Burst) => (1000 * jobs) / ms;
  const { jobs, pool, ms } = calibrated;
  const told = { throughput: perSecond(calibrated), clients: jobs };
  const fit = fitted({ ...none, poolCpu: (ms * pool) / jobs }, told, settingOf(calibrated), capacity);
  return cells.map((cell) => judge(fit, settingOf(cell), perSecond(cell)));
}
