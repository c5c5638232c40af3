/** One of the lab's servers, started by hand: brought up, watched until the user ends it, and taken down whole. */
import type { Milliseconds } from '../model/units.ts';
import { Problem, problemData, type ProblemData } from '../messages/problem.ts';
import { topologies } from '../topologies/catalogue.ts';
import { readyPath, type AppOptions } from '../topologies/guest-protocol.ts';
import type { Launch, LaunchSpec } from '../topologies/topology.ts';
import { systemClock, within } from '../host/clock.ts';
import { runScope } from './run-scope.ts';
import { stillRunning } from './ending.ts';
import { followJobs } from './jobs.ts';
import { addressText, reachable } from '../host/listeners.ts';
import { identity, isAlive } from '../host/processes.ts';
import { awaitReady, requireFreePort, type ReadyOptions } from './ready.ts';
import { announced, startServer, type RunningServer } from './server.ts';

export interface ServeTarget
  extends Omit<AppOptions, 'byHand'>, Pick<LaunchSpec, 'processes' | 'workers' | 'pool' | 'contestant'> {
  readonly topology: string;
  /** A node binary; null: the one that runs this. */
  readonly node: string | null;
}

export type ServeEvent =
  /** The server answers. `url` is where this machine reaches it, without a path. */
  | { readonly type: 'up'; readonly url: string; readonly pids: readonly number[] }
  /** A line that it printed. */
  | { readonly type: 'line'; readonly text: string }
  /** A job has ended. */
  | { readonly type: 'job'; readonly pid: number; readonly took: Milliseconds }
  /** Processes go on running, since they belong to another user. */
  | { readonly type: 'left'; readonly problem: ProblemData }
  /** The last event, if the server ended by itself: how, and its last lines. */
  | { readonly type: 'ended'; readonly how: string; readonly output: readonly string[] };

const startTimeout = 30_000;
/** Time between two looks, in milliseconds: lines and jobs appear that much later. It costs the server nothing. */
const watchInterval = 100;
/** Looks from one search for descendants to the next: a search a second. */
const familyRounds = 10;
/** Longest wait for the end of its output, in milliseconds. All its processes have ended, so nobody should hold it. */
const silenceTimeout = 1000;

/**
 * Starts the server and tells what it does, until `signal` is aborted (no error) or it ends by itself (`ended`).
 * However the generator is left, no process of the server remains; if the caller is killed, the reaper ends them.
 * @throws Problem PM2_MISSING, PISCINA_MISSING, PORT_TAKEN
 */
export async function* serve(
  target: ServeTarget,
  { signal }: { readonly signal: AbortSignal },
): AsyncGenerator<ServeEvent> {
  const url = `http://${addressText({ host: reachable(target.host), port: target.port })}`;
  using held = runScope('serve');
  const launch = launchOf(target, held.folder);
  await requireFreePort(url);

  const lines: string[] = [];
  await using server = startServer({
    launch,
    cwd: held.folder,
    mark: held.mark,
    cpus: null,
    clock: systemClock,
    onProcess: (who) => held.process(who),
    onLine: (line) => lines.push(line),
  });
  held.server(server.root, true);
  const newJobs = followJobs(held.folder);
  function* news(): Generator<ServeEvent> {
    for (const text of lines.splice(0)) yield { type: 'line', text };
    for (const { pid, start, end } of newJobs()) yield { type: 'job', pid, took: end - start };
  }

  // What the server printed until its end is told too, whoever ended it.
  const how = yield* untilItEnds();
  const left = stillRunning(await server.stop());
  await within(server.silent, silenceTimeout, systemClock);
  yield* news();
  if (left) yield { type: 'left', problem: problemData(left) };
  if (how !== null) yield { type: 'ended', how, output: server.output() };

  /** @returns how it ended by itself, or null if the user wants it ended */
  async function* untilItEnds(): AsyncGenerator<ServeEvent, string | null> {
    try {
      const failure = await comeUp({ server, launch, url, directory: held.folder, signal });
      yield* news();
      if (failure !== null) return failure;
      const pids = announced(held.folder);
      yield { type: 'up', url, pids };
      const ended = watch(server, pids);
      for (let fall = ended(); ; fall = ended()) {
        if (fall !== null) return fall;
        await systemClock.sleep(watchInterval, signal);
        yield* news();
      }
    } catch (error) {
      if (!signal.aborted) throw error;
      return null;
    }
  }
}

function launchOf(
  { topology: id, pool, processes, workers, node, contestant, ...options }: ServeTarget,
  directory: string,
) {
  const topology = topologies.get(id);
  if (!topology) throw new Error(`no topology "${id}"`);
  return topology.launch({
    node: node ?? process.execPath,
    guest: { kind: 'app', options: { ...options, byHand: true } },
    processes,
    workers,
    pool,
    contestant,
    directory,
  });
}

interface ComingUp extends Pick<ReadyOptions, 'server' | 'directory' | 'signal'> {
  readonly launch: Launch;
  readonly url: string;
}

/** @returns null when it answers, or why it will not. */
async function comeUp({ server, launch, url, directory, signal }: ComingUp): Promise<string | null> {
  const target = { launch, cwd: directory, url: `${url}/`, readyUrl: url + readyPath, requests: [] };
  try {
    const bounds = { timeout: startTimeout, clock: systemClock, signal };
    await awaitReady({ server, target, directory, setting: '', ...bounds });
    return null;
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'PORT_TAKEN') throw error;
    const late = `no answer at ${url} within ${startTimeout / 1000} s`;
    return error.code === 'SERVER_EXITED' ? `it ended with ${await server.exited}` : late;
  }
}

/**
 * PM2 lives on when the server that it looks after has died, so each process that serves is watched.
 * @returns a function that says how it ended, or null while it runs
 */
function watch(server: RunningServer, pids: readonly number[]): () => string | null {
  let exit: string | null = null;
  void server.exited.then((how) => (exit = how));
  const serving = pids.map((pid) => identity(pid) ?? `${pid}:gone`);
  let round = 0;
  return () => {
    // Whoever was seen as a descendant is ended too, also when it has left its parent. All of /proc is read for it.
    if (round++ % familyRounds === 0) server.pids();
    const fallen = serving.find((who) => !isAlive(who));
    if (exit !== null) return `it ended with ${exit}`;
    return fallen === undefined ? null : `process ${Number.parseInt(fallen, 10)} has gone`;
  };
}
