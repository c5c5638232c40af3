/** The page of a prediction: whether another setting gives more, with its range and its limit, and how accurate the model is. */
import { isDeepStrictEqual } from 'node:util';
import { brief, columnFormat, duration, percent } from '../../format/number.ts';
import { message, say, type AnyMessage, type MessageCode } from '../../messages/message.ts';
import { printable } from '../../format/printable.ts';
import { commandLine, type OptionValues, optionOfLoad } from '../../messages/command-line.ts';
import { describeLoad } from '../../model/plan.ts';
import type {
  Calibration,
  LimitMessage,
  ModelFigures,
  ModelSetting,
  PredictedSetting,
  Range,
  RefusedSetting,
} from '../../model/prediction.ts';
import { columnName } from '../outline/names.ts';
import {
  aligned,
  column,
  columnOf,
  emptyPage,
  type BarRow,
  type Bars,
  type Block,
  type Fact,
  type Page,
  type Section,
  type Step,
  type Table,
  type TableCell,
} from '../page.ts';

interface Prediction {
  readonly calibration: Calibration;
  readonly told: readonly PredictedSetting[];
  readonly best: Gain | null;
  readonly isElsewhere: boolean;
}

/** @param source where the calibration is from, as an option of `predict` */
export function predictPage(
  given: Calibration,
  settings: readonly (PredictedSetting | RefusedSetting)[],
  isElsewhere: boolean,
  source: OptionValues = { run: given.from.run },
): Page {
  const calibration = printable(given);
  const told = settings.filter((one): one is PredictedSetting => !('refused' in one));
  const refused = settings.filter((one): one is RefusedSetting => 'refused' in one);
  const prediction = { calibration, told, best: bestOf(calibration, told), isElsewhere };
  const { from, setting, capacity, measured, reproduced, band, notes } = calibration;
  const off = (key: 'throughput' | 'mean') => Math.abs(reproduced[key] / measured[key] - 1);
  const isClose = off('throughput') <= band.throughput && off('mean') <= band.mean;
  const cpus = message('predict.cpus', { cpus: Number(capacity.cpus.toFixed(1)) });
  return {
    ...emptyPage,
    head: {
      verb: 'predict',
      title: from.server,
      about: [describeLoad(setting.load), cpus],
      figures: [],
      facts: [message('predict.basis', { run: from.run, cell: from.cell, trials: from.trials })],
    },
    verdict: { ...verdictOf(prediction), certainty: measuredOf(prediction) },
    bars: told.length === 0 ? [] : [barsOf(prediction)],
    open: refused.map(({ label, refused: why }) => `${label}: ${say(why)}`),
    quality: [
      [isClose ? 'better' : 'warning', message('predict.model', band)],
      ...[...told.flatMap(({ note }) => note ?? []), ...notes].map((one) => ['warning', one] as const),
    ],
    next: nextOf(prediction, source),
    details: details(prediction),
  };
}

/** What was measured of the setting that runs now, and of the one that the page is about. */
const measuredOf = ({ calibration: { setting, measured }, best }: Prediction) =>
  [
    { setting, there: measured },
    { setting: best?.one.setting ?? setting, there: best?.one.measuredThere },
  ].flatMap(({ setting: { pool, processes }, there }) =>
    there
      ? message('predict.measured', {
          throughput: there.throughput,
          mean: there.mean,
          setting: message('predict.setting', { pool, processes }),
        })
      : [],
  );

/** Smallest gain that is told: less is no more than the model's own error. */
const same = 1.02;

interface Gain {
  readonly one: PredictedSetting;
  /** Predicted over measured, and its range: above 1 is better. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Whether its range is too wide to say much. */
  readonly isWide: boolean;
}

/** Whether requests come by the clock: then only the response time can differ. */
const isOpen = ({ load }: ModelSetting) => load.kind === 'rate' || load.kind === 'poisson';

/** The best of the other settings; null where there is none, or where a load differs, so that more or less is no better or worse. */
function bestOf({ setting, measured }: Calibration, told: readonly PredictedSetting[]): Gain | null {
  const others = told.filter((one) => !isDeepStrictEqual(one.setting, setting));
  if (others.some((one) => describeLoad(one.setting.load) !== describeLoad(setting.load))) return null;
  const isTime = isOpen(setting);
  const gains = others.map((one): Gain => {
    const range = rangeOf(one, isTime);
    const gain = (each: number) => (isTime ? measured.mean / each : each / measured.throughput);
    const [low, high] = isTime ? range.map(gain).toReversed() : range.map(gain);
    const value = gain(isTime ? one.mean : one.throughput);
    return { one, value, low: low ?? value, high: high ?? value, isWide: isWide(range) };
  });
  const sorted = gains.toSorted((a, b) => b.value - a.value);
  return sorted.find((gain) => gain.value > same && !gain.isWide) ?? sorted[0] ?? null;
}

function verdictOf({ calibration: { setting }, told, best }: Prediction): Page['verdict'] {
  const [first] = told;
  const badge = message('word.Prediction');
  if (first === undefined) return { badge, tone: 'unsure', sentence: message('predict.nothing') };
  if (best === null) {
    const isAsMeasured = told.every((one) => isDeepStrictEqual(one.setting, setting));
    const sentence = isAsMeasured
      ? message('predict.as-measured', { limit: first.limit })
      : message('predict.other-load');
    return { badge, tone: 'same', sentence };
  }
  const { one, ...gain } = best;
  const said = { ...gain, label: one.label, isTime: isOpen(setting) };
  if (gain.low > 1 && !gain.isWide)
    return { badge: message('word.better'), tone: 'good', sentence: message('predict.better', said) };
  const perhaps = message('predict.perhaps', said);
  if (gain.value > same) return { badge: message('word.undecided'), tone: 'unsure', sentence: perhaps };
  const { label, limit } = told.find((each) => isDeepStrictEqual(each.setting, setting)) ?? one;
  const sentence = message('predict.none-better', { label, limit: shortLimit(limit) });
  return { badge: message('word.no-gain'), tone: 'same', sentence };
}

const shortLimits: Readonly<Partial<Record<LimitMessage['code'], MessageCode>>> = {
  'limit.clients': 'word.clients',
  'limit.cpu': 'word.CPU',
  'limit.event-loop': 'word.event-loop',
  'limit.pool-threads': 'word.pool',
  'limit.connections': 'limit-name.connections',
  'limit.load-generator': 'word.load-generator',
  'limit.nearly-cpu': 'word.nearly-CPU',
  'limit.pool-threads-and-cpu': 'limit-name.pool-and-cpu',
  'limit.event-loop-and-cpu': 'limit-name.event-loop-and-cpu',
  'limit.cpu-passed': 'word.CPU',
};
const shortLimit = ({ code }: LimitMessage): AnyMessage => ({
  code: shortLimits[code] ?? 'word.none',
  params: {},
});

/** Largest ratio of a range's ends: a wider one says little, and a minute of measuring says more. */
const wideRange = 4;

const isWide = ([low, high]: Range) => high > wideRange * low;
const rangeOf = ({ range }: PredictedSetting, isTime: boolean) => (isTime ? range.mean : range.throughput);
const rangeText = ([low, high]: Range, text: (value: number) => string = brief) =>
  `${text(low)}–${text(high)}`;

/** Bars of the figure that can differ: the throughput, or the response time of an open load. */
function barsOf({ calibration, told, best }: Prediction): Bars {
  const { setting, measured } = calibration;
  const key = variedKey([setting, ...told.map((one) => one.setting)]);
  const isTime = isOpen(setting);
  const isMeasured = told.some((one) => one.measuredThere);
  const rate = columnFormat(told.map(({ throughput }) => throughput));
  const text = (one: ModelFigures) => (isTime ? duration(one.mean) : rate(one.throughput));
  const [times, rates] = [message('word.mean'), message('word.per-second')];
  return {
    label: key ?? message('word.setting'),
    unit: isTime ? times : rates,
    columns: [
      ...aligned('right', [message('predict.column.range'), isTime ? rates : times]),
      ...aligned('left', [message('word.limit')]),
      ...aligned('right', isMeasured ? [message('word.measured')] : []),
      ...aligned('left', ['']),
    ],
    rows: told.map((one): BarRow => {
      const isNow = isDeepStrictEqual(one.setting, setting);
      const there = isNow ? measured : (one.measuredThere ?? null);
      const range = rangeText(rangeOf(one, isTime), isTime ? duration : brief);
      return {
        label: key === null ? one.label : levelOf(one.setting, key),
        value: isTime ? one.mean : one.throughput,
        text: text(one),
        isBest: one === best?.one,
        cells: [
          isWide(rangeOf(one, isTime)) ? { text: range, mark: 'undecided' } : { text: range, isQuiet: true },
          { text: isTime ? rate(one.throughput) : duration(one.mean) },
          { text: shortLimit(one.limit) },
          ...(isMeasured ? [{ text: there === null ? '–' : text(there) }] : []),
          { text: isNow ? message('word.now') : '' },
        ],
      };
    }),
    legend: told.some((one) => isWide(rangeOf(one, isTime)))
      ? [['undecided', message('predict.too-wide')]]
      : [],
  };
}

const variables = ['pool', 'connections', 'processes', 'cpus', 'clients', 'rate'] as const;
type Key = (typeof variables)[number];

/** The only key in which the settings differ; null where there are several, or none. */
function variedKey(settings: readonly ModelSetting[]): Key | null {
  const [key = null, ...others] = variables.filter(
    (each) => new Set(settings.map((one) => levelOf(one, each))).size > 1,
  );
  return others.length === 0 ? key : null;
}

function levelOf({ load, ...setting }: ModelSetting, key: Key): string {
  if (key === 'connections') return String(setting.service?.connections ?? '');
  if (key === 'clients') return load.kind === 'closed' ? String(load.clients) : '';
  if (key === 'rate') return load.kind === 'rate' || load.kind === 'poisson' ? String(load.perSecond) : '';
  return String(Number(setting[key].toFixed(1)));
}

const ofTheCpu: ReadonlySet<string> = new Set(['limit.cpu', 'limit.cpu-passed', 'limit.nearly-cpu']);

/** The command that measures the best setting; where none is better, what more cores would give, or else what limits the server. */
function nextOf({ calibration: { from, setting }, told, best }: Prediction, source: OptionValues): Step {
  const { command = ['node', 'server.js'], load } = from;
  const key = best && best.value > same ? variedKey([setting, best.one.setting]) : null;
  if (best && (key === 'pool' || key === 'processes')) {
    const vary = `${key}=${setting[key]},${best.one.setting[key]}`;
    const options = { ...optionOfLoad(load), vary };
    return { command: commandLine('sweep', options, { command }), why: message('next.measure') };
  }
  const limit = (best?.one ?? told[0])?.limit.code ?? '';
  if (ofTheCpu.has(limit) && told.every((one) => one.setting.cpus === setting.cpus)) {
    const options = { ...source, 'what-if': `cpus=${2 * Math.ceil(setting.cpus)}` };
    return { command: commandLine('predict', options), why: message('next.cores') };
  }
  const why = message('next.limit', { isCluster: false });
  return { command: commandLine('doctor', optionOfLoad(load), { command }), why };
}

function details(prediction: Prediction): Section[] {
  const { calibration, told } = prediction;
  const { measured, reproduced, band } = calibration;
  const limits = told.map(({ label, limit, note }): Fact => ({
    name: label,
    value: note ? message('predict.limit-note', { limit, note }) : limit,
  }));
  const figures = [
    column('per-second', 'right'),
    column('mean-ms', 'right'),
    column('p50-ms', 'right', 1),
    column('p99-ms', 'right', 1),
  ];
  const table = (title: string, first: string, rows: Table['rows'], more: Table['columns'] = []): Block => {
    const columns = [columnOf(first), ...figures, ...more];
    return { kind: 'table', table: { title, columns, rows }, isNamed: true };
  };
  const [settings, accuracy] = [say(message('word.Prediction')), say(message('word.Model-accuracy'))];
  const shares: Table['columns'] = [
    column('loop', 'right', 3),
    column('pool-busy', 'right', 3),
    columnOf('CPU', 'right', 3),
  ];
  const both = figureRows([
    [say(message('word.measured')), measured],
    [columnName('model'), reproduced],
  ]);
  const predicted: Section = {
    id: 'predicted',
    title: settings,
    blocks: [
      table(settings, columnName('setting'), settingRows(told), shares),
      { kind: 'facts', facts: limits },
      { kind: 'texts', texts: [message('prediction.interval'), message('prediction.utilisation')] },
    ],
  };
  return [
    ...(told.length === 0 ? [] : [predicted]),
    {
      id: 'accuracy',
      title: accuracy,
      blocks: [{ kind: 'texts', texts: [message('prediction.accuracy', band)] }, table(accuracy, '', both)],
    },
    {
      id: 'inputs',
      title: message('word.Inputs'),
      blocks: [{ kind: 'facts', facts: inputs(prediction) }],
    },
  ];
}

const keys = ['throughput', 'mean', 'p50', 'p99'] as const;

function figureRows(rows: readonly (readonly [label: string, figures: ModelFigures])[]): TableCell[][] {
  const formats = keys.map((key) => columnFormat(rows.flatMap(([, row]) => row[key] ?? [])));
  return rows.map(([label, row]) => [
    { text: label },
    ...keys.map((key, i) => ({ text: row[key] === null ? '–' : (formats[i]?.(row[key]) ?? '') })),
  ]);
}

/** Rows of settings: each figure with its range, and below it what the run itself measured there, if it did. */
function settingRows(told: readonly PredictedSetting[]): TableCell[][] {
  const rows = figureRows(told.map((one) => [one.label, one]));
  const ranged = (cell: TableCell, range: Range | null) =>
    range ? { ...cell, detail: rangeText(range) } : cell;
  return told.flatMap(({ utilisation: { loop, pool, cpu }, range, measuredThere: there }, i) => {
    const [label = { text: '' }, ...figures] = rows[i] ?? [];
    const shares = [loop, pool, cpu].map((part) => ({ text: percent(part) }));
    const row = [label, ...figures.map((cell, k) => ranged(cell, range[keys[k] ?? 'mean'])), ...shares];
    const [measured = []] = there ? figureRows([[`  ${say(message('word.measured'))}`, there]]) : [];
    return there ? [row, [...measured, ...shares.map(() => ({ text: '' }))]] : [row];
  });
}

function inputs({ calibration, told, isElsewhere }: Prediction): Fact[] {
  const { from, capacity, demands, variants, setting } = calibration;
  const { to } = setting.service ?? { to: '' };
  const last = capacity.points.at(-1);
  const mostCpus = Math.max(0, ...told.map((one) => one.setting.cpus));
  const parts: readonly (readonly [Extract<MessageCode, `predict.demand.${string}`>, number])[] = [
    ['predict.demand.loop', demands.loopCpu],
    ['predict.demand.pool', demands.poolCpu],
    ['predict.demand.wait', demands.poolWait],
    ['predict.demand.others', demands.otherCpu],
    ['predict.demand.calls', demands.service ?? 0],
    ['predict.demand.delay', demands.delay],
    ['predict.demand.generator', isElsewhere ? 0 : demands.generatorCpu],
  ];
  const load = isElsewhere ? 'elsewhere' : demands.generatorCpu > 0 ? 'here' : 'apart';
  const speed = message('predict.speed-of', {
    threads: last?.[0] ?? null,
    alone: last?.[1] ?? null,
    at: capacity.date ? Date.parse(capacity.date) : null,
    isMeasured: capacity.source === 'measured',
    isStretched: mostCpus > capacity.cpus,
  });
  const asked = parts.filter(([, time]) => time > 0).map(([code, time]) => say(message(code, { time, to })));
  return [
    { name: message('word.machine'), value: from.machine },
    { name: message('word.one-request-asks'), value: asked.join(', ') },
    ...variants.map(({ because }) => ({ name: message('word.or-else'), value: because })),
    { name: message('word.speed-of-the-CPUs'), value: speed },
    { name: message('word.the-load'), value: message(`predict.load-${load}`) },
  ];
}
