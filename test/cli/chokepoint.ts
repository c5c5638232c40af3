/** Runs the built command as a user does: a real process, its two streams, and its exit code. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyPlace, type EmptyPlace } from '../kit/place.ts';

export const root = join(import.meta.dirname, '../..');
export const entry = join(root, 'dist/cli/main.js');
export const example = (name: string) => join(root, 'examples', name);

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Place extends EmptyPlace {
  start(args: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess;
  run(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Finished>;
}

/** An empty folder to run in. */
export function place(): Place {
  const empty = emptyPlace('cli');
  const { folder } = empty;
  // CHOKEPOINT_TEST_NODE: another Node to try all of it on.
  const node = process.env['CHOKEPOINT_TEST_NODE'] ?? process.execPath;
  const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    spawn(node, [entry, ...args], {
      cwd: folder,
      // The test runner asks for colours where it has a terminal itself.
      env: {
        ...process.env,
        FORCE_COLOR: undefined,
        NO_COLOR: '1',
        CHOKEPOINT_COMMAND: 'chokepoint',
        ...env,
      },
    });
  const run = async (args: readonly string[], env?: NodeJS.ProcessEnv) => {
    const found = await finished(start(args, env));
    keepPrinted(found.stdout, found.stderr);
    return found;
  };
  const end = () => {
    if (process.env['CHOKEPOINT_PRINTED'] !== undefined)
      for (const file of globSync('**/*.{json,md}', { cwd: folder }))
        keepPrinted(readFileSync(join(folder, file), 'utf8'));
    empty[Symbol.dispose]();
  };
  return { folder, start, run, [Symbol.dispose]: end };
}

/** For test/run.ts, which tries every command that was printed. In a JSON document each text is a line. */
function keepPrinted(...texts: readonly string[]): void {
  const file = process.env['CHOKEPOINT_PRINTED'];
  if (file === undefined) return;
  const lines = texts.map((text) =>
    /^[[{]/.test(text)
      ? text.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (quoted) => `\n${unquoted(quoted)}\n`)
      : text,
  );
  appendFileSync(file, lines.join('\n'));
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

export function finished(child: ChildProcess): Promise<Finished> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** What went wrong and why, what to do, and the code: four lines, and nothing else. */
export function assertProblem(result: Finished, code: string, exit: number, todo: RegExp): void {
  assert.match(result.stderr, new RegExp(`^error: .+\\n {7}.+\\nhint:  .+\\n\\[${code}\\]\\n$`));
  assert.match(result.stderr.slice(result.stderr.indexOf('hint:')), todo);
  assert.equal(result.stdout, '');
  assert.equal(result.code, exit);
}

export { freePort } from '../../src/server/launch.ts';
