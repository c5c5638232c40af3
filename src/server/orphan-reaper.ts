/**
 * `node orphan-reaper.js FOLDER`: ends what is left of a run when its controller is gone.
 *
 * A controller that is killed with SIGKILL cannot clean up, and a user's server does not watch its parent. The reaper
 * holds the other end of a pipe. When that closes without a word, it ends every process that carries the run's mark or
 * descends from one that it was told of, and removes the run's folder.
 * The words on the pipe: `mark MARK` (other users may read a command line, so it does not stand there); `group PID:START`
 * for each server started, and `ended PID:START` when it was stopped; `seen PID:START` for each process of a server, so
 * that a daemon is found too; `done` when the controller has cleaned up itself.
 */
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { offspring, signalGroup, signalProcess } from '../host/offspring.ts';

const [folder = ''] = process.argv.slice(2);

// Ctrl-C reaches the whole terminal; the reaper must outlive the controller by a moment.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const roots = new Set<string>();
const seen = new Set<string>();
let mark = '';
let done = false;
for await (const line of createInterface({ input: process.stdin })) {
  const [word, what = ''] = line.split(' ');
  if (word === 'mark') mark = what;
  if (word === 'group') roots.add(what);
  if (word === 'ended') roots.delete(what);
  if (word === 'seen') seen.add(what);
  if (word === 'done') done = true;
}

if (!done) {
  try {
    await endAll();
  } finally {
    removeFolder();
  }
}

function removeFolder(): void {
  try {
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // Something of another user is in it; nobody is left who could be told.
  }
}

async function endAll(): Promise<void> {
  for (const root of roots) signalGroup({ root, mark }, seen, 'SIGKILL');
  // Whoever belongs to another user cannot be ended from here; all others are.
  const refused = new Set<string>();
  // A process that forks while it is being looked for escapes one round, not forty.
  for (let round = 0; round < 40; round++) {
    const all = [...roots, ''].flatMap((root) => offspring({ root, mark }, seen));
    const left = [...new Set(all)].filter((who) => !refused.has(who));
    for (const who of left) if (signalProcess(who, 'SIGKILL') === 'refused') refused.add(who);
    if (left.length === 0) return;
    await delay(50);
  }
}
