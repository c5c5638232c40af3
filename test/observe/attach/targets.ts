/** Processes to attach to, each in a known state, and what can be seen of them from outside. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasSocket, listeners } from '../../../src/host/listeners.ts';
import { processTree } from '../../../src/host/processes.ts';

export { freePort } from '../../../src/server/launch.ts';

const program = join(import.meta.dirname, 'target.cjs');

export interface Target extends AsyncDisposable {
  readonly pid: number;
  /** Where it serves. */
  readonly port: number;
  readonly child: ChildProcess;
  /** All that it has printed so far. */
  readonly printed: () => string;
  readonly hasEnded: () => boolean;
}

export interface TargetOptions {
  readonly binary?: string;
  /** Node's options; by default its inspector would open at any port, so that nobody is in its way. */
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
  readonly gid?: number;
  /** In front of the binary: a program that starts it, and becomes it. */
  readonly through?: readonly string[];
}

/** Resolves when the process is in its state. */
export async function target(
  state: string,
  {
    binary = process.execPath,
    options = ['--inspect-port=0'],
    env = {},
    through = [],
    ...user
  }: TargetOptions = {},
): Promise<Target> {
  const [file, ...args] = [...through, binary, ...options, program, state];
  const child = spawn(file ?? binary, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...env },
    ...user,
  });
  let text = '';
  let isOver = false;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void ended.then(() => (isOver = true));
  child.stdin.on('error', () => {});
  const port = await new Promise<number>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        text += String(chunk);
        const found = /ready (\d+)/.exec(text)?.[1];
        if (found !== undefined) resolve(Number(found));
      });
    }
    child.once('error', reject);
    void ended.then(() => reject(new Error(`The target ended: ${text}`)));
  });
  return {
    pid: child.pid ?? 0,
    port,
    child,
    printed: () => text,
    hasEnded: () => isOver,
    async [Symbol.asyncDispose]() {
      for (const pid of processTree(child.pid ?? 0).toReversed()) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // it went with its parent
        }
      }
      await ended;
    },
  };
}

/** Waits for a condition; a loaded machine may need long. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patience = 20_000,
): Promise<void> {
  const end = performance.now() + patience;
  while (!(await isSo())) {
    assert.ok(performance.now() < end, `not within ${patience} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** What an attach may not leave behind: threads, and ports at which the process listens. */
export function belongings(pid: number): { threads: number; ports: number[] } {
  const own = listeners(pid).filter(({ socket }) => hasSocket(pid, socket));
  return {
    threads: readdirSync(`/proc/${pid}/task`).length,
    ports: own.map(({ port }) => port).toSorted((a, b) => a - b),
  };
}

/** What the server answers; null if nothing. */
export function answer(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, agent: false, timeout: 10_000 }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => resolve(text));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(null));
  });
}

/** A folder that is gone at the end: whoever is killed cannot clear up. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'chokepoint-attach-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Whether the process itself listens at the port. */
export function isOpen(pid: number, port: number): boolean {
  return listeners(pid).some((one) => one.port === port && hasSocket(pid, one.socket));
}

/** How often its inspector was opened. */
export function openings(server: Target): number {
  return server.printed().match(/Debugger listening/g)?.length ?? 0;
}
