/** The doctor's report on one page of a terminal: the verdict, what was seen, one fix, what to expect of it, what to run next. */
import { message, say, type MessageCode } from '../../messages/message.ts';
import type { Diagnosis } from '../../model/diagnosis.ts';
import { capital } from '../../format/words.ts';
import { pad, textWidth, wrap } from '../../format/width.ts';
import { fitLines } from '../render/fit-lines.ts';
import {
  bar,
  besideLabel,
  brieflyLabelled,
  commandLines,
  gutter,
  labelled,
  mark,
  type Mark,
} from '../terminal/skeleton.ts';
import type { Style, TerminalStyle } from '../render/terminal-style.ts';
import type { Gauges } from './gauges.ts';
import type { DoctorOutline, SpokenFinding } from './outline.ts';

type Status = Diagnosis['status'];

interface Look {
  readonly word: Extract<MessageCode, `status.${string}`>;
  readonly mark: Mark;
  readonly style: Style;
}

const looks: Readonly<Record<Status, Look>> = {
  bottleneck: { word: 'status.bottleneck', mark: 'worse', style: ['red', 'bold'] },
  healthy: { word: 'status.healthy', mark: 'better', style: ['green', 'bold'] },
  'no traffic': { word: 'status.no-traffic', mark: 'undecided', style: ['cyan', 'bold'] },
  'cannot tell': { word: 'status.cannot-tell', mark: 'undecided', style: ['yellow', 'bold'] },
};

/** Further findings, and reasons why something was not seen, that are named; the others are counted. */
const mostNamed = 2;

/** @param file of the report; null where none is written */
export function shortText(said: DoctorOutline, file: string | null, terminal: TerminalStyle): string[] {
  const { status, findings, warnings, unseen } = said;
  // What is only worth knowing is no fix for a server that is well.
  const main = status === 'healthy' ? undefined : findings[0];
  const further = findings.filter((one) => one !== main);
  const blind = status === 'cannot tell' ? unseen.map(({ name, value }) => `${name}: ${value}`) : [];
  return fitLines([
    { lines: head(said, terminal), rank: 0 },
    { lines: ['', ...verdictLines(said, terminal)], rank: 0 },
    { lines: labelled('label.warning', warnings, terminal), rank: 2 },
    { lines: gaugeLines(said.gauges, terminal), rank: 0 },
    {
      lines: labelled('label.why', main ? [main.because] : named(blind), terminal),
      short: main ? brieflyLabelled('label.why', main.because, terminal) : [],
      rank: 6,
    },
    ...(main
      ? [fix(main, terminal), { lines: labelled('label.expect', [main.expect], terminal), rank: 3 }]
      : []),
    { lines: labelled('label.also', named(further.map(({ brief }) => brief)), terminal), rank: 4 },
    { lines: labelled('label.quality', [said.balance], terminal), rank: 5 },
    { lines: foot(said, file, terminal), short: foot({ ...said, verify: null }, file, terminal), rank: 7 },
  ]);
}

/** The verdict alone. */
export function verdictLines(
  { status, sentence, findings }: DoctorOutline,
  terminal: TerminalStyle,
): string[] {
  const { style, width } = terminal;
  const look = looks[status];
  const badge = say(message(look.word));
  const used = badge.length + 4;
  const [first = '', ...others] = wrap(`${'-'.repeat(used - 1)} ${sentence}`, width - 2);
  const lines = [
    `${mark(look.mark, terminal)} ${style(look.style, badge)}  ${style('bold', first.slice(used))}`,
    ...others.map((line) => `  ${style('bold', line)}`),
  ];
  const rule = status === 'bottleneck' ? findings[0]?.rule : undefined;
  if (rule === undefined) return lines;
  const last = textWidth(others.length === 0 ? first : `  ${others.at(-1)}`);
  const isRoom = last + 2 + rule.length <= width;
  const name = style('dim', rule.padStart(width - (isRoom ? last : 0)));
  return isRoom ? [...lines.slice(0, -1), `${lines.at(-1)}${name}`] : [...lines, name];
}

function head({ subject, byline }: DoctorOutline, { width, style }: TerminalStyle): string[] {
  const name = 'chokepoint doctor';
  const [first = '', ...others] = wrap(`${pad(name, 20, 'left')} ${subject}`, width);
  return [
    `${style('bold', name)}${first.slice(name.length)}`,
    ...others.map((line) => `  ${line}`),
    ...wrap(byline, width).map((line) => style('dim', line)),
  ];
}

/** Longest bar: a share of what there is needs no more. */
const longestBar = 20;

function gaugeLines({ of, rows, others }: Gauges, { width, style, isUnicode }: TerminalStyle): string[] {
  if (rows.length === 0) return [];
  const labels = Math.max(...rows.map(({ label }) => textWidth(label)));
  const values = Math.max(...rows.map(({ share, value }) => (share === null ? 0 : textWidth(value))));
  const cells = Math.max(6, Math.min(longestBar, width - labels - values - 6));
  const lines = rows.flatMap(({ label, share, value, isLimit }) => {
    const name = `  ${style(isLimit ? 'bold' : [], pad(label, labels, 'left'))}  `;
    if (share === null) {
      const [first = '', ...more] = wrap(value, width - labels - 4);
      return [`${name}${first}`, ...more.map((line) => ' '.repeat(labels + 4) + line)];
    }
    const drawn = pad(bar(share, 1, cells, isUnicode), cells, 'left');
    return [`${name}${style(isLimit ? 'red' : 'cyan', drawn)}  ${value}`];
  });
  return [
    '',
    ...(of === null ? [] : wrap(of, width - 2).map((line) => `  ${style('bold', line)}`)),
    ...lines,
    ...(others === null ? [] : wrap(others, width - 2).map((line) => `  ${style('dim', line)}`)),
  ];
}

/** The first change of a finding, with its lines to paste; where there is no room, where they are. */
export function fix({ changes: [change] }: Pick<SpokenFinding, 'changes'>, terminal: TerminalStyle) {
  if (change === undefined) return { lines: [], rank: 0 };
  const { style, width } = terminal;
  const what = wrap(capital(change.what), width - gutter);
  const longest = Math.max(...change.lines.map(textWidth));
  // To be copied: it is never cut, and a line of code never broken.
  const indent = longest + gutter <= width ? gutter : 2;
  const code = change.isShell
    ? change.lines
        .flatMap((line) => commandLines(line, width - gutter))
        .map((line) => ' '.repeat(gutter) + line)
    : change.lines.map((line) => ' '.repeat(indent) + line);
  const elsewhere = say(message('doctor.code-elsewhere', { lines: change.lines.length }));
  return {
    lines: [...besideLabel('label.fix', what, terminal), '', ...code.map((line) => style('cyan', line))],
    short: besideLabel(
      'label.fix',
      [...what, ...wrap(elsewhere, width - gutter).map((line) => style('dim', line))],
      terminal,
    ),
    rank: 1,
  };
}

/** What to run next: each in its label's line, with no gap between them. */
function foot(
  { verify, deeper, more }: DoctorOutline,
  file: string | null,
  terminal: TerminalStyle,
): string[] {
  const { style, width } = terminal;
  const dim = (words: string) => wrap(words, width - gutter).map((line) => style('dim', line));
  const command = (words: string, note: string) => {
    const lines = commandLines(words, width - gutter);
    const isRoom = lines.length === 1 && words.length + 4 + textWidth(note) <= width - gutter;
    const shown = lines.map((line) => style('cyan', line));
    return isRoom ? [`${shown.join('')}    ${style('dim', note)}`] : [...shown, ...dim(note)];
  };
  const parts = [
    besideLabel('label.verify', verify === null ? [] : command(verify.command, verify.note), terminal),
    besideLabel(
      'label.more',
      [...(deeper === null ? [] : command(deeper, say(message('doctor.deeper')))), ...dim(more)],
      terminal,
    ),
    besideLabel('label.report', file === null ? [] : [style('dim', file)], terminal),
  ];
  return ['', ...parts.flatMap((lines) => lines.slice(1))];
}

function named(texts: readonly string[]): string[] {
  const count = texts.length - mostNamed;
  return count <= 0 ? [...texts] : [...texts.slice(0, mostNamed), say(message('doctor.further', { count }))];
}
