/** Columns that a text takes in a terminal, and text cut or broken to a width. */

/**
 * Characters that take two columns: Hangul, Han, kana, full-width forms, and emoji
 * (Unicode Standard Annex 11, East Asian Width W and F).
 */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const noWidth = /[\p{Mn}\p{Me}\p{Cf}]/u;

export function textWidth(text: string): number {
  let columns = 0;
  for (const character of text.normalize('NFC')) {
    if (!noWidth.test(character)) columns += wide.test(character) ? 2 : 1;
  }
  return columns;
}

export function pad(text: string, columns: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, columns - textWidth(text)));
  return align === 'left' ? text + space : space + text;
}

/** @returns a line for each row, in which the columns stand in line */
export function inColumns(rows: readonly (readonly string[])[], align: 'left' | 'right'): string[] {
  const widthOf = (column: number) => Math.max(...rows.map((row) => textWidth(row[column] ?? '')));
  const widths = rows[0]?.map((_, column) => widthOf(column)) ?? [];
  return rows.map((row) => row.map((cell, i) => pad(cell, widths[i] ?? 0, align)).join('  '));
}

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Columns of a terminal; where it tells none (`docker exec -t` may begin with a size of 0×0), COLUMNS; else 80, as without a terminal. */
export function terminalColumns(
  { isTTY = false, columns = 0 }: Terminal,
  { COLUMNS = '' }: Readonly<Record<string, string | undefined>>,
): number {
  if (!isTTY) return 80;
  return columns || Number(/^[1-9]\d{0,3}$/.exec(COLUMNS)?.[0] ?? 80);
}

/** Cuts a longer text to `columns`, the last of them an ellipsis. */
export function shorten(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  return `${take(text, columns - 1)}…`;
}

/** Breaks a text at spaces into lines of at most `columns`; a word longer than that is broken too. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      const joined = line === '' ? word : `${line} ${word}`;
      if (textWidth(joined) <= columns) {
        line = joined;
        continue;
      }
      if (line !== '') lines.push(line);
      line = word;
      while (textWidth(line) > columns) {
        const head = take(line, columns);
        lines.push(head);
        line = line.slice(head.length);
      }
    }
    lines.push(line);
  }
  return lines;
}

/** Wraps an item of a list: its further lines stand below the item's text, behind its label (`  needs:  `). */
export function wrapItem(text: string, columns: number): string[] {
  const [start = ''] = /^ *(?:(?:[a-z]+|[\p{Script=Hangul} ]+): +)?/u.exec(text) ?? [];
  return wrap(text.slice(start.length), columns - textWidth(start)).map(
    (line, i) => (i === 0 ? start : ' '.repeat(textWidth(start))) + line,
  );
}

/** Programs that the texts name in commands behind a colon. */
const programs = 'chokepoint|npx|npm|node|git|pgrep|ps|ss|sudo|nsenter|fuser|curl|k6|ssh|pm2';

/**
 * Parts of a sentence that a reader copies, with their spaces: what is in quotes, JSON, a command behind a colon up to the end of its
 * sentence or to a bracket, this program with its verb, and an option with its value and the words that may be its command.
 */
const copied = [
  '"[^"]*"',
  "(?<!\\w)'[^']*'",
  '\\[\\{.*?\\]',
  `(?<=: )(?:[A-Z_]+=(?:"[^"]*"|[^\\s"]+) )*(?:(?:${programs})(?= )|\\S*/\\S+)(?: (?!\\()\\S+?(?=[.;,]? |[.;,]?$))*`,
  '(?<![^\\s(])(?:(?:node|npx) \\S+|chokepoint)(?: [a-z]+)?(?: [A-Z:]+(?=[,. )]|$))?',
  '(?<![^\\s(])(?:[a-z]\\w* ){0,2}--?[a-z][\\w-]*(?: (?:"[^"]*"|[^\\s(]+))?',
].join('|');
const units = new RegExp(`(?:${copied}|\\S)+`, 'gu');

/**
 * Wraps sentences, but breaks no long word and no part that a reader copies: these take a longer line where they must. Lines that
 * fit stay as they are.
 */
export function wrapProse(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => {
    if (textWidth(line) <= columns) return [line];
    const indent = /^ */.exec(line)?.[0] ?? '';
    const lines: string[] = [];
    for (const unit of line.match(units) ?? []) {
      const last = lines.at(-1);
      if (last !== undefined && textWidth(`${last} ${unit}`) <= columns)
        lines[lines.length - 1] = `${last} ${unit}`;
      else lines.push(indent + unit);
    }
    return lines;
  });
}

function take(text: string, columns: number): string {
  let taken = '';
  let used = 0;
  for (const character of text.normalize('NFC')) {
    used += textWidth(character);
    if (used > columns && taken !== '') break;
    taken += character;
  }
  return taken;
}
