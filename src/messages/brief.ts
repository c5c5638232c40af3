/** A document in at most 2 kB, or within another limit: for programs that pay for each word that they read. */
import { jsonText } from './message.ts';

/** Most bytes of a document: a program that pays for each word should get no more. */
export const briefBytes = 2048;
const mostCharacters = 400;
const digits = 4;

type Data = null | boolean | number | string | Data[] | { [key: string]: Data };

/**
 * Returns a document as JSON: messages by their code and text, numbers to four digits, long texts shortened. Then the longest
 * lists lose items at their ends; `leftOut` counts these.
 */
export function briefText(document: object, mostBytes = briefBytes): string {
  const data = JSON.parse(jsonText(document), (_, value: Data) => shortened(value)) as {
    [key: string]: Data;
  };
  for (let left = 0, most = mostCharacters; ;) {
    const text = jsonText(left > 0 ? { ...data, leftOut: left + Number(data['leftOut'] ?? 0) } : data);
    if (Buffer.byteLength(text) <= mostBytes || most < 1) return text;
    const [list] = listsIn(data).toSorted((one, other) => sizeOf(other) - sizeOf(one));
    if (list) {
      list.pop();
      left++;
    } else shorten(data, (most = Math.floor(most / 2)));
  }
}

const sizeOf = (data: Data) => JSON.stringify(data).length;

function shortened(value: Data): Data {
  if (typeof value === 'number') return rounded(value);
  if (typeof value === 'string') return cut(value, mostCharacters);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const { code, params, text } = value;
  return code !== undefined && params !== undefined && text !== undefined ? { code, text } : value;
}

/** Rounds to four digits, and longer numbers to whole ones: these are dates, bytes and counts. */
const rounded = (value: number) =>
  Math.abs(value) >= 10 ** digits ? Math.round(value) : Number(value.toPrecision(digits));

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text);

/** Lists that may lose items: each keeps its first. */
function listsIn(data: Data): Data[][] {
  if (data === null || typeof data !== 'object') return [];
  const inner = Object.values(data).flatMap(listsIn);
  return Array.isArray(data) && data.length > 1 ? [data, ...inner] : inner;
}

/** Shortens all texts in place. */
function shorten(data: Data, most: number): void {
  if (data === null || typeof data !== 'object') return;
  for (const [key, value] of Object.entries(data)) {
    if (typeof value === 'string') (data as { [key: string]: Data })[key] = cut(value, most);
    else shorten(value, most);
  }
}
