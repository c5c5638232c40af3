/**
 * A running Node process seen from outside (Linux): its threads, its pool, its limits. Nothing is injected, no signal
 * is sent, nothing is stopped: everything is read from /proc. What is read of libuv is read only from binaries on
 * which it was tried (self-test.ts).
 */
import type { Clock } from '../../model/clock.ts';
import type {
  Look,
  LookSample,
  LookSubject,
  PoolKnownBy,
  PoolReading,
  Seen,
  Throttling,
} from '../../model/look.ts';
import type { Milliseconds } from '../../model/units.ts';
import { throttlingBetween, throttlingCounters } from '../cgroup.ts';
import { systemClock } from '../clock.ts';
import { isAlive } from '../processes.ts';
import { countersOf } from './counters.ts';
import { poolSymbols } from './elf.ts';
import { environmentOf } from './environment.ts';
import { noAccess, TargetMemory } from './memory.ts';
import { Peek } from './peek.ts';
import { selfTest, type Tried } from './self-test.ts';
import { LookSummary } from './summary.ts';
import { type Inside, Threads } from './threads.ts';
import { type Who, whoIs } from './who.ts';

export interface LookOptions {
  readonly duration: Milliseconds;
  /** From one sample to the next. */
  readonly interval: Milliseconds;
  /** Ends the look early; what was seen until then counts. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** A queue that is gone at the next sample is looked at once more, for its pace, this long after the one before. */
const later: Milliseconds = 3;

/** A process that is being looked at. */
export interface OpenLook extends Disposable {
  readonly subject: LookSubject;
  /** One sample, about half a millisecond of our own time. Null once the process has ended. */
  sample(at: Milliseconds): LookSample | null;
  /** The pool alone, for a twentieth of that. Null where it cannot be read, or no reading was consistent. */
  pool(): PoolReading | null;
  hasEnded(): boolean;
  /** Known once a sample was taken. */
  poolKnownBy(): PoolKnownBy | null;
}

/**
 * Finds out what can be seen of a process. Takes a tenth of a second the first time for a binary: the self-test.
 * @throws Problem LOOK_NEEDS_LINUX, PROCESS_NOT_FOUND, OTHER_USER, PID_NAMESPACE_OTHER, NOT_A_NODE
 */
export async function openLook(pid: number): Promise<OpenLook> {
  const who = whoIs(pid);
  const tested = await triedInside(who);
  const inside = tested.ok ? tested.inside : null;
  const newPeek = () =>
    tested.ok && inside ? new Peek(pid, inside.memory, inside.symbols, tested.numbers) : null;
  const peek = newPeek();
  // Between two samples it must not take the movement that the next of them tells.
  let other: Peek | null = null;
  const aside = () => (other ??= newPeek());
  const threads = new Threads(pid, who.ownPid !== null, inside);
  const subject: LookSubject = {
    pid,
    ownPid: who.ownPid,
    command: who.command,
    binary: who.binary,
    node: tested.ok ? tested.node : null,
    environment: environmentOf(pid),
    peek: tested.ok ? { ok: true, node: tested.node, duration: tested.duration } : tested,
  };
  let again: NodeJS.Timeout | undefined;
  return {
    subject,
    sample(at) {
      const start = performance.now();
      const counters = countersOf(who.identity);
      if (!counters) return null;
      const pool = peek?.read() ?? null;
      const seen = threads.read();
      if (seen.length === 0) return null;
      clearTimeout(again);
      if (pool && peek?.glimpse()) again = setTimeout(() => peek.glimpse(), later).unref();
      return { at, pool, threads: seen, ...counters, cost: (performance.now() - start) * 1000 };
    },
    pool: () => aside()?.read() ?? null,
    poolKnownBy: () => threads.poolKnownBy,
    hasEnded: () => !isAlive(who.identity),
    [Symbol.dispose]() {
      clearTimeout(again);
      inside?.memory[Symbol.dispose]();
    },
  };
}

/** The memory and the symbols, if both can be had and the self-test vouches for them. */
async function triedInside(who: Who): Promise<Seen<Tried & { inside: Inside }>> {
  const binary = `/proc/${who.pid}/exe`;
  let memory: TargetMemory | null = null;
  try {
    const found = poolSymbols(binary);
    if (!found.ok) return found;
    if (!who.isPlainNode) {
      return {
        ok: false,
        code: 'PEEK_PACKED',
        why: `a self-test would start ${who.binary}, which may be an application, not Node alone`,
      };
    }
    memory = new TargetMemory(who.pid);
    const tested = await selfTest(binary, found.symbols, who.owner);
    if (tested.ok) return { ...tested, inside: { memory, symbols: found.symbols } };
    memory[Symbol.dispose]();
    return tested;
  } catch (error) {
    memory?.[Symbol.dispose]();
    return noAccess(error);
  }
}

/**
 * Samples on a fixed schedule, which is kept: a sample that took too long costs the next ones, and does not move them.
 * Ends when the duration is over, the signal is given, or the process has ended.
 */
export async function* samples(
  open: OpenLook,
  { duration, interval, signal, clock = systemClock }: LookOptions,
): AsyncGenerator<LookSample> {
  const start = clock.now();
  for (let tick = 0; tick * interval <= duration; tick++) {
    const due = start + tick * interval;
    const now = clock.now();
    if (due < now - interval) continue;
    try {
      await clock.sleep(Math.max(0, due - now), signal);
    } catch (error) {
      if (signal?.aborted) return;
      throw error;
    }
    const sample = open.sample(clock.now() - start);
    if (!sample) return;
    yield sample;
  }
}

/**
 * Looks at a process for a while.
 * @throws Problem as `openLook`; that the process ends meanwhile is no error
 */
export async function look(pid: number, options: LookOptions): Promise<Look> {
  const clock = options.clock ?? systemClock;
  using open = await openLook(pid);
  const startedAt = clock.epoch();
  const start = clock.now();
  const before = throttlingCounters(pid);
  const summary = new LookSummary(open, options.interval, startedAt);
  for await (const sample of samples(open, options)) summary.add(sample);
  const throttling: Throttling | null = throttlingBetween(before, throttlingCounters(pid));
  return { ...summary.value(clock.now() - start), throttling };
}
