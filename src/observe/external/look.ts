/**
 * A running Node process seen from outside (Linux): its threads, its pool, its limits. Nothing is injected, no signal
 * is sent, nothing is stopped: everything is read from /proc. libuv is read only in binaries whose layout is known
 * (layout.ts).
 */
import type { Clock } from '../../model/clock.ts';
import type {
  Look,
  LookSample,
  LookSubject,
  OutOfReach,
  PoolKnownBy,
  PoolReading,
  Seen,
  Throttling,
} from '../../model/look.ts';
import type { Milliseconds } from '../../model/units.ts';
import { throttlingBetween, throttlingCounters } from '../../host/cgroup.ts';
import { systemClock } from '../../host/clock.ts';
import { isAlive, statusOf } from '../../host/processes.ts';
import { countersOf } from './counters.ts';
import { poolSymbols } from '../../host/binary/elf.ts';
import { environmentOf } from './environment.ts';
import { type Layout, layoutOf } from './layout.ts';
import { noAccess, TargetMemory } from './memory.ts';
import { Peek } from './peek.ts';
import { releaseOf } from '../../host/binary/release.ts';
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

export interface OpenOptions {
  /**
   * How long a trial of the binary is waited for (default: until it ends). After that the look begins without the pool's
   * memory, and has it from the moment on that it was tried.
   */
  readonly patience?: Milliseconds;
  /** Whether the user agreed that the binary of the process is started for a trial. */
  readonly mayTry?: boolean;
}

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
 * Finds out what can be seen of a process. Takes a tenth of a second the first time for a binary that has to be tried.
 * @throws Problem LOOK_NEEDS_LINUX, PROCESS_NOT_FOUND, OTHER_USER, PID_NAMESPACE_OTHER, NOT_A_NODE
 */
export async function openLook(
  pid: number,
  { patience = Infinity, mayTry = false }: OpenOptions = {},
): Promise<OpenLook> {
  const who = whoIs(pid);
  const threads = new Threads(pid, who.ownPid !== null);
  let [peek, other, isClosed] = [null as Peek | null, null as Peek | null, false];
  let tested: Seen<Layout & { inside: Inside }> = stillTried;
  const trial = async () => {
    tested = await knownInside(who, mayTry);
    if (!tested.ok) return;
    const { memory, symbols } = tested.inside;
    if (isClosed) {
      memory[Symbol.dispose]();
      return;
    }
    peek = new Peek(pid, memory, symbols, tested.numbers);
    // Between two samples it must not take the movement that the next of them tells.
    other = new Peek(pid, memory, symbols, tested.numbers);
    threads.seeInside(tested.inside);
  };
  await within(trial(), patience);
  const environment = environmentOf(pid);
  let again: NodeJS.Timeout | undefined;
  return {
    get subject(): LookSubject {
      return {
        pid,
        ownPid: who.ownPid,
        command: who.command,
        binary: who.binary,
        node: tested.ok ? tested.node : releaseOf(`/proc/${pid}/exe`),
        environment,
        peek: tested.ok
          ? { ok: true, node: tested.node, duration: tested.duration, source: tested.source }
          : tested,
      };
    },
    sample(at) {
      const start = performance.now();
      const counters = countersOf(who.identity);
      if (!counters) return null;
      const [own, pool] = [peek, peek?.read() ?? null];
      const seen = threads.read();
      if (seen.length === 0) return null;
      clearTimeout(again);
      if (pool && own?.glimpse()) again = setTimeout(() => own.glimpse(), later).unref();
      return { at, pool, threads: seen, ...counters, cost: (performance.now() - start) * 1000 };
    },
    pool: () => other?.read() ?? null,
    poolKnownBy: () => threads.poolKnownBy,
    hasEnded: () => !isAlive(who.identity),
    [Symbol.dispose]() {
      clearTimeout(again);
      isClosed = true;
      if (tested.ok) tested.inside.memory[Symbol.dispose]();
    },
  };
}

/** What is said of the memory until the trial has ended. */
const stillTried: OutOfReach = {
  ok: false,
  code: 'PEEK_UNTRIED',
  why: 'its trial has not ended yet: the machine is busy',
};

/** Goes on when it is done, or after so long: then it ends by itself. */
async function within(work: Promise<void>, patience: Milliseconds): Promise<void> {
  if (patience === Infinity) return work;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patience);
  await Promise.race([work.finally(() => clearTimeout(timer)), promise]);
}

/** The memory and the symbols, if both can be had and the layout is known. */
async function knownInside(who: Who, mayTry: boolean): Promise<Seen<Layout & { inside: Inside }>> {
  let memory: TargetMemory | null = null;
  try {
    const found = poolSymbols(`/proc/${who.pid}/exe`);
    if (!found.ok) return found;
    const { symbols } = found;
    memory = new TargetMemory(who.pid);
    const known = await layoutOf(who, symbols, mayTry);
    if (known.ok && fits(new Peek(who.pid, memory, symbols), who.pid))
      return { ...known, inside: { memory, symbols } };
    memory[Symbol.dispose]();
    return known.ok ? misplaced : known;
  } catch (error) {
    memory?.[Symbol.dispose]();
    return noAccess(error);
  }
}

const misplaced: OutOfReach = {
  ok: false,
  code: 'PEEK_MISREAD',
  why: 'it would have more pool threads than the process has threads',
};

/** Whether the first reading can be true; one that was not of one instant says nothing. */
function fits(peek: Peek, pid: number): boolean {
  const threads = Number(statusOf(pid)?.('Threads'));
  return !((peek.read()?.threads ?? 0) > threads);
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
