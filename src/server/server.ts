/** The server of one trial: started, watched, read back, and ended with all that it has started. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { Clock, Milliseconds } from '../model/units.ts';
import type { EffectiveProcess } from '../model/sample.ts';
import type { Launch } from '../topologies/topology.ts';
import { end, type ProcessEnd } from './ending.ts';
import { listenersByLsof, listenersOf, type OwnListener } from '../host/listeners.ts';
import { offspring } from '../host/offspring.ts';
import {
  childIdentity,
  cpuTime,
  hasProc,
  identity,
  inspectProcess,
  pidOf,
  runMarker,
  seesProcesses,
  shownCommand,
} from '../host/processes.ts';
import { pinned, usersPath } from '../host/tools.ts';
import { toldIn, withToldPorts, type ToldProcess } from './told-ports.ts';

export interface ServerOptions {
  readonly launch: Launch;
  readonly cwd: string;
  /** The trial's mark. It begins with the run's mark, so that the processes of a trial, or of the whole run, can be found. */
  readonly mark: string;
  readonly cpus: readonly number[] | null;
  /** Folder of its own, in which its processes tell where they listen, on systems that do not show it; without one they do not. */
  readonly folder?: string;
  readonly clock: Clock;
  /** Called once for each process that is seen, with its identity. */
  readonly onProcess?: (who: string) => void;
  /** Called with each line that the server prints. */
  readonly onLine?: (line: string) => void;
  /** Takes the secrets out of a line that is kept, before it is cut. */
  readonly hide?: (line: string) => string;
}

export interface RunningServer extends AsyncDisposable {
  /** PID of the process that was started; 0 if it could not be started. */
  readonly pid: number;
  /** Identity of that process, `PID:START`; null if it could not be started. */
  readonly root: string | null;
  /** Resolves, never rejects, when the process that was started has ended: with how, in words. */
  readonly exited: Promise<string>;
  /** Resolves when nobody holds its stdout and stderr any more: all that it said has been heard. */
  readonly silent: Promise<void>;
  /** The last lines of stdout and stderr together. */
  output(): readonly string[];
  /** Returns the PIDs of its processes that live. */
  pids(): number[];
  /** Returns the sockets at which it listens, in the order in which they were opened. */
  listeners(): OwnListener[];
  /** Returns its Node processes as they told of themselves, where the system does not show them. */
  told(): ToldProcess[];
  cpuTimes(): ReadonlyMap<number, Milliseconds>;
  /** @param since CPU times at the start of the window. */
  effective(keys: readonly string[], since: ReadonlyMap<number, Milliseconds>): EffectiveProcess[];
  /** Ends it with all that it has started. */
  stop(): Promise<ProcessEnd>;
}

/** Time between two questions to `lsof`, in ms. */
const askedEvery = 500;
const keptLines = 40;
const keptLineLength = 400;

/** Starts the server in a process group of its own. Does not wait until it answers. */
export function startServer({
  launch: bare,
  folder,
  cwd,
  mark,
  cpus,
  clock,
  onProcess,
  onLine,
  hide = (line) => line,
}: ServerOptions): RunningServer {
  const tells = hasProc ? null : (folder ?? null);
  const launch = tells === null ? bare : withToldPorts(bare, tells);
  const [file, ...args] = pinned(cpus, [launch.file, ...launch.args]);
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, PATH: usersPath(), ...launch.env, [runMarker]: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const lines = lastLines(child, hide, onLine);
  const silent = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  });
  const pid = child.pid ?? 0;
  // This comes before the event loop goes on: after that the PID of a process that has ended can belong to another one.
  const root = pid > 0 ? childIdentity(pid) : null;
  let stopped: Promise<ProcessEnd> | null = null;
  let [asked, byLsof] = [-Infinity, [] as OwnListener[]];
  const seen = new Set<string>();
  const told = () => (tells === null ? [] : toldIn(tells));
  const living = () => {
    const known = seesProcesses() ? [] : told().flatMap((one) => identity(one.pid) ?? []);
    const found = root === null ? [] : offspring({ root, mark }, [...seen, ...known]);
    for (const who of found) {
      if (seen.has(who)) continue;
      seen.add(who);
      onProcess?.(who);
    }
    return found;
  };
  const pids = () => living().map(pidOf);
  const toldLiving = () => {
    const all = pids();
    return told().filter((one) => all.includes(one.pid));
  };
  const stopWhole = async (): Promise<ProcessEnd> => {
    if (root === null) return { left: [], alive: [] };
    const ended = await end({ descent: { root, mark }, launch, exited, clock, living });
    // What goes on running holds its end of the pipes: this process would wait for it, and never end.
    if (ended.alive.length > 0) for (const held of [child.stdout, child.stderr]) held.destroy();
    if (ended.alive.length > 0) child.unref();
    return ended;
  };
  const stop = () => (stopped ??= stopWhole());
  return {
    pid,
    root,
    exited,
    silent,
    output: lines,
    pids,
    listeners() {
      if (tells === null)
        return listenersOf(pids()).toSorted((one, other) => Number(one.socket) - Number(other.socket));
      const own = toldLiving().flatMap((one) => one.listeners);
      if (own.length > 0) return own;
      // No Node, or one that was started without the preload.
      if (clock.now() >= asked + askedEvery) [asked, byLsof] = [clock.now(), listenersByLsof(pids())];
      return byLsof;
    },
    told,
    cpuTimes: () =>
      tells === null
        ? new Map(pids().map((each) => [each, cpuTime(each)]))
        : new Map(told().map(({ pid: each, cpu }) => [each, cpu])),
    effective(keys, since) {
      if (tells !== null) return toldLiving().map((one) => effectiveAsTold(one, keys, since));
      return pids()
        .map((each) => inspectProcess(each, keys, cpuTime(each) - (since.get(each) ?? 0)))
        .filter((each) => each !== null);
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

/** What is in force in a process, without what only the kernel could tell: threads, CPUs, memory. */
function effectiveAsTold(
  { pid, parent, words, node, env, cpu }: ToldProcess,
  keys: readonly string[],
  since: ReadonlyMap<number, Milliseconds>,
): EffectiveProcess {
  return {
    pid,
    parent,
    command: shownCommand(words),
    node,
    env: Object.fromEntries(keys.map((key) => [key, env[key] ?? null])),
    threads: 0,
    poolThreads: null,
    cpusAllowed: null,
    rss: 0,
    cpu: cpu - (since.get(pid) ?? 0),
  };
}

function lastLines(
  child: ChildProcess,
  hide: (line: string) => string,
  onLine?: (line: string) => void,
): () => readonly string[] {
  const kept: string[] = [];
  const keep = (lines: readonly string[]) => {
    // A secret that is cut would no longer be known as one.
    const last = lines.slice(-keptLines).map((line) => hide(line.slice(0, 4 * keptLineLength)));
    kept.push(...last.map((line) => line.slice(0, keptLineLength)));
    if (kept.length > keptLines) kept.splice(0, kept.length - keptLines);
    if (onLine) for (const line of lines) onLine(line);
  };
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = (parts.pop() ?? '').slice(-4 * keptLineLength);
      keep(parts);
    });
    stream?.on('end', () => {
      if (rest !== '') keep([rest]);
    });
  }
  return () => kept.slice(-keptLines);
}

/** @returns the PIDs of processes that have said by a file that they listen */
export function announced(directory: string): number[] {
  const files = readdirSync(directory).filter((name) => name.endsWith('.ready'));
  return files.map((name) => Number.parseInt(name, 10));
}
