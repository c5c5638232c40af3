/** The model's curve behind the measurement: every cell of a run, predicted from the baseline alone. */
import { message } from '../messages/message.ts';
import type { Cell } from '../model/plan.ts';
import type {
  Calibration,
  CapacityData,
  MeasuredSetting,
  ModelFigures,
  ModelSetting,
  RunModel,
} from '../model/prediction.ts';
import type { Ratio } from '../model/units.ts';
import type { Summary } from '../model/verdict.ts';
import { deviation, median } from '../stats/mean-and-spread.ts';
import type { Refused } from './demands.ts';
import { calibrate, type CalibratedRun, errors, type Model, trialsThatCount } from './calibrate.ts';
import { bottleneckOf, drawn, figuresOf, isSteady, modelled, queueLoad } from './model.ts';
import { reachOf } from './range.ts';
import { demandsFor, predictAt, ownBottleneck } from './what-if.ts';
import { ownPool } from '../model/factor.ts';

/** What the model knows of a setting; cells that differ in anything else are other servers. */
const known = new Set(['pool', 'processes', 'cpus', 'clients', 'rate']);

export const isKnownToModel = (key: string) => known.has(key);

/**
 * @param capacity measured; else guessed
 * @returns null where no baseline was watched from outside: loads without a window
 */
export function modelOfRun(
  run: CalibratedRun,
  summaries: readonly Summary[],
  capacity?: CapacityData,
): RunModel | null {
  const measured = new Set(summaries.filter(({ trials }) => trials > 0).map(({ cell }) => cell));
  const cells = run.plan.cells.filter(({ id, control }) => control !== true && measured.has(id));
  const found = [...Map.groupBy(cells, kindOf).values()].flatMap(
    (group) => ofGroup(run, group, summaries, capacity) ?? [],
  );
  const answered = found.filter((one) => 'predicted' in one);
  const refused = found.find((one) => 'refused' in one);
  if (answered.length === 0) {
    if (!refused) return null;
    const { cell, refused: why } = refused;
    return {
      from: [],
      cells: [],
      error: { throughput: null, mean: null },
      sentence: message('run-model.none', { cell, why }),
    };
  }
  const off = answered.flatMap((one) => one.off);
  const middle = (of: 'throughput' | 'mean') =>
    off.length === 0 ? null : median(off.map((each) => each[of]));
  const error = { throughput: middle('throughput'), mean: middle('mean') };
  return {
    from: answered.map(({ cell }) => cell),
    cells: answered.flatMap((one) => one.predicted),
    error,
    sentence: sentenceOf(
      answered.map(({ cell }) => cell),
      off.length,
      error,
    ),
  };
}

/** Cells of one kind differ in nothing but what the model knows. */
function kindOf({ setting, parameters, node, cwd, engine, load }: Cell): string {
  const rest = Object.entries(setting).filter(([key]) => !known.has(key));
  return JSON.stringify([rest, parameters, node, cwd, engine, queueLoad(load)?.kind]);
}

type LoadGroup =
  | {
      readonly cell: string;
      readonly predicted: RunModel['cells'];
      readonly off: { throughput: Ratio; mean: Ratio }[];
    }
  | ({ readonly cell: string } & Refused);

function ofGroup(
  run: CalibratedRun,
  group: readonly Cell[],
  summaries: readonly Summary[],
  capacity?: CapacityData,
): LoadGroup | null {
  const cell = group.find(isToday) ?? group.find(({ id }) => id === run.plan.baseline);
  const isWatched = run.trials.some(
    (trial) => trial.cell === cell?.id && trial.problem === null && trial.sample?.usage,
  );
  if (!cell || group.length < 2 || !isWatched) return null;
  const calibration = calibrate(run, cell, capacity);
  if ('refused' in calibration) return { cell: cell.id, refused: calibration.refused };
  const predicted = group.flatMap((one) => predictCell(one, cell, calibration));
  if (predicted.length < 2) return null;
  return { cell: cell.id, predicted, off: predicted.flatMap((one) => errorOf(one, cell, summaries)) };
}

/** Whether a cell has what Node has by default. */
export function isToday({ setting: { pool = ownPool, processes = 1 } }: Cell): boolean {
  return (pool === ownPool || pool === 'default') && processes === 1;
}

/** @returns one cell, or none where the model has no answer */
export function predictCell(one: Cell, from: Cell, calibration: Model): RunModel['cells'] {
  const setting = settingOf(one, from, calibration.setting);
  if (setting === null) return [];
  const demands = demandsFor(calibration.demands, setting, calibration.capacity, false);
  const prediction = modelled(demands, setting, calibration.capacity, drawn);
  if (!isSteady(prediction)) return [];
  return [
    { cell: one.id, ...figuresOf(prediction, calibration.measured), limit: bottleneckOf(prediction).says },
  ];
}

/** Null where the cell differs from the baseline in something that the model does not know. */
function settingOf(one: Cell, from: Cell, base: ModelSetting): ModelSetting | null {
  if (kindOf(one) !== kindOf(from)) return null;
  const differing = new Set([...known].filter((key) => one.setting[key] !== from.setting[key]));
  const number = (key: string, otherwise: number): number => {
    if (!differing.has(key)) return otherwise;
    const value = one.setting[key];
    return value === 'default' && key === 'pool' ? ownPool : Number(value);
  };
  const setting = {
    ...base,
    pool: number('pool', base.pool),
    processes: number('processes', base.processes),
    cpus: number('cpus', base.cpus),
    load: one.load,
  };
  return [setting.pool, setting.processes, setting.cpus].every((value) => value >= 1) ? setting : null;
}

function errorOf(
  predicted: ModelFigures & { readonly cell: string },
  from: Cell,
  summaries: readonly Summary[],
): { throughput: Ratio; mean: Ratio }[] {
  if (predicted.cell === from.id) return [];
  const found = summaries.find(({ cell }) => cell === predicted.cell)?.metrics;
  if (!found?.throughput || !found.mean) return [];
  return [errors(predicted, { throughput: found.throughput.value, mean: found.mean.value })];
}

function sentenceOf(
  cells: readonly string[],
  others: number,
  { throughput, mean }: RunModel['error'],
): RunModel['sentence'] {
  if (throughput === null || mean === null) return message('run-model.drawn', { cells });
  return message('run-model.error', { cells, others, throughput, mean });
}

/** The other settings that the run measured, as they were in force; none of other servers or kinds of load. */
export function measuredOthers(
  run: CalibratedRun,
  cell: Cell,
  { setting: base }: Calibration,
  summaries: readonly Summary[],
): MeasuredSetting[] {
  return run.plan.cells
    .filter(({ id, control }) => control !== true && id !== cell.id)
    .flatMap((one) => {
      const metrics = summaries.find((summary) => summary.cell === one.id)?.metrics;
      const setting = settingOf(one, cell, base);
      if (!metrics?.throughput || !metrics.mean || setting === null) return [];
      const counted = trialsThatCount(run.trials, one);
      const pool = Math.max(0, ...counted.map(({ sample }) => sample?.usage?.poolSize ?? 0));
      return {
        cell: one.id,
        setting: pool > 0 ? { ...setting, pool } : setting,
        trials: counted.length,
        throughput: metrics.throughput.value,
        mean: metrics.mean.value,
        p50: metrics.p50?.value ?? null,
        p99: metrics.p99?.value ?? null,
        ...(counted.length > 1 && {
          spread: deviation(counted.map(({ sample }) => Math.log(sample?.outcome.throughput ?? 1))),
        }),
      };
    });
}

/** Fewer trials than these may have been lucky, or not. */
const enough = 2;

/** A calibration that knows the rest of its run: how far off it is there is how far off it may be elsewhere. */
export function withOthers(calibration: Calibration, others: readonly MeasuredSetting[]): Calibration {
  const own = ownBottleneck(calibration);
  const alone = { ...calibration, others: [] };
  const beyond: { readonly cell: string; readonly beyond: number }[] = [];
  const held = others.map((one): MeasuredSetting => {
    const found = one.trials < enough ? null : predictAt(alone, one.setting, false, own, drawn);
    if (found === null || 'refused' in found) return one;
    const reach = { throughput: 0, mean: 0 };
    for (const figure of ['throughput', 'mean'] as const) {
      const [low, high] = found.range[figure];
      reach[figure] = reachOf(one[figure], found[figure], found.range[figure]);
      beyond.push({ cell: one.cell, beyond: Math.max(low / one[figure], one[figure] / high) - 1 });
    }
    return { ...one, reach };
  });
  const [worst] = beyond.toSorted((a, b) => b.beyond - a.beyond);
  if (!worst) return { ...calibration, others: held };
  const { band } = calibration;
  const { because: fit } = band;
  const because =
    worst.beyond > 0
      ? message('calibration.other-beyond', { fit, ...worst })
      : message('calibration.others-within', { fit, others: beyond.length / 2 });
  return { ...calibration, others: held, band: { ...band, because } };
}
