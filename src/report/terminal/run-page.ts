/** A run on at most 30 lines: result, picture, claims, why, what to do, quality, report, next. `--verbose` has the rest. */
import { columnName, metricName, nameOf } from '../outline/names.ts';
import { message, say } from '../../messages/message.ts';
import { applications } from '../../model/apply/apply.ts';
import { quoted } from '../../model/apply/shell.ts';
import { describeLoad, windowOf } from '../../model/plan.ts';
import { chosenWindow, isDisturbed } from '../../model/sample.ts';
import { metrics, type Metric, type RunResult, type Word } from '../../model/verdict.ts';
import { columnFormat, duration, ratioTexts } from '../../format/number.ts';
import { oneLine, printable } from '../../format/printable.ts';
import { shorten, textWidth, wrap } from '../../format/width.ts';
import {
  claimBalance,
  bestComparison,
  bestSetting,
  headline,
  repeatCommand,
  tellingComparisons,
} from '../outline/headline.ts';
import { pictureOf, type Picture } from '../outline/picture.ts';
import { shownRun, type ShownRun } from '../outline/shown-run.ts';
import { gatePrice, priceOf } from '../outline/price.ts';
import { claimLines } from './claim-lines.ts';
import { qualityLines } from './quality-lines.ts';
import {
  barTable,
  besideLabel,
  commandLines,
  gutter,
  labelled,
  mark,
  type BarRow,
  type Mark,
} from './skeleton.ts';
import type { TerminalStyle } from './terminal-style.ts';

/** So much fits on a screen. */
const mostLines = 30;
/** Claims take so many lines at least, if there are as many, before rows of the picture do. */
const fewestClaims = 5;

/** @param report the file of the page; without it the command that writes it is named */
export function runPage(given: RunResult, report: string | undefined, terminal: TerminalStyle): string[] {
  const result = shownRun(printable(given));
  const picture = pictureOf(result);
  const before = runHead(result, [], terminal);
  const said = [...resultLines(result, terminal), ...whyLines(result, picture, terminal)];
  const after = [
    ...applyLines(result, terminal),
    ...qualityLines(result, terminal),
    ...footLines(result, report, terminal),
  ];
  const room = mostLines - before.length - said.length - after.length;
  const kept = Math.min(fewestClaims, claimLines(result, Infinity, picture === null, terminal).length);
  const drawn = picture === null ? [] : pictureLines(picture, room - kept, terminal);
  const claims = claimLines(result, room - drawn.length, picture === null, terminal);
  return [...before, ...drawn, ...said, ...claims, ...after];
}

/** @param also what else the command asked for */
export function runHead(
  { run, plan, trials, host, question }: ShownRun,
  also: readonly string[],
  terminal: TerminalStyle,
): string[] {
  const { width, style } = terminal;
  const { subject } = plan;
  const command = subject.kind === 'command' ? `chokepoint ${plan.name}` : `chokepoint lab ${plan.name}`;
  const loads = new Set(plan.cells.map(({ load }) => describeLoad(load)));
  const [first] = plan.cells;
  const window = first && windowOf(plan, { ...first, ...chosenWindow(trials) }).duration;
  const about =
    subject.kind === 'command'
      ? [
          subject.command.join(' '),
          ...also,
          [...loads].join(', '),
          window === null || window === undefined ? '' : duration(window),
        ].filter((part) => part !== '')
      : [question ?? ''];
  const counting = trials.filter((trial) => !isDisturbed(trial));
  const facts = [
    say(
      message('terminal.machine', {
        cpus: host.effectiveCpus,
        node: host.node.replace(/^v?(\d+\.\d+).*/, '$1'),
      }),
    ),
    say(
      message('terminal.trials', {
        trials: counting.length,
        blocks: Math.max(0, ...trials.map(({ block }) => block + 1)),
      }),
    ),
    duration(trials.reduce((sum, trial) => sum + trial.duration, 0)),
    run.status === 'finished' ? '' : nameOf(run.status),
    run.id,
  ];
  const beside = `${command}     ${oneLine(about.join(' · '))}`;
  const lines =
    textWidth(beside) <= width
      ? [`${style('bold', command)}${beside.slice(command.length)}`]
      : [style('bold', command), ...wrap(oneLine(about.join(' · ')), width).slice(0, 2)];
  return [
    ...lines,
    ...wrap(facts.filter((part) => part !== '').join(' · '), width).map((line) => style('dim', line)),
  ];
}

const units: Partial<Record<Metric, Parameters<typeof columnName>[0]>> = {
  throughput: 'requests',
  jobRate: 'job-rate',
};
export function unitOf(metric: Metric): string {
  const unit = units[metric];
  return unit === undefined ? `${metricName(metric)} (${metrics[metric].unit})` : columnName(unit);
}
/** A longer one would take the room of the bars. */
const widestBaseline = 10;
const besides = [
  ['p50', 'p50'],
  ['p99', 'p99'],
  ['jobMean', 'mean-job'],
  ['jobMax', 'last'],
] as const satisfies readonly (readonly [Metric, string])[];
const legend = {
  better: 'terminal.better',
  worse: 'terminal.worse',
  equivalent: 'terminal.equivalent',
  undecided: 'terminal.undecided',
} as const satisfies Record<Word, string>;

/** @param room lines that it may take: rows that do not fit are left out */
function pictureLines(picture: Picture, room: number, terminal: TerminalStyle): string[] {
  const { style } = terminal;
  const { metric, factor, rows: all, against, baseline, common } = picture;
  // An empty line, the head and the legend.
  const rows = fewer(picture, Math.max(2, room - 3));
  const formatOf = (one: Metric) =>
    columnFormat(rows.flatMap(({ summary }) => summary.metrics[one]?.value ?? []));
  const format = formatOf(metric);
  const shown = besides
    .filter(([one]) => one !== metric && rows.some(({ summary }) => summary.metrics[one] !== undefined))
    .slice(0, 2)
    .map(([one, label]) => ({ one, label: columnName(label), format: formatOf(one) }));
  const best = bestCell(picture);
  const versus =
    textWidth(against) > widestBaseline
      ? message('terminal.ratio')
      : message('terminal.versus', { baseline: against });
  const lines = barTable(
    {
      label: factor,
      unit: unitOf(metric),
      columns: [
        { label: say(versus), align: 'left' },
        { label: say(message('terminal.interval')), align: 'left' },
        ...shown.map(({ label }) => ({ label, align: 'right' as const })),
      ],
      rows: rows.map(({ cell, label, summary, comparison }): BarRow => {
        const estimate = summary.metrics[metric];
        const ratio = comparison && ratioTexts(comparison.ratio);
        return {
          label,
          value: estimate?.value ?? null,
          text: estimate ? format(estimate.value) : '–',
          isBest: cell === best,
          cells: [
            comparison && ratio
              ? { text: `${ratio.value}×`, mark: comparison.word }
              : { text: cell === baseline ? say(message('terminal.baseline')) : '' },
            { text: ratio ? `${ratio.low}–${ratio.high}` : '', style: 'dim' },
            ...shown.map((column) => {
              const value = summary.metrics[column.one]?.value;
              return { text: value === undefined ? '–' : column.format(value) };
            }),
          ],
        };
      }),
    },
    terminal,
  );
  const there = new Set(rows.map(({ comparison }) => comparison?.word));
  const words = (Object.keys(legend) as Word[]).filter((word) => there.has(word));
  const left = all.length - rows.length;
  const key = words
    .map((word) => `${mark(word satisfies Mark, terminal)} ${style('dim', say(message(legend[word])))}`)
    .join('  ');
  const more = left > 0 ? say(message('terminal.more-settings', { settings: left })) : '';
  const taken = words.reduce((sum, word) => sum + textWidth(say(message(legend[word]))) + 4, 2);
  const where = shorten(common, Math.max(10, terminal.width - taken - textWidth(more) - 3));
  const notes = [where, more].filter((note) => note !== '').map((note) => style('dim', note));
  return ['', ...lines, `  ${[key, ...notes].join('   ')}`];
}

/** Where there are too many, those that differ least from the baseline give way. */
function fewer({ rows, baseline }: Picture, mostRows: number): Picture['rows'] {
  if (rows.length <= mostRows) return rows;
  const distance = ({ comparison, cell }: Picture['rows'][number]) =>
    cell === baseline ? Infinity : Math.abs(Math.log(comparison?.ratio.value ?? 1));
  const kept = new Set(rows.toSorted((a, b) => distance(b) - distance(a)).slice(0, mostRows));
  return rows.filter((row) => kept.has(row));
}

function bestCell({ metric, rows, baseline }: Picture): string {
  const sign = metrics[metric].better === 'higher' ? 1 : -1;
  const gain = (row: Picture['rows'][number]) => sign * Math.log(row.comparison?.ratio.value ?? 1);
  const winners = rows.filter(({ comparison }) => comparison?.word === 'better');
  return winners.toSorted((a, b) => gain(b) - gain(a))[0]?.cell ?? baseline;
}

function resultLines(result: ShownRun, terminal: TerminalStyle): string[] {
  const { gate, claims } = result;
  const sentence =
    gate?.sentence ??
    (claims.length > 0 ? (bestSetting(result) ?? claimBalance(result)) : null) ??
    headline(result);
  const lines = wrap(say(sentence), terminal.width - gutter).map((line) => terminal.style('bold', line));
  return besideLabel('label.result', lines, terminal);
}

/** What the best setting does to the CPU that a request costs: the first thing to look at in a pool or a cluster. */
function whyLines({ gate, claims }: ShownRun, picture: Picture | null, terminal: TerminalStyle): string[] {
  // The sentence of a gate that decided nothing has the reason in it.
  if (gate?.verdict === 'undecided' || gate?.verdict === 'unmeasured') return [];
  if (gate) return labelled('label.why', [say(gate.because)], terminal);
  if (picture === null || claims.length > 0) return [];
  const best = bestCell(picture);
  const costOf = (cell: string) => {
    const row = picture.rows.find((one) => one.cell === cell);
    const cost = row?.summary.metrics.cpuPerRequest?.value;
    return row && cost !== undefined ? { label: row.label, cost } : null;
  };
  const [before, after] = [costOf(picture.baseline), costOf(best)];
  if (best === picture.baseline || !before || !after) return [];
  const format = columnFormat([before.cost, after.cost]);
  const name = (label: string) => (picture.factor.includes(' ') ? label : `${picture.factor} ${label}`);
  const cost = message('terminal.cpu', {
    baseline: name(before.label),
    setting: name(after.label),
    before: format(before.cost),
    after: format(after.cost),
  });
  return labelled('label.why', [say(cost)], terminal);
}

/** The line that starts the server under the best setting; nothing where none is better. */
function applyLines(result: ShownRun, terminal: TerminalStyle): string[] {
  const { plan, gate } = result;
  const best = bestComparison(result);
  if (plan.subject.kind !== 'command' || gate || !best) return [];
  const setting = plan.cells.find(({ id }) => id === best.cell)?.setting;
  const line =
    setting && applications(setting, plan.subject.command).ways.find(({ place }) => place === 'shell');
  if (!line) return [];
  const lines = commandLines(line.text, terminal.width - gutter);
  return besideLabel(
    'label.apply',
    lines.slice(0, 4).map((one) => terminal.style('cyan', one)),
    terminal,
  );
}

function footLines(result: ShownRun, report: string | undefined, terminal: TerminalStyle): string[] {
  const { run } = result;
  const { width, style } = terminal;
  const page = report ?? say(message('terminal.report-command', { run: run.id }));
  const price = openPrice(result);
  const { command, why } = next(result);
  const lines = commandLines(command, width - gutter).map((line) => style('cyan', line));
  const last = lines.length === 1 && textWidth(command) + 2 + textWidth(why) <= width - gutter;
  return [
    ...(price === null ? [] : labelled('label.open', [price], terminal)),
    ...besideLabel(
      'label.report',
      wrap(page, width - gutter).map((line) => style('dim', line)),
      terminal,
    ),
    // Beside each other: one empty line before both is enough.
    ...besideLabel('label.next', last ? [`${lines[0] ?? ''}  ${style('dim', why)}`] : lines, terminal).slice(
      1,
    ),
  ];
}

/** What a comparison of settings leaves open costs; claims tell theirs themselves. */
function openPrice(result: ShownRun): string | null {
  const { claims, gate } = result;
  if (claims.length > 0) return null;
  if (gate) {
    const more = gate.verdict === 'undecided' ? gatePrice(gate, result) : null;
    if (more) return say(message('terminal.gate-noise', more));
    return gate.verdict === 'undecided' ? say(message('terminal.gate-on-the-line')) : null;
  }
  const price = priceOf(tellingComparisons(result), result);
  if (!price) return null;
  const { open, blocks, seconds } = price;
  return say(message('terminal.settings-noise', { settings: open, blocks, seconds }));
}

/** What decides what is open; else the step that the run leads to. */
function next(result: ShownRun): { command: string; why: string } {
  const { plan, run, claims, gate, trials } = result;
  const { subject } = plan;
  if (subject.kind !== 'command') {
    const isOpen = claims.some(({ undecided }) => undecided?.kind === 'noise');
    if (isOpen || run.status === 'interrupted')
      return { command: `chokepoint lab --resume ${run.id}`, why: say(message('terminal.next-decide')) };
    return { command: 'chokepoint tune -- node server.js', why: say(message('terminal.next-own')) };
  }
  if (run.status === 'interrupted')
    return {
      command: `chokepoint ${plan.name} --resume ${run.id}`,
      why: say(message('terminal.next-decide')),
    };
  const blocks = new Set(trials.map(({ block }) => block)).size;
  const more = gate?.verdict === 'undecided' ? gatePrice(gate, result) : null;
  if (more)
    return { command: repeatCommand(plan, blocks + more.blocks), why: say(message('terminal.next-decide')) };
  if (gate)
    return { command: `chokepoint runs show ${run.id} --verbose`, why: say(message('terminal.next-all')) };
  const price = priceOf(tellingComparisons(result), result);
  if (price && bestComparison(result) === null)
    return { command: repeatCommand(plan, blocks + price.blocks), why: say(message('terminal.next-decide')) };
  const words = subject.command.map(quoted).join(' ');
  return { command: `chokepoint tune -- ${words}`, why: say(message('terminal.next-tune')) };
}
