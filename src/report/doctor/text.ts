/** The doctor's report in a terminal: one page of it, or all: the answer first, then why, then everything that it rests on. */
import { message, quoted, say } from '../../messages/message.ts';
import { program } from '../../messages/program.ts';
import type { Diagnosis, RuleAnswer, Severity } from '../../model/diagnosis.ts';
import type { DoctorOutline, SpokenFinding } from './outline.ts';
import { answerName, pidsText, severityName, statusName } from './words.ts';
import type { Fact } from '../outline/conditions.ts';
import type { Table } from '../outline/table.ts';
import {
  beside,
  facts,
  finished,
  heading,
  terminalStyle,
  warningLines,
  type TerminalStyle,
  type Style,
  type TextOptions,
} from '../render/terminal-style.ts';
import { tableLines } from '../render/text-table.ts';
import { pad, textWidth, wrap } from '../../format/width.ts';
import { withoutUnicode } from '../terminal/skeleton.ts';
import { shortText, verdictLines } from './short-text.ts';

export const severityStyles: Readonly<Record<Severity, Style>> = {
  critical: ['red', 'bold'],
  warning: ['yellow', 'bold'],
  info: ['cyan', 'bold'],
};
export const statusStyles: Readonly<Record<Diagnosis['status'], Style>> = {
  bottleneck: ['red', 'bold'],
  healthy: ['green', 'bold'],
  'no traffic': ['cyan', 'bold'],
  'cannot tell': ['yellow', 'bold'],
};
const answerStyles: Readonly<Record<RuleAnswer['status'], Style>> = {
  finding: 'red',
  fine: 'green',
  'cannot tell': 'yellow',
  'does not apply': 'dim',
};
/** Room for the longest of the answers' words and a gap. */
const answerIndent = 16;
const indent = 2;

/**
 * Ends with a line break. No line but those that are there to be copied is wider than the terminal.
 * @param file of the report; null where none is written
 */
export function doctorText(said: DoctorOutline, options: TextOptions, file: string | null = null): string {
  const terminal = terminalStyle(options);
  const { detail = 'normal' } = options;
  const lines =
    detail === 'verbose'
      ? [...whole(said, terminal), ...(file === null ? [] : ['', say(message('report.file', { file }))])]
      : detail === 'brief'
        ? verdictLines(said, terminal)
        : shortText(said, file, terminal);
  const page = finished(lines);
  return terminal.isUnicode ? page : withoutUnicode(page);
}

function whole(said: DoctorOutline, terminal: TerminalStyle): string[] {
  const { width, style } = terminal;
  const { processes, places, capture, load, notes, unseen, deeper } = said;
  const sections: Section[] = [
    { title: processes.title, table: processes },
    { title: places.title, table: places },
    { title: capture.title, table: capture },
    { title: say(message('doctor.load')), rows: load },
    { title: say(message('doctor.rules')), lines: rules(said, terminal) },
    {
      title: say(message('doctor.notes')),
      lines: notes.flatMap((note) => beside('· ', 2, wrap(note, width - 2))),
    },
    { title: say(message('doctor.unseen')), rows: unseen },
  ];
  const more = say(message('doctor.see-more', { help: '--help' }));
  return [
    ...head(said, terminal),
    ...said.findings.flatMap((one, i) => finding(one, i + 1, said, terminal)),
    ...sections.flatMap((one) => section(one, terminal)),
    ...(deeper === null ? [] : ['', ...wrap(more, width), '', `  ${style('bold', deeper)}`]),
  ];
}

function head(
  { title, byline, status, sentence, warnings }: DoctorOutline,
  terminal: TerminalStyle,
): string[] {
  const { width, style } = terminal;
  const badge = statusName(status).toUpperCase();
  return [
    ...wrap(title, width).map((line) => style('bold', line)),
    ...wrap(byline, width).map((line) => style('dim', line)),
    '',
    ...wrap(`${badge}  ${sentence}`, width).map((line, i) =>
      i === 0 && line.startsWith(badge)
        ? `${style(statusStyles[status], badge)}${style('bold', line.slice(badge.length))}`
        : style('bold', line),
    ),
    ...warningLines(warnings, terminal),
  ];
}

function finding(
  one: SpokenFinding,
  number: number,
  { isOne }: DoctorOutline,
  terminal: TerminalStyle,
): string[] {
  const { width, style } = terminal;
  const room = width - indent;
  const inside = (lines: readonly string[]) => lines.map((line) => ' '.repeat(indent) + line);
  return [
    '',
    `${style('dim', `${number}.`)} ${style(severityStyles[one.severity], severityName(one.severity).toUpperCase())} ${style('dim', `${one.rule}${isOne ? '' : ` · ${pidsText(one.pids)}`}`)}`,
    // The first is the sentence at the top.
    ...(one.heading === null
      ? [...inside(wrap(one.title, room).map((line) => style('bold', line))), '']
      : []),
    ...inside(wrap(one.because, room)),
    '',
    ...inside(evidenceLines(one.evidence, room)),
    '',
    ...one.changes.flatMap(({ what, lines }, i) => [
      ...inside(wrap(say(message(i === 0 ? 'doctor.change' : 'doctor.or', { what })), room)),
      '',
      ...lines.map((line) => `    ${style('cyan', line)}`),
      '',
    ]),
    ...inside(wrap(say(message('page.todo.expect', { text: quoted(one.expect) })), room)),
    ...(one.experiment === null
      ? []
      : ['', `  ${say(message('doctor.see-yourself'))} ${program()} lab ${one.experiment}`]),
  ];
}

/** Label and figure side by side; a figure that is a sentence goes on below itself. */
function evidenceLines(figures: SpokenFinding['evidence'], width: number): string[] {
  const labels = Math.min(30, Math.max(0, ...figures.map(({ label }) => textWidth(label))));
  return figures.flatMap(({ label, value }) => {
    const names = wrap(label, labels);
    const values = wrap(value, Math.max(10, width - labels - 2));
    return Array.from({ length: Math.max(names.length, values.length) }, (_, i) =>
      `${pad(names[i] ?? '', labels, 'left')}  ${values[i] ?? ''}`.trimEnd(),
    );
  });
}

interface Section {
  readonly title: string;
  readonly table?: Table;
  readonly rows?: readonly Fact[];
  readonly lines?: readonly string[];
}

/** @returns its heading and what is in it; none where there is nothing in it */
function section({ title, table, rows = [], lines = [] }: Section, terminal: TerminalStyle): string[] {
  const grid = table && table.rows.length > 0 ? tableLines(table, terminal.width, terminal.paint) : [];
  const note = table && table.note !== '' ? wrap(table.note, terminal.width) : [];
  const content = [
    ...grid,
    ...(grid.length > 0 && note.length > 0 ? ['', ...note.map((line) => terminal.style('dim', line))] : []),
    ...(rows.length > 0 ? facts(rows, terminal.width) : []),
    ...lines,
  ];
  return content.length === 0 ? [] : [...heading(title, terminal), ...content];
}

function rules({ answers }: DoctorOutline, { width, style }: TerminalStyle): string[] {
  return answers.flatMap(({ rule, status, because }) =>
    beside(
      `${style(answerStyles[status], pad(answerName(status), answerIndent - 2, 'left'))}  `,
      answerIndent,
      wrap(`${rule}: ${because}`, width - answerIndent),
    ),
  );
}
