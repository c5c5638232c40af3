/** For a command that the doctor starts: every Node process of it brings its probe along, and calls by itself. */
import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Clock, Milliseconds } from '../../model/units.ts';
import { systemClock } from '../../host/clock.ts';
import { openOwnSocket } from './private-socket.ts';
import { linkOf, type ProbeLink } from './link.ts';
import { preload } from './payload.ts';

/** A probe says hello at once; its machine may be busy. */
const timeout: Milliseconds = 10_000;

export interface ProbeListener extends AsyncDisposable {
  readonly socketPath: string;
  /** What the command's environment needs besides what it has. */
  readonly environment: Readonly<Record<'CHOKEPOINT_PROBE_SOCKET' | 'NODE_OPTIONS', string>>;
  /** Each probe as it calls, until this is disposed of. Links that were handed out are the caller's to close. */
  readonly links: AsyncIterable<ProbeLink>;
}

/**
 * Listens until it is disposed of. The processes must have ended then, or start no more Node: the file that they load
 * first is gone, and a Node that does not find it does not start.
 * @param options NODE_OPTIONS as the command would have them
 */
export async function listenForProbes(
  options: string = process.env['NODE_OPTIONS'] ?? '',
  clock: Clock = systemClock,
): Promise<ProbeListener> {
  const queue = new LinkQueue();
  const waiting = new Set<Socket>();
  const door = await openOwnSocket((socket) => {
    waiting.add(socket);
    void linkOf(socket, timeout, clock)
      .then((link) => link && queue.push(link))
      .finally(() => waiting.delete(socket));
  });
  const file = join(door.folder, 'preload.cjs');
  writeFileSync(file, preload(), { mode: 0o600 });
  const flag = `--require ${quoted(file)}`;
  return {
    socketPath: door.path,
    environment: {
      CHOKEPOINT_PROBE_SOCKET: door.path,
      NODE_OPTIONS: options.trim() === '' ? flag : `${options} ${flag}`,
    },
    links: queue,
    async [Symbol.asyncDispose]() {
      for (const socket of waiting) socket.destroy();
      queue.end();
      await door[Symbol.asyncDispose]();
    },
  };
}

/** As Node reads its variable: a word with spaces stands in quotes, and a backslash before what would end them. */
function quoted(word: string): string {
  return `"${word.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** One reader at a time. */
class LinkQueue implements AsyncIterable<ProbeLink> {
  readonly #links: ProbeLink[] = [];
  #hasEnded = false;
  #wake = () => {};

  push(link: ProbeLink): void {
    if (this.#hasEnded) link.close();
    else this.#links.push(link);
    this.#wake();
  }

  end(): void {
    this.#hasEnded = true;
    for (const link of this.#links.splice(0)) link.close();
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ProbeLink, void> {
    for (;;) {
      const link = this.#links.shift();
      if (link) yield link;
      else if (this.#hasEnded) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
