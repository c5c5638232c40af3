/** Listens for the probes of a command that the doctor starts: each of its Node processes brings one along, which calls. */
import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Milliseconds } from '../../model/units.ts';
import { systemClock } from '../../host/clock.ts';
import { openOwnSocket } from './private-socket.ts';
import { linkOf, type ProbeLink } from './link.ts';
import { preload } from './payload.ts';

/** Longest wait for a probe's hello. It says it at once, but its machine may be busy. */
const timeout: Milliseconds = 10_000;

export interface ProbeListener extends AsyncDisposable {
  /** Variables that the command's environment needs besides its own. */
  readonly environment: Readonly<Record<'CHOKEPOINT_PROBE_SOCKET' | 'NODE_OPTIONS', string>>;
}

/**
 * Listens until it is disposed of. The processes must have ended then, or start no more Node: the file that they load
 * first is gone, and a Node that does not find it does not start.
 * @param onLink takes each probe as it calls, which is the caller's to close
 * @param options NODE_OPTIONS as the command would have them
 */
export async function listenForProbes(
  onLink: (link: ProbeLink) => void,
  options: string = process.env['NODE_OPTIONS'] ?? '',
): Promise<ProbeListener> {
  const waiting = new Set<Socket>();
  let isOver = false;
  const door = await openOwnSocket((socket) => {
    waiting.add(socket);
    void linkOf(socket, timeout, systemClock)
      .then((link) => link && (isOver ? link.close() : onLink(link)))
      .finally(() => waiting.delete(socket));
  });
  const file = join(door.folder, 'preload.cjs');
  writeFileSync(file, preload(), { mode: 0o600 });
  const flag = `--require ${quoted(file)}`;
  return {
    environment: {
      CHOKEPOINT_PROBE_SOCKET: door.path,
      NODE_OPTIONS: options.trim() === '' ? flag : `${options} ${flag}`,
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      for (const socket of waiting) socket.destroy();
      await door[Symbol.asyncDispose]();
    },
  };
}

/** Quotes a word for NODE_OPTIONS as Node reads it: a backslash stands before what would end the quotes. */
function quoted(word: string): string {
  return `"${word.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
