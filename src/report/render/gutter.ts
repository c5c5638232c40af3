/** The form of every page in a terminal: labels in a gutter, what they say beside them. A reader learns it once. */
import { pad, textWidth, wrap } from '../../format/width.ts';
import { message, say } from '../../messages/message.ts';
import type { Label } from '../page.ts';
import type { TerminalStyle } from './terminal-style.ts';

/** Columns that a label takes with its gap. */
export const gutter = 10;

/** @returns the label in the gutter and the paragraphs beside it, wrapped; an empty line before them */
export function labelled(label: Label, texts: readonly string[], terminal: TerminalStyle): string[] {
  return besideLabel(
    label,
    texts.flatMap((one) => wrap(one, terminal.width - gutter)),
    terminal,
  );
}

/** A label with the first sentences of a text that fit in two lines; else with the first one's beginning, seen to be cut. */
export function brieflyLabelled(label: Label, text: string, terminal: TerminalStyle): string[] {
  const columns = terminal.width - gutter;
  const sentences = text.split(/(?<=\.) /);
  const whole = sentences
    .map((_, i) => wrap(sentences.slice(0, i + 1).join(' '), columns))
    .findLast(({ length }) => length <= 2);
  const [first = '', second = ''] = wrap(text, columns);
  const cut = () => [
    first,
    ...wrap(second, columns - 2)
      .slice(0, 1)
      .map((line) => `${line} …`),
  ];
  return besideLabel(label, text === '' ? [] : (whole ?? cut()), terminal);
}

/** The same of lines that are as they have to be: styled, or part of a table. At most `width - gutter` columns each. */
export function besideLabel(label: Label, lines: readonly string[], { style }: TerminalStyle): string[] {
  if (lines.length === 0) return [];
  const [first = '', ...others] = lines;
  const word = say(message(label));
  const name = style('bold', first === '' ? word : pad(word, gutter, 'left'));
  return ['', `${name}${first}`, ...others.map((line) => (line === '' ? '' : ' '.repeat(gutter) + line))];
}

/** A command to paste, in as many lines as it takes: a backslash goes on in the next one. It breaks where no quotes are open. */
export function commandLines(command: string, columns: number): string[] {
  const words = command.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g) ?? [];
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const indent = lines.length > 1 ? 2 : 0;
    if (last !== undefined && textWidth(last) + textWidth(word) + 1 + indent <= columns - 2)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, i) => `${i === 0 ? '' : '  '}${line}${i < lines.length - 1 ? ' \\' : ''}`);
}
