/**
 * Which signals the JavaScript of a running process handles: read from libuv's tree of signal handlers, in which each
 * `process.on('SIG…')` is a node, without touching the process. The layout (libuv's `uv_signal_t`, 64 bit) is private
 * to libuv: it is believed for a binary only after a child of that binary, whose handlers are known, was read rightly.
 *
 *   uv_handle_t, 96 bytes   signal_cb   signum   tree: left, right, parent   colour
 *   +0                      +96         +104     +112  +120  +128            +136
 */
import { once } from 'node:events';
import { constants } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../model/clock.ts';
import type { Seen } from '../../model/look.ts';
import type { Milliseconds } from '../../model/units.ts';
import { poolSymbols } from '../look/elf.ts';
import { reasonOfAccess, TargetMemory } from '../look/memory.ts';
import { pointer } from '../look/queue.ts';
import { type TriedChild, triedChild, trialKey } from '../look/tried-child.ts';
import { keep, recall } from '../look/tried.ts';
import type { Who } from '../look/who.ts';

const nodeBytes = 144;
const [signumOffset, leftOffset, rightOffset, parentOffset] = [104, 112, 120, 128];
/** Linux has 64 signals; a few handlers for each would be much. */
const mostHandlers = 512;
const lastSignal = 64;
/** The tree may be turned while it is read. */
const attempts = 8;
/** Starting a Node takes 40 ms on a quiet machine; a busy one gets longer. */
const patience: Milliseconds = 10_000;

export type HandledSignals = Seen<{ readonly signals: readonly number[] }>;

/**
 * The signals that the process handles in JavaScript, ascending, or why that cannot be known. The first time for a
 * binary a child of it is started, which takes some 50 ms; what came of it is kept.
 */
export async function handledSignals(who: Who, clock: Clock): Promise<HandledSignals> {
  const binary = `/proc/${who.pid}/exe`;
  // A packed application would be started itself.
  if (!who.isPlainNode) return { ok: false, why: 'its binary cannot be tried: it may be more than Node' };
  try {
    const found = poolSymbols(binary);
    if (!found.ok) return found;
    const root = found.symbols.helpful.uv__signal_tree?.address;
    if (root === undefined)
      return { ok: false, why: "its libuv's signal handlers are not where they are known" };
    const wrong = await tested(binary, root, who, clock);
    if (wrong !== null) return { ok: false, why: wrong };
    using memory = new TargetMemory(who.pid);
    const signals = read(memory, root);
    return signals
      ? { ok: true, signals }
      : { ok: false, why: "its libuv's signal handlers could not be read" };
  } catch (error) {
    return { ok: false, why: reasonOfAccess(error) };
  }
}

function read(memory: TargetMemory, root: number): number[] | null {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const signals = walked(memory, root);
    if (signals) return [...new Set(signals)].toSorted((a, b) => a - b);
  }
  return null;
}

/** Null if anything is not as it is in a tree. */
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
/** Without a handler for SIGUSR1, and with it. The child ends when its input does: also when this process is killed. */
const script = `
  const on = (...names) => { for (const name of names) process.on(name, () => {}); process.stdout.write('.'); };
  on('SIGHUP', 'SIGWINCH', 'SIGUSR2');
  process.stdin.once('data', () => on('SIGUSR1')).once('end', () => process.exit());`;
const without = [SIGHUP, SIGUSR2, SIGWINCH].toSorted((a, b) => a - b);
const including = [...without, SIGUSR1].toSorted((a, b) => a - b);

/** As it is called among what was tried. */
const what = 'signal handlers';
const results = new Map<string, Promise<string | null>>();

/** @returns what is wrong, or null. */
function tested(binary: string, root: number, { owner }: Who, clock: Clock): Promise<string | null> {
  const key = `${trialKey(binary, owner)}:${root.toString(16)}`;
  const before = results.get(key);
  if (before) return before;
  if (recall(what, key) === true) return Promise.resolve(null);
  const child = triedChild(binary, script, owner);
  const result = compared(child, root, clock).finally(() => child.kill('SIGKILL'));
  results.set(key, result);
  void result.then((wrong) => wrong === null && keep(what, key, true)).catch(() => {});
  return result;
}

async function compared(child: TriedChild, root: number, clock: Clock): Promise<string | null> {
  const failed = 'the test of its signal handlers failed';
  const late = new AbortController();
  const over = Promise.race([
    clock.sleep(patience, late.signal),
    once(child, 'exit', { signal: late.signal }),
    once(child, 'error', { signal: late.signal }),
  ]).then(
    () => 'over',
    () => 'over',
  );
  try {
    child.stdin.on('error', () => {});
    for (const expected of [without, including]) {
      const said = once(child.stdout, 'data', { signal: late.signal }).catch(() => 'over');
      if ((await Promise.race([said, over])) === 'over') return `${failed}: a child for it did not start`;
      using memory = new TargetMemory(child.pid ?? 0);
      const signals = read(memory, root);
      if (!isDeepStrictEqual(signals, expected)) {
        return `${failed}: a child handled ${expected.join(', ')}; what was read is ${signals?.join(', ') ?? 'no tree'}`;
      }
      child.stdin.write('.');
    }
    return null;
  } catch (error) {
    return `${failed}: ${reasonOfAccess(error)}`;
  } finally {
    late.abort();
  }
}
