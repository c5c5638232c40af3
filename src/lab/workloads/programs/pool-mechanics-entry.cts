/**
 * The program's entry in CommonJS (guest): nothing has used the pool before its first line, so it can see the first
 * use, and can set the size in code.
 */
const { readdirSync, readFileSync, stat } = require('node:fs') as typeof import('node:fs');

const workers = require('node:worker_threads') as typeof import('node:worker_threads');

const { set, setInWorker, share, ask } = JSON.parse(process.env['CHOKEPOINT_PROGRAM'] ?? '{}') as Readonly<
  Record<string, string | number | undefined>
>;

/** Memory of this process in KiB, and its threads; null where no kernel tells. */
function memory(): { rss: number; virtual: number; threads: number } | null {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
    return { rss: field('VmRSS'), virtual: field('VmSize'), threads: readdirSync('/proc/self/task').length };
  } catch {
    return null;
  }
}

/** Uses the pool for the first time, and notes what that added. */
function use(): void {
  // Memory is read twice: the first time, reading itself takes some, which must not count.
  memory();
  const before = memory();
  // All threads are started, and have said so, before this call returns (libuv src/threadpool.c, init_threads).
  stat('.', () => {});
  const after = memory();
  if (!before || !after) return;
  (globalThis as Record<string, unknown>)['firstUse'] = {
    started: after.threads - before.threads,
    rss: after.rss - before.rss,
    virtual: after.virtual - before.virtual,
  };
}

/** A worker thread sets the size, and is the first to use the pool. */
function useInWorker(size: string | number, shares: boolean, next: () => void): void {
  const script = `
    process.env.UV_THREADPOOL_SIZE = '${size}';
    require('node:fs').stat('.', () => require('node:worker_threads').parentPort.postMessage('done'));`;
  const env = shares ? workers.SHARE_ENV : process.env;
  new workers.Worker(script, { eval: true, env }).once('message', next);
}

const count = () => void import('./pool-mechanics.ts');

if (setInWorker === undefined) {
  if (ask === 'set-late') stat('.', () => {});
  if (set !== undefined) process.env['UV_THREADPOOL_SIZE'] = String(set);
  use();
  count();
} else {
  useInWorker(setInWorker, share === 1, count);
}
