/**
 * The visitor: a process that goes to the inspector of another one, and sees that it stays closed afterwards, also if this one
 * cannot any more: it was killed, or interrupted a second time, or is stopped (Ctrl-Z), or the inspector opens when nobody
 * waits for it any more. It is started before the signal, sends it, and lives on its own: this process may be busy with what
 * it watches, and while the inspector is open every millisecond counts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { within } from '../../host/clock.ts';
import { runMarker } from '../../host/processes.ts';
import { message, quoted, type AnyMessage } from '../../messages/message.ts';
import { Problem, problem, reasonOf, type ProblemData } from '../../messages/problem.ts';
import type { Clock, Milliseconds } from '../../model/units.ts';
import type { Note } from '../../model/watch.ts';
import type { Attachable } from './attach-preconditions.ts';
import type { SessionResult, SessionStep } from './inspector-session.ts';

/** The order that the visitor is given first. */
export interface VisitOrder {
  readonly found: Attachable;
  /** The expression that starts the probe. */
  readonly text: string;
  /** Longest time for each step. It also goes on by itself if no word has come for twice that time since the signal. */
  readonly timeout: Milliseconds;
  /** Given if the visitor before was killed after the signal: this one only closes the inspector, which was seen open or not. */
  readonly isLate?: { readonly wasOpened: boolean };
}

/** The words that follow: to go there, once or twice; to come back. When its input ends, the visitor takes over. */
export type VisitWord = 'go' | 'stop';

export type VisitNews =
  | { readonly type: 'ready' }
  | { readonly type: 'step'; readonly step: SessionStep }
  | { readonly type: 'note'; readonly note: Note }
  /** The result of one visit. */
  | { readonly type: 'done'; readonly exchanged: SessionResult }
  | { readonly type: 'problem'; readonly problem: ProblemData }
  | { readonly type: 'failed'; readonly why: string }
  | { readonly type: 'stopped' }
  /** Sent after a visit that has opened the inspector: whether it was seen closed for long enough. */
  | { readonly type: 'settled'; readonly isClosed: boolean };

interface VisitorOptions {
  readonly startTimeout: Milliseconds;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly onNote: (note: Note) => void;
}

export interface Visitor {
  readonly pid: number;
  /** Whether the signal was sent. */
  readonly isSignalled: boolean;
  /** @throws Problem as `inspectorSession`; ATTACH_UNGUARDED; the signal's reason */
  go(onStep: (step: SessionStep) => void): Promise<SessionResult>;
  /** Resolves when the inspector was seen closed for long enough; false: it could not be closed. */
  readonly settled: Promise<boolean>;
  /** Leaves the visitor alone: it ends if all is well, or nothing was signalled; else it takes over. */
  leave(): void;
}

/**
 * Starts the visitor and waits until it is ready.
 * @throws Problem ATTACH_UNGUARDED; the signal's reason
 */
export async function startVisitor(order: VisitOrder, options: VisitorOptions): Promise<Visitor> {
  const { startTimeout, clock, signal, onNote } = options;
  const { pid: target } = order.found.target;
  let child = launched(order);
  /** Takes the visitor's news; null: it has ended. */
  let hear: (news: VisitNews | null) => void = () => {};
  createInterface({ input: child.stdout }).on('line', (line) => hear(JSON.parse(line) as VisitNews));
  child.once('close', () => hear(null));
  const ready = Promise.withResolvers<AnyMessage | null>();
  hear = (news) => ready.resolve(news ? null : message('attach.closer-exited'));
  child.once('error', (error) => ready.resolve(quoted(`${reasonOf(error)}.`)));
  const said = await within(
    ready.promise.then((why) => ({ why })),
    startTimeout,
    clock,
    signal,
  );
  const why = said ? said.why : message('attach.closer-late', { seconds: startTimeout / 1000 });
  if (why !== null) {
    leave();
    signal?.throwIfAborted();
    throw problem('ATTACH_UNGUARDED', { pid: target, why });
  }
  let [isSignalled, wasOpened] = [false, false];
  let settled = Promise.withResolvers<boolean>();
  return {
    get pid() {
      return child.pid ?? 0;
    },
    get isSignalled() {
      return isSignalled;
    },
    get settled() {
      return settled.promise;
    },
    async go(onStep) {
      settled = Promise.withResolvers();
      const { promise, resolve, reject } = Promise.withResolvers<SessionResult>();
      const say = (word: VisitWord) => child.stdin.write(`${word}\n`);
      const stop = () => say('stop');
      hear = (news) => {
        switch (news?.type) {
          case 'step':
            isSignalled ||= news.step === 'signalled';
            wasOpened ||= news.step === 'open';
            return onStep(news.step);
          case 'note':
            return onNote(news.note);
          case 'done':
            return resolve(news.exchanged);
          case 'problem':
            return reject(new Problem(news.problem));
          case 'failed':
            return reject(new Error(news.why));
          case 'stopped':
            return reject(signal?.reason);
          case 'settled':
            return settled.resolve(news.isClosed);
          case 'ready':
            return;
          case undefined:
            reject(replaced());
            return settled.resolve(false);
        }
      };
      if (child.exitCode !== null || child.signalCode !== null) hear(null);
      else say('go');
      signal?.addEventListener('abort', stop);
      if (signal?.aborted) stop();
      try {
        return await promise;
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },
    leave,
  };

  function leave(): void {
    hear = () => {};
    child.stdin.end();
    child.stdout.destroy();
  }

  /** Returns the error for a visitor that was killed. After the signal another one takes its place. */
  function replaced(): Error {
    if (!isSignalled)
      return problem('ATTACH_UNGUARDED', { pid: target, why: message('attach.closer-exited') });
    child = launched({ ...order, isLate: { wasOpened } });
    leave();
    return new Error('the process that visits the inspector has ended');
  }
}

/** Starts it in a session of its own: Ctrl-C and a closed terminal must not take it along. Nor may it keep a folder busy. */
function launched(order: VisitOrder): ChildProcess & { stdin: Writable; stdout: Readable } {
  const entry = join(import.meta.dirname, `visitor-process${extname(import.meta.filename)}`);
  const { NODE_OPTIONS: _options, [runMarker]: _run, ...env } = process.env;
  const child = spawn(process.execPath, [entry], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
    cwd: '/',
    env,
  });
  child.unref();
  child.on('error', () => {});
  child.stdin.on('error', () => {}); // it was killed
  child.stdin.write(`${JSON.stringify(order)}\n`);
  return child;
}
