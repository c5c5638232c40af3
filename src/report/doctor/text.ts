/** The doctor's report in a terminal: the answer first, then why, then everything that it rests on. */
import type { Diagnosis, Finding, RuleAnswer, Severity } from '../../model/diagnosis.ts';
import { doctorOutline, type DoctorOutline, type DoctorReport } from './outline.ts';
import { changeText, pidsText } from './words.ts';
import type { Grid } from '../outline/grid.ts';
import { brief } from '../../format/number.ts';
import {
  beside,
  facts,
  finished,
  heading,
  penOf,
  warningLines,
  type Pen,
  type Style,
  type TextOptions,
} from '../terminal/pen.ts';
import { tableLines } from '../terminal/text-table.ts';
import { pad, textWidth, wrap } from '../../format/width.ts';

export const severityStyles: Readonly<Record<Severity, Style>> = {
  critical: ['red', 'bold'],
  warning: ['yellow', 'bold'],
  info: ['cyan', 'bold'],
};
export const wordOfDiagnosis: Readonly<Record<Diagnosis['word'], Style>> = {
  'choke point': ['red', 'bold'],
  healthy: ['green', 'bold'],
  'cannot tell': ['yellow', 'bold'],
};
const answerStyles: Readonly<Record<RuleAnswer['word'], Style>> = {
  finding: 'red',
  fine: 'green',
  'cannot tell': 'yellow',
  'does not apply': 'dim',
};
/** Room for the longest of the answers' words and a gap. */
const answerIndent = 16;
const indent = 2;

export interface DoctorTextOptions extends TextOptions {
  /** Every rule's answer, and where the threads were. */
  readonly verbose: boolean;
}

/** The whole report, ending with a line break. No line but those that are there to be copied is wider than the terminal. */
export function doctorText(report: DoctorReport, options: DoctorTextOptions): string {
  const pen = penOf(options);
  const { width, style } = pen;
  const said = doctorOutline(report);
  return finished([
    ...head(said, pen),
    ...said.findings.flatMap((one, i) => finding(one, i + 1, said, pen)),
    ...section(said.processes, pen),
    ...(options.verbose ? section(said.places, pen) : []),
    ...section(said.capture, pen),
    ...(said.load.length > 0 ? [...heading('Load', pen), ...facts(said.load, width)] : []),
    ...rules(said, pen, options.verbose),
    ...(said.notes.length > 0
      ? [...heading('Notes', pen), ...said.notes.flatMap((note) => beside('· ', 2, wrap(note, width - 2)))]
      : []),
    ...unseen(said, pen),
    ...(said.deeper === null
      ? []
      : [
          '',
          ...wrap('To see more (--help says what it does to the process):', width),
          '',
          `  ${style('bold', said.deeper)}`,
        ]),
  ]);
}

function head({ title, byline, word, sentence, warnings }: DoctorOutline, pen: Pen): string[] {
  const { width, style } = pen;
  const badge = word.toUpperCase();
  return [
    ...wrap(title, width).map((line) => style('bold', line)),
    ...wrap(byline, width).map((line) => style('dim', line)),
    '',
    ...wrap(`${badge}  ${sentence}`, width).map((line, i) =>
      i === 0 && line.startsWith(badge)
        ? `${style(wordOfDiagnosis[word], badge)}${style('bold', line.slice(badge.length))}`
        : style('bold', line),
    ),
    ...warningLines(warnings, pen),
  ];
}

function finding(one: Finding, number: number, { isOne, sentence }: DoctorOutline, pen: Pen): string[] {
  const { width, style } = pen;
  const room = width - indent;
  const inside = (lines: readonly string[]) => lines.map((line) => ' '.repeat(indent) + line);
  return [
    '',
    `${style('dim', `${number}.`)} ${style(severityStyles[one.severity], one.severity.toUpperCase())} ${style('dim', `${one.rule}${isOne ? '' : ` · ${pidsText(one.pids)}`}`)}`,
    // The first is the sentence at the top.
    ...(sentence === `${one.title}.`
      ? []
      : [...inside(wrap(one.title, room).map((line) => style('bold', line))), '']),
    ...inside(wrap(one.because, room)),
    '',
    ...inside(evidenceLines(one.evidence, room)),
    '',
    ...one.changes.flatMap(({ what, text }, i) => [
      ...inside(wrap(changeText(what, i), room)),
      '',
      ...text.split('\n').map((line) => `    ${style('cyan', line)}`),
      '',
    ]),
    ...inside(wrap(`Expect: ${one.expect}${gain(one)}`, room)),
    ...(one.experiment === null ? [] : ['', `  To see it for yourself: chokepoint lab ${one.experiment}`]),
  ];
}

/** Label and figure side by side; a figure that is a sentence goes on below itself. */
function evidenceLines(figures: Finding['evidence'], width: number): string[] {
  const labels = Math.min(30, Math.max(0, ...figures.map(({ label }) => textWidth(label))));
  return figures.flatMap(({ label, value }) => {
    const names = wrap(label, labels);
    const values = wrap(value, Math.max(10, width - labels - 2));
    return Array.from({ length: Math.max(names.length, values.length) }, (_, i) =>
      `${pad(names[i] ?? '', labels, 'left')}  ${values[i] ?? ''}`.trimEnd(),
    );
  });
}

/** Said once: the sentence before it may have it already. */
function gain({ gain: factor, expect }: Finding): string {
  return factor === null || /throughput/i.test(expect) ? '' : ` (throughput × ${brief(factor)})`;
}

function section(grid: Grid, pen: Pen): string[] {
  if (grid.rows.length === 0) return [];
  const note = wrap(grid.note, pen.width).map((line) => pen.style('dim', line));
  return [
    ...heading(grid.title, pen),
    ...tableLines(grid, pen.width, pen.paint),
    ...(grid.note === '' ? [] : ['', ...note]),
  ];
}

function rules({ answers, open, closed }: DoctorOutline, pen: Pen, verbose: boolean): string[] {
  const { width, style } = pen;
  if (answers.length === 0) return [];
  const shown = verbose ? answers : open;
  return [
    ...heading('What each rule said', pen),
    ...shown.flatMap(({ rule, word, because }) =>
      beside(
        `${style(answerStyles[word], pad(word, answerIndent - 2, 'left'))}  `,
        answerIndent,
        wrap(`${rule}: ${because}`, width - answerIndent),
      ),
    ),
    ...(verbose ? [] : closed.flatMap((line) => wrap(line, width))),
    ...(verbose || closed.length === 0
      ? []
      : wrap('--verbose has the reason of each.', width).map((line) => style('dim', line))),
  ];
}

function unseen({ unseen: parts }: DoctorOutline, pen: Pen): string[] {
  if (parts.length === 0) return [];
  return [...heading('What could not be seen', pen), ...facts(parts, pen.width)];
}
