/** Runs the built command as a user does: a real process, its two streams, and its exit code. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
export const entry = join(root, 'dist/cli/main.js');
export const example = (name: string) => join(root, 'examples', name);

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Place extends Disposable {
  readonly folder: string;
  start(args: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess;
  run(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Finished>;
}

/** An empty folder to run in. */
export function place(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-cli-'));
  const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    spawn(process.execPath, [entry, ...args], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', ...env },
    });
  return {
    folder,
    start,
    run: (args, env) => finished(start(args, env)),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
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

export { freePort } from '../../src/server/launch.ts';
