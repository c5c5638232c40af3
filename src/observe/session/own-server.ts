/** A server that the doctor starts itself: with the probe in it, and with load if the user wants some. */
import { basename } from 'node:path';
import type { Engine, LoadJob } from '../../load/engine.ts';
import type { Milliseconds } from '../../model/units.ts';
import { message } from '../../messages/message.ts';
import { noted, problem } from '../../messages/problem.ts';
import type { Request } from '../../model/plan.ts';
import { isToBeFound } from '../../format/address.ts';
import type { LoadOutcome } from '../../model/sample.ts';
import type { Note } from '../../model/watch.ts';
import { applySetting } from '../../topologies/command.ts';
import { systemClock as clock, within } from '../../host/clock.ts';
import { runScope } from '../../server/run-scope.ts';
import { stillRunning } from '../../server/ending.ts';
import { requireCommand } from '../../server/preflight.ts';
import { awaitReady, requireFreePort, type ReadyOptions } from '../../server/ready.ts';
import { startServer, type RunningServer } from '../../server/server.ts';

/** Longest wait for how it ended: the kernel shows that a process has ended before Node is told of it. */
const exitTimeout: Milliseconds = 500;
/** Words that V8 writes when its heap is full; the signal alone, SIGABRT, says nothing. */
const outOfMemory = 'JavaScript heap out of memory';

export interface OwnServerOptions extends Pick<ReadyOptions, 'onSilent'> {
  readonly command: readonly string[];
  readonly cwd: string;
  /** Variables that are added to its environment, and bring the probe in. */
  readonly env: Readonly<Record<string, string>>;
  /** The address at which it listens, port 0 where that is to be found; null: not given, so it is not waited for. */
  readonly url: string | null;
  /** Requests that it will be asked; empty: none. */
  readonly requests: readonly Request[];
  readonly startTimeout: Milliseconds;
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
  /** Called with notes: the address that was found, and at the end what could not be ended. */
  readonly onNote: (note: Note) => void;
}

export interface OwnServer extends AsyncDisposable {
  readonly server: RunningServer;
  /** The requests of the options, with the port that was found. */
  readonly requests: readonly Request[];
}

/**
 * Starts the server, and if it is known where it listens, waits until it answers. However the caller is left, no process of
 * the server remains; if the caller is killed, the reaper ends them.
 * @throws Problem SERVER_COMMAND_NOT_FOUND, SERVER_FILE_NOT_FOUND, PORT_TAKEN, SERVER_EXITED, SERVER_NOT_READY,
 *   and what `findAddress` throws
 */
export async function ownServer(options: OwnServerOptions): Promise<OwnServer> {
  const { command, cwd, env, url, requests, startTimeout: timeout, signal, onLine } = options;
  const { onNote, onSilent } = options;
  requireCommand(command, cwd);
  if (url !== null) await requireFreePort(url);
  const held = runScope('doctor');
  const bare = applySetting(command, {}, held.folder);
  const launch = { ...bare, env: { ...bare.env, ...env } };
  const server = startServer({
    launch,
    cwd,
    folder: held.folder,
    mark: held.mark,
    cpus: null,
    clock,
    onProcess: (who) => held.process(who),
    onLine,
  });
  held.server(server.root, true);
  let ended: Promise<void> | null = null;
  const end = async () => {
    const left = stillRunning(await server.stop());
    held.server(server.root, false);
    held[Symbol.dispose]();
    if (left === null) return;
    onNote(message('note.problem', noted(left)));
    onLine(`${left.message} ${left.why}`);
  };
  const own: OwnServer = { server, requests, [Symbol.asyncDispose]: () => (ended ??= end()) };
  try {
    if (url === null) return own;
    const target = { launch, cwd, url, readyUrl: url, requests };
    const waiting = { server, target, directory: held.folder, setting: '', timeout, clock, signal, onSilent };
    const ready = await awaitReady(waiting);
    if (isToBeFound(url)) onNote(message('note.found', { address: new URL(ready.url).origin }));
    return { ...own, requests: ready.requests };
  } catch (error) {
    await own[Symbol.asyncDispose]();
    throw error;
  }
}

/** Says how the server ended; null if it has not within a moment: what it started has ended, and it goes on. */
export async function exitOf({ server }: OwnServer): Promise<string | null> {
  const how = await within(server.exited, exitTimeout, clock);
  if (how === null) return null;
  // Its last lines come a moment later than its end.
  await within(server.silent, exitTimeout, clock);
  const said = server.output().some((line) => line.includes(outOfMemory));
  return said ? `${outOfMemory}, ${how}` : how;
}

/** The load that the doctor sends itself, while it watches. */
export interface OwnLoad {
  /** Resolves when the window begins: the server is warm by then. */
  readonly begun: Promise<void>;
  /** Resolves with what came back; null if it was called off. @throws Problem GENERATOR_FAILED */
  readonly outcome: Promise<LoadOutcome | null>;
  stop(): void;
}

export function ownLoad(engine: Engine, job: LoadJob, signal: AbortSignal): OwnLoad {
  const stop = new AbortController();
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const both = AbortSignal.any([signal, stop.signal]);
  const outcome = engine
    .run(job, { signal: both, onPhase: (phase) => phase === 'window' && resolve() })
    .catch((error: unknown) => {
      if (both.aborted) return null;
      throw error;
    })
    .finally(resolve);
  // It is awaited when the watch ends; a generator that fails before must not end this process.
  outcome.catch(() => {});
  return { begun, outcome, stop: () => stop.abort() };
}

/** Returns the problem of a server that ended before anything of it was seen. @param how in words, if that is known */
export function endedAtOnce(how: string | null) {
  const todo = message('own-server.start-by-hand');
  return problem('WATCH_CUT_SHORT', { seconds: '0.0', how: how ?? message('own-server.unknown'), todo });
}

/** @throws Problem NO_NODE_PROCESS, WATCH_CUT_SHORT: nothing is there that could be watched */
export function requireNode(
  found: number,
  command: readonly string[],
  how: string | null,
  output: readonly string[],
): void {
  if (found > 0) return;
  if (how !== null && /^node(js)?$/.test(basename(command[0] ?? ''))) throw endedAtOnce(how);
  const last = output.slice(-3).join(' / ') || message('own-server.silent');
  throw problem('NO_NODE_PROCESS', {
    command: command.join(' '),
    how: how ?? message('own-server.no-node'),
    last,
  });
}
