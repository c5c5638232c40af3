/** A first look on one page of a terminal. The steps are printed as they are done; the rest comes when it is known. */
import { message, say } from '../../messages/message.ts';
import { pad, wrap } from '../../format/width.ts';
import { fix, verdictLines } from '../doctor/short-text.ts';
import { doctorText } from '../doctor/text.ts';
import { fitLines, type Block } from '../render/fit-lines.ts';
import {
  besideLabel,
  brieflyLabelled,
  commandLines,
  gutter,
  labelled,
  mark,
  withoutUnicode,
} from '../terminal/skeleton.ts';
import { finished, terminalStyle, type TerminalStyle, type TextOptions } from '../render/terminal-style.ts';
import type { FindOutline, Step } from './outline.ts';

/** Room for the longest label of a step and a gap. */
const labelWidth = 12;
/** Of the page: its head, a line for each step and what parts them. */
const mostLines = 30;
const headLines = 2;

/** @param subject the command, as it may be shown */
export function headText(subject: string, options: TextOptions): string {
  const terminal = terminalStyle(options);
  const name = 'chokepoint';
  const indent = labelWidth + 2;
  const [first = '', ...others] = wrap(subject, terminal.width - indent);
  return shown(
    [
      `${terminal.style('bold', pad(name, indent, 'left'))}${first}`,
      ...others.map((line) => ' '.repeat(indent) + line),
      '',
    ],
    terminal,
  );
}

export function stepText({ mark: sign, label, text }: Step, options: TextOptions): string {
  const terminal = terminalStyle(options);
  const indent = labelWidth + 2;
  const [first = '', ...others] = wrap(text, terminal.width - indent);
  const name = terminal.style('bold', pad(label, labelWidth, 'left'));
  return shown(
    [`${mark(sign, terminal)} ${name}${first}`, ...others.map((line) => ' '.repeat(indent) + line)],
    terminal,
  );
}

/** What comes after the steps. @param file of the report; null where none is written */
export function answerText(said: FindOutline, options: TextOptions, file: string | null): string {
  const terminal = terminalStyle(options);
  const { detail = 'normal' } = options;
  if (detail === 'brief') return shown(verdict(said, terminal), terminal);
  const steps = said.steps.reduce((sum, one) => sum + stepText(one, options).trimEnd().split('\n').length, 0);
  const page = fitLines(blocks(said, terminal, file), mostLines - headLines - steps);
  // All that the doctor has to say stands below.
  const whole = detail === 'verbose' ? `\n${doctorText(said.doctor, options, file)}` : '';
  return shown(['', ...page.slice(page[0] === '' ? 1 : 0)], terminal, true) + whole;
}

function shown(lines: readonly string[], terminal: TerminalStyle, startsEmpty = false): string {
  const page = (startsEmpty ? '\n' : '') + finished(lines);
  return terminal.isUnicode ? page : withoutUnicode(page);
}

/** One sentence: of the proof, or of the diagnosis. */
function verdict({ result, doctor }: FindOutline, terminal: TerminalStyle): string[] {
  if (!result) return verdictLines(doctor, terminal);
  const { style, width } = terminal;
  return wrap(result.sentence, width - gutter).map((line) => style('bold', line));
}

function blocks(said: FindOutline, terminal: TerminalStyle, file: string | null): Block[] {
  const { result, apply, fix: finding, warnings, next } = said;
  const inside = terminal.width - gutter;
  const details = result?.details.flatMap((line) => wrap(line, inside)) ?? [];
  const [first = ''] = reasons(said);
  return [
    result
      ? { lines: besideLabel('label.result', [...verdict(said, terminal), ...details], terminal), rank: 0 }
      : { lines: ['', ...verdict(said, terminal)], rank: 0 },
    {
      lines: labelled('label.why', reasons(said), terminal),
      short: brieflyLabelled('label.why', first, terminal),
      rank: 4,
    },
    { lines: labelled('label.warning', warnings, terminal), rank: 2 },
    applyBlock(apply, terminal),
    ...(finding ? [fix(finding, terminal)] : []),
    ...(finding && !result ? [{ lines: labelled('label.expect', [finding.expect], terminal), rank: 3 }] : []),
    { lines: alsoLines(said, terminal), rank: 5 },
    { lines: footLines(next, file, terminal), rank: 0 },
  ];
}

/** The verdict of the diagnosis has said its title already. */
function reasons({ result, why, doctor }: FindOutline): readonly string[] {
  const [finding] = doctor.findings;
  if (result || !finding || doctor.status !== 'bottleneck') return why;
  return [...why.slice(0, -1), finding.because];
}

function applyBlock(apply: readonly string[], terminal: TerminalStyle): Block {
  const lines = apply.flatMap((line) => commandLines(line, terminal.width - gutter));
  const elsewhere = say(message('doctor.code-elsewhere', { lines: apply.length }));
  return {
    lines: besideLabel(
      'label.apply',
      lines.map((line) => terminal.style('cyan', line)),
      terminal,
    ),
    short: besideLabel('label.apply', [terminal.style('dim', elsewhere)], terminal),
    rank: apply.length > 6 ? 1 : 0,
  };
}

/** Further findings: the first is in the verdict, or in the reason. */
const mostNamed = 2;

function alsoLines({ doctor: { findings } }: FindOutline, terminal: TerminalStyle): string[] {
  const further = findings.slice(1).map(({ brief }) => brief);
  const more = further.length - mostNamed;
  const named = further.slice(0, mostNamed);
  const left = more > 0 ? [say(message('doctor.further', { count: more }))] : [];
  return labelled('label.also', [...named, ...left], terminal);
}

function footLines(next: FindOutline['next'], file: string | null, terminal: TerminalStyle): string[] {
  const { style, width } = terminal;
  const command = next === null ? [] : commandLines(next.command, width - gutter);
  const [only = ''] = command;
  const isRoom =
    next !== null && command.length === 1 && only.length + 4 + next.note.length <= width - gutter;
  const lines = isRoom
    ? [`${style('cyan', only)}    ${style('dim', next.note)}`]
    : [
        ...command.map((line) => style('cyan', line)),
        ...(next === null ? [] : wrap(next.note, width - gutter).map((line) => style('dim', line))),
      ];
  const parts = [
    besideLabel('label.next', lines, terminal),
    besideLabel('label.report', file === null ? [] : [style('dim', file)], terminal),
  ];
  return ['', ...parts.flatMap((part) => part.slice(1))];
}
