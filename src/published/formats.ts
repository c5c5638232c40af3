/** The formats that can be read. Which one a file has is seen from what is in it, never from its name. */
import { k6Csv } from '../load/k6-csv.ts';
import type { PublishedFigures } from '../model/published.ts';
import { isAb, readAb } from './ab.ts';
import { isAutocannon, readAutocannon } from './autocannon.ts';
import { isK6Point, k6Points, k6Rows } from './k6-lines.ts';
import { isK6Summary, readK6Summary } from './k6-summary.ts';
import type { LineReader } from './lines.ts';
import { isOha, ohaColumns, ohaRequests, readOha } from './oha.ts';
import { isVegeta, isVegetaRequest, readVegeta, vegetaRequests } from './vegeta.ts';
import { parsed } from './untrusted.ts';
import { isWrk, readWrk } from './wrk.ts';

/** Files of these are read line by line, however long they are. */
const byLine: readonly (readonly [
  is: (head: string) => boolean,
  reader: () => LineReader<PublishedFigures>,
])[] = [
  [(head) => k6Csv(firstLine(head)) !== null, k6Rows],
  [(head) => head.startsWith(ohaColumns), ohaRequests],
  [(head) => isK6Point(parsed(firstLine(head))), k6Points],
  [(head) => isVegetaRequest(parsed(firstLine(head))), vegetaRequests],
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

/** What a tool prints is some kilobytes long. */
const longestText = 1024 * 1024;

const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';

/** @param head the first part of a file. @returns null where it has to be read whole */
export function lineReader(head: string): LineReader<PublishedFigures> | null {
  return byLine.find(([is]) => is(head))?.[1]() ?? null;
}

/** @returns null for what is none of these formats; `'unfinished'` for one without its end */
export function readWhole(text: string): PublishedFigures | 'unfinished' | null {
  const document = text.trimStart().startsWith('{') ? parsed(text) : null;
  const [, readDocument] = documents.find(([is]) => is(document)) ?? [];
  if (readDocument) return readDocument(document);
  if (text.length > longestText) return null;
  const [, readText] = texts.find(([is]) => is(text)) ?? [];
  return readText ? (readText(text) ?? 'unfinished') : null;
}
