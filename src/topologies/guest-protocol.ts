/** What the controller and the guests have agreed on: options, paths, files (guest). */
import { extname, join } from 'node:path';
import type { Cell } from '../model/plan.ts';

export interface AppOptions {
  readonly workload: string;
  readonly parameters: Cell['parameters'];
  readonly host: string;
  readonly port: number;
  /** Started by hand (`chokepoint serve`): it prints what the article's server printed, and answers `jobsPath`. */
  readonly byHand?: boolean;
}

/** Path that is answered without any work, so that asking whether the server is up costs and warms nothing. */
export const readyPath = '/ready';

/** Path of `PlatformFacts` (model/contestant.ts): what the server sees of its machine and of its settings. */
export const factsPath = '/facts';

/** Path at which a server that was started by hand tells which jobs have ended: `curl.sh` makes the article's table of them. */
export const jobsPath = '/jobs';

/** Worker threads for the workload's tasks, in `CHOKEPOINT_TASKS`; without it they are done on the event loop. */
export interface TaskOptions {
  readonly pool: 'piscina' | 'own' | 'once';
  readonly workers: number;
  /** Tasks that one worker may have in flight. */
  readonly atATime: number;
  /** The package.json of piscina. */
  readonly piscina?: string | undefined;
}

/**
 * A module of this package as a file: `.ts` in a checkout's sources, `.js` once built.
 * @param path without its ending: `lab/servers/app`
 */
export const moduleFile = (path: string): string =>
  join(import.meta.dirname, '..', path + extname(import.meta.filename));

/** Returns the whole lines of a file that somebody is still writing: the last one counts when its newline is there. */
export function wholeLines(text: string): string[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
}

/**
 * Whether a Node version knows `listen({ reusePort })`, which 22.12 and 23.1 brought: an older one ignores it silently.
 * @param version `22.12.0`
 */
export const hasReusePort = (version: string): boolean =>
  isFrom(version, 23, 1) || (version.startsWith('22.') && isFrom(version, 22, 12));

/**
 * Whether `readFile` of a Node version reads a small file in one job of the pool, which 26.8 brought: older ones open, ask
 * its size, read and close in a job each.
 * @param version `26.8.0`
 */
export const readsWholeFiles = (version: string): boolean => isFrom(version, 26, 8);

/**
 * Whether a Node version hands connections to other threads (`postMessage` with a `net.Socket` in its transfer list),
 * which 26.6 and 24.20 brought.
 * @param version `26.6.0`
 */
export const handsOverSockets = (version: string): boolean =>
  isFrom(version, 26, 6) || (version.startsWith('24.') && isFrom(version, 24, 20));

function isFrom(version: string, first: number, second: number): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > first || (major === first && minor >= second);
}

/** The size that libuv makes of its variable (src/threadpool.c: atoi, 0 becomes 1, cut to 1024). */
export function poolThreads(variable: string | undefined): number {
  if (variable === undefined) return 4;
  const size = Number.parseInt(variable, 10) || 1;
  return size < 0 || size > 1024 ? 1024 : size;
}
