/**
 * The Node processes of a server, where they listen and what they use, as each of them tells by a preload: for systems that do not
 * show it. Ten times a second it writes what it has used into a file, which takes some microseconds.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnListener } from '../host/listeners.ts';
import type { Milliseconds } from '../model/units.ts';
import type { Launch } from '../topologies/topology.ts';

const ending = '.told';
/** Of the file that holds one number: milliseconds of CPU time that the process has used. */
const usageEnding = '.used';
/** Characters of that number, so that each writing covers the one before. */
const usageLength = 24;

/**
 * JavaScript, for any Node. A process that cannot tell runs on.
 * @param variables those whose values in force are told
 */
const preload = (folder: string, variables: readonly string[]) => `'use strict';
try {
  const { appendFileSync, openSync, writeSync } = require('node:fs');
  const { prototype } = require('node:net').Server;
  const { listen } = prototype;
  const file = ${JSON.stringify(join(folder, '/'))} + process.pid;
  const tell = (what) => {
    try {
      appendFileSync(file + '${ending}', JSON.stringify(what) + '\\n', { mode: 0o600 });
    } catch {}
  };
  const { argv, env, ppid, version } = process;
  // Node takes the variable that numbers a worker away from it.
  const isWorker = require('node:cluster').isWorker || 'NODE_APP_INSTANCE' in env;
  const inForce = Object.fromEntries(${JSON.stringify(variables)}.map((name) => [name, env[name] ?? null]));
  tell({ parent: ppid, words: argv, isWorker, node: version.slice(1), env: inForce });
  if (require('node:worker_threads').isMainThread) {
    const used = openSync(file + '${usageEnding}', 'w', 0o600);
    const sample = () => {
      try {
        const { user, system } = process.cpuUsage();
        writeSync(used, String((user + system) / 1000).padEnd(${usageLength}), 0);
      } catch {}
    };
    setInterval(sample, 100).unref();
    sample();
  }
  prototype.listen = function (...place) {
    this.once('listening', () => {
      const { address, port } = this.address() ?? {};
      if (port === undefined) return;
      tell({ address, port });
      this.once('close', () => tell({ address, port, isClosed: true }));
    });
    return listen.apply(this, place);
  };
} catch {}
`;

/** @param directory folder of the trial, in which the preload stands. @returns the launch with the preload in each Node that it starts */
export function withPreload(launch: Launch, directory: string, name: string, text: string): Launch {
  const file = join(directory, name);
  writeFileSync(file, text);
  const { NODE_OPTIONS: own = process.env['NODE_OPTIONS'] ?? '' } = launch.env;
  return {
    ...launch,
    env: { ...launch.env, NODE_OPTIONS: `${own} --require ${JSON.stringify(file)}`.trim() },
  };
}

/** The launch, whose Node processes tell in a folder what they are, where they listen, and what they use. */
export const withToldPorts = (launch: Launch, folder: string): Launch =>
  withPreload(
    launch,
    folder,
    'told-ports.cjs',
    preload(folder, ['UV_THREADPOOL_SIZE', ...Object.keys(launch.env)]),
  );

/** A Node process, as it told of itself. */
export interface ToldProcess {
  readonly pid: number;
  readonly parent: number;
  /** Version of its Node. */
  readonly node: string;
  /** `UV_THREADPOOL_SIZE`, and the variables that it was started with for the trial, as they came to it. */
  readonly env: Readonly<Record<string, string | null>>;
  /** CPU time since it began, as of the last tenth of a second in which its loop was free. */
  readonly cpu: Milliseconds;
  /** Its binary, its script, and the words behind it. */
  readonly words: readonly string[];
  /** Whether it is a worker of node:cluster or of PM2. */
  readonly isWorker: boolean;
  /** The sockets at which it listens, the oldest first. */
  readonly listeners: readonly OwnListener[];
}

type ToldLine = Partial<Pick<ToldProcess, 'parent' | 'words' | 'isWorker' | 'node' | 'env'>> &
  Partial<Pick<OwnListener, 'address' | 'port'>> & { readonly isClosed?: true };

/** Returns the processes that have told of themselves in a folder, also those that have ended. */
export function toldIn(folder: string): ToldProcess[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(ending)) : [];
  return files.map((name) => {
    const file = join(folder, name);
    // A line that is being written has no end yet.
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    return toldBy(
      Number.parseInt(name, 10),
      lines.map((line) => JSON.parse(line) as ToldLine),
      file,
    );
  });
}

function toldBy(pid: number, lines: readonly ToldLine[], file: string): ToldProcess {
  const open = new Map<string, OwnListener>();
  for (const [number, { address, port, isClosed }] of lines.entries()) {
    if (address === undefined || port === undefined) continue;
    const place = `${address} ${port}`;
    if (isClosed) open.delete(place);
    else open.set(place, { address, port, socket: `${file} ${number}`, uid: process.getuid?.() ?? 0, pid });
  }
  const { parent = 0, words = [], isWorker = false, node = '', env = {} } = lines[0] ?? {};
  const used = file.slice(0, -ending.length) + usageEnding;
  const cpu = existsSync(used) ? Number(readFileSync(used, 'utf8')) : 0;
  return { pid, parent, words, isWorker, node, env, cpu, listeners: [...open.values()] };
}
