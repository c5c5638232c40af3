/** The report in a terminal: the verdict first, readable at 80 columns and without colour. */
import { styleText } from 'node:util';
import type { ClaimWord, RunResult, Word } from '../model/verdict.ts';
import type { Fact } from './conditions.ts';
import { gridOf, type Grid } from './grid.ts';
import { outline } from './outline.ts';
import { tableLines, type Paint } from './text-table.ts';
import { pad, textWidth, wrap } from './width.ts';

export interface TextOptions {
  /** Width of the terminal; less than 40 is taken as 40. */
  readonly columns: number;
  readonly color: boolean;
}

type Style = Parameters<typeof styleText>[0];

/** Colour only repeats what the word says. */
export const wordStyles: Readonly<Record<Word | ClaimWord, Style>> = {
  better: 'green',
  worse: 'red',
  equivalent: 'cyan',
  undecided: 'yellow',
  holds: 'green',
  refuted: 'red',
  artefact: 'magenta',
  'not run': 'dim',
};

/** The whole report, ending with a line break. */
export function text(result: RunResult, { columns, color }: TextOptions): string {
  const width = Math.max(40, columns);
  const style = (name: Style, words: string) =>
    color ? styleText(name, words, { validateStream: false }) : words;
  const paint: Paint = (words, { word }) => (word === undefined ? words : style(wordStyles[word], words));
  const table = (grid: Grid) => tableLines(grid, width, paint);
  const heading = (words: string) => [
    '',
    style('bold', words),
    style('dim', '─'.repeat(Math.min(width, textWidth(words)))),
  ];
  const paragraph = (words: string, indent = 0) =>
    wrap(words, width - indent).map((line) => ' '.repeat(indent) + line);
  const { title, byline, verdict, warnings, claims, passages, settings, comparisons, failures, ...rest } =
    outline(result);

  const lines = [
    ...wrap(title, width).map((line) => style('bold', line)),
    ...wrap(byline, width).map((line) => style('dim', line)),
    '',
    ...wrap(verdict, width).map((line) => style('bold', line)),
  ];
  for (const warning of warnings) {
    const [first = '', ...others] = wrap(warning, width - 11);
    lines.push(
      '',
      `${style(['yellow', 'bold'], '! Warning:')} ${first}`,
      ...others.map((line) => ' '.repeat(11) + line),
    );
  }
  if (claims.length > 0) lines.push(...heading('Claims'));
  for (const claim of claims) {
    const badge = pad(claim.verdict.toUpperCase(), 9, 'left');
    const [first = '', ...others] = wrap(claim.text, width - 11);
    lines.push(
      '',
      `${style(wordStyles[claim.verdict], badge)}  ${style('bold', first)}`,
      ...others.map((line) => ' '.repeat(11) + style('bold', line)),
      ...paragraph(claim.because, 11),
      ...wrap(`Source: ${claim.source}`, width - 11).map((line) => ' '.repeat(11) + style('dim', line)),
      ...tableLines(claim.table, width - 11, paint).map((line) => ' '.repeat(11) + line),
    );
  }
  for (const passage of passages) {
    lines.push(...heading(passage.title));
    for (const words of passage.paragraphs) lines.push(...paragraph(words), '');
    for (const one of passage.tables) lines.push(...captioned(gridOf(one), paragraph, table), '');
  }
  for (const grid of settings) {
    lines.push(...heading(grid.title), ...table(grid), ...paragraph(grid.note));
  }
  if (comparisons.rows.length > 0) {
    lines.push(...heading(comparisons.title), ...table(comparisons), ...paragraph(comparisons.note));
  }
  if (rest.trust.length > 0) lines.push(...heading('Can it be trusted?'));
  for (const { name, ok, answer } of rest.trust) {
    const [first = '', ...others] = wrap(`${name}: ${answer}`, width - 7);
    lines.push(
      `${style(ok ? 'green' : 'red', ok ? 'ok   ' : 'DOUBT')}  ${first}`,
      ...others.map((line) => ' '.repeat(7) + line),
    );
  }
  if (failures.length > 0) lines.push(...heading('Trials that failed'));
  for (const { code, what, why, todo, trials, output } of failures) {
    lines.push(
      style('red', code),
      ...[what, why, `What to do: ${todo}`, trials.join(', ')].flatMap((words) => paragraph(words, 2)),
      ...output.flatMap((line) => wrap(line, width - 4)).map((line) => `  ${style('dim', '|')} ${line}`),
    );
  }
  lines.push(...heading('Conditions'), ...facts([...rest.plan, ...rest.host], width));
  lines.push(...heading('To repeat it'), rest.repeat);
  return `${lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')}\n`;
}

function captioned(
  grid: Grid,
  paragraph: (words: string) => string[],
  table: (grid: Grid) => string[],
): string[] {
  return [...paragraph(grid.title), ...table(grid), ...(grid.note === '' ? [] : paragraph(grid.note))];
}

function facts(rows: readonly Fact[], width: number): string[] {
  const names = Math.min(28, Math.max(...rows.map(({ name }) => textWidth(name))));
  return rows.flatMap(({ name, value }) => {
    const [first = '', ...others] = wrap(value, width - names - 2);
    return [`${pad(name, names, 'left')}  ${first}`, ...others.map((line) => ' '.repeat(names + 2) + line)];
  });
}
