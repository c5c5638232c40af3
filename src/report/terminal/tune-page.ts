/** A search on at most 30 lines: what to set, how certain that is, each setting's figure, why, and how to apply it. */
import { hasCode, message, say, type Message, type MessageCode } from '../../messages/message.ts';
import { metrics, type Metric } from '../../model/metric.ts';
import type { Plan, Setting } from '../../model/plan.ts';
import type { Standing, TunedSetting } from '../../model/tune.ts';
import type { Recommended, RunResult } from '../../model/verdict.ts';
import { columnFormat, ratioTexts } from '../../format/number.ts';
import { printable } from '../../format/printable.ts';
import { wrap } from '../../format/width.ts';
import { costOfGain } from '../outline/headline.ts';
import { tuneStep } from '../outline/next-step.ts';
import { shownRun, type ShownRun } from '../outline/shown-run.ts';
import { fitLines } from './fit-lines.ts';
import { qualityLines } from './quality-lines.ts';
import { failureLines, runHead, unitOf } from './run-page.ts';
import {
  barTable,
  besideLabel,
  commandLines,
  gutter,
  labelled,
  mark,
  type Mark,
  type TableWithMarks,
} from './skeleton.ts';
import type { TerminalStyle } from './terminal-style.ts';

type Found = Recommended;

/** @param report the file of the page; without it the command that writes it is named */
export function tunePage(
  given: RunResult,
  found: Found,
  report: string | undefined,
  terminal: TerminalStyle,
): string[] {
  const result = shownRun(printable(given));
  const objective = message('tune-page.objective', { label: metrics[found.objective].label });
  const warnings = found.warnings.map(say);
  const rows = shownSettings(found, result.plan);
  return fitLines([
    { lines: runHead(result, [say(objective)], terminal), rank: 0 },
    { lines: ['', ...tuneVerdict(result, found, terminal)], rank: 0 },
    {
      lines: tableLines(rows(mostRows), result, found, terminal),
      short: tableLines(rows(fewestRows), result, found, terminal),
      rank: 3,
    },
    { lines: failureLines(result, terminal), rank: 0 },
    { lines: labelled('label.why', tuneReasons(result).map(say), terminal), rank: 0 },
    { lines: applyLines(result, terminal), rank: 0 },
    { lines: labelled('label.also', named(warnings), terminal), rank: 4 },
    { lines: qualityLines(result, terminal), rank: 2 },
    { lines: footLines(result, found, report, terminal), rank: 0 },
  ]);
}

/** The setting, and the certificate. */
function tuneVerdict({ plan }: Pick<RunResult, 'plan'>, found: Found, terminal: TerminalStyle): string[] {
  const { width, style } = terminal;
  const { sign, sentence, certainty } = tuneResult({ plan }, found);
  const [first = '', ...others] = wrap(say(sentence), width - 2);
  return [
    `${mark(sign, terminal)} ${style('bold', first)}`,
    ...others.map((line) => `  ${style('bold', line)}`),
    ...(certainty === null ? [] : wrap(say(certainty), width - 2).map((line) => `  ${line}`)),
  ];
}

/** What to set, and how certain that is. */
export function tuneResult(
  { plan }: Pick<RunResult, 'plan'>,
  found: Found,
): { readonly sign: Mark; readonly sentence: Message; readonly certainty: Message | null } {
  return { ...adviceOf(found, plan), certainty: found.id === null ? null : certaintyOf(found) };
}

function adviceOf(found: Found, plan: Plan): { readonly sign: Mark; readonly sentence: Message } {
  const { id, setting, keepsDefault, kept, verdict, gain, objective, withheld } = found;
  const current = plan.cells.find((cell) => cell.id === plan.baseline)?.setting ?? {};
  if (id === null || setting === null) return { sign: 'worse', sentence: found.certainty };
  const isCertified = verdict === 'certified';
  if (keepsDefault) {
    const isOpen = kept === null ? !isCertified : withheld !== undefined;
    // The sentence names what it is a size of.
    const now = kept?.code === 'tune.same' && kept.params.key !== null ? current[kept.params.key] : undefined;
    return {
      sign: isOpen ? 'undecided' : 'best',
      sentence: message('tune-page.keep', { now: String(now ?? assigned(current)), kept, isOpen }),
    };
  }
  const changed = Object.keys(setting).filter((key) => setting[key] !== current[key]);
  const part = (of: Setting) =>
    Object.fromEntries(changed.flatMap((key) => (of[key] === undefined ? [] : [[key, of[key]]])));
  const advice = {
    what: assigned(part(setting)),
    now: Object.values(part(current)).join(', '),
    label: metrics[objective].label,
    gain: gain?.ratio ?? null,
  };
  return isCertified
    ? { sign: 'best', sentence: message('tune-page.set', advice) }
    : { sign: 'undecided', sentence: message('tune-page.guess', advice) };
}

/** As it is written where a server is started, as far as it is an environment variable. */
export function assigned(setting: Setting): string {
  return Object.entries(setting)
    .map(([key, level]) => {
      if (key === 'pool') return `UV_THREADPOOL_SIZE=${level}`;
      if (key.startsWith('arg:')) return `--${key.slice('arg:'.length)}=${level}`;
      return key.startsWith('env:') ? `${key.slice('env:'.length)}=${level}` : `${key}=${level}`;
    })
    .join(' ');
}

function certaintyOf({ certainty }: Found): Message {
  switch (certainty.code) {
    case 'tune.certified':
      return message('tune-page.certified', certainty.params);
    case 'tune.not-certified':
      return message('tune-page.not-certified', certainty.params);
    case 'tune.certainty-withheld':
      return message('tune-page.withheld');
    default:
      return certainty;
  }
}

const mostRows = 12;
const fewestRows = 6;

/** In the order of the grid; where there are too many, those furthest from the best give way. */
export function shownSettings({ settings, id }: Found, { baseline }: Plan) {
  const distance = ({ id: own, ratio }: TunedSetting) =>
    own === id || own === baseline ? -1 : ratio === null ? Infinity : Math.abs(Math.log(ratio.value));
  return (most: number) => {
    const kept = new Set(settings.toSorted((a, b) => distance(a) - distance(b)).slice(0, most));
    return settings.filter((one) => kept.has(one));
  };
}

/** What a ratio's mark stands for. */
const marks: Readonly<Record<Standing, Mark>> = {
  best: 'best',
  better: 'better',
  worse: 'worse',
  'screened out': 'worse',
  equivalent: 'equivalent',
  undecided: 'undecided',
  'dropped early': 'left',
  'not in the final comparison': 'left',
  'breaks a constraint': 'warning',
  failed: 'warning',
};
/** Said where there is no ratio to mark. */
const words: Readonly<Partial<Record<Standing, `tune-page.${'dropped' | 'limit-broken' | 'failed'}`>>> = {
  'dropped early': 'tune-page.dropped',
  'not in the final comparison': 'tune-page.dropped',
  'breaks a constraint': 'tune-page.limit-broken',
  failed: 'tune-page.failed',
};
const legend = [
  ['better', 'terminal.better'],
  ['worse', 'terminal.worse'],
  ['equivalent', 'terminal.equivalent'],
  ['undecided', 'terminal.undecided'],
  ['left', 'tune-page.left-early'],
  ['warning', 'tune-page.limit-broken'],
] as const satisfies readonly (readonly [Mark, MessageCode])[];

export function tuneTable(
  rows: readonly TunedSetting[],
  { plan, summaries }: ShownRun,
  { settings, objective, id }: Found,
): TableWithMarks {
  const [only, ...more] = plan.factors;
  const key = only && more.length === 0 ? only.key : null;
  const labelOf = (one: { readonly id: string; readonly setting: Setting }) =>
    key === null ? one.id : String(one.setting[key] ?? one.id);
  const best = settings.find((one) => one.id === id);
  const valueOf = ({ id: own, bound }: TunedSetting) =>
    bound?.figure === objective
      ? bound.atLeast
      : (summaries.find(({ cell }) => cell === own)?.metrics[objective as Metric]?.value ?? null);
  const format = columnFormat(rows.flatMap((one) => valueOf(one) ?? []));
  const versus = best ? message('terminal.versus', { baseline: labelOf(best) }) : message('terminal.ratio');
  const there = new Set(
    rows.flatMap(({ standing, ratio }) => (ratio === null && words[standing] ? [] : marks[standing])),
  );
  return {
    legend: legend.flatMap(([sign, code]) => (there.has(sign) ? [[sign, message(code)] as const] : [])),
    left: settings.length - rows.length,
    table: {
      label: key ?? say(message('terminal.setting')),
      unit: unitOf(objective),
      columns: [
        { label: say(key === null ? message('terminal.ratio') : versus), align: 'left' },
        { label: say(message('terminal.interval')), align: 'left' },
        { label: '', align: 'left' },
        { label: say(message('tune-page.trials')), align: 'right' },
      ],
      rows: rows.map((one) => {
        const value = valueOf(one);
        const texts = one.ratio && ratioTexts(one.ratio);
        const sign = marks[one.standing];
        const word = words[one.standing];
        const ratio = texts
          ? { text: `${texts.value}×`, mark: sign }
          : word
            ? { text: say(message(word)) }
            : { text: '', mark: sign };
        return {
          label: labelOf(one),
          value,
          text: value === null ? '–' : `${one.bound?.figure === objective ? '> ' : ''}${format(value)}`,
          isBest: one.id === id,
          cells: [
            ratio,
            { text: texts ? `${texts.low}–${texts.high}` : '', style: 'dim' as const },
            { text: one.id === plan.baseline ? say(message('tune-page.now')) : '' },
            { text: String(one.trials) },
          ],
        };
      }),
    },
  };
}

function tableLines(
  rows: readonly TunedSetting[],
  result: ShownRun,
  found: Found,
  terminal: TerminalStyle,
): string[] {
  if (rows.length === 0) return [];
  const { style } = terminal;
  const { table, legend: signs, left } = tuneTable(rows, result, found);
  const notes = [
    ...signs.map(([sign, what]) => `${mark(sign, terminal)} ${style('dim', say(what))}`),
    ...(left > 0 ? [style('dim', say(message('terminal.more-settings', { settings: left })))] : []),
  ];
  return ['', ...barTable(table, terminal), ...(notes.length > 0 ? [`  ${notes.join('  ')}`] : [])];
}

/** What limited the current setting and the recommended one, and what a request cost in both. */
export function tuneReasons(result: ShownRun): Message[] {
  const cost = costOfGain(result);
  const reasons = result.passages
    .filter(({ leads }) => leads)
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap((one) => (typeof one === 'string' ? [] : shortened(one)));
  return cost === null ? reasons : [cost, ...reasons];
}

function shortened(one: Message): Message[] {
  if (hasCode(one, 'tune.limit')) return [message('tune-page.limit', one.params)];
  return hasCode(one, 'tune.cost') ? [message('tune-page.cost', one.params)] : [];
}

/** Lines. */
const longestWay = 6;

/** One way; nothing where nothing is to be changed. */
function applyLines({ passages, recommendation }: ShownRun, terminal: TerminalStyle): string[] {
  const { width, style } = terminal;
  const [first] = passages.find(({ leads }) => leads)?.listings ?? [];
  if (first === undefined) return [];
  const lines = first.lines.length === 1 ? commandLines(first.lines[0] ?? '', width - gutter) : first.lines;
  // A way without a file is typed, and stands above.
  const files = (recommendation?.apply?.ways ?? []).filter(({ file }) => file !== null);
  const places = files.map(({ place }) => place);
  return besideLabel(
    'label.apply',
    [
      // A longer one is a file, and stands among the others.
      ...(lines.length > longestWay ? [] : lines.map((line) => style('cyan', line))),
      ...(places.length === 0
        ? []
        : wrap(say(message('tune-page.ways', { places })), width - gutter).map((line) => style('dim', line))),
    ],
    terminal,
  );
}

function footLines(
  result: ShownRun,
  found: Found,
  report: string | undefined,
  terminal: TerminalStyle,
): string[] {
  const { width, style } = terminal;
  const { command, why: reason } = tuneStep(result, found);
  const why = say(reason);
  const place = report ?? say(message('terminal.report-command', { run: result.run.id }));
  const lines = commandLines(command, width - gutter).map((line) => style('cyan', line));
  const isRoom = lines.length === 1 && command.length + 2 + why.length <= width - gutter;
  return [
    ...besideLabel(
      'label.report',
      wrap(place, width - gutter).map((line) => style('dim', line)),
      terminal,
    ),
    ...besideLabel(
      'label.next',
      isRoom ? [`${lines[0] ?? ''}  ${style('dim', why)}`] : [...lines, style('dim', why)],
      terminal,
    ).slice(1),
  ];
}

/** So many are named; the others are counted. */
const mostNamed = 2;

function named(texts: readonly string[]): string[] {
  const count = texts.length - mostNamed;
  return count <= 0 ? [...texts] : [...texts.slice(0, mostNamed), say(message('doctor.further', { count }))];
}
