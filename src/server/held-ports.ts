/** Which port a server that does not listen may have wanted, and who holds it (Linux). */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { holderOf, listeners, type Listener } from '../host/listeners.ts';
import { described } from '../host/offspring.ts';
import { identity, isNode } from '../host/processes.ts';
import { nodeCommand } from '../apply/node-command.ts';
import { message } from '../messages/message.ts';
import { problem, type Problem } from '../messages/problem.ts';
import type { LaunchTarget } from './launch.ts';

/** @returns `4711 node server.js` of whoever has the socket open; null where that may not be known */
export function holderName(socket: string): string | null {
  const who = identity(holderOf(socket) ?? 0);
  return who && described(who);
}

/** Ports where Node processes listen, as messages name them: `3000: 4711 node server.js`. */
export function nodePorts(): string[] {
  return portsWhere(({ socket }) => {
    const holder = holderOf(socket);
    return holder !== null && holder !== process.pid && isNode(holder);
  });
}

function portsWhere(isMeant: (one: Listener) => boolean): string[] {
  const found = new Map(listeners(process.pid).flatMap((one) => (isMeant(one) ? [[one.port, one]] : [])));
  return Array.from(found.values(), (one) => `${one.port}: ${holderName(one.socket) ?? `user ${one.uid}`}`);
}

type Target = Pick<LaunchTarget, 'launch' | 'cwd'>;

/** Taken ports that the server may have wanted: its script, its words or its PORT name them. */
export function wantedPorts({ launch: { file, args, env }, cwd }: Target): string[] {
  const path = resolve(cwd, nodeCommand([file, ...args])?.script ?? '.');
  const source = existsSync(path) && path !== resolve(cwd) ? readFileSync(path, 'utf8') : '';
  const words = [...args, env['PORT'] ?? process.env['PORT'], source].join(' ').match(/\b\d{2,5}\b/g);
  return portsWhere(({ port }) => words?.includes(String(port)) ?? false);
}

/**
 * Why a server ended before it answered. It may say that its port is taken; Express 5 hands that error to the callback of
 * `listen`, where most servers lose it and end with 0.
 * @param output its last lines @returns PORT_TAKEN or SERVER_EXITED
 */
export function endedEarly(how: string, setting: string, target: Target, output: readonly string[]): Problem {
  const [, host = '', port = ''] = /EADDRINUSE\b.*?(\S+):(\d+)$/m.exec(output.join('\n')) ?? [];
  const holder = listeners(process.pid).find((one) => String(one.port) === port);
  if (holder) {
    const by = message('port.holder', { uid: holder.uid, name: holderName(holder.socket) });
    return problem('PORT_TAKEN', { host, port, by });
  }
  const named = how === 'exit code 0' ? wantedPorts(target) : [];
  const held = how === 'exit code 0' && named.length === 0 ? nodePorts() : named;
  return problem('SERVER_EXITED', { how, todo: message('exited.todo', { setting, held }) });
}
