/** What a run holds besides its servers: a folder, and a warden that cleans up if the controller is killed. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

export interface Custody extends Disposable {
  readonly folder: string;
  readonly mark: string;
  /** Tells the warden of a server that lives, or has ended. */
  server(pid: number, alive: boolean): void;
  /** Tells the warden of a process that belongs to a server. */
  process(who: string): void;
}

/** @param run its id is the mark of all that the run starts */
export function custody(run: string): Custody {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-'));
  const mark = `${run}-${process.pid}`;
  const entry = join(import.meta.dirname, `warden${extname(import.meta.filename)}`);
  // A group of its own: Ctrl-C and a closed terminal must not take the warden with them.
  const warden = spawn(process.execPath, [entry, mark, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  warden.once('error', () => {});
  warden.stdin.on('error', () => {}); // it can be killed too; the run goes on without it
  warden.unref();
  return {
    folder,
    mark,
    server(pid, alive) {
      if (pid > 0) warden.stdin.write(`${alive ? 'group' : 'ended'} ${pid}\n`);
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
