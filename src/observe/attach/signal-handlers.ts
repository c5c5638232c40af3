/**
 * Finds the signals that the JavaScript of a running process handles, without touching it: each `process.on('SIG…')` is a
 * node in libuv's tree of signal handlers. The layout (libuv's `uv_signal_t`, 64 bit) is private to libuv. So it is believed
 * only of official builds, on each of which it was tried beforehand, and of a binary that may be tried here.
 *
 *   uv_handle_t, 96 bytes   signal_cb   signum   tree: left, right, parent   colour
 *   +0                      +96         +104     +112  +120  +128            +136
 */
import { message } from '../../messages/message.ts';
import { constants } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { within } from '../../host/clock.ts';
import type { Clock, Milliseconds } from '../../model/units.ts';
import type { Readable, Unseen } from '../../model/process-snapshot.ts';
import { knownBuild } from '../../host/binary/build.ts';
import { poolSymbols } from '../../host/binary/symbols.ts';
import { noAccess, TargetMemory } from '../external/memory.ts';
import { pointer } from '../external/queue.ts';
import { triable, type ReferenceProcess, referenceProcess, trialKey } from '../external/reference-process.ts';
import { getVerified, setVerified } from '../../host/verified-cache.ts';
import type { Owner, TargetProcess } from '../external/target-process.ts';
import { statusOf } from '../../host/processes.ts';

const nodeBytes = 144;
const [signumOffset, leftOffset, rightOffset, parentOffset] = [104, 112, 120, 128];
/** Most handlers that are read: Linux has 64 signals, and a few handlers for each would be much. */
const mostHandlers = 512;
const lastSignal = 64;
/** Most attempts to read the tree, which the process may change meanwhile. */
const attempts = 8;
/** Longest wait for the child: to start a Node takes 40 ms on a quiet machine, longer on a busy one. */
const timeout: Milliseconds = 10_000;

export type HandledSignals = Readable<{ readonly signals: readonly number[] }>;

/**
 * Returns the signals that the process handles in JavaScript, ascending, or why that cannot be known. Starts nothing,
 * unless its binary may be tried: then a child of it runs for some 50 ms the first time, and the result is kept.
 * @param mayTry as `triable` has it
 */
export async function handledSignals(
  target: TargetProcess,
  clock: Clock,
  mayTry = false,
): Promise<HandledSignals> {
  try {
    const found = poolSymbols(`/proc/${target.pid}/exe`);
    if (!found.ok) return found;
    const root = found.symbols.helpful.uv__signal_tree?.address;
    if (root === undefined) return { ok: false, why: message('unseen.handlers-place') };
    if (!knownBuild(found.symbols.buildId)) {
      using trial = triable(target, mayTry);
      if (!trial.ok) return trial;
      const wrong = await handlersRead(trial.path, root, trial.owner, clock);
      if (wrong !== null) return { ok: false, why: wrong };
    }
    using memory = new TargetMemory(target.pid);
    const signals = read(memory, root);
    return signals && areCaught(target.pid, signals)
      ? { ok: true, signals }
      : { ok: false, why: message('unseen.handlers') };
  } catch (error) {
    return noAccess(error);
  }
}

/** Whether the process catches all of these signals, as the kernel has it (proc(5), SigCgt). */
export function areCaught(pid: number, signals: readonly number[]): boolean {
  const caught = BigInt(`0x${statusOf(pid)?.('SigCgt') || '0'}`);
  return signals.every((signal) => ((caught >> BigInt(signal - 1)) & 1n) === 1n);
}

function read(memory: TargetMemory, root: number): number[] | null {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const signals = walked(memory, root);
    if (signals) return [...new Set(signals)].toSorted((a, b) => a - b);
  }
  return null;
}

/** Returns the signals in the tree; null if anything is not as it is in a tree. */
function walked(memory: TargetMemory, root: number): number[] | null {
  const head = memory.read(root, 8);
  if (head.length < 8) return null;
  const signals: number[] = [];
  const left: [node: number, parent: number][] = [[pointer(head, 0), 0]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [address, parent] = next;
    if (address === 0) continue;
    const node = memory.read(address, nodeBytes);
    if (node.length < nodeBytes || pointer(node, parentOffset) !== parent) return null;
    const signum = node.readInt32LE(signumOffset);
    if (signum < 1 || signum > lastSignal || signals.push(signum) > mostHandlers) return null;
    left.push([pointer(node, leftOffset), address], [pointer(node, rightOffset), address]);
  }
  return signals;
}

const { SIGHUP, SIGUSR1, SIGUSR2, SIGWINCH } = constants.signals;
/** The child's script: first without a handler for SIGUSR1, then with one. It ends with its input, also if this process is killed. */
const script = `
  const on = (...names) => { for (const name of names) process.on(name, () => {}); process.stdout.write('.'); };
  on('SIGHUP', 'SIGWINCH', 'SIGUSR2');
  process.stdin.once('data', () => on('SIGUSR1')).once('end', () => process.exit());`;
const without = [SIGHUP, SIGUSR2, SIGWINCH].toSorted((a, b) => a - b);
const including = [...without, SIGUSR1].toSorted((a, b) => a - b);

/** Name of this trial among all that were made. */
const what = 'signal handlers';
const results = new Map<string, Promise<Unseen | null>>();

/**
 * Starts a child of a binary that handles known signals, and reads them.
 * @returns what is wrong with the reading, or null
 */
export function handlersRead(
  binary: string,
  root: number,
  owner: Owner,
  clock: Clock,
): Promise<Unseen | null> {
  const key = `${trialKey(binary, owner)}:${root.toString(16)}`;
  const before = results.get(key);
  if (before) return before;
  if (getVerified(what, key) === true) return Promise.resolve(null);
  const child = referenceProcess(binary, script, owner);
  const result = compared(child, root, clock).finally(() => child.kill('SIGKILL'));
  results.set(key, result);
  void result.then((wrong) => wrong === null && setVerified(what, key, true)).catch(() => {});
  return result;
}

async function compared(child: ReferenceProcess, root: number, clock: Clock): Promise<Unseen | null> {
  child.on('error', () => {}); // its output ends
  child.stdin.on('error', () => {});
  const words = child.stdout[Symbol.asyncIterator]();
  try {
    for (const expected of [without, including]) {
      const said = await within(words.next(), timeout, clock);
      if (!said || said.done) return message('unseen.handlers-test-not-started');
      using memory = new TargetMemory(child.pid ?? 0);
      const signals = read(memory, root);
      if (!isDeepStrictEqual(signals, expected)) {
        return message('unseen.handlers-misread', { expected, read: signals });
      }
      child.stdin.write('.');
    }
    return null;
  } catch (error) {
    return message('unseen.handlers-test-failed', { why: noAccess(error).why });
  }
}
