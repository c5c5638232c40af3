/**
 * The process that closes an inspector where this one cannot: it was killed, or interrupted a second time, or the
 * inspector opens when nobody waits for it any more. It is started before the signal, and lives on its own.
 */
import { message, quoted } from '../../messages/message.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import type { Clock, Milliseconds } from '../../model/units.ts';
import { problem, reasonOf } from '../../messages/problem.ts';
import { runMarker } from '../../host/processes.ts';
import { ownHolder } from './lock.ts';
import type { Expected } from './inspector.ts';

/** What the process is told first. */
export interface CloserOrder extends Expected {
  readonly identity: string;
  /** It also begins where no word has come for so long since the signal: whoever attached may be stopped (Ctrl-Z). */
  readonly stalled: Milliseconds;
}

/** What it is told then, in this order: the signal will be sent now, its inspector was seen open, all is well. */
export type CloserWord = 'signal' | 'opened' | 'done';

/** How long it goes on at most. A main thread that is in one call for longer is nearly always one that never returns. */
export const closerWatches: Milliseconds = 600_000;

/** @returns what is left at work when an attach ends between its signal and the closing */
export function closerAtWork(pid: number | null, clock: Clock) {
  if (pid === null) return message('attach.no-closer');
  const until = new Date(clock.epoch() + closerWatches).toTimeString().slice(0, 5);
  return message('attach.closer', { pid, until });
}

/** An abstract socket that a closer holds while it lives, so that the next one for the process takes its place. */
export function closerName(identity: string): string {
  return `chokepoint-closer-${identity}`;
}

/** A closer of this user that an earlier attach to the process left at work. */
export function earlierCloser(identity: string): number | null {
  return ownHolder(closerName(identity));
}

export interface CloserOptions {
  readonly timeout: Milliseconds;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
}

/**
 * Starts it and waits until it is ready.
 * @throws Problem ATTACH_UNGUARDED; the signal's reason
 */
export async function startCloser(order: CloserOrder, options: CloserOptions): Promise<Closer> {
  const entry = join(import.meta.dirname, `closer-process${extname(import.meta.filename)}`);
  const { NODE_OPTIONS: _options, [runMarker]: _run, ...env } = process.env;
  // A session of its own: Ctrl-C and a closed terminal must not take it with them. Nor may it keep a folder busy.
  const child = spawn(process.execPath, [entry], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
    cwd: '/',
    env,
  });
  child.unref();
  child.stdin.on('error', () => {}); // it was killed: `arm` tells
  child.stdin.write(`${JSON.stringify(order)}\n`);
  const { timeout, clock, signal } = options;
  const over = new AbortController();
  const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
  try {
    const why = await Promise.race([
      once(child.stdout, 'data', { signal: over.signal }).then(() => null),
      once(child, 'exit', { signal: over.signal }).then(() => message('attach.closer-exited')),
      clock.sleep(timeout, either).then(() => message('attach.closer-late', { seconds: timeout / 1000 })),
    ]).catch((error: unknown) => {
      signal?.throwIfAborted();
      return quoted(`${reasonOf(error)}.`);
    });
    if (why !== null) throw problem('ATTACH_UNGUARDED', { pid: order.pid, why });
    return closerOf(child, order);
  } catch (error) {
    // Without its word nothing was signalled: it ends with its pipe, however late it comes.
    child.stdin.destroy();
    throw error;
  } finally {
    over.abort();
    child.stdout.destroy();
  }
}

export interface Closer {
  readonly pid: number;
  /**
   * Before each signal. When this resolves the kernel has the word, also if this process ends now.
   * @throws Problem ATTACH_UNGUARDED
   */
  arm(): Promise<void>;
  opened(): void;
  /** All is well: it ends. */
  done(): void;
  /** It takes over, if the signal was sent; else it ends. */
  leave(): void;
}

function closerOf(child: ChildProcess, { pid: target, identity }: CloserOrder): Closer {
  const pid = child.pid ?? 0;
  child.on('error', () => {});
  const say = (word: CloserWord) =>
    new Promise<void>((resolve, reject) => {
      const { stdin, exitCode, signalCode } = child;
      if (!stdin || exitCode !== null || signalCode !== null) return reject(new Error('it is gone'));
      stdin.write(`${word}\n`, (error) => (error ? reject(error) : resolve()));
    });
  return {
    pid,
    async arm() {
      try {
        await say('signal');
      } catch (error) {
        const why = message('attach.closer-ended', { error: reasonOf(error) });
        throw problem('ATTACH_UNGUARDED', { pid: target, why }, { cause: error });
      }
      // One that an earlier attach left would close what this one opens, before it was asked anything.
      const earlier = earlierCloser(identity);
      if (earlier === null || earlier === pid) return;
      try {
        process.kill(earlier, 'SIGKILL');
      } catch {
        // it has just ended
      }
    },
    opened: () => void say('opened').catch(() => {}),
    done: () => void child.stdin?.end('done\n' satisfies `${CloserWord}\n`),
    leave: () => void child.stdin?.end(),
  };
}
