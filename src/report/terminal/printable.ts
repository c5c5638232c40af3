/**
 * Servers write what they like into their output, and so into a report: sequences that would recolour, clear or rename
 * the reader's terminal, and characters that no page may contain.
 */
import { stripVTControlCharacters } from 'node:util';

/** C0 and C1 controls but tab and line feed, the marks that turn the direction of a line around, and other line breaks. */
const unprintable = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** A text of another process on one line, without anything that would move a terminal's cursor. */
export function oneLine(text: string): string {
  return cleanText(text).replaceAll('\n', ' ');
}

// oxlint-disable-next-line no-control-regex -- that is what a colour begins with
const colours = /(\u001B\[[\d;]*m)/;

/** The same with its colours, as they are wanted where a server's lines are passed on. */
export function coloredLine(text: string): string {
  const parts = text.split(colours);
  return parts.map((part, i) => (i % 2 === 1 ? part : oneLine(part))).join('');
}

/** A JSON document that a terminal can be shown: it would obey C1 controls inside a string, which JSON leaves as they are. */
export function jsonText(data: unknown, indent = 0): string {
  return JSON.stringify(data, null, indent).replaceAll(
    /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
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
  return stripVTControlCharacters(text)
    .replaceAll('\t', '  ')
    .replace(unprintable, (character) => (character === '\n' ? character : ''));
}
