/**
 * A running Node process seen from outside (Linux): its threads, its pool, its limits. Nothing is injected, no signal
 * is sent, nothing is stopped: everything is read from /proc. libuv is read only in binaries whose layout is known
 * (`layoutOf`).
 */
import { message } from '../../messages/message.ts';
import type { Milliseconds, Bytes } from '../../model/units.ts';
import type {
  ProcessSample,
  SnapshotSubject,
  OutOfReach,
  PoolKnownBy,
  PoolReading,
  Readable,
} from '../../model/process-snapshot.ts';
import { systemClock, within } from '../../host/clock.ts';
import { ageOf, fieldsOfStat, statusOf, millisecondsPerTick } from '../../host/processes.ts';
import { poolSymbols } from '../../host/binary/symbols.ts';
import { environmentOf, type TargetProcess, inspectTarget } from './target-process.ts';
import { layoutOf, type Tried } from './self-test.ts';
import { noAccess, TargetMemory } from './memory.ts';
import { poolReader, type PoolReader } from './pool-reader.ts';
import { releaseOf } from '../../host/binary/release.ts';
import { ProcFile } from './thread-files.ts';
import { type Inside, Threads } from './threads.ts';
import { readFileSync } from 'node:fs';

/** Time from a sample to a second glimpse, for the pace of a queue that is gone at the next sample. */
const later: Milliseconds = 3;

export interface OpenOptions {
  /**
   * Longest wait for a trial of the binary (default: until it ends). After that the look begins without the pool's memory,
   * and has it once the trial has ended.
   */
  readonly timeout?: Milliseconds;
  /** Whether the user agreed that the binary of the process is started for a trial. */
  readonly mayTry?: boolean;
}

/** A process that is being looked at. */
export interface ProcessSampler extends Disposable {
  readonly subject: SnapshotSubject;
  /** Takes one sample, in about a tenth of a millisecond of our own time. Null once the process has ended. */
  sample(at: Milliseconds): ProcessSample | null;
  /** Reads the pool alone, in a fifth of that time. Null where it cannot be read, or no reading was consistent. */
  pool(): PoolReading | null;
  hasEnded(): boolean;
  /** How the pool's threads were told; known once a sample was taken. */
  poolKnownBy(): PoolKnownBy | null;
}

/**
 * Finds out what can be seen of a process. Takes a tenth of a second the first time for a binary that has to be tried.
 * @throws Problem LOOK_NEEDS_LINUX, PROCESS_NOT_FOUND, OTHER_USER, PID_NAMESPACE_OTHER, NOT_A_NODE
 */
export async function openSampler(
  pid: number,
  { timeout = Infinity, mayTry = false }: OpenOptions = {},
): Promise<ProcessSampler> {
  const target = inspectTarget(pid);
  const stat = new ProcFile(`/proc/${pid}/stat`);
  const threads = new Threads(pid, target.ownPid !== null);
  let [peek, other, isClosed] = [null as PoolReader | null, null as PoolReader | null, false];
  let tested: Readable<Tried & { inside: Inside }> = stillTried;
  const trial = async () => {
    tested = await knownInside(target, mayTry);
    if (!tested.ok) return;
    const { memory, symbols } = tested.inside;
    if (isClosed) {
      memory[Symbol.dispose]();
      return;
    }
    peek = poolReader(pid, memory, symbols, tested.numbers);
    // A reader of its own for `pool`, which must not take the movement that the next sample tells.
    other = poolReader(pid, memory, symbols, tested.numbers);
    threads.seeInside(tested.inside);
  };
  // What takes longer ends by itself.
  await (timeout === Infinity ? trial() : within(trial(), timeout, systemClock));
  const environment = environmentOf(pid, target.script);
  const age = ageOf(target.identity);
  let again: NodeJS.Timeout | undefined;
  return {
    get subject(): SnapshotSubject {
      return {
        pid,
        ownPid: target.ownPid,
        command: target.command,
        script: target.script,
        age,
        binary: target.binary,
        node: tested.ok ? tested.node : releaseOf(`/proc/${pid}/exe`),
        environment,
        peek: tested.ok
          ? { ok: true, node: tested.node, duration: tested.duration, source: tested.source }
          : tested,
      };
    },
    sample(at) {
      const start = performance.now();
      const counters = countersOf(stat, target.identity);
      if (!counters) return null;
      const { threads: count, ...rest } = counters;
      const [own, pool] = [peek, peek?.read() ?? null];
      const seen = threads.read(count);
      if (seen.length === 0) return null;
      clearTimeout(again);
      if (pool && own?.glimpse()) again = setTimeout(() => own.glimpse(), later).unref();
      return { at, pool, threads: seen, ...rest, cost: (performance.now() - start) * 1000 };
    },
    pool: () => other?.read() ?? null,
    poolKnownBy: () => threads.poolKnownBy,
    hasEnded: () => countersOf(stat, target.identity) === null,
    [Symbol.dispose]() {
      clearTimeout(again);
      isClosed = true;
      stat[Symbol.dispose]();
      threads[Symbol.dispose]();
      if (tested.ok) tested.inside.memory[Symbol.dispose]();
    },
  };
}

/** The answer about the memory until the trial has ended. */
const stillTried: OutOfReach = {
  ok: false,
  code: 'PEEK_UNTRIED',
  why: message('unseen.test-goes-on'),
};

/** Returns the memory and the symbols, if both can be had and the layout is known. */
async function knownInside(
  target: TargetProcess,
  mayTry: boolean,
): Promise<Readable<Tried & { inside: Inside }>> {
  let memory: TargetMemory | null = null;
  try {
    const found = poolSymbols(`/proc/${target.pid}/exe`);
    if (!found.ok) return found;
    const { symbols } = found;
    memory = new TargetMemory(target.pid);
    const known = await layoutOf(target, symbols, mayTry);
    if (known.ok && fits(poolReader(target.pid, memory, symbols), target.pid))
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
  why: message('unseen.misplaced'),
};

/** Whether the first reading can be true; one that was not of one instant says nothing. */
function fits(peek: PoolReader, pid: number): boolean {
  const threads = Number(statusOf(pid)?.('Threads'));
  return !((peek.read()?.threads ?? 0) > threads);
}

interface ProcessCounters extends Pick<ProcessSample, 'cpu' | 'rss' | 'isStopped'> {
  readonly threads: number;
}

/** @param stat its /proc/PID/stat. @param identity as `identity` of processes.ts gives it. @returns null if that process has ended */
function countersOf(stat: ProcFile, identity: string): ProcessCounters | null {
  const text = stat.read();
  const fields = fieldsOfStat(text);
  if (!fields || fields[0] === 'Z' || `${Number.parseInt(text ?? '', 10)}:${fields[19]}` !== identity)
    return null;
  return {
    cpu: (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick,
    rss: Number(fields[21]) * pageBytes(),
    isStopped: fields[0] === 'T' || fields[0] === 't',
    threads: Number(fields[17]),
  };
}

let page: Bytes | null = null;

/** Size of a page: 4 KiB on x64, 16 or 64 on some arm64. Each process is told it at its start, in pairs of number and value. */
function pageBytes(): Bytes {
  const pageSize = 6n; // AT_PAGESZ
  if (page !== null) return page;
  page = 4096;
  try {
    const vector = readFileSync('/proc/self/auxv');
    for (let at = 0; at + 16 <= vector.length; at += 16)
      if (vector.readBigUInt64LE(at) === pageSize) page = Number(vector.readBigUInt64LE(at + 8));
  } catch {
    // not shown here
  }
  return page;
}
