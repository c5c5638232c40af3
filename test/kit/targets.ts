/** Programs that are looked at, each in a state of its own: they say `ready PORT` when they are in it. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { started, type Started } from './process.ts';

export interface Target extends Started {
  /** Where it serves. */
  readonly port: number;
}

export interface TargetOptions {
  readonly binary?: string;
  /** Node's options. */
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
  readonly gid?: number;
  /** In front of the binary: a program that starts it, and becomes it. */
  readonly through?: readonly string[];
}

/** @returns the process once it is in its state */
export async function startTarget(
  script: string,
  words: readonly string[],
  { binary = process.execPath, options = [], env = {}, through = [], ...user }: TargetOptions = {},
): Promise<Target> {
  const [file, ...args] = [...through, binary, ...options, script, ...words];
  const child = spawn(file ?? binary, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...env },
    ...user,
  });
  const one = await started(child, /ready (\d+)/);
  return { ...one, port: Number(one.first) };
}

/** A program that says a word when it is ready: its first line. It ends when this process lets go of it. */
export const startProgram = (
  [file, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv = {},
): Promise<Started> =>
  started(
    spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], env: { ...process.env, ...env } }),
    /(.*)\n/,
  );

/** The same of a Node with these words. */
export const startNode = (words: readonly string[]): Promise<Started> =>
  startProgram([process.execPath, ...words]);

/** A program of Node that listens at a port, by default one of its own, and says which; 0 where that is not to be had. */
export const listens = (port: number | string = 0) =>
  `const server = require('node:net').createServer().on('error', () => console.log(0)).listen(${port}, '127.0.0.1', () => console.log(server.address().port));`;

/** @returns the path of a binary without its symbols; null where there is no program that takes them out */
export function stripped(folder: string, binary = process.execPath, name = 'node'): string | null {
  const path = join(folder, name);
  return spawnSync('strip', ['-o', path, binary], { stdio: 'ignore' }).status === 0 ? path : null;
}
