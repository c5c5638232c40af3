/**
 * What a probe says, checked field by field. A probe runs in somebody else's process, and whatever that process writes
 * comes here. What is returned is a copy that holds the known fields alone, each of its type and of a bounded size.
 */
import type { QueueReading, ProbeMessage, ProbeReading, TrafficReading } from '../../model/reading.ts';

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

type Check<Value> = (value: unknown, name: string) => Value;
type Shape<Value> = { readonly [Key in keyof Value]-?: Check<Value[Key]> };

function refuse(name: string, wanted: string): never {
  throw new NoMessage(`its ${name} is not ${wanted}`);
}

const number: Check<number> = (value, name) =>
  typeof value === 'number' && Math.abs(value) <= largest ? value : refuse(name, 'a finite number');

const text: Check<string> = (value, name) =>
  typeof value === 'string' && value.length <= longestText
    ? value
    : refuse(name, `a text of at most ${longestText} characters`);

const flag: Check<boolean> = (value, name) =>
  typeof value === 'boolean' ? value : refuse(name, 'true or false');

const pid: Check<number> = (value, name) =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : refuse(name, 'a PID');

function one<const Value extends string | number | boolean>(...known: readonly Value[]): Check<Value> {
  return (value, name) =>
    known.find((each) => each === value) ??
    refuse(name, known.map((each) => JSON.stringify(each)).join(' or '));
}

function orNull<Value>(check: Check<Value>): Check<Value | null> {
  return (value, name) => (value === null ? null : check(value, name));
}

/** Absent where it is absent. */
function maybe<Value>(check: Check<Value>): Check<Value | undefined> {
  return (value, name) => (value === undefined ? undefined : check(value, name));
}

function list<Value>(check: Check<Value>, most: number): Check<readonly Value[]> {
  return (value, name) =>
    Array.isArray(value) && value.length <= most
      ? value.map((each) => check(each, `${name}[]`))
      : refuse(name, `a list of at most ${most}`);
}

/** Only a key of its own counts: `__proto__` in JSON is a key as any other, and none that is known. */
function record<Value extends object>(shape: Shape<Value>): Check<Value> {
  const checks = Object.entries<Check<unknown>>(shape);
  return (value, name) => {
    if (typeof value !== 'object' || value === null) return refuse(name, 'an object');
    const given = value as Readonly<Record<string, unknown>>;
    const result: Record<string, unknown> = {};
    for (const [key, check] of checks) {
      const own = Object.hasOwn(given, key) ? given[key] : undefined;
      const checked = check(own, `${name}.${key}`);
      if (checked !== undefined) result[key] = checked;
    }
    return result as Value;
  };
}

const lane = record<QueueReading>({
  waits: list(number, mostWaits),
  sent: number,
  skipped: number,
  pending: number,
  oldest: orNull(number),
});

const traffic = record<TrafficReading>({
  pending: number,
  oldest: orNull(number),
  started: number,
  finished: number,
  mean: orNull(number),
  max: orNull(number),
  counted: maybe(number),
});

const reading = record<ProbeReading>({
  type: one('reading'),
  at: number,
  span: number,
  isPoolUnused: flag,
  fast: lane,
  slow: lane,
  loop: orNull(
    record({ utilization: number, delay: record({ mean: number, p50: number, p99: number, max: number }) }),
  ),
  silent: number,
  ownStop: maybe(number),
  isProfiled: maybe(one(true)),
  gc: record<ProbeReading['gc']>({
    count: number,
    time: number,
    longest: number,
    full: number,
    kept: maybe(number),
  }),
  memory: record<ProbeReading['memory']>({
    rss: number,
    heapUsed: number,
    heapLimit: number,
    external: number,
    arrayBuffers: number,
  }),
  cpu: number,
  ownCpu: orNull(number),
  requests: orNull(traffic),
  calls: orNull(traffic),
});

const messages: { readonly [Type in ProbeMessage['type']]: Check<ProbeMessage & { type: Type }> } = {
  hello: record({
    type: one('hello'),
    schema: one(1),
    pid,
    node: text,
    entry: one('flag', 'attached'),
    script: orNull(text),
    poolSize: orNull(text),
    period: number,
    lanes: record({ fast: one('readlink', 'randomFill'), slow: one('getaddrinfo') }),
    tid: orNull(pid),
  }),
  reading,
  profile: record({
    type: one('profile'),
    duration: number,
    stopped: number,
    idle: number,
    gc: number,
    functions: list(
      record({
        name: text,
        file: text,
        line: orNull(number),
        self: number,
        total: number,
        calledBy: orNull(text),
        calledIn: maybe(text),
      }),
      mostRows,
    ),
  }),
  capture: record({
    type: one('capture'),
    duration: number,
    isAborted: flag,
    rate: number,
    kinds: list(record({ kind: text, jobs: number, mean: number, p50: number, p99: number }), mostRows),
  }),
  note: record({ type: one('note'), about: one('profile', 'capture', 'lane', 'loop'), why: text }),
};

/** @throws NoMessage if a line is not what a probe says */
export function messageIn(line: string): ProbeMessage {
  const value = parsed(line) as { readonly type?: unknown } | null;
  const type =
    typeof value === 'object' && value !== null && Object.hasOwn(value, 'type') ? value.type : null;
  if (typeof type !== 'string' || !Object.hasOwn(messages, type))
    throw new NoMessage('a line has no known type');
  const known = type as ProbeMessage['type'];
  if (line.length > longest[known]) {
    throw new NoMessage(`a ${known} has ${line.length} characters, and ${longest[known]} are the most`);
  }
  return messages[known](value, known);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new NoMessage('a line is not JSON');
  }
}

/** What the main thread of a process answers when the probe is brought in. */
export interface InstallAnswer {
  readonly ok: boolean;
  readonly why?: string;
  /** It has another number than expected. */
  readonly isOther?: true;
  /** A probe is there already. */
  readonly isThere?: true;
}

const installAnswer = record<InstallAnswer>({
  ok: flag,
  why: maybe(text),
  isOther: maybe(one(true)),
  isThere: maybe(one(true)),
});

/** Null if a text is no such answer. */
export function answerIn(said: string): InstallAnswer | null {
  try {
    return installAnswer(parsed(said), 'answer');
  } catch {
    return null;
  }
}
