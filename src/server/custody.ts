/** What a run holds besides its servers: a folder, and a warden that cleans up if the controller is killed. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

export interface Custody extends Disposable {
  readonly folder: string;
  readonly mark: string;
  /** Tells the warden of a server that lives, or has ended. @param root its identity; null if it could not be started */
  server(root: string | null, alive: boolean): void;
  /** Tells the warden of a process that belongs to a server. */
  process(who: string): void;
}

/**
 * The mark is random: a number of a process would be the same in two containers, whose processes the host sees together.
 * @param run the beginning of the mark, for whoever reads an environment
 */
export function custody(run: string): Custody {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-'));
  const mark = `${run}-${randomUUID()}`;
  const entry = join(import.meta.dirname, `warden${extname(import.meta.filename)}`);
  // A group of its own: Ctrl-C and a closed terminal must not take the warden with them.
  const warden = spawn(process.execPath, [entry, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  warden.once('error', () => {});
  warden.stdin.on('error', () => {}); // it can be killed too; the run goes on without it
  warden.unref();
  warden.stdin.write(`mark ${mark}\n`);
  return {
    folder,
    mark,
    server(root, alive) {
      if (root !== null) warden.stdin.write(`${alive ? 'group' : 'ended'} ${root}\n`);
    },
    process(who) {
      warden.stdin.write(`seen ${who}\n`);
    },
    [Symbol.dispose]() {
      warden.stdin.end('done\n');
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
