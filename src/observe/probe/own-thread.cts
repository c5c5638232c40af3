/**
 * The thread that this runs in, as the kernel counts it, and the pool's threads by their names (guest). All is read
 * synchronously: an asynchronous read would be a job for the pool that is being measured.
 */
const fs = require('node:fs') as typeof import('node:fs');

export interface OwnThread {
  /** As the kernel numbers it; null where no kernel tells. */
  readonly tid: number | null;
  /** Time on a CPU, and time ready to run without one, since the thread began, in ms; null where it is not counted. */
  times(): { readonly ran: number; readonly waitedForCpu: number } | null;
}

function ownThread(): OwnThread {
  const buffer = Buffer.alloc(64);
  try {
    const tid = Number(fs.readlinkSync('/proc/thread-self').split('/')[2]);
    // The descriptor stays with this thread, whoever reads it.
    const file = fs.openSync('/proc/thread-self/schedstat', 'r');
    return {
      tid: Number.isInteger(tid) ? tid : null,
      times() {
        const length = fs.readSync(file, buffer, 0, buffer.length, 0);
        const [ran, waited] = buffer.toString('latin1', 0, length).split(' ');
        return { ran: Number(ran) / 1e6, waitedForCpu: Number(waited) / 1e6 };
      },
    };
  } catch {
    return { tid: null, times: () => null };
  }
}

/** Node 22 and newer name the pool's threads, on Linux. */
const areNamed = process.platform === 'linux' && Number(process.versions.node.split('.')[0]) >= 22;

/** @returns how many threads the pool has; null where their names do not tell */
function poolThreads(): number | null {
  if (!areNamed) return null;
  try {
    let count = 0;
    for (const tid of fs.readdirSync('/proc/self/task')) {
      try {
        if (fs.readFileSync(`/proc/self/task/${tid}/comm`, 'latin1').startsWith('libuv-worker')) count++;
      } catch {
        // It has ended.
      }
    }
    return count;
  } catch {
    return null;
  }
}

export interface OwnThreadModule {
  readonly ownThread: typeof ownThread;
  readonly poolThreads: typeof poolThreads;
}

module.exports = { ownThread, poolThreads } satisfies OwnThreadModule;
