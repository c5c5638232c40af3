/**
 * `node warden.js MARK FOLDER`: ends what is left of a run when its controller is gone.
 *
 * A controller that is killed with SIGKILL cannot clean up, and a user's server does not watch its parent. The warden
 * holds the other end of a pipe; when that closes without a word, it ends every process that carries the run's mark,
 * and the process groups that it was told of (the only way where there is no /proc), and removes the run's folder.
 * The words on the pipe: `seen PID:START` for each process of a server, so that a daemon is found too; `group PID` for each server started, `ended PID` when it was stopped (the number may be another's
 * by tomorrow), `done` when the controller has cleaned up itself.
 */
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { isAlive, markedProcesses, processTree, signalProcess } from './processes.ts';

const [mark = '', folder = ''] = process.argv.slice(2);

// Ctrl-C reaches the whole terminal; the warden must outlive the controller by a moment.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const groups = new Set<number>();
const seen = new Set<string>();
let done = false;
for await (const line of createInterface({ input: process.stdin })) {
  const [word, pid] = line.split(' ');
  if (word === 'group') groups.add(Number(pid));
  if (word === 'ended') groups.delete(Number(pid));
  if (word === 'seen') seen.add(pid ?? '');
  if (word === 'done') done = true;
}

if (!done) {
  for (const group of groups) signalProcess(-group, 'SIGKILL');
  // A process that forks while it is being looked for escapes one round, not forty.
  for (let round = 0, found = 1; found > 0 && round < 40; round++) {
    const living = [...seen].filter(isAlive).map((who) => Number.parseInt(who, 10));
    const left = new Set([...living.flatMap(processTree), ...markedProcesses(mark)]);
    for (const pid of left) signalProcess(pid, 'SIGKILL');
    found = left.size;
    await delay(50);
  }
  if (folder) rmSync(folder, { recursive: true, force: true });
}
