/** Processes to attach to, each in a known state, and what can be seen of them from outside. */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { hasSocket, listeners } from '../../../src/host/listeners.ts';
import { started, type Started } from '../../kit/process.ts';

export { freePort } from '../../../src/server/launch.ts';

const program = join(import.meta.dirname, 'target.cjs');

export interface Target extends Started {
  /** Where it serves. */
  readonly port: number;
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
  const one = await started(child, /ready (\d+)/);
  return { ...one, port: Number(one.first) };
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

/** Whether the process itself listens at the port. */
export function isOpen(pid: number, port: number): boolean {
  return listeners(pid).some((one) => one.port === port && hasSocket(pid, one.socket));
}

/** How often its inspector was opened. */
export function openings(server: Target): number {
  return server.printed().match(/Debugger listening/g)?.length ?? 0;
}
