/** Processes to attach to, each in a known state, and what can be seen of them from outside. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasSocket, listeners } from '../../../src/host/listeners.ts';
import { freePort } from '../../../src/server/launch.ts';
import { startTarget, type Target, type TargetOptions } from '../../kit/targets.ts';

const program = join(import.meta.dirname, 'target.cjs');

/** Resolves when the process is in its state. By default its inspector would open at any port, so that nobody is in its way. */
export const target = (state: string, options: TargetOptions = {}) =>
  startTarget(program, [state], { options: ['--inspect-port=0'], ...options });

/** One whose inspector has a port of its own: where it opens late it must be in nobody's way. */
export async function inspectable(state: string): Promise<Target & { readonly inspector: number }> {
  const inspector = await freePort();
  return { ...(await target(state, { options: [`--inspect-port=${inspector}`] })), inspector };
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
export const answer = (port: number): Promise<string | null> =>
  fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(10_000) })
    .then((response) => response.text())
    .catch(() => null);

/** Whether the process itself listens at the port. */
export function isOpen(pid: number, port: number): boolean {
  return listeners(pid).some((one) => one.port === port && hasSocket(pid, one.socket));
}

/** How often its inspector was opened. */
export function openings(server: Target): number {
  return server.printed().match(/Debugger listening/g)?.length ?? 0;
}
