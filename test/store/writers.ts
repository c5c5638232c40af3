/** Starts `writer.ts`, and talks to it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Writer extends AsyncDisposable {
  readonly pid: number;
  /** @returns its answer: what it was asked for, `done`, or the code of a problem */
  ask(line: string): Promise<string>;
  kill(): Promise<void>;
}

/** @param wrapper a command that runs it elsewhere: `unshare --pid …` */
export async function writer(file: string, ...wrapper: readonly string[]): Promise<Writer> {
  const words = [...wrapper, process.execPath, join(import.meta.dirname, 'writer.ts'), file];
  const child = spawn(words[0] ?? '', words.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  await next();
  return {
    pid: child.pid ?? 0,
    ask(line) {
      child.stdin.write(`${line}\n`);
      return next();
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
    },
  };
}
