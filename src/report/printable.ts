/**
 * Servers write what they like into their output, and so into a report: sequences that would recolour, clear or rename
 * the reader's terminal, and characters that no page may contain.
 */
import { stripVTControlCharacters } from 'node:util';

/** C0 and C1 controls but tab and line feed, and the marks that turn the direction of a line around. */
const unprintable = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

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
