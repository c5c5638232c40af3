/** Child processes that say when they are ready, and end with the test. */
import type { ChildProcess } from 'node:child_process';
import { processTree } from '../../src/host/processes.ts';

/** A process and all that it has started. Their threads may be held for ever: they would wait for them on a gentler signal. */
export function killTree(root: number): void {
  for (const pid of processTree(root).toReversed()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it went with its parent
    }
  }
}

/** The child, which ends with the block. */
export function held<Child extends ChildProcess>(child: Child) {
  // There may be no such program here.
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => resolve()).once('error', () => resolve()),
  );
  return Object.assign(child, {
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  });
}

export interface Started extends AsyncDisposable {
  readonly pid: number;
  readonly child: ChildProcess;
  /** What it said when it was ready: the first group of the pattern. */
  readonly first: string;
  /** All that it has printed so far, on both streams. */
  readonly printed: () => string;
  readonly hasEnded: () => boolean;
}

/** @returns the child once it has printed the pattern; fails with what it printed when it ends before */
export async function started(child: ChildProcess, ready: RegExp): Promise<Started> {
  let text = '';
  let isOver = false;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void ended.then(() => (isOver = true));
  child.stdin?.on('error', () => {});
  const first = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        text += String(chunk);
        const found = ready.exec(text)?.[1];
        if (found !== undefined) resolve(found);
      });
    }
    child.once('error', reject);
    void ended.then(() => reject(new Error(`The process ended: ${text}`)));
  });
  return {
    pid: child.pid ?? 0,
    child,
    first,
    printed: () => text,
    hasEnded: () => isOver,
    async [Symbol.asyncDispose]() {
      killTree(child.pid ?? 0);
      await ended;
    },
  };
}
