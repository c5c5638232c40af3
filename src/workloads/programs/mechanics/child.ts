/** Further processes of the program (guest): each is fresh, since a pool is made once and never changes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Parameters } from '../../workload.ts';
import type { Facts } from '../facts.ts';

const ending = extname(import.meta.filename);
const folder = join(import.meta.dirname, '..');

/** The program as an ES module, and its entry in CommonJS. */
export const entries = {
  module: join(folder, `pool-mechanics${ending}`),
  commonjs: join(folder, `pool-mechanics-entry${ending.replace('.', '.c')}`),
} as const;

export interface Child {
  readonly entry: keyof typeof entries;
  readonly parameters: Parameters;
  /** Options of node itself, before the script. */
  readonly options?: readonly string[];
  /** UV_THREADPOOL_SIZE; absent: not set. */
  readonly size?: string;
  /** A command that starts another: its words. */
  readonly before?: readonly string[];
}

let children = 0;

/** What the child leaves. @throws Error with its last words when it leaves nothing */
export async function factsOf(child: Child): Promise<Facts> {
  const { entry, parameters, options = [], size, before = [] } = child;
  const directory = join(process.env['CHOKEPOINT_DIR'] ?? '.', `child-${process.pid}-${children++}`);
  mkdirSync(directory);
  const [file, ...args] = [...before, process.execPath, ...options, entries[entry]];
  const started = spawn(file, args, {
    cwd: directory,
    env: {
      ...process.env,
      CHOKEPOINT_DIR: directory,
      CHOKEPOINT_PROGRAM: JSON.stringify({ ...parameters, ends: 1 }),
      UV_THREADPOOL_SIZE: size,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  started.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-500)));
  const ended: unknown[] = await once(started, 'close');
  const left = readdirSync(directory).find((name) => name.endsWith('.facts'));
  if (left === undefined) throw new Error(`a child left nothing (${ended.join(' ')}): ${words}`);
  return JSON.parse(readFileSync(join(directory, left), 'utf8')) as Facts;
}

/** Two at a time: each spends half of its time waiting for nothing to happen. */
export async function factsOfAll<Key>(
  asked: Iterable<readonly [Key, Child]>,
): Promise<(readonly [Key, Facts])[]> {
  const rest = [...asked].map((entry, index) => ({ entry, index }));
  const found: (readonly [Key, Facts])[] = [];
  const next = async () => {
    for (let one = rest.shift(); one; one = rest.shift()) {
      const [key, child] = one.entry;
      found[one.index] = [key, await factsOf(child)];
    }
  };
  await Promise.all([next(), next()]);
  return found;
}
