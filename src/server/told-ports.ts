/**
 * The Node processes of a server, and where they listen, as each of them tells by a preload: for systems that do not show it.
 * Nothing of the preload is at work between two calls of `listen`.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnListener } from '../host/listeners.ts';
import type { Launch } from '../topologies/topology.ts';

const ending = '.told';

/** JavaScript, for any Node. A process that cannot tell runs on. */
const preload = (folder: string) => `'use strict';
try {
  const { appendFileSync } = require('node:fs');
  const { prototype } = require('node:net').Server;
  const { listen } = prototype;
  const tell = (what) => {
    try {
      appendFileSync(${JSON.stringify(join(folder, '/'))} + process.pid + '${ending}', JSON.stringify(what) + '\\n');
    } catch {}
  };
  const { argv, env, ppid } = process;
  // Node takes the variable that numbers a worker away from it.
  const isWorker = require('node:cluster').isWorker || 'NODE_APP_INSTANCE' in env;
  tell({ parent: ppid, words: argv, isWorker });
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

/** The launch, whose Node processes tell in a folder where they listen. */
export const withToldPorts = (launch: Launch, folder: string): Launch =>
  withPreload(launch, folder, 'told-ports.cjs', preload(folder));

/** A Node process, as it told of itself. */
export interface ToldProcess {
  readonly pid: number;
  readonly parent: number;
  /** Its binary, its script, and the words behind it. */
  readonly words: readonly string[];
  /** Whether it is a worker of node:cluster or of PM2. */
  readonly isWorker: boolean;
  /** The sockets at which it listens, the oldest first. */
  readonly listeners: readonly OwnListener[];
}

type ToldLine = Partial<Pick<ToldProcess, 'parent' | 'words' | 'isWorker'>> &
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
  const { parent = 0, words = [], isWorker = false } = lines[0] ?? {};
  return { pid, parent, words, isWorker, listeners: [...open.values()] };
}
