/** A prediction in a terminal: what would happen, how good the model is where it was measured, and what it rests on. */
import { describeLoad } from '../../model/plan.ts';
import type {
  Calibration,
  ModelFigures,
  PredictedSetting,
  Range,
  RefusedSetting,
} from '../../model/prediction.ts';
import type { Grid, GridCell } from '../outline/grid.ts';
import { columnFormat, counted, date, duration, percent } from '../../format/number.ts';
import { beside, facts, finished, heading, penOf, type Pen, type TextOptions } from './pen.ts';
import { printable } from './printable.ts';
import { tableLines } from './text-table.ts';
import { wrap } from '../../format/width.ts';

export function predictionText(
  given: Calibration,
  settings: readonly (PredictedSetting | RefusedSetting)[],
  isElsewhere: boolean,
  options: TextOptions,
): string {
  const calibration = printable(given);
  const pen = penOf(options);
  const told = settings.filter((one): one is PredictedSetting => !('refused' in one));
  const refused = settings.filter((one): one is RefusedSetting => 'refused' in one);
  const { band } = calibration;
  return finished([
    ...wrap(answer(calibration, told), pen.width),
    ...(told.length > 0 ? heading('Prediction', pen) : []),
    ...tableLines(settingGrid(told), pen.width, pen.paint),
    ...told.flatMap(({ label, limit }) => limitLines(label, limit, pen)),
    ...(told.length > 0
      ? ['', ...wrap('loop, pool: taken, also while a thread waits for a CPU.', pen.width)]
      : []),
    ...(refused.length > 0 ? heading('Not answered for', pen) : []),
    ...refused.flatMap(({ label, refused: why }) => limitLines(label, why, pen)),
    ...(told.length > 0 ? [...heading('Between which it lies', pen), ...wrap(howSure, pen.width)] : []),
    ...tableLines(rangeGrid(told), pen.width, pen.paint),
    ...told.flatMap((one) => wideLines(one, pen)),
    ...heading('How good it is', pen),
    ...wrap(
      `At the calibrated setting: throughput ± ${percent(band.throughput)}, mean ± ${percent(band.mean)}: ${band.because}.`,
      pen.width,
    ),
    ...tableLines(fitGrid(calibration), pen.width, pen.paint),
    ...heading('What it rests on', pen),
    ...facts(
      sources(calibration, isElsewhere, Math.max(0, ...told.map((one) => one.setting.cpus))),
      pen.width,
    ),
    ...calibration.notes.flatMap((note) => ['', ...wrap(note, pen.width)]),
  ]);
}

function answer({ measured, setting }: Calibration, told: readonly PredictedSetting[]): string {
  const best = told.toSorted((a, b) => b.throughput - a.throughput)[0];
  const today = `${describe(setting)} gives ${rate(measured.throughput)} and ${duration(measured.mean)} on average, measured`;
  if (best === undefined) return `${today}. Nothing else is foretold.`;
  return `${today}. Foretold: ${best.label} gives ${rate(best.throughput)} (${between(best.range.throughput)}) and ${duration(best.mean)}; ${best.limit}.`;
}

const howSure =
  'Nine times out of ten. The further from what was measured, the wider; calibrations that explain the measured figures as well, and say something else here, make it wider.';

const between = ([low, high]: Range) => `${columnFormat([low])(low)} to ${columnFormat([high])(high)}`;

/** A range that spans more than this factor says little: a minute of measuring says more. */
const wide = 4;

function wideLines({ label, range: { throughput, mean } }: PredictedSetting, pen: Pen): string[] {
  const isWide = [throughput, mean].some(([low, high]) => high > wide * low);
  if (!isWide) return [];
  const words = 'too far from what was measured to be told closely: measure it there, or calibrate nearby.';
  return limitLines(label, words, pen);
}

/** With what the run itself measured there, if it did. */
function rangeGrid(rows: readonly PredictedSetting[]): Grid {
  const keys = ['throughput', 'mean', 'p50', 'p99'] as const;
  const cells = (of: (key: (typeof keys)[number]) => string) => keys.map((key) => ({ text: of(key) }));
  return {
    title: 'Between which it lies',
    note: '',
    columns: [{ label: 'setting', align: 'left', rank: 0 }, ...figureColumns],
    rows: rows.flatMap(({ label, range, measuredThere }) => [
      [{ text: label }, ...cells((key) => (range[key] === null ? '–' : between(range[key])))],
      ...(measuredThere
        ? [
            [
              {
                text: `  measured, ${counted(measuredThere.trials, 'trial')}`,
              },
              ...cells((key) => {
                const value = measuredThere[key];
                return value === null ? '–' : columnFormat([value])(value);
              }),
            ],
          ]
        : []),
    ]),
  };
}

const rate = (value: number) => `${columnFormat([value])(value)}/s`;

function describe({ pool, processes, cpus, load }: Calibration['setting']): string {
  return `${describeLoad(load)} on ${processes === 1 ? 'one process' : `${processes} processes`} with a pool of ${pool} and ${Number(cpus.toFixed(1))} CPUs`;
}

function limitLines(label: string, words: string, { width, style }: Pen): string[] {
  const name = `  ${label}: `;
  return beside(style('bold', name), 4, wrap(words, width - name.length));
}

function settingGrid(rows: readonly PredictedSetting[]): Grid {
  const times = figureCells(rows);
  return {
    title: 'Prediction',
    note: '',
    columns: [
      { label: 'setting', align: 'left', rank: 0 },
      ...figureColumns,
      { label: 'loop', align: 'right', rank: 1 },
      { label: 'pool', align: 'right', rank: 1 },
      { label: 'CPUs', align: 'right', rank: 1 },
    ],
    rows: rows.map((row, i) => [
      { text: row.label },
      ...(times[i] ?? []),
      ...[row.utilisation.loop, row.utilisation.pool, row.utilisation.cpu].map((share) => ({
        text: percent(share),
      })),
    ]),
  };
}

function fitGrid({ measured, reproduced }: Calibration): Grid {
  const [first = [], second = []] = figureCells([measured, reproduced]);
  return {
    title: 'How good it is',
    note: '',
    columns: [{ label: 'as it was', align: 'left', rank: 0 }, ...figureColumns],
    rows: [
      [{ text: 'measured' }, ...first],
      [{ text: 'the model' }, ...second],
    ],
  };
}

const figureColumns: Grid['columns'] = ['requests/s', 'mean ms', 'median ms', 'p99 ms'].map((label) => ({
  label,
  align: 'right',
  rank: 0,
}));

function figureCells(rows: readonly ModelFigures[]): GridCell[][] {
  const columns = (['throughput', 'mean', 'p50', 'p99'] as const).map((key) => {
    const format = columnFormat(rows.flatMap((row) => row[key] ?? []));
    return (row: ModelFigures): GridCell => ({ text: row[key] === null ? '–' : format(row[key]) });
  });
  return rows.map((row) => columns.map((cell) => cell(row)));
}

function sources(
  { from, setting, capacity, demands, variants = [] }: Calibration,
  isElsewhere: boolean,
  mostCpus: number,
) {
  const { loopCpu, poolCpu, poolWait, otherCpu, generatorCpu, delay, jobs } = demands;
  const part = (name: string, value: number) => (value > 0 ? [`${name} ${duration(value)}`] : []);
  const request = [
    ...part('event loop', loopCpu),
    ...part(`pool CPU${jobs > 1 ? ` of ${jobs} jobs` : ''}`, poolCpu),
    ...part('pool wait', poolWait),
    ...part('other threads', otherCpu),
    ...part('sockets and timers', delay),
    ...part('load generator', isElsewhere ? 0 : generatorCpu),
  ];
  const last = capacity.points.at(-1);
  return [
    {
      name: 'measured',
      value: `${from.cell} of run ${from.run}, ${date(Date.parse(from.date))}, ${counted(from.trials, 'trial')}`,
    },
    { name: 'server', value: from.server },
    { name: 'setting', value: describe(setting) },
    { name: 'machine', value: from.machine },
    { name: 'one request asks', value: request.join(', ') },
    ...(variants.length > 0
      ? [{ name: 'or else', value: variants.map(({ because }) => because).join('; or ') }]
      : []),
    {
      name: 'speed of the CPUs',
      value: `${last ? `${last[0]} threads do the work of ${last[1].toFixed(2)} that run alone` : ''} (${capacity.date ? `measured ${date(Date.parse(capacity.date))}` : capacity.source})${mostCpus > capacity.cpus ? '; for more CPUs than that the same curve, stretched' : ''}`,
    },
    {
      name: 'the load',
      value: isElsewhere
        ? 'comes from another machine: its CPU is left out'
        : generatorCpu > 0
          ? 'comes from the same CPUs, as when it was measured; --load-elsewhere leaves it out'
          : 'has CPUs of its own',
    },
  ];
}
