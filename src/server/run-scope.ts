/** The folder that a run holds besides its servers, and a reaper that cleans up if the controller is killed. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

export interface RunScope extends Disposable {
  readonly folder: string;
  readonly mark: string;
  /** Tells the reaper of a server that lives, or has ended. @param root its identity; null if it could not be started */
  server(root: string | null, alive: boolean): void;
  /** Tells the reaper of a process that belongs to a server. */
  process(who: string): void;
}

/**
 * The mark is random: a PID would be the same in two containers, whose processes the host sees together.
 * @param run the beginning of the mark, for whoever reads an environment
 */
export function runScope(run: string): RunScope {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-'));
  const mark = `${run}-${randomUUID()}`;
  const entry = join(import.meta.dirname, `orphan-reaper${extname(import.meta.filename)}`);
  // A group of its own: Ctrl-C and a closed terminal must not take the reaper with them.
  const reaper = spawn(process.execPath, [entry, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  reaper.once('error', () => {});
  reaper.stdin.on('error', () => {}); // it can be killed too; the run goes on without it
  reaper.unref();
  reaper.stdin.write(`mark ${mark}\n`);
  return {
    folder,
    mark,
    server(root, alive) {
      if (root !== null) reaper.stdin.write(`${alive ? 'group' : 'ended'} ${root}\n`);
    },
    process(who) {
      reaper.stdin.write(`seen ${who}\n`);
    },
    [Symbol.dispose]() {
      reaper.stdin.end('done\n');
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
