/** The server of a case, started for a load or for a person's tools; the doctor starts its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadJob } from '../../src/load/engine.ts';
import type { Milliseconds } from '../../src/model/units.ts';
import { freePort } from '../../src/server/launch.ts';
import type { NamedCase } from './case.ts';
import { environment } from './install.ts';

const timeout: Milliseconds = 60_000;

export interface Ports {
  readonly own: number;
  readonly beside: number;
}

export const freePorts = async (): Promise<Ports> => ({ own: await freePort(), beside: await freePort() });

/** @returns the words to start it with */
export function commandOf({ command }: Pick<NamedCase, 'command'>, { own }: Ports): string[] {
  return command.map((word) => word.replace('$PORT', String(own)));
}

export function environmentOf({ env }: Pick<NamedCase, 'env'>, { own, beside }: Ports): NodeJS.ProcessEnv {
  const { NODE_ENV: _mode, UV_THREADPOOL_SIZE: _size, NODE_OPTIONS: _options, ...inherited } = environment;
  return { ...inherited, PORT: String(own), BESIDE_PORT: String(beside), ...env };
}

export interface Running extends AsyncDisposable {
  readonly pid: number;
}

/** The program that stands beside the server; null where there is none. */
export async function startBeside(one: NamedCase, folder: string, ports: Ports): Promise<Running | null> {
  if (!existsSync(join(folder, 'beside.mjs'))) return null;
  const running = started([process.execPath, 'beside.mjs'], folder, environmentOf({}, ports));
  // Listeners of the server itself have no port.
  if (one.kind !== 'WebSocket') await listening(running.child, ports.beside);
  return running;
}

/**
 * The server, and what stands beside it, until it is disposed of.
 * @param env beside that of the case
 */
export async function startServer(
  one: NamedCase,
  folder: string,
  ports: Ports,
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const beside = await startBeside(one, folder, ports);
  const server = started(commandOf(one, ports), folder, { ...environmentOf(one, ports), ...env });
  const end = async () => {
    await server[Symbol.asyncDispose]();
    await beside?.[Symbol.asyncDispose]();
  };
  try {
    await listening(server.child, ports.own);
    return { pid: server.pid, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

const children = new Set<ChildProcess>();
// Ctrl-C leaves nothing behind.
process.once('SIGINT', () => process.exit(130));
process.once('exit', () => children.forEach(kill));

function started(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const [program = '', ...args] = words;
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  children.add(child);
  return { child, pid: child.pid ?? 0, [Symbol.asyncDispose]: () => ended(child) };
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + timeout;
  while (child.exitCode === null && performance.now() < deadline) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error(`${child.spawnargs.join(' ')} did not listen at ${port}`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const isOver = child.exitCode !== null || child.signalCode !== null;
  const end = isOver ? null : once(child, 'exit');
  kill(child);
  await end;
  children.delete(child);
}

function kill({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of the group have ended.
  }
}

export const clientsOf = ({ clients = 32 }: Pick<NamedCase, 'clients'>) => clients;

export function urlOf({ request }: Pick<NamedCase, 'request'>, { own }: Ports): string {
  return `http://127.0.0.1:${own}${request.path}`;
}

/** The load that the doctor sends as well. */
export function jobOf(one: NamedCase, ports: Ports, warmup: Milliseconds, duration: Milliseconds): LoadJob {
  const { method = 'GET', headers = {}, body } = one.request;
  return {
    load: { kind: 'closed', clients: clientsOf(one) },
    requests: [
      { url: urlOf(one, ports), method, headers, weight: 1, ...(body === undefined ? {} : { body }) },
    ],
    warmup,
    duration,
    timeout: 30_000,
    seed: 1,
    traces: 0,
  };
}
