/**
 * Tests whether the pool of a binary is read rightly: a child of the same binary holds its four threads, queues known jobs
 * of known kinds, and what is read of it must be exactly that; then it is let go, and its pool must be read as idle.
 * Memory that is read in the wrong place does not look like this.
 */
import { message } from '../../messages/message.ts';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Clock, Milliseconds } from '../../model/units.ts';
import type { OutOfReach, PoolSelfTest, PoolReading, Readable } from '../../model/process-snapshot.ts';
import { systemClock, within } from '../../host/clock.ts';
import type { PoolSymbols } from '../../host/binary/elf.ts';
import { noAccess, TargetMemory } from './memory.ts';
import type { JobNumbers } from '../../host/binary/job-numbers.ts';
import { poolReader, type PoolReader } from './pool-reader.ts';
import { trialKey, type ReferenceProcess, referenceProcess, triable } from './reference-process.ts';
import { getVerified, setVerified } from '../../host/verified-cache.ts';
import { knownBuild } from '../../host/binary/build.ts';
import type { Owner, TargetProcess } from './target-process.ts';

/**
 * The child's script: four reads of an empty standard input take the threads in the order in which they were asked,
 * so everything behind them waits. It ends by itself soon after its input does: also when this process is killed.
 */
const script = `
  const { read, stat, writeSync } = require('fs');
  const done = () => {};
  for (let thread = 0; thread < 4; thread++) read(0, Buffer.alloc(1), 0, 1, null, done);
  for (let job = 0; job < 3; job++) stat('/', done);
  for (let job = 0; job < 2; job++) require('crypto').randomBytes(8, done);
  require('zlib').deflate('x', done);
  for (let job = 0; job < 2; job++) require('dns').lookup('127.1', { family: 4 }, done);
  setTimeout(done, 500);
  writeSync(1, process.versions.node + ' ');
`;

const held: PoolReading = {
  threads: 4,
  idle: 0,
  busy: 4,
  queued: 6,
  queuedKinds: { fs: 3, crypto: 2, zlib: 1 },
  slow: { running: 0, queued: 2, queuedKinds: { dns: 2 }, started: null },
  started: null,
  isCut: false,
};
const idle: PoolReading = {
  ...held,
  idle: 4,
  busy: 0,
  queued: 0,
  queuedKinds: {},
  slow: { running: 0, queued: 0, queuedKinds: {}, started: null },
};

/** Number of readings of the held pool that must all be the same: nothing changes there. */
const repeats = 20;
/** Longest wait for the child: to start a Node takes 40 ms on a quiet machine, longer on a busy one. */
const timeout: Milliseconds = 10_000;

/** The result of a trial: beside that the readings are right, where jobs have their numbers. */
export interface Tried extends PoolSelfTest {
  readonly numbers: JobNumbers;
}

const results = new Map<string, Promise<Readable<Tried>>>();

/** @param binary the binary to start: see `referenceProcess` */
export function selfTest(
  binary: string,
  symbols: PoolSymbols,
  owner: Owner,
  clock: Clock = systemClock,
): Promise<Readable<Tried>> {
  const key = trialKey(binary, owner);
  const before = results.get(key);
  if (before) return before;
  // What was found is true of these addresses.
  const place = `${key}:${createHash('sha256').update(JSON.stringify(symbols)).digest('hex').slice(0, 16)}`;
  const kept = getVerified('pool', place) as Tried | null;
  const result = kept
    ? Promise.resolve({ ok: true as const, ...kept })
    : tried(binary, symbols, owner, clock);
  results.set(key, result);
  if (!kept) void result.then((found) => found.ok && setVerified('pool', place, found)).catch(() => {});
  return result;
}

async function tried(
  binary: string,
  symbols: PoolSymbols,
  owner: Owner,
  clock: Clock,
): Promise<Readable<Tried>> {
  const start = clock.now();
  let child: ReferenceProcess;
  try {
    child = referenceProcess(binary, script, owner, { UV_THREADPOOL_SIZE: '4', UV_USE_IO_URING: '0' });
  } catch (error) {
    return notStarted((error as NodeJS.ErrnoException).code ?? String(error));
  }
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  try {
    const node = await versionFrom(child, clock);
    if (node === null) return notStarted();
    const result = await compared(child, symbols, clock);
    return 'why' in result
      ? result
      : { ok: true, node, duration: clock.now() - start, source: 'trial', numbers: result.numbers };
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

function notStarted(error: string | null = null): OutOfReach {
  return { ok: false, code: 'PEEK_UNTRIED', why: message('unseen.test-not-started', { error }) };
}

function misread(expected: PoolReading, read: PoolReading | null): OutOfReach {
  const state = ({ busy, threads, queuedKinds: queued, slow }: PoolReading) => ({
    busy,
    threads,
    queued,
    slow: slow.queuedKinds,
  });
  const given = { expected: state(expected), read: read && state(read) };
  return { ok: false, code: 'PEEK_MISREAD', why: message('unseen.test-misread', given) };
}

/** Returns the version that the child writes when all its jobs are queued; null if it ends before. */
async function versionFrom(child: ReferenceProcess, clock: Clock): Promise<string | null> {
  const said = child.stdout[Symbol.asyncIterator]().next();
  const first = await within(said, timeout, clock).catch(() => null);
  return first && !first.done ? String(first.value).trim() : null;
}

async function compared(
  child: ReferenceProcess,
  symbols: PoolSymbols,
  clock: Clock,
): Promise<OutOfReach | { readonly numbers: JobNumbers }> {
  const { pid } = child;
  if (pid === undefined) return notStarted();
  let memory: TargetMemory;
  try {
    memory = new TargetMemory(pid);
  } catch (error) {
    return noAccess(error);
  }
  using _ = memory;
  const peek = poolReader(pid, memory, symbols);
  const first = await until(held, peek, clock);
  if (first.differs) return misread(held, first.last);
  for (let repeat = 0; repeat < repeats; repeat++) {
    const again = peek.instant();
    if (!isDeepStrictEqual(again, held)) return misread(held, again);
  }
  const numbers = peek.learnNumbers();
  child.stdin.on('error', () => {}); // it may have ended; then the reading below says so
  child.stdin.write('....');
  const last = await until(idle, peek, clock);
  return last.differs ? misread(idle, last.last) : { numbers };
}

async function until(
  expected: PoolReading,
  peek: PoolReader,
  clock: Clock,
): Promise<{ differs: boolean; last: PoolReading | null }> {
  const end = clock.now() + timeout / 2;
  for (;;) {
    const last = peek.instant();
    if (isDeepStrictEqual(last, expected)) return { differs: false, last };
    if (clock.now() > end) return { differs: true, last };
    await clock.sleep(2);
  }
}

/**
 * Says whether it is known how a binary lays out libuv's pool. None of the three answers starts anything that the owner
 * of the process could have chosen:
 *
 *   an official build            its layout was tried when the table was made (known-builds.ts)
 *   the Node that runs this      a child of it is tried: it runs already
 *   any other, if it may be      a child of it is tried, where `triable` finds nothing against it
 *
 * @param mayTry whether the user agreed that the binary is started
 */
export async function layoutOf(
  target: TargetProcess,
  symbols: PoolSymbols,
  mayTry: boolean,
): Promise<Readable<Tried>> {
  const build = knownBuild(symbols.buildId);
  if (build) return { ok: true, ...build, duration: 0, source: 'build' };
  using trial = triable(target, mayTry);
  if (!trial.ok) return trial;
  return await selfTest(trial.path, symbols, trial.owner);
}
