/** A watch from a file: perhaps of another machine, of another version, or no watch at all. */
import type { Message } from '../../messages/message.ts';
import { problem } from '../../messages/problem.ts';
import { readJson } from '../../model/schema/read.ts';
import { type StoredWatch, watchSchema } from '../../model/schema/watch.ts';
import { readInput, whyUnread } from './read-input.ts';

/** What is parsed takes several times as much memory. */
const mostBytes = 256 * 1024 * 1024;

/** @throws Problem REPLAY_INVALID */
export function readWatch(file: string): StoredWatch {
  const refuse = (why: Message | string, cause?: unknown) =>
    problem('REPLAY_INVALID', { file, why }, { cause });
  let text: string;
  try {
    text = readInput(file, mostBytes);
  } catch (error) {
    throw refuse(whyUnread(error), error);
  }
  const read = readJson(text, watchSchema);
  if ('why' in read) throw refuse(read.why);
  return read.data;
}
