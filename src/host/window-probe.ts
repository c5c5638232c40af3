/**
 * The window probe: how fast the CPUs of the server are while it is loaded. On each of them a thread of one helper process does
 * a piece of fixed work of some 0.3 ms every 40 to 55 ms, and takes its time. Looking before and after a trial sees nothing:
 * a core that is shared with a busy neighbour is slow for about a second at a time (docs/method.md).
 *
 * The helper lives as long as the run, so that it is compiled when a window begins. Between windows its threads sleep.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import type { WindowSpeed } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import { affinity } from './host.ts';
import { leanEnvironment } from './processes.ts';

export interface WindowProbe extends Disposable {
  /** Resolves when it can begin at once, or when it is known that it never will. Never rejects. */
  readonly ready: Promise<unknown>;
  /**
   * Begins a window; one that had begun is forgotten.
   * @param cpus those of the server; null: all that the probe has
   * @param pids processes of the server: readings taken where one of their main threads runs are kept separate
   */
  begin(cpus: readonly number[] | null, pids?: readonly number[]): void;
  /** Returns what was read since `begin`; null where nothing was: a trial goes on without. Never rejects. */
  end(): Promise<WindowSpeed | null>;
}

/** A message to the helper. `window` names the window, so that a late answer is known as one. */
export type ProbeRequest =
  | {
      readonly kind: 'begin';
      readonly window: number;
      readonly cpus: readonly number[] | null;
      readonly pids: readonly number[];
    }
  | { readonly kind: 'end'; readonly window: number };

export type ProbeReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'speed'; readonly window: number; readonly speed: WindowSpeed };

/** Most CPUs that are probed, each by a thread of its own. Of more CPUs an even choice tells as much. */
const mostCpus = 16;
/** Main threads that are looked for before each piece of work: some 15 µs each. */
export const mostPids = 8;
/** Longest wait for an answer: a helper that has not answered by then was stopped by somebody. */
const timeout: Milliseconds = 5000;

/** @param cpus those of the server; null: all that this process may use */
export function openWindowProbe(cpus: readonly number[] | null): WindowProbe {
  const all = cpus ?? affinity() ?? Array.from({ length: availableParallelism() }, (_, cpu) => cpu);
  const entry = new URL(`./window-probe-process${extname(import.meta.filename)}`, import.meta.url);
  const child = fork(entry, [evenly(all, mostCpus).join(',')], {
    execArgv: [],
    env: leanEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // The helper may be killed: then there are no answers, and nothing else happens.
  child.on('error', () => {});
  child.unref();
  child.channel?.unref();
  let window = 0;
  const tell = (request: ProbeRequest) => {
    if (child.connected) child.send(request, () => {});
  };
  const ready = answer(child, (reply) => reply.kind === 'ready');
  return {
    ready,
    begin(some, pids = []) {
      tell({ kind: 'begin', window: ++window, cpus: some, pids: pids.slice(0, mostPids) });
    },
    async end() {
      const own = window;
      const told = answer(child, (reply) => reply.kind === 'speed' && reply.window === own);
      tell({ kind: 'end', window: own });
      const reply = await told;
      return reply?.kind === 'speed' && reply.speed.cpus.length > 0 ? reply.speed : null;
    },
    [Symbol.dispose]() {
      child.kill('SIGKILL');
    },
  };
}

/** The first reply that is asked for; null if the helper ends, or says nothing for too long. */
function answer(child: ChildProcess, isIt: (reply: ProbeReply) => boolean): Promise<ProbeReply | null> {
  return new Promise((resolve) => {
    const settle = (reply: ProbeReply | null) => {
      clearTimeout(timer);
      child.off('message', listen);
      child.off('close', gone);
      child.off('error', gone);
      resolve(reply);
    };
    const listen = (reply: ProbeReply) => {
      if (isIt(reply)) settle(reply);
    };
    const gone = () => settle(null);
    const timer = setTimeout(gone, timeout);
    child.on('message', listen);
    child.once('close', gone);
    child.once('error', gone);
    if (!child.connected) gone();
  });
}

/** Returns at most `most` of the items, equally far apart, the first among them. */
export function evenly<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max(1, items.length / most);
  const count = Math.min(items.length, most);
  return Array.from({ length: count }, (_, i) => items[Math.floor(i * step)] as Item);
}
