/**
 * Questions that need further processes of the program (guest), each of them fresh, since a pool is made once and never
 * changes: which size it takes from which text, where in the code it can be set, and what its threads cost.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Parameters } from '../../workload.ts';
import type { Facts } from '../facts.ts';
import type { ScratchFolder } from '../map/attempt.ts';

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
  /** The words of a command that starts the child; absent: it is started directly. */
  readonly before?: readonly string[];
}

let made = 0;

/** Runs a child, and returns what it leaves. @throws Error with its last words when it leaves nothing */
async function factsOf(child: Child): Promise<Facts> {
  const { entry, parameters, options = [], size, before = [] } = child;
  const directory = join(process.env['CHOKEPOINT_DIR'] ?? '.', `child-${process.pid}-${made++}`);
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

/** Runs all children, two at a time: each spends half of its time waiting for nothing to happen. */
export async function factsOfAll<Key>(
  asked: Iterable<readonly [Key, Child]>,
): Promise<(readonly [Key, Facts])[]> {
  const rest = [...asked].entries();
  const found: (readonly [Key, Facts])[] = [];
  const next = async () => {
    for (const [index, [key, child]] of rest) found[index] = [key, await factsOf(child)];
  };
  await Promise.all([next(), next()]);
  return found;
}

const texts = [null, '', '0', 'abc', '-1', '4x', '2', '16', '1024', '2000'] as const;
/** The most jobs that are tried at once; beyond, the kernel's count is enough. */
const mostTried = 64;

/** Asks what size the pool takes from which text of UV_THREADPOOL_SIZE. */
export async function sizes(): Promise<Facts> {
  const facts: Facts = {};
  const children = texts.map((text) => {
    const isLarge = Number(text) > mostTried || Number(text) < 0;
    const parameters = { ask: 'count', ...(isLarge && { jobs: 0 }) };
    return [
      text,
      { entry: 'commonjs', parameters, ...(text !== null && { size: text }) } satisfies Child,
    ] as const;
  });
  for (const [text, found] of await factsOfAll(children)) {
    const key = text === null ? 'unset' : `"${text}"`;
    for (const name of ['started', 'jobs', 'named'] as const) {
      if (typeof found[name] === 'number') facts[`${name} ${key}`] = found[name];
    }
  }
  return { ...facts, ...psCounts() };
}

/** Counts what `ps -L` lists for a Node of each size, in place of the article's `ps -Lef | grep node`, which finds itself too. */
function psCounts(): Facts {
  const facts: Facts = {};
  for (const size of [2, 4, 16, 64]) {
    const script =
      "const { execFileSync } = require('node:child_process'); require('node:fs').stat('.', () => {});" +
      "const lines = execFileSync('ps', ['-L', '-p', String(process.pid), '-o', 'lwp='], { encoding: 'utf8' });" +
      "console.log(lines.trim().split('\\n').length)";
    const { stdout, status } = spawnSync(process.execPath, ['-e', script], {
      encoding: 'utf8',
      env: { ...process.env, UV_THREADPOOL_SIZE: String(size) },
    });
    if (status === 0) facts[`ps ${size}`] = Number(stdout);
  }
  return facts;
}

/**
 * Asks where in the code the size can be set: a size is asked for, and the jobs in flight are counted.
 * @param asked a size that is not the default
 */
export async function inCode(scratch: ScratchFolder, asked: number): Promise<Facts> {
  const line = `process.env.UV_THREADPOOL_SIZE = '${asked}';`;
  const preloadModule = pathToFileURL(scratch.file(line, '.mjs')).href;
  const preload = scratch.file(line, '.cjs');
  const count = { ask: 'count' };
  const ways: Readonly<Record<string, Child>> = {
    commonjs: { entry: 'commonjs', parameters: { ...count, set: asked } },
    module: { entry: 'module', parameters: { ask: 'count-module', set: asked } },
    import: { entry: 'module', parameters: count, options: ['--import', preloadModule] },
    require: { entry: 'module', parameters: count, options: ['--require', preload] },
    late: { entry: 'commonjs', parameters: { ask: 'set-late', set: asked } },
    worker: { entry: 'commonjs', parameters: { ...count, setInWorker: asked } },
    'worker that shares': {
      entry: 'commonjs',
      parameters: { ...count, setInWorker: asked, share: 1 },
    },
  };
  const facts: Facts = { asked };
  for (const [way, found] of await factsOfAll(Object.entries(ways))) {
    facts[`in ${way}`] = found['jobs'] ?? null;
  }
  return facts;
}

const memorySizes = [4, 128, 1024] as const;
/** Processes of each size: enough for their range to hold the median with 96.9% (1 − 2 · 0.5⁶) even if one trial is all there is. */
const processesEach = 6;

/** Measures the memory of threads. `rss 128/0`: KiB that the first use of the pool added in the first process with 128 threads. */
export async function memory(): Promise<Facts> {
  const facts: Facts = {};
  for (let process = 0; process < processesEach; process++) {
    for (const size of memorySizes) {
      const found = await factsOf({
        entry: 'commonjs',
        parameters: { ask: 'count', jobs: 0 },
        size: String(size),
      });
      for (const name of ['rss', 'virtual'] as const) {
        if (typeof found[name] === 'number') facts[`${name} ${size}/${process}`] = found[name];
      }
    }
  }
  return facts;
}
