/** Watches of servers with a fault, from their start to their end. */
import { join } from 'node:path';
import type { Watch } from '../../src/model/watch.ts';
import { openWatch, type WatchEvent, type WatchOptions } from '../../src/observe/session/watch.ts';
import type { Started } from './process.ts';
import { startProgram } from './targets.ts';

/** Where the servers lie. */
export const fixture = (name: string) => join(import.meta.dirname, '../observe/session', name);

interface Watching {
  /** What was seen so far. */
  readonly seen: () => Watch;
  /** Ends the watch. */
  readonly enough: () => void;
}

interface Watched {
  readonly watch: Watch;
  readonly news: readonly WatchEvent[];
}

/** Watches to the end. @param during told of each event */
export async function watched(
  options: WatchOptions,
  during: (news: WatchEvent, watching: Watching) => void = () => {},
): Promise<Watched> {
  const stop = new AbortController();
  await using open = await openWatch({ signal: stop.signal, ...options });
  const news: WatchEvent[] = [];
  for await (const one of open.events()) {
    news.push(one);
    during(one, { seen: () => open.seen(), enough: () => stop.abort() });
  }
  return { watch: await open.end(), news };
}

interface ServerOptions extends Omit<WatchOptions, 'target' | 'duration'> {
  readonly duration?: number | null;
  /** In place of this Node with the program of that name. */
  readonly command?: readonly [string, ...string[]];
  /** Node's options. */
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A server that says a word when it is ready, where it listens as a rule, and ends with its parent. */
export const startServer = (
  name: string,
  { command, flags = [], env }: Pick<ServerOptions, 'command' | 'flags' | 'env'> = {},
): Promise<Started> => startProgram(command ?? [process.execPath, ...flags, fixture(name)], env);

/** Starts it and watches it to the end; it lives until the end of the block. */
export async function watchedServer(
  fault: string,
  { duration = 20_000, command, flags, env, ...options }: ServerOptions,
  during?: (news: WatchEvent, watching: Watching & { readonly server: Started }) => void,
): Promise<Watched & AsyncDisposable & { readonly server: Started }> {
  const start = { ...(command && { command }), ...(flags && { flags }), ...(env && { env }) };
  const server = await startServer(fault, start);
  const dispose = () => server[Symbol.asyncDispose]();
  try {
    const target = { type: 'pid', pid: server.pid } as const;
    const seen = await watched({ target, duration, ...options }, (news, watching) =>
      during?.(news, { ...watching, server }),
    );
    return { ...seen, server, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
