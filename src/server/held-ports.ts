/** Which port a server that does not listen may have wanted, and who holds it (Linux). */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { holderOf, listeners, type Listener } from '../host/listeners.ts';
import { described } from '../host/offspring.ts';
import { identity, isNode } from '../host/processes.ts';
import { nodeCommand } from '../model/apply/node-command.ts';
import type { HeldPort } from '../messages/en/servers.ts';
import { message } from '../messages/message.ts';
import { problem, type Problem } from '../messages/problem.ts';
import type { LaunchTarget } from './launch.ts';
import type { RunningServer } from './server.ts';

/** @returns who has the socket open, as a message names him */
export function heldPort({ port, socket, uid }: Listener): HeldPort {
  const holder = holderOf(socket);
  const who = holder === null ? null : identity(holder);
  return { port, name: who && described(who), uid };
}

/** Ports where Node processes listen, each once. */
export function nodePorts(): HeldPort[] {
  return portsWhere(({ socket }) => {
    const holder = holderOf(socket);
    return holder !== null && holder !== process.pid && isNode(holder);
  });
}

function portsWhere(isMeant: (one: Listener) => boolean): HeldPort[] {
  const found = listeners(process.pid).filter(isMeant);
  return [...new Map(found.map((one) => [one.port, one])).values()].map(heldPort);
}

type Ended = { readonly server: Pick<RunningServer, 'output'>; readonly target: Target };
type Target = Pick<LaunchTarget, 'launch' | 'cwd'>;

/** Taken ports that the server may have wanted: its script, its words or its PORT name them. */
export function wantedPorts({ launch: { file, args, env }, cwd }: Target): HeldPort[] {
  const script = nodeCommand([file, ...args])?.script;
  const path = script === undefined ? '' : resolve(cwd, script);
  const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const words = [...args, env['PORT'] ?? process.env['PORT'], source].join(' ').match(/\b\d{2,5}\b/g);
  return portsWhere(({ port }) => words?.includes(String(port)) ?? false);
}

/**
 * Why a server ended before it answered. It may say that its port is taken; Express 5 hands that error to the callback of
 * `listen`, where most servers lose it and end with 0.
 * @returns PORT_TAKEN or SERVER_EXITED
 */
export function endedEarly(how: string, setting: string, { server, target }: Ended): Problem {
  const said = /EADDRINUSE\b.*?(\S+):(\d+)$/m.exec(server.output().join('\n'));
  const [, host = '', port = ''] = said ?? [];
  const [holder] = said ? portsWhere((one) => String(one.port) === port) : [];
  if (holder) return problem('PORT_TAKEN', { host, port, by: message('port.holder', holder) });
  const named = how === 'exit code 0' ? wantedPorts(target) : [];
  const held = how === 'exit code 0' && named.length === 0 ? nodePorts() : named;
  return problem('SERVER_EXITED', { how, todo: message('exited.todo', { setting, held }) });
}
