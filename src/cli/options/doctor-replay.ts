/** A watch from a file: perhaps of another machine, of another version, or no watch at all. */
import { problem, reasonOf } from '../../model/problem.ts';
import { redactWatch } from '../../model/redact/redact-run.ts';
import type { Watch } from '../../model/watch.ts';
import { isRecord } from './is-record.ts';
import { readInput } from './read-input.ts';

/** What is parsed takes several times as much memory. */
const mostBytes = 256 * 1024 * 1024;

/** @throws Problem REPLAY_INVALID */
export function readWatch(file: string): Watch {
  const refuse = (why: string, cause?: unknown) => problem('REPLAY_INVALID', { file, why }, { cause });
  let text: string;
  try {
    text = readInput(file, mostBytes);
  } catch (error) {
    throw refuse(unreadable(error), error);
  }
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw refuse('It is no JSON document, or only a part of one.', error);
  }
  if (!isRecord(data)) throw refuse('It holds no watch.');
  if (typeof data['schema'] === 'number' && data['schema'] > 1)
    throw refuse(`It was written by a newer chokepoint (schema ${data['schema']}, this one knows 1).`);
  if ('diagnosis' in data)
    throw refuse('It is a diagnosis: what it was made from is in watch.json beside it.');
  const missing = lack(data);
  if (missing !== null) throw refuse(`It holds no watch: ${missing} is missing, or of another kind.`);
  return redactWatch(data) as Watch;
}

function unreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'There is no such file.';
  return reasonOf(error);
}

/** What a watch needs before anything in it can be judged: the first that is not there. */
function lack(data: Readonly<Record<string, unknown>>): string | null {
  const { schema, id, target, startedAt, duration, host, processes, notes, end } = data;
  if (schema !== 1) return 'schema';
  if (typeof id !== 'string' || !/^[\w.-]{1,80}$/.test(id) || id.startsWith('.')) return 'id';
  if (!isRecord(target) || (target['type'] !== 'pid' && target['type'] !== 'command')) return 'target';
  if (typeof startedAt !== 'number') return 'startedAt';
  if (typeof duration !== 'number') return 'duration';
  if (!isRecord(host)) return 'host';
  if (!Array.isArray(notes)) return 'notes';
  if (typeof end !== 'string') return 'end';
  if (!Array.isArray(processes)) return 'processes';
  for (const [i, one] of processes.entries()) {
    if (!isRecord(one) || typeof one['pid'] !== 'number') return `processes[${i}].pid`;
    for (const key of ['look', 'sockets', 'probe']) if (!isSeen(one[key])) return `processes[${i}].${key}`;
    if (!Array.isArray(one['course'])) return `processes[${i}].course`;
  }
  return null;
}

function isSeen(value: unknown): boolean {
  return (
    isRecord(value) && (value['ok'] === true || (value['ok'] === false && typeof value['why'] === 'string'))
  );
}
