/** The server of one trial: started, watched, read back, and ended with all that it has started. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { basename } from 'node:path';
import type { Clock } from '../model/clock.ts';
import { problem } from '../model/problem.ts';
import type { EffectiveProcess } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import type { Launch } from '../topologies/topology.ts';
import {
  commandLine,
  cpuTime,
  identity,
  inspectProcess,
  isAlive,
  markedProcesses,
  processTree,
  runMarker,
  signalProcess,
  usersPath,
} from './processes.ts';

export interface ServerOptions {
  readonly launch: Launch;
  readonly cwd: string;
  /** Marks the trial; begins with the run's mark, so that each can be found alone or together. */
  readonly mark: string;
  readonly cpus: readonly number[] | null;
  readonly clock: Clock;
  /** Told once of each process that is seen, by its identity. */
  readonly onProcess?: (who: string) => void;
  /** Told of each line that it prints. */
  readonly onLine?: (line: string) => void;
}

export interface RunningServer extends AsyncDisposable {
  readonly pid: number;
  /** Resolves, never rejects, when the process that was started has ended: with how, in words. */
  readonly exited: Promise<string>;
  /** Resolves when nobody holds its stdout and stderr any more: all that it said has been heard. */
  readonly silent: Promise<void>;
  /** The last lines of stdout and stderr together. */
  output(): readonly string[];
  pids(): number[];
  cpuTimes(): ReadonlyMap<number, Milliseconds>;
  /** @param since CPU times at the start of the window. */
  effective(keys: readonly string[], since: ReadonlyMap<number, Milliseconds>): EffectiveProcess[];
  /** Ends it. @returns the command lines of processes that had to be ended one by one: they were left behind. */
  stop(): Promise<readonly string[]>;
}

const keptLines = 40;
const keptLineLength = 400;
/** After SIGTERM a server may finish what it has begun; after that it is killed (blocked pool threads never end). */
const politeMilliseconds = 3000;
const wrappers = new Set(['npm', 'npx', 'yarn', 'pnpm', 'sh', 'bash', 'dash', 'zsh', 'env']);

/** Starts the server in a process group of its own. Does not wait until it answers. */
export function startServer({
  launch,
  cwd,
  mark,
  cpus,
  clock,
  onProcess,
  onLine,
}: ServerOptions): RunningServer {
  const command = cpus
    ? ['taskset', '--cpu-list', cpus.join(','), launch.file, ...launch.args]
    : [launch.file, ...launch.args];
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd,
    env: { ...process.env, PATH: usersPath(), ...launch.env, [runMarker]: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const lines = lastLines(child, onLine);
  const silent = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  });
  const pid = child.pid ?? 0;
  let stopped: Promise<readonly string[]> | null = null;
  const family = new Set<string>();
  // Whoever was seen as a descendant is remembered: a child that leaves its parent and empties its environment (a
  // daemon) can be found in no other way later.
  const pids = () => {
    const found = pid > 0 ? [...new Set([...processTree(pid), ...markedProcesses(mark)])] : [];
    for (const each of found) {
      const who = identity(each);
      if (who === null || family.has(who)) continue;
      family.add(who);
      onProcess?.(who);
    }
    return found;
  };
  const stop = () =>
    (stopped ??=
      pid > 0
        ? end({ pid, launch, mark, exited, clock, family: () => (pids(), [...family]) })
        : Promise.resolve([]));
  return {
    pid,
    exited,
    silent,
    output: lines,
    pids,
    cpuTimes: () => new Map(pids().map((each) => [each, cpuTime(each)])),
    effective: (keys, since) =>
      pids()
        .map((each) => inspectProcess(each, keys, cpuTime(each) - (since.get(each) ?? 0)))
        .filter((each) => each !== null),
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

function lastLines(child: ChildProcess, onLine?: (line: string) => void): () => readonly string[] {
  const kept: string[] = [];
  const keep = (lines: readonly string[]) => {
    kept.push(...lines.map((line) => line.slice(0, keptLineLength)));
    if (kept.length > keptLines) kept.splice(0, kept.length - keptLines);
    if (onLine) for (const line of lines) onLine(line);
  };
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = (parts.pop() ?? '').slice(-keptLineLength);
      keep(parts);
    });
    stream?.on('end', () => {
      if (rest !== '') keep([rest]);
    });
  }
  return () => kept.slice(-keptLines);
}

interface Ending {
  readonly pid: number;
  readonly launch: Launch;
  readonly mark: string;
  readonly exited: Promise<string>;
  readonly clock: Clock;
  /** Identities of all processes that were ever seen of this server. */
  readonly family: () => readonly string[];
}

async function end({ pid, launch, mark, exited, clock, family }: Ending): Promise<readonly string[]> {
  const known = family();
  // A package manager or a shell in front does not pass the signal on: there, the whole group is told.
  signalProcess(wrappers.has(basename(launch.file)) ? -pid : pid, 'SIGTERM');
  const patience = new AbortController();
  await Promise.race([exited, clock.sleep(politeMilliseconds, patience.signal).catch(() => {})]);
  patience.abort();

  // A child ends a moment after its parent when it stops on its own: only what stays is "left behind".
  const survivors = () => {
    const living = known.filter(isAlive).map((who) => Number.parseInt(who, 10));
    return [...new Set([...living.flatMap(processTree), ...markedProcesses(mark)])];
  };
  let left = survivors();
  const deaf = left.includes(pid);
  if (!deaf && !launch.leavesChildren) {
    for (let round = 0; left.length > 0 && round < 10; round++) {
      await clock.sleep(30);
      left = survivors();
    }
  }
  // A server that must be killed had no chance to end its children: only one that ended by itself has left them.
  const names = deaf || launch.leavesChildren ? [] : left.map(commandLine);
  for (let round = 0; left.length > 0 && round < 40; round++) {
    for (const each of left) signalProcess(each, 'SIGKILL');
    await clock.sleep(25);
    left = survivors();
  }
  return names;
}

/** Whether anything listens there. */
function listens(host: string, port: number, timeout: Milliseconds = 1000): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(timeout, () => settle(false));
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}

/** Host and port of a URL as `net.connect` takes them. */
export function endpoint(url: string): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) };
}

/** @throws Problem PORT_TAKEN if somebody listens at `url` already. */
export async function requireFreePort(url: string): Promise<void> {
  const { host, port } = endpoint(url);
  if (await listens(host, port)) throw problem('PORT_TAKEN', { host, port });
}

/** Processes that have said by a file that they listen. */
export function announced(directory: string): number {
  return readdirSync(directory).filter((name) => name.endsWith('.ready')).length;
}
