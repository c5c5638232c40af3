/** Reads what a probe says, line by line, and what a process answers when the probe is brought in. */
import { z } from 'zod';
import { probeMessageSchema, type ProbeMessage } from '../../model/reading.ts';

/** Most characters of one line. A reading has about a thousand, a profile of twenty functions with long paths ten thousand. */
const longest = {
  hello: 2 ** 16,
  reading: 2 ** 16,
  note: 2 ** 16,
  profile: 2 ** 18,
  capture: 2 ** 18,
} as const;
export const longestLine = Math.max(...Object.values(longest));

/** An error that says why something is not what a probe says, as the end of a sentence. */
export class NoMessage extends Error {}

/** A text that is no longer than a path can be on Linux. */
const text = z.string().max(4096);

/** @throws NoMessage if a line is not what a probe says */
export function messageIn(line: string): ProbeMessage {
  const { success, data, error } = probeMessageSchema.safeParse(parsed(line));
  if (!success) {
    const [fault] = error.issues;
    const place = fault?.path.join('.') ?? '';
    throw new NoMessage(
      place === 'type' || place === '' ? 'a line has no known type' : `its ${place}: ${fault?.message}`,
    );
  }
  const most = longest[data.type];
  if (line.length > most)
    throw new NoMessage(`a ${data.type} has ${line.length} characters, and ${most} are the most`);
  return data;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new NoMessage('a line is not JSON');
  }
}

const installAnswer = z.object({
  ok: z.boolean(),
  why: text.exactOptional(),
  /** The process has another PID than expected. */
  isOther: z.literal(true).exactOptional(),
  /** A probe is there already. */
  isThere: z.literal(true).exactOptional(),
});
/** The answer of a process's main thread when the probe is brought in. */
export type InstallAnswer = z.infer<typeof installAnswer>;

/** Reads such an answer; null if a text is none. */
export function answerIn(said: string): InstallAnswer | null {
  try {
    return installAnswer.parse(parsed(said));
  } catch {
    return null;
  }
}
