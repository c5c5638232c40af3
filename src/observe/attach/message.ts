/**
 * What a probe says, by its schema. A probe runs in somebody else's process, and whatever that process writes comes here. What
 * is returned is a copy that holds the known fields alone, each of its type and of a bounded size.
 */
import { z } from 'zod';
import type { ProbeMessage } from '../../model/reading.ts';

/** Characters of one line. A reading has about a thousand; a profile of twenty functions with long paths ten thousand. */
const longest = {
  hello: 2 ** 16,
  reading: 2 ** 16,
  note: 2 ** 16,
  profile: 2 ** 18,
  capture: 2 ** 18,
} as const;
export const longestLine = Math.max(...Object.values(longest));
/** As long as a path can be on Linux. */
const longestText = 4096;
/** 32 are in flight at most, and answered in one reading; then two for each tick of the shortest period. */
const mostWaits = 512;
/** Functions of a profile are twenty, kinds of jobs about ten. */
const mostRows = 100;
/** Beyond it sums of figures are no whole numbers any more, and at last infinite. */
const largest = 2 ** 53;

/** Why something is not what a probe says, as the end of a sentence. */
export class NoMessage extends Error {}

const number = z.number().min(-largest).max(largest);
const figures = <const Name extends string>(...names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, number])) as Record<Name, typeof number>);
const text = z.string().max(longestText);
const pid = z.int().min(1);

const lane = figures('sent', 'skipped', 'pending').extend({
  waits: z.array(number).max(mostWaits),
  oldest: number.nullable(),
});

const traffic = figures('pending', 'started', 'finished').extend({
  oldest: number.nullable(),
  mean: number.nullable(),
  max: number.nullable(),
  counted: number.exactOptional(),
});

const reading = figures('at', 'span', 'silent', 'cpu').extend({
  type: z.literal('reading'),
  isPoolUnused: z.boolean(),
  fast: lane,
  slow: lane,
  loop: z.object({ utilization: number, delay: figures('mean', 'p50', 'p99', 'max') }).nullable(),
  ownStop: number.exactOptional(),
  isProfiled: z.literal(true).exactOptional(),
  gc: figures('count', 'time', 'longest', 'full').extend({ kept: number.exactOptional() }),
  memory: figures('rss', 'heapUsed', 'heapLimit', 'external', 'arrayBuffers'),
  ownCpu: number.nullable(),
  requests: traffic.nullable(),
  calls: traffic.nullable(),
});

const hello = z.object({
  type: z.literal('hello'),
  schema: z.literal(1),
  pid,
  node: text,
  entry: z.enum(['flag', 'attached']),
  script: text.nullable(),
  poolSize: text.nullable(),
  period: number,
  lanes: z.object({ fast: z.enum(['readlink', 'randomFill']), slow: z.literal('getaddrinfo') }),
  tid: pid.nullable(),
});

const profiled = figures('self', 'total').extend({
  name: text,
  file: text,
  line: number.nullable(),
  calledBy: text.nullable(),
  calledIn: text.exactOptional(),
});

const messageSchema = z.discriminatedUnion('type', [
  hello,
  reading,
  figures('duration', 'stopped', 'idle', 'gc').extend({
    type: z.literal('profile'),
    functions: z.array(profiled).max(mostRows),
  }),
  figures('duration', 'rate').extend({
    type: z.literal('capture'),
    isAborted: z.boolean(),
    kinds: z.array(figures('jobs', 'mean', 'p50', 'p99').extend({ kind: text })).max(mostRows),
  }),
  z.object({ type: z.literal('note'), about: z.enum(['profile', 'capture', 'lane', 'loop']), why: text }),
]) satisfies z.ZodType<ProbeMessage>;

/** @throws NoMessage if a line is not what a probe says */
export function messageIn(line: string): ProbeMessage {
  const { success, data, error } = messageSchema.safeParse(parsed(line));
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
  /** It has another number than expected. */
  isOther: z.literal(true).exactOptional(),
  /** A probe is there already. */
  isThere: z.literal(true).exactOptional(),
});
/** What the main thread of a process answers when the probe is brought in. */
export type InstallAnswer = z.infer<typeof installAnswer>;

/** Null if a text is no such answer. */
export function answerIn(said: string): InstallAnswer | null {
  try {
    return installAnswer.parse(parsed(said));
  } catch {
    return null;
  }
}
