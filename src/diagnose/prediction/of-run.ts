/** The model's curve behind the measurement: every cell of a run, foretold from the baseline alone. */
import type { Cell } from '../../model/plan.ts';
import type { Calibration, ModelFigures, ModelSetting, RunModel } from '../../model/prediction.ts';
import type { Ratio } from '../../model/units.ts';
import type { Summary } from '../../model/verdict.ts';
import { median } from '../../stats/interval.ts';
import { calibrate, type CalibratedRun, errors } from './calibrate.ts';
import { figuresOf, modelled, queueLoad } from './model.ts';
import { demandsFor } from './what-if.ts';

/** What a setting of the lab is made of besides what the model knows: it has the same answer for each. */
const known = new Set(['pool', 'processes', 'cpus', 'clients', 'rate']);

/** @returns null where the baseline was not watched from outside: older runs, and loads without a window */
export function modelOfRun(run: CalibratedRun, summaries: readonly Summary[]): RunModel | null {
  const { plan, trials } = run;
  const cells = plan.cells.filter(({ control }) => control !== true);
  const cell = cells.find(({ id }) => id === plan.baseline);
  const isWatched = trials.some(
    (trial) => trial.cell === cell?.id && trial.problem === null && trial.sample?.usage,
  );
  if (!cell || !isWatched || cells.length < 2) return null;
  const calibration = calibrate(run, cell);
  const empty = { cell: cell.id, cells: [], error: { throughput: null, mean: null } };
  if ('refused' in calibration) {
    return { ...empty, sentence: `The model foretells nothing from ${cell.id}: ${calibration.refused}.` };
  }
  const foretold = cells.flatMap((one) => foretell(one, cell, calibration));
  if (foretold.length < 2) return null;
  const off = foretold.flatMap((one) => errorOf(one, cell, summaries));
  const middle = (of: 'throughput' | 'mean') =>
    off.length === 0 ? null : median(off.map((each) => each[of]));
  const error = { throughput: middle('throughput'), mean: middle('mean') };
  return {
    cell: cell.id,
    cells: foretold,
    error,
    sentence: sentenceOf(cell, off.length, error, calibration),
  };
}

function foretell(one: Cell, from: Cell, calibration: Calibration): RunModel['cells'] {
  const setting = settingOf(one, from, calibration.setting);
  if (setting === null) return [];
  const demands = demandsFor(calibration.demands, setting, calibration.capacity, false);
  const prediction = modelled(demands, setting, calibration.capacity);
  if (prediction.method === 'bound') return [];
  return [{ cell: one.id, ...figuresOf(prediction, calibration.measured), limit: prediction.limit.words }];
}

/** Null where the cell differs from the baseline in something that the model does not know. */
function settingOf(one: Cell, from: Cell, base: ModelSetting): ModelSetting | null {
  const keys = new Set([...Object.keys(one.setting), ...Object.keys(from.setting)]);
  const differing = [...keys].filter((key) => one.setting[key] !== from.setting[key]);
  const isOther = differing.some((key) => !known.has(key));
  const parameters = JSON.stringify(one.parameters) !== JSON.stringify(from.parameters);
  if (isOther || parameters || one.node !== from.node || one.cwd !== from.cwd || queueLoad(one.load) === null)
    return null;
  const number = (key: string, otherwise: number): number => {
    if (!differing.includes(key)) return otherwise;
    const value = one.setting[key];
    return value === 'default' && key === 'pool' ? 4 : Number(value);
  };
  const setting = {
    pool: number('pool', base.pool),
    processes: number('processes', base.processes),
    cpus: number('cpus', base.cpus),
    load: one.load,
  };
  return [setting.pool, setting.processes, setting.cpus].every((value) => value >= 1) ? setting : null;
}

function errorOf(
  foretold: ModelFigures & { readonly cell: string },
  from: Cell,
  summaries: readonly Summary[],
): { throughput: Ratio; mean: Ratio }[] {
  if (foretold.cell === from.id) return [];
  const found = summaries.find(({ cell }) => cell === foretold.cell)?.metrics;
  if (!found?.throughput || !found.mean) return [];
  return [errors(foretold, { throughput: found.throughput.value, mean: found.mean.value })];
}

function sentenceOf(
  cell: Cell,
  others: number,
  { throughput, mean }: RunModel['error'],
  { from }: Calibration,
): string {
  const trials = from.trials === 1 ? 'its one trial' : `its ${from.trials} trials`;
  const how = `The dashed line is a model that knows ${cell.id} alone (${trials})`;
  if (throughput === null || mean === null) return `${how}.`;
  const settings = others === 1 ? 'the other setting' : `the ${others} other settings`;
  return `${how}: over ${settings} it is off by ${percent(throughput)} in throughput and ${percent(mean)} in the mean response time, at the median.`;
}

const percent = (share: Ratio) => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;

/** Errors over the other cells of the run, which tell how wide a calibration's band has to be. */
export function errorsOverRun(
  run: CalibratedRun,
  cell: Cell,
  calibration: Calibration,
  summaries: readonly Summary[],
): { throughput: Ratio; mean: Ratio }[] {
  return run.plan.cells
    .filter(({ control }) => control !== true)
    .flatMap((one) => foretell(one, cell, calibration))
    .flatMap((one) => errorOf(one, cell, summaries));
}
