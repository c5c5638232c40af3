/** A prediction in a terminal, on one page or whole: what would happen, how accurate the model is where it was measured, its inputs. */
import {
  message,
  quoted,
  say,
  type AnyMessage,
  type Message,
  type MessageCode,
} from '../../messages/message.ts';
import { describeLoad } from '../../model/plan.ts';
import type {
  Calibration,
  ModelFigures,
  PredictedSetting,
  Range,
  RefusedSetting,
} from '../../model/prediction.ts';
import { columnName } from '../outline/names.ts';
import type { Table, TableCell } from '../outline/table.ts';
import { columnFormat, percent } from '../../format/number.ts';
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

/** Headings, and what stands above columns. */
type Fixed = Extract<
  MessageCode,
  `prediction-report.${'interval' | 'accuracy' | 'predicted' | 'out-of-range' | 'inputs' | `column.${string}`}`
>;
const name = (code: Fixed) => say(message(code));

function whole(
  { calibration, told, refused }: Prediction,
  isElsewhere: boolean,
  terminal: TerminalStyle,
): string[] {
  const { band } = calibration;
  const titled = (code: Fixed) => heading(name(code), terminal);
  const table = (rows: Table) => tableLines(rows, terminal.width, terminal.paint);
  return [
    ...wrap(say(answer(calibration, told)), terminal.width),
    ...(told.length > 0 ? titled('prediction-report.predicted') : []),
    ...table(settingTable(told)),
    ...told.flatMap(({ label, limit, note }) => lines(label, say(limitText(limit, note)), terminal)),
    ...(told.length > 0 ? ['', ...wrap(say(message('prediction.utilisation')), terminal.width)] : []),
    ...(refused.length > 0 ? titled('prediction-report.out-of-range') : []),
    ...refused.flatMap(({ label, refused: why }) => lines(label, say(why), terminal)),
    ...(told.length > 0
      ? [
          ...titled('prediction-report.interval'),
          ...wrap(say(message('prediction.interval')), terminal.width),
        ]
      : []),
    ...table(rangeTable(told)),
    ...told
      .filter(isWide)
      .flatMap(({ label }) => lines(label, say(message('prediction.too-wide')), terminal)),
    ...titled('prediction-report.accuracy'),
    ...wrap(say(message('prediction.accuracy', band)), terminal.width),
    ...table(fitTable(calibration)),
    ...titled('prediction-report.inputs'),
    ...facts(
      sources(calibration, isElsewhere, Math.max(0, ...told.map((one) => one.setting.cpus))),
      terminal.width,
    ),
    ...calibration.notes.flatMap((note) => ['', ...wrap(say(note), terminal.width)]),
  ];
}

function answer({ measured, setting }: Calibration, told: readonly PredictedSetting[]): AnyMessage {
  const best = told.toSorted((a, b) => b.throughput - a.throughput)[0];
  const now = { setting: describe(setting), throughput: measured.throughput, mean: measured.mean };
  if (best === undefined) return message('prediction-report.none', now);
  return message('prediction-report.answer', {
    ...now,
    best: best.label,
    bestThroughput: best.throughput,
    range: between(best.range.throughput),
    bestMean: best.mean,
    limit: best.limit,
  });
}

const limitText = (limit: Message, note: Message | undefined): AnyMessage =>
  note === undefined ? limit : message('prediction-report.limit-note', { limit, note });

const between = ([low, high]: Range) => message('prediction-report.range', { low, high });

function isWide({ range: { throughput, mean } }: PredictedSetting): boolean {
  return [throughput, mean].some(([low, high]) => high > wideRange * low);
}

/** With what the run itself measured there, if it did. */
function rangeTable(rows: readonly PredictedSetting[]): Table {
  const keys = ['throughput', 'mean', 'p50', 'p99'] as const;
  const cells = (of: (key: (typeof keys)[number]) => string) => keys.map((key) => ({ text: of(key) }));
  return {
    title: name('prediction-report.interval'),
    note: '',
    columns: [settingColumn('prediction-report.column.setting'), ...figureColumns()],
    rows: rows.flatMap(({ label, range, measuredThere }) => [
      [{ text: label }, ...cells((key) => (range[key] === null ? '–' : say(between(range[key]))))],
      ...(measuredThere
        ? [
            [
              {
                text: `  ${say(message('prediction-report.measured-there', { trials: measuredThere.trials }))}`,
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

function describe({ load, processes, pool, cpus }: Calibration['setting']) {
  return message('prediction-report.setting', { load: describeLoad(load), processes, pool, cpus });
}

function lines(label: string, words: string, { width, style }: TerminalStyle): string[] {
  const start = `  ${label}: `;
  return beside(style('bold', start), 4, wrap(words, width - start.length));
}

function settingTable(rows: readonly PredictedSetting[]): Table {
  const times = figureCells(rows);
  const share = (code: Fixed) => ({ label: name(code), align: 'right', rank: 1 }) as const;
  return {
    title: name('prediction-report.predicted'),
    note: '',
    columns: [
      settingColumn('prediction-report.column.setting'),
      ...figureColumns(),
      share('prediction-report.column.loop'),
      share('prediction-report.column.pool'),
      share('prediction-report.column.cpus'),
    ],
    rows: rows.map((row, i) => [
      { text: row.label },
      ...(times[i] ?? []),
      ...[row.utilisation.loop, row.utilisation.pool, row.utilisation.cpu].map((part) => ({
        text: percent(part),
      })),
    ]),
  };
}

function fitTable({ measured, reproduced }: Calibration): Table {
  const [first = [], second = []] = figureCells([measured, reproduced]);
  return {
    title: name('prediction-report.accuracy'),
    note: '',
    columns: [settingColumn('prediction-report.column.fit'), ...figureColumns()],
    rows: [
      [{ text: say(message('prediction-report.measured')) }, ...first],
      [{ text: say(message('prediction-report.model')) }, ...second],
    ],
  };
}

const settingColumn = (code: Fixed) => ({ label: name(code), align: 'left', rank: 0 }) as const;

const figureColumns = (): Table['columns'] =>
  [
    name('prediction-report.column.throughput'),
    name('prediction-report.column.mean'),
    name('prediction-report.column.median'),
    columnName('p99'),
  ].map((label) => ({ label, align: 'right', rank: 0 }));

function figureCells(rows: readonly ModelFigures[]): TableCell[][] {
  const columns = (['throughput', 'mean', 'p50', 'p99'] as const).map((key) => {
    const format = columnFormat(rows.flatMap((row) => row[key] ?? []));
    return (row: ModelFigures): TableCell => ({ text: row[key] === null ? '–' : format(row[key]) });
  });
  return rows.map((row) => columns.map((cell) => cell(row)));
}

function sources(
  { from, setting, capacity, demands, variants }: Calibration,
  isElsewhere: boolean,
  mostCpus: number,
) {
  const { generatorCpu } = demands;
  const last = capacity.points.at(-1);
  const load = isElsewhere
    ? message('prediction-report.load-elsewhere')
    : generatorCpu > 0
      ? message('prediction-report.load-here')
      : message('prediction-report.load-apart');
  const rows: readonly (readonly [AnyMessage, AnyMessage])[] = [
    [
      message('prediction-report.from'),
      message('prediction-report.from-run', {
        cell: from.cell,
        run: from.run,
        at: Date.parse(from.date),
        trials: from.trials,
      }),
    ],
    [message('prediction-report.server'), quoted(from.server)],
    [message('prediction-report.its-setting'), describe(setting)],
    [message('prediction-report.machine'), quoted(from.machine)],
    [message('prediction-report.request'), quoted(request(demands, isElsewhere).map(say).join(', '))],
    ...(variants.length > 0
      ? [
          [
            message('prediction-report.or-else'),
            message('prediction-report.variants', { variants: variants.map(({ because }) => because) }),
          ] as const,
        ]
      : []),
    [
      message('prediction-report.speed'),
      message('prediction-report.speed-of', {
        threads: last?.[0] ?? null,
        alone: last?.[1] ?? null,
        at: capacity.date ? Date.parse(capacity.date) : null,
        isMeasured: capacity.source === 'measured',
        isStretched: mostCpus > capacity.cpus,
      }),
    ],
    [message('prediction-report.load'), load],
  ];
  return rows.map(([label, value]) => ({ name: say(label), value: say(value) }));
}

/** What one request takes of each resource, where it takes anything. */
function request(
  { loopCpu, poolCpu, poolWait, otherCpu, generatorCpu, delay, jobs }: Calibration['demands'],
  isElsewhere: boolean,
): AnyMessage[] {
  const part = (time: number, text: (time: number) => AnyMessage) => (time > 0 ? [text(time)] : []);
  return [
    ...part(loopCpu, (time) => message('prediction-report.loop-cpu', { time })),
    ...part(poolCpu, (time) => message('prediction-report.pool-cpu', { time, jobs })),
    ...part(poolWait, (time) => message('prediction-report.pool-wait', { time })),
    ...part(otherCpu, (time) => message('prediction-report.other-cpu', { time })),
    ...part(delay, (time) => message('prediction-report.delay', { time })),
    ...part(isElsewhere ? 0 : generatorCpu, (time) => message('prediction-report.generator-cpu', { time })),
  ];
}
