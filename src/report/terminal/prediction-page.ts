/** A prediction on one page of a terminal: whether another setting gives more, each with its range and its limit, and how to check it. */
import { message, say, type Message, type MessageCode } from '../../messages/message.ts';
import { program } from '../../messages/program.ts';
import { quoted as shellQuoted } from '../../messages/shell.ts';
import { loadOption } from '../../model/load-text.ts';
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
import { brief, columnFormat, duration } from '../../format/number.ts';
import { pad, wrap } from '../../format/width.ts';
import { fitLines } from '../render/fit-lines.ts';
import { barTable, besideLabel, commandLines, gutter, labelled, mark, type Mark } from './skeleton.ts';
import type { TerminalStyle } from '../render/terminal-style.ts';

export interface Prediction {
  readonly calibration: Calibration;
  readonly told: readonly PredictedSetting[];
  readonly refused: readonly RefusedSetting[];
}

export function predictionPage(prediction: Prediction, terminal: TerminalStyle): string[] {
  const { calibration, told, refused } = prediction;
  const notes = [...told.flatMap(({ note }) => note ?? []), ...calibration.notes];
  const refusalText = ({ label, refused: why }: RefusedSetting) => `${label}: ${say(why)}`;
  return fitLines([
    { lines: head(calibration, terminal), rank: 0 },
    { lines: ['', ...predictionVerdict(prediction, terminal)], rank: 0 },
    { lines: pictureLines(prediction, terminal), rank: 0 },
    { lines: labelled('label.refused', named(refused.map(refusalText)), terminal), rank: 3 },
    { lines: modelLines(calibration, terminal), rank: 0 },
    { lines: labelled('label.quality', named(notes.map(say)), terminal), rank: 4 },
    { lines: footLines(prediction, terminal), rank: 0 },
  ]);
}

function head({ from, setting, capacity }: Calibration, { width, style }: TerminalStyle): string[] {
  const name = 'chokepoint predict';
  const cpus = Number(capacity.cpus.toFixed(1));
  const subject = say(
    message('predict.subject', { server: from.server, load: describeLoad(setting.load), cpus }),
  );
  const [first = '', ...others] = wrap(`${pad(name, 20, 'left')} ${subject}`, width);
  const basis = say(message('predict.basis', { run: from.run, cell: from.cell, trials: from.trials }));
  return [
    `${style('bold', name)}${first.slice(name.length)}`,
    ...others.map((line) => `  ${line}`),
    ...wrap(basis, width).map((line) => style('dim', line)),
  ];
}

/** The verdict alone. */
export function predictionVerdict(prediction: Prediction, terminal: TerminalStyle): string[] {
  const { sentence, sign } = verdictOf(prediction);
  const { style, width } = terminal;
  const [first = '', ...others] = wrap(say(sentence), width - 2);
  return [
    `${mark(sign, terminal)} ${style('bold', first)}`,
    ...others.map((line) => `  ${style('bold', line)}`),
  ];
}

/** Less than this is no more than the model's own error. */
const same = 1.02;

interface Gain {
  readonly one: PredictedSetting;
  /** Predicted over measured, and its range: above 1 is better. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Where requests come by the clock only the response time can differ. */
const isOpen = ({ load }: ModelSetting) => load.kind === 'rate' || load.kind === 'poisson';

/** The best of the other settings; null where there is none, or where more or less is no better or worse: under another load. */
function bestOf({ calibration: { setting, measured }, told }: Prediction): Gain | null {
  const others = told.filter((one) => !isSame(one.setting, setting));
  const isOther = others.some((one) => describeLoad(one.setting.load) !== describeLoad(setting.load));
  if (isOther) return null;
  const gains = others.map((one): Gain => {
    const { throughput, mean } = one.range;
    return isOpen(setting)
      ? {
          one,
          value: measured.mean / one.mean,
          low: measured.mean / mean[1],
          high: measured.mean / mean[0],
        }
      : {
          one,
          value: one.throughput / measured.throughput,
          low: throughput[0] / measured.throughput,
          high: throughput[1] / measured.throughput,
        };
  });
  return gains.toSorted((a, b) => b.value - a.value)[0] ?? null;
}

function verdictOf(prediction: Prediction): { readonly sentence: Message; readonly sign: Mark } {
  const { calibration, told } = prediction;
  const { setting, measured } = calibration;
  const { throughput, mean } = measured;
  const { pool, processes } = setting;
  const now = { throughput, mean, setting: say(message('predict.setting', { pool, processes })) };
  const [first] = told;
  if (first === undefined) return { sentence: message('predict.nothing', now), sign: 'undecided' };
  const best = bestOf(prediction);
  if (best === null)
    return told.every((one) => isSame(one.setting, setting))
      ? { sentence: message('predict.as-measured', { ...now, limit: first.limit }), sign: 'equivalent' }
      : { sentence: message('predict.other-load', now), sign: 'equivalent' };
  const { one, ...gain } = best;
  const said = { ...now, ...gain, label: one.label, isTime: isOpen(setting) };
  if (gain.low > 1) return { sentence: message('predict.better', said), sign: 'best' };
  if (gain.value > same) return { sentence: message('predict.perhaps', said), sign: 'undecided' };
  const { label, limit } = told.find((each) => isSame(each.setting, setting)) ?? one;
  const name = message(shortLimits[limit.code] ?? 'limit-name.none');
  return { sentence: message('predict.none-better', { ...now, label, limit: name }), sign: 'equivalent' };
}

const shortLimits: Readonly<
  Partial<Record<LimitMessage['code'], Extract<MessageCode, `limit-name.${string}`>>>
> = {
  'limit.clients': 'limit-name.clients',
  'limit.arrivals': 'limit-name.none',
  'limit.cpu': 'limit-name.cpu',
  'limit.event-loop': 'limit-name.event-loop',
  'limit.slow-io-queue': 'limit-name.slow-io-queue',
  'limit.pool-threads': 'limit-name.pool',
  'limit.load-generator': 'limit-name.load-generator',
  'limit.nearly-cpu': 'limit-name.nearly-cpu',
  'limit.pool-threads-and-cpu': 'limit-name.pool-and-cpu',
  'limit.event-loop-and-cpu': 'limit-name.event-loop-and-cpu',
  'limit.cpu-passed': 'limit-name.cpu',
};

/** Rows for which there is room beside everything else. */
const mostRows = 14;
/** A range that spans more than this factor says little: a minute of measuring says more. */
export const wideRange = 4;

const isWide = ([low, high]: Range) => high > wideRange * low;
const rangeText = ([low, high]: Range) => `${brief(low)}–${brief(high)}`;

/** The bars are what can differ: the throughput, or the response time of an open load. */
function pictureLines(prediction: Prediction, terminal: TerminalStyle): string[] {
  const { calibration, told } = prediction;
  const { style, width } = terminal;
  if (told.length === 0) return [];
  const { setting, measured } = calibration;
  const shown = told.slice(0, mostRows);
  const rest = told.length - shown.length;
  const key = variedKey([setting, ...told.map((one) => one.setting)]);
  const best = bestOf(prediction)?.one;
  const isTime = isOpen(setting);
  const rangeOf = ({ range }: PredictedSetting) => (isTime ? range.mean : range.throughput);
  const measuredOf = (one: PredictedSetting) =>
    isSame(one.setting, setting) ? measured : (one.measuredThere ?? null);
  const isMeasured = shown.some((one) => one.measuredThere);
  const rate = columnFormat(shown.map(({ throughput }) => throughput));
  const text = (one: ModelFigures) => (isTime ? duration(one.mean) : rate(one.throughput));
  const column = (name: 'range' | 'mean' | 'rate' | 'limit' | 'measured', align: 'left' | 'right') => ({
    label: say(message(`predict.column.${name}`)),
    align,
  });
  const table = barTable(
    {
      label: key ?? say(message('predict.column.setting')),
      unit: say(message(isTime ? 'predict.column.mean' : 'predict.column.rate')),
      columns: [
        column('range', 'right'),
        column(isTime ? 'rate' : 'mean', 'right'),
        column('limit', 'left'),
        ...(isMeasured ? [column('measured', 'right')] : []),
        { label: '', align: 'left' },
      ],
      rows: shown.map((one) => {
        const there = measuredOf(one);
        const [low, high] = rangeOf(one);
        const range = isTime ? `${duration(low)}–${duration(high)}` : rangeText([low, high]);
        return {
          label: key === null ? one.label : levelOf(one.setting, key),
          value: isTime ? one.mean : one.throughput,
          text: text(one),
          isBest: one === best,
          cells: [
            isWide([low, high]) ? { text: range, mark: 'undecided' as const } : { text: range, style: 'dim' },
            { text: isTime ? rate(one.throughput) : duration(one.mean) },
            { text: say(message(shortLimits[one.limit.code] ?? 'limit-name.none')) },
            ...(isMeasured ? [{ text: there === null ? '–' : text(there) }] : []),
            { text: isSame(one.setting, setting) ? say(message('predict.now')) : '' },
          ],
        };
      }),
    },
    terminal,
  );
  const isAnyWide = shown.some((one) => isWide(rangeOf(one)));
  const notes = [
    ...(isAnyWide
      ? wrap(say(message('predict.too-wide')), width - 4).map(
          (line, i) => `${i === 0 ? mark('undecided', terminal) : ' '} ${style('dim', line)}`,
        )
      : []),
    ...(rest > 0 ? [style('dim', say(message('predict.further', { count: rest })))] : []),
  ];
  return ['', ...table, ...notes.map((note) => `  ${note}`)];
}

type Key = 'pool' | 'processes' | 'cpus' | 'clients' | 'rate';

/** The only key in which the settings differ; null where there are several, or none. */
function variedKey(settings: readonly ModelSetting[]): Key | null {
  const keys = (['pool', 'processes', 'cpus', 'clients', 'rate'] as const).filter(
    (key) => new Set(settings.map((one) => levelOf(one, key))).size > 1,
  );
  return keys.length === 1 ? keys[0]! : null;
}

function levelOf({ load, ...setting }: ModelSetting, key: Key): string {
  if (key === 'clients') return load.kind === 'closed' ? String(load.clients) : '';
  if (key === 'rate') return load.kind === 'rate' || load.kind === 'poisson' ? String(load.perSecond) : '';
  return String(Number(setting[key].toFixed(1)));
}

function isSame(one: ModelSetting, other: ModelSetting): boolean {
  return (
    one.pool === other.pool &&
    one.processes === other.processes &&
    one.cpus === other.cpus &&
    describeLoad(one.load) === describeLoad(other.load)
  );
}

function modelLines({ measured, reproduced, band }: Calibration, terminal: TerminalStyle): string[] {
  const off = (key: 'throughput' | 'mean') => Math.abs(reproduced[key] / measured[key] - 1);
  const isClose = off('throughput') <= band.throughput && off('mean') <= band.mean;
  const sentence = message('predict.model', {
    throughput: measured.throughput,
    mean: measured.mean,
    modelThroughput: reproduced.throughput,
    modelMean: reproduced.mean,
  });
  const [first = '', ...others] = wrap(`- ${say(sentence)}`, terminal.width - gutter);
  const sign = mark(isClose ? 'better' : 'warning', terminal);
  return besideLabel(
    'label.model',
    [
      `${sign}${first.slice(1)}`,
      ...others.map((line) => `  ${line}`),
      ...wrap(say(message('predict.accuracy', band)), terminal.width - gutter - 2).map((line) => `  ${line}`),
    ],
    terminal,
  );
}

/** What measures the prediction; none where the calibration does not say what was started. */
function sweepCommand(prediction: Prediction): string | null {
  const { from, setting } = prediction.calibration;
  const best = bestOf(prediction)?.one.setting;
  const key = best && variedKey([setting, best]);
  if (from.command === undefined || best === undefined || (key !== 'pool' && key !== 'processes'))
    return null;
  const levels = `${key}=${setting[key]},${best[key]}`;
  const load = from.load === undefined ? '' : ` ${loadOption(from.load)}`;
  const server = from.command.map(shellQuoted).join(' ');
  return `${program()} sweep${load} --vary ${shellQuoted(levels)} -- ${server}`;
}

const ofTheCpu: ReadonlySet<string> = new Set(['limit.cpu', 'limit.cpu-passed', 'limit.nearly-cpu']);

/** Where no setting helps: what more cores would. */
function moreCores(prediction: Prediction): string | null {
  const { calibration, told } = prediction;
  const { from, setting } = calibration;
  const limit = (bestOf(prediction)?.one ?? told[0])?.limit.code;
  if (limit === undefined || !ofTheCpu.has(limit)) return null;
  if (told.some((one) => one.setting.cpus !== setting.cpus)) return null;
  return `${program()} predict --run ${shellQuoted(from.run)} --what-if cpus=${2 * Math.ceil(setting.cpus)}`;
}

function footLines(prediction: Prediction, terminal: TerminalStyle): string[] {
  const { width, style } = terminal;
  const command = (label: 'label.verify' | 'label.next', words: string | null) =>
    besideLabel(
      label,
      words === null ? [] : commandLines(words, width - gutter).map((line) => style('cyan', line)),
      terminal,
    ).slice(1);
  const more = wrap(say(message('predict.verbose')), width - gutter).map((line) => style('dim', line));
  return [
    '',
    ...command('label.verify', sweepCommand(prediction)),
    ...command('label.next', moreCores(prediction)),
    ...besideLabel('label.more', more, terminal).slice(1),
  ];
}

/** So many are named; the others are counted. */
const mostNamed = 2;

function named(texts: readonly string[]): string[] {
  const count = texts.length - mostNamed;
  return count <= 0 ? [...texts] : [...texts.slice(0, mostNamed), say(message('doctor.further', { count }))];
}
