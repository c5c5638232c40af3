/** A run on at most 30 lines: result, picture, claims, why, what to do, quality, report, next. `--verbose` has the rest. */
import { columnName, metricName, nameOf } from '../outline/names.ts';
import { message, say } from '../../messages/message.ts';
import { quoted } from '../../messages/shell.ts';
import { askedIn, describeAsked, describeRoute, windowOf } from '../../model/plan.ts';
import { chosenWindow } from '../../model/sample.ts';
import { foundIn, metrics, type Metric, type RunResult, type Word } from '../../model/verdict.ts';
import { columnFormat, duration, ratioTexts } from '../../format/number.ts';
import { oneLine, printable } from '../../format/printable.ts';
import { shorten, textWidth, wrap } from '../../format/width.ts';
import { askedObjective } from '../outline/capacity.ts';
import {
  applyLine,
  claimsStep,
  mainFailure,
  nextStep,
  openPrice,
  resultSentence,
  whyOf,
} from '../outline/next-step.ts';
import { bestCell, pictureOf, type Picture } from '../outline/picture.ts';
import { shownRun, type ShownRun } from '../outline/shown-run.ts';
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
  type TableWithMarks,
} from './skeleton.ts';
import type { TerminalStyle } from './terminal-style.ts';

/** So much fits on a screen. */
const mostLines = 30;
/** Claims take so many lines at least, if there are as many, before rows of the picture do. */
const fewestClaims = 5;

/** @param report the file of the page; without it the command that writes it is named */
export function runPage(given: RunResult, report: string | undefined, terminal: TerminalStyle): string[] {
  const result = shownRun(printable(given));
  // The first of its many loads would be no picture of an experiment that has an answer of its own.
  const { answer } = foundIn(result);
  const picture = answer ? null : pictureOf(result);
  const before = runHead(result, [], terminal);
  const said = [
    ...resultLines(result, terminal),
    ...failureLines(result, terminal),
    ...whyLines(result, picture, terminal),
  ];
  const after = [
    ...applyLines(result, terminal),
    ...qualityLines(result, terminal),
    ...footLines(result, report, terminal),
  ];
  const room = mostLines - before.length - said.length - after.length;
  const decides = claimsStep(result)?.command ?? null;
  const isTold = picture === null && !answer;
  const kept = Math.min(fewestClaims, claimLines(result, Infinity, decides, isTold, terminal).length);
  const drawn = picture === null ? [] : pictureLines(picture, room - kept, terminal);
  const claims = claimLines(result, room - drawn.length, decides, isTold, terminal);
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
  // A search chooses its rates and its windows: what it was asked for is what tells.
  const asked = askedIn(plan).capacity;
  const loads = asked ? [say(askedObjective(asked))] : new Set(plan.cells.map(describeAsked));
  const [first] = asked ? [] : plan.cells;
  const window = first && windowOf(plan, { ...first, ...chosenWindow(trials) }).duration;
  const about =
    subject.kind === 'command'
      ? [
          subject.command.map(quoted).join(' '),
          describeRoute(plan.cells),
          ...also,
          [...loads].join(', '),
          window === null || window === undefined ? '' : duration(window),
        ].filter((part) => part !== '')
      : [question ?? ''];
  const facts = [
    say(
      message('terminal.machine', {
        cpus: host.effectiveCpus,
        node: (subject.kind === 'command' ? serverNode(trials) : null) ?? briefVersion(host.node),
      }),
    ),
    say(
      message('terminal.trials', {
        trials: trials.length,
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

const briefVersion = (node: string) => node.replace(/^v?(\d+\.\d+).*/, '$1');

/** What the servers ran on, which need not be the Node of this program; null where no trial tells. */
function serverNode(trials: ShownRun['trials']): string | null {
  const nodes = trials.flatMap(({ effective }) => effective.flatMap(({ node }) => node ?? []));
  const versions = [...new Set(nodes.map(briefVersion))].toSorted();
  return versions.length === 0 ? null : versions.join(', ');
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

/** @param mostRows rows that do not fit are left out */
export function pictureTable(picture: Picture, mostRows: number): TableWithMarks {
  const { metric, factor, rows: all, against, baseline } = picture;
  const rows = fewer(picture, mostRows);
  const formatOf = (one: Metric) =>
    columnFormat(rows.flatMap(({ summary }) => summary.metrics[one]?.value ?? []));
  const format = formatOf(metric);
  const shown = besides
    .filter(([one]) => one !== metric && rows.some(({ summary }) => summary.metrics[one] !== undefined))
    .slice(0, 2)
    .map(([one, label]) => ({ one, label: columnName(label), format: formatOf(one) }));
  const isCompared = all.some(({ comparison }) => comparison !== null);
  const best = isCompared ? bestCell(picture) : null;
  const versus =
    textWidth(against) > widestBaseline
      ? message('terminal.ratio')
      : message('terminal.versus', { baseline: against });
  const there = new Set(rows.map(({ comparison }) => comparison?.word));
  return {
    legend: (Object.keys(legend) as Word[])
      .filter((word) => there.has(word))
      .map((word) => [word, message(legend[word])] as const),
    left: all.length - rows.length,
    table: {
      label: factor,
      unit: unitOf(metric),
      columns: [
        ...(isCompared
          ? [
              { label: say(versus), align: 'left' as const },
              { label: say(message('terminal.interval')), align: 'left' as const },
            ]
          : []),
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
            ...(isCompared
              ? [
                  comparison && ratio
                    ? { text: `${ratio.value}×`, mark: comparison.word }
                    : { text: cell === baseline ? say(message('terminal.baseline')) : '' },
                  { text: ratio ? `${ratio.low}–${ratio.high}` : '', style: 'dim' as const },
                ]
              : []),
            ...shown.map((column) => {
              const value = summary.metrics[column.one]?.value;
              return { text: value === undefined ? '–' : column.format(value) };
            }),
          ],
        };
      }),
    },
  };
}

/** Less of it says nothing. */
const shortestCommon = 12;

/** @param room lines that it may take */
function pictureLines(picture: Picture, room: number, terminal: TerminalStyle): string[] {
  const { style } = terminal;
  // An empty line, the head and the legend.
  const { table, legend: signs, left } = pictureTable(picture, Math.max(2, room - 3));
  const key = signs.map(([sign, what]) => `${mark(sign, terminal)} ${style('dim', say(what))}`).join('  ');
  const more = left > 0 ? say(message('terminal.more-settings', { settings: left })) : '';
  const taken = signs.reduce((sum, [, what]) => sum + textWidth(say(what)) + 4, 2);
  const free = terminal.width - taken - textWidth(more) - (left > 0 ? 6 : 3);
  const where = free < shortestCommon ? '' : shorten(picture.common, free);
  const notes = [where, more].filter((note) => note !== '').map((note) => style('dim', note));
  return ['', ...barTable(table, terminal), `  ${[key, ...notes].filter((one) => one !== '').join('   ')}`];
}

/** Where there are too many, those that differ least from the baseline give way. */
function fewer({ rows, baseline }: Picture, mostRows: number): Picture['rows'] {
  if (rows.length <= mostRows) return rows;
  const distance = ({ comparison, cell }: Picture['rows'][number]) =>
    cell === baseline ? Infinity : Math.abs(Math.log(comparison?.ratio.value ?? 1));
  const kept = new Set(rows.toSorted((a, b) => distance(b) - distance(a)).slice(0, mostRows));
  return rows.filter((row) => kept.has(row));
}

function resultLines(result: ShownRun, terminal: TerminalStyle): string[] {
  const sentence = say(resultSentence(result));
  const lines = wrap(sentence, terminal.width - gutter).map((line) => terminal.style('bold', line));
  return besideLabel('label.result', lines, terminal);
}

function whyLines(result: ShownRun, picture: Picture | null, terminal: TerminalStyle): string[] {
  const why = whyOf(result, picture);
  return labelled('label.why', why.map(say), terminal);
}

/** Of what the server said last. */
const mostOutput = 4;

/** Why nothing was measured, and what to do; nothing where something was. */
export function failureLines(result: ShownRun, terminal: TerminalStyle): string[] {
  const failure = mainFailure(result);
  if (failure === null) return [];
  const { code, what, why, todo, output } = failure;
  const { width, style } = terminal;
  const said = output.filter((line) => line.trim() !== '').slice(-mostOutput);
  const lines = [
    ...wrap(`${what} ${why} [${code}]`, width - gutter),
    ...said.map((line) => style('dim', `| ${shorten(line, width - gutter - 2)}`)),
  ];
  return [...besideLabel('label.why', lines, terminal), ...labelled('label.fix', [todo], terminal)];
}

function applyLines(result: ShownRun, terminal: TerminalStyle): string[] {
  const line = applyLine(result);
  const lines = line === null ? [] : commandLines(line, terminal.width - gutter).slice(0, 4);
  return besideLabel(
    'label.apply',
    lines.map((one) => terminal.style('cyan', one)),
    terminal,
  );
}

function footLines(result: ShownRun, report: string | undefined, terminal: TerminalStyle): string[] {
  const { run } = result;
  const { width, style } = terminal;
  const page = report ?? say(message('terminal.report-command', { run: run.id }));
  const price = openPrice(result);
  const { command, needsWhy, why } = nextStep(result);
  const reason = say(why);
  const lines = commandLines(command, width - gutter).map((line) => style('cyan', line));
  const last = lines.length === 1 && textWidth(command) + 2 + textWidth(reason) <= width - gutter;
  return [
    ...(price === null ? [] : labelled('label.open', [say(price)], terminal)),
    ...besideLabel(
      'label.report',
      wrap(page, width - gutter).map((line) => style('dim', line)),
      terminal,
    ),
    // Beside each other: one empty line before both is enough.
    ...besideLabel(
      'label.next',
      last
        ? [`${lines[0] ?? ''}  ${style('dim', reason)}`]
        : [...lines, ...(needsWhy ? [style('dim', reason)] : [])],
      terminal,
    ).slice(1),
  ];
}
