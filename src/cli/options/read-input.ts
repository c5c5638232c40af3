/** A file that the user named as input. A device or a pipe may have no end, and would fill the memory. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { message, quoted, type Message } from '../../messages/message.ts';
import { problem, reasonOf } from '../../messages/problem.ts';
import { readJson, type ReadFile } from '../../model/schema/read.ts';
import { watchSchema, type StoredWatch } from '../../model/schema/watch.ts';

const kibibyte = 1024;
const chunk = 1024 * kibibyte;

/**
 * Reads a regular file as text.
 * @param most bytes of it
 * @throws Error; `whyUnread` says why it is not read
 */
export function readInput(file: string, most: number): string {
  return Buffer.concat([...readParts(file, most)]).toString('utf8');
}

/**
 * The same part by part, each of a mebibyte at most: however long the file is, no more of it is in memory.
 * @throws Error; `whyUnread` says why it is not read
 */
export function* readParts(file: string, most: number): Generator<Buffer, void, undefined> {
  // Without O_NONBLOCK the opening of a pipe would wait for its writer.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(descriptor);
    if (found.isDirectory()) throw new Unread(message('file.folder'));
    if (!found.isFile()) throw new Unread(message('file.device'));
    if (found.size > most) throw tooLarge(most);
    // The size of a file does not bound what can be read of it: it may grow, and files of /proc have none.
    for (let total = 0; total <= most;) {
      const next = Buffer.allocUnsafe(Math.min(chunk, most + 1 - total));
      const bytes = readSync(descriptor, next);
      if (bytes === 0) return;
      yield next.subarray(0, bytes);
      total += bytes;
    }
    throw tooLarge(most);
  } finally {
    closeSync(descriptor);
  }
}

/** @returns what a file of JSON holds, or why it cannot be read */
export function readInputAs<Data>(
  file: string,
  most: number,
  schema: Parameters<typeof readJson<Data>>[1],
): ReadFile<Data> {
  let text: string;
  try {
    text = readInput(file, most);
  } catch (error) {
    return { why: whyUnread(error) };
  }
  return readJson(text, schema);
}

const tooLarge = (most: number) => new Unread(message('file.too-large', { kibibytes: most / kibibyte }));

class Unread extends Error {
  readonly why: Message;

  constructor(why: Message) {
    super(why.code);
    this.why = why;
  }
}

/** @returns why a file was not read, as a sentence; what is seldom, in the system's own words */
export function whyUnread(error: unknown): Message {
  if (error instanceof Unread) return error.why;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return message('file.missing');
  if (code === 'EISDIR') return message('file.folder');
  if (code === 'EACCES' || code === 'EPERM') return message('file.forbidden');
  return quoted(reasonOf(error));
}

/** What is parsed takes several times as much memory. */
const mostBytes = 256 * 1024 * 1024;

/** @returns a watch: perhaps of another machine, of another version, or no watch at all. @throws Problem REPLAY_INVALID */
export function readWatch(file: string): StoredWatch {
  const read = readInputAs(file, mostBytes, watchSchema);
  if ('why' in read) throw problem('REPLAY_INVALID', { file, why: read.why });
  return read.data;
}
