/**
 * Servers write what they like into their output, and so into a report: sequences that would recolour, clear or rename
 * the reader's terminal, and characters that no page may contain.
 */

/** Control sequences that a terminal obeys, as `stripVTControlCharacters` of Node has them (its lib/internal/util/inspect.js). */
const sequences =
  // oxlint-disable-next-line no-control-regex -- they begin with one
  /\u001B\][\s\S]*?(?:\u0007|\u001B\u005C|\u009C)|[\u001B\u009B][[\]()#;?]*(?:\d{1,4}(?:[;:]\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]/g;

/** C0 and C1 controls but tab and line feed, the marks that turn the direction of a line around, and other line breaks. */
const unprintable = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** A text of another process on one line, without anything that would move a terminal's cursor. */
export function oneLine(text: string): string {
  return cleanText(text).replaceAll('\n', ' ');
}

// oxlint-disable-next-line no-control-regex -- that is what a colour begins with
const colours = /(\u001B\[[\d;]*m)/;

/** Makes a text printable as `oneLine` does, but keeps its colours: a server's lines are passed on with them. */
export function coloredLine(text: string): string {
  const parts = text.split(colours);
  return parts.map((part, i) => (i % 2 === 1 ? part : oneLine(part))).join('');
}

/** @returns a JSON text that a terminal can be shown: it would obey C1 controls inside a string, which JSON leaves as they are */
export function printableJson(json: string): string {
  return json.replaceAll(
    /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * @returns the text with each character that moves the cursor, turns the line around or takes no place written as `\u{…}`: a reader
 *   sees all of it
 */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\u200B-\u200F\u2028-\u202E\u2066-\u2069]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** The same data with every text in it fit to be shown. */
export function printable<Data>(data: Data): Data {
  return cleaned(data) as Data;
}

function cleaned(data: unknown): unknown {
  if (typeof data === 'string') return cleanText(data);
  if (Array.isArray(data)) return data.map(cleaned);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, cleaned(value)]));
}

function cleanText(text: string): string {
  return text
    .replace(sequences, '')
    .replaceAll('\t', '  ')
    .replace(unprintable, (character) => (character === '\n' ? character : ''));
}
