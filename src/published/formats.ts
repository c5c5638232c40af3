/** The formats that can be read. Which one a file has is seen from what is in it, never from its name. */
import { k6Csv } from '../load/k6/csv.ts';
import { parsedJson } from '../model/schema/read.ts';
import type { PublishedFigures } from '../model/published.ts';
import { isAb, readAb } from './ab.ts';
import { isAutocannon, readAutocannon } from './autocannon.ts';
import { resultLines, type LineFormat, type ResultLines } from './figures.ts';
import { isK6Point, isK6Summary, k6Points, k6Rows, readK6Summary } from './k6.ts';
import { isOha, ohaColumns, ohaRequests, readOha } from './oha.ts';
import { isVegeta, isVegetaRequest, readVegeta, vegetaRequests } from './vegeta.ts';
import { isWrk, readWrk } from './wrk.ts';

/** Formats whose files are read line by line, however long they are. */
const byLine: readonly (readonly [is: (head: string) => boolean, format: () => LineFormat])[] = [
  [(head) => k6Csv(firstLine(head)) !== null, k6Rows],
  [(head) => head.startsWith(ohaColumns), ohaRequests],
  [(head) => isK6Point(parsedJson(firstLine(head))), k6Points],
  [(head) => isVegetaRequest(parsedJson(firstLine(head))), vegetaRequests],
];

const documents: readonly (readonly [
  is: (document: unknown) => boolean,
  read: (document: unknown) => PublishedFigures,
])[] = [
  [isAutocannon, readAutocannon],
  [isOha, readOha],
  [isVegeta, readVegeta],
  [isK6Summary, readK6Summary],
];

const texts: readonly (readonly [
  is: (text: string) => boolean,
  read: (text: string) => PublishedFigures | null,
])[] = [
  [isWrk, readWrk],
  [isAb, readAb],
];

/** How the output of each tool begins, so that the whole of it need not be there. */
const beginnings: readonly (readonly [tool: string, begins: RegExp])[] = [
  ['autocannon', /^\{\s*"(?:title|url|socketPath)":[^]*?"connections":/],
  ['oha', /^\{\s*"summary":|^request-start,/],
  ['vegeta', /^\{\s*"(?:latencies|attack)":/],
  ['k6', /^\{\s*"(?:root_group|metrics|metric|type)":|^metric_name,/],
  ['wrk', /^Running .+ test @ /],
  ['ab', /^This is ApacheBench/],
];

/** The longest text that is read as what a tool prints, which has some kilobytes. */
const longestText = 1024 * 1024;

const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';

/** @param head the first part of a file. @returns null where it has to be read whole */
export function linesOf(head: string): ResultLines | null {
  const format = byLine.find(([is]) => is(head))?.[1];
  return format ? resultLines(format()) : null;
}

/** @returns the tool whose output begins like this; null where none does */
export function toolOf(head: string): string | null {
  return beginnings.find(([, begins]) => begins.test(head.trimStart()))?.[0] ?? null;
}

/** Why a file has no figures. */
export type NoFigures = 'empty' | 'unfinished' | 'unknown';

export function readWhole(text: string): PublishedFigures | NoFigures {
  if (text.trim() === '') return 'empty';
  const isJson = text.trimStart().startsWith('{');
  const document = isJson ? parsedJson(text) : null;
  const [, readDocument] = documents.find(([is]) => is(document)) ?? [];
  if (readDocument) return readDocument(document);
  if (isJson && document === null && isCutOff(text)) return 'unfinished';
  if (text.length > longestText) return 'unknown';
  const [, readText] = texts.find(([is]) => is(text)) ?? [];
  return readText ? (readText(text) ?? 'unfinished') : 'unknown';
}

/** @returns whether a text that is no JSON ends inside a string, an object or a list */
function isCutOff(text: string): boolean {
  let [depth, isString] = [0, false];
  for (let i = 0; i < text.length; i++) {
    const one = text[i] ?? '';
    if (isString && one === '\\') i++;
    else if (one === '"') isString = !isString;
    else if (!isString && '{['.includes(one)) depth++;
    else if (!isString && '}]'.includes(one)) depth--;
  }
  return isString || depth > 0;
}
