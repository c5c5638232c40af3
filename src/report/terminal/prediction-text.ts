/** A prediction in a terminal, on one page or whole: what would happen, how accurate the model is where it was measured, its inputs. */
import { type Message, message, say } from '../../messages/message.ts';
import { describeLoad } from '../../model/plan.ts';
import type {
  Calibration,
  ModelFigures,
  PredictedSetting,
  Range,
  RefusedSetting,
} from '../../model/prediction.ts';
import type { Table, TableCell } from '../outline/table.ts';
import { columnFormat, counted, date, duration, percent } from '../../format/number.ts';
import {
  beside,
  facts,
  finished,
  heading,
  terminalStyle,
  type TerminalStyle,
  type TextOptions,
} from './terminal-style.ts';
import { predictionPage, predictionVerdict, type Prediction, wideRange } from './prediction-page.ts';
import { withoutUnicode } from './skeleton.ts';
import { printable } from '../../format/printable.ts';
import { tableLines } from './text-table.ts';
import { wrap } from '../../format/width.ts';

export function predictionText(
  given: Calibration,
  settings: readonly (PredictedSetting | RefusedSetting)[],
  isElsewhere: boolean,
  options: TextOptions,
): string {
  const calibration = printable(given);
  const terminal = terminalStyle(options);
  const told = settings.filter((one): one is PredictedSetting => !('refused' in one));
  const refused = settings.filter((one): one is RefusedSetting => 'refused' in one);
  const prediction = { calibration, told, refused };
  const { detail = 'normal' } = options;
  const shown =
    detail === 'verbose'
      ? whole(prediction, isElsewhere, terminal)
      : detail === 'brief'
        ? predictionVerdict(prediction, terminal)
        : predictionPage(prediction, terminal);
  const page = finished(shown);
  return terminal.isUnicode ? page : withoutUnicode(page);
}

function whole(
  { calibration, told, refused }: Prediction,
  isElsewhere: boolean,
  terminal: TerminalStyle,
): string[] {
  const { band } = calibration;
  return [
    ...wrap(answer(calibration, told), terminal.width),
    ...(told.length > 0 ? heading('Prediction', terminal) : []),
    ...tableLines(settingTable(told), terminal.width, terminal.paint),
    ...told.flatMap(({ label, limit, note }) => lines(label, says(limit, note), terminal)),
    ...(told.length > 0 ? ['', ...wrap(say(message('prediction.utilisation')), terminal.width)] : []),
    ...(refused.length > 0 ? heading('Out of range', terminal) : []),
    ...refused.flatMap(({ label, refused: why }) => lines(label, say(why), terminal)),
    ...(told.length > 0
      ? [...heading(intervalTitle, terminal), ...wrap(say(message('prediction.interval')), terminal.width)]
      : []),
    ...tableLines(rangeTable(told), terminal.width, terminal.paint),
    ...told
      .filter(isWide)
      .flatMap(({ label }) => lines(label, say(message('prediction.too-wide')), terminal)),
    ...heading(fitTitle, terminal),
    ...wrap(say(message('prediction.accuracy', band)), terminal.width),
    ...tableLines(fitTable(calibration), terminal.width, terminal.paint),
    ...heading('Inputs', terminal),
    ...facts(
      sources(calibration, isElsewhere, Math.max(0, ...told.map((one) => one.setting.cpus))),
      terminal.width,
    ),
    ...calibration.notes.flatMap((note) => ['', ...wrap(say(note), terminal.width)]),
  ];
}

function answer({ measured, setting }: Calibration, told: readonly PredictedSetting[]): string {
  const best = told.toSorted((a, b) => b.throughput - a.throughput)[0];
  const today = `${describe(setting)} gives ${rate(measured.throughput)} and ${duration(measured.mean)} on average, measured`;
  if (best === undefined) return `${today}. Nothing else is predicted.`;
  return `${today}. Predicted: ${best.label} gives ${rate(best.throughput)} (${between(best.range.throughput)}) and ${duration(best.mean)}; ${say(best.limit)}.`;
}

const says = (limit: Message, note: Message | undefined) =>
  note === undefined ? say(limit) : `${say(limit)}. ${say(note)}`;

const intervalTitle = 'Prediction interval';
const fitTitle = 'Model accuracy';

const between = ([low, high]: Range) => `${columnFormat([low])(low)} to ${columnFormat([high])(high)}`;

function isWide({ range: { throughput, mean } }: PredictedSetting): boolean {
  return [throughput, mean].some(([low, high]) => high > wideRange * low);
}

/** With what the run itself measured there, if it did. */
function rangeTable(rows: readonly PredictedSetting[]): Table {
  const keys = ['throughput', 'mean', 'p50', 'p99'] as const;
  const cells = (of: (key: (typeof keys)[number]) => string) => keys.map((key) => ({ text: of(key) }));
  return {
    title: intervalTitle,
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

function lines(label: string, words: string, { width, style }: TerminalStyle): string[] {
  const name = `  ${label}: `;
  return beside(style('bold', name), 4, wrap(words, width - name.length));
}

function settingTable(rows: readonly PredictedSetting[]): Table {
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

function fitTable({ measured, reproduced }: Calibration): Table {
  const [first = [], second = []] = figureCells([measured, reproduced]);
  return {
    title: fitTitle,
    note: '',
    columns: [{ label: 'as it was', align: 'left', rank: 0 }, ...figureColumns],
    rows: [
      [{ text: 'measured' }, ...first],
      [{ text: 'the model' }, ...second],
    ],
  };
}

const figureColumns: Table['columns'] = ['requests/s', 'mean ms', 'median ms', 'p99 ms'].map((label) => ({
  label,
  align: 'right',
  rank: 0,
}));

function figureCells(rows: readonly ModelFigures[]): TableCell[][] {
  const columns = (['throughput', 'mean', 'p50', 'p99'] as const).map((key) => {
    const format = columnFormat(rows.flatMap((row) => row[key] ?? []));
    return (row: ModelFigures): TableCell => ({ text: row[key] === null ? '–' : format(row[key]) });
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
      ? [{ name: 'or else', value: variants.map(({ because }) => say(because)).join('; or ') }]
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
