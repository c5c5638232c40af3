/** Result files of other tools, from the command line to what they say. */
import { message, type Message } from '../../messages/message.ts';
import { problem, reasonOf } from '../../messages/problem.ts';
import type { PublishedFigures, PublishedRun } from '../../model/published.ts';
import { lineReader, readWhole } from '../../published/formats.ts';
import { Lines, type LineReader } from '../../published/lines.ts';
import { readParts } from './read-input.ts';

const mebibyte = 1024 * 1024;
/** Of a summary, or of what a tool prints: it has to be read whole. */
const mostWhole = 64 * mebibyte;
/** Of a file with every request: hours of load. It is read line by line. */
const mostByLine = 16 * 1024 * mebibyte;

/** Of as many lines as there are answers. What is left of a file that lacks more is another test; one line may be torn at its end. */
const mostUnread = 0.001;

/** What the user says of the load, where the file does not. */
export interface Asked {
  readonly clients: number | null;
  readonly rate: number | null;
}

/** @throws Problem RESULT_FILE_UNREADABLE, RESULT_FILE_UNKNOWN */
export function readResult(file: string, name: string, { clients, rate }: Asked): PublishedRun {
  const figures = readFigures(file);
  const load =
    rate !== null ? 'open' : clients !== null && figures.load === 'unknown' ? 'closed' : figures.load;
  return { ...figures, load, clients: clients ?? figures.clients, file, name, rate };
}

function readFigures(file: string): PublishedFigures {
  const found = figuresIn(partsOf(file));
  const unknown = (why: Message) => problem('RESULT_FILE_UNKNOWN', { file, why });
  if (found === 'unfinished') throw unknown(message('published.unfinished'));
  if (found === null) throw unknown(message('published.unknown'));
  if (!found.answered || !found.throughput)
    throw unknown(message('published.no-answer', { source: found.source }));
  if (found.unread > Math.max(1, mostUnread * found.answered))
    throw unknown(message('published.torn', { lines: found.unread, requests: found.answered }));
  return found;
}

function* partsOf(file: string): Generator<Buffer, void, undefined> {
  const parts = readParts(file, mostByLine);
  for (;;) {
    let next: IteratorResult<Buffer, void>;
    try {
      next = parts.next();
    } catch (error) {
      throw problem('RESULT_FILE_UNREADABLE', { file, why: reasonOf(error) }, { cause: error });
    }
    if (next.done) return;
    yield next.value;
  }
}

function figuresIn(parts: Iterable<Buffer>): PublishedFigures | 'unfinished' | null {
  let decoder: TextDecoder | null = null;
  let reader: LineReader<PublishedFigures> | null = null;
  let lines: Lines | null = null;
  const whole: string[] = [];
  let length = 0;
  for (const part of parts) {
    const isFirst = decoder === null;
    decoder ??= new TextDecoder(encodingOf(part));
    const text = decoder.decode(part, { stream: true });
    if (isFirst) reader = lineReader(text);
    if (reader !== null) {
      lines ??= new Lines(reader);
      lines.push(text);
      continue;
    }
    whole.push(text);
    length += part.length;
    if (length > mostWhole) return null;
  }
  lines?.end();
  if (reader !== null) return reader.end() ?? 'unfinished';
  return readWhole(whole.join(''));
}

/** What `>` of PowerShell writes begins with the mark of UTF-16. */
function encodingOf(start: Buffer): 'utf-16le' | 'utf-8' {
  return start[0] === 0xff && start[1] === 0xfe ? 'utf-16le' : 'utf-8';
}
