/** What is known of an official build of Node, by its id. */
import type { JobNumbers } from './job-numbers.ts';
import { knownBuilds, knownNumbers } from './known-builds.ts';

export interface Build {
  /** The version of Node, as `process.versions.node` has it. */
  readonly node: string;
  readonly numbers: JobNumbers;
}

/**
 * Returns what is known of the build with that id, or null.
 *
 * The id is the one that the linker computes from the whole output (`--build-id`), and that debuggers and `perf` find a
 * binary's symbols by. Whoever copies it into another binary misleads nobody but those who read their own process: what
 * follows from it are offsets to read at, and nothing is ever started for it.
 */
export function knownBuild(id: string | null): Build | null {
  const node = id === null ? undefined : knownBuilds.get(id);
  if (node === undefined) return null;
  const since = knownNumbers.findLast(({ from }) => !isOlder(node, from));
  return { node, numbers: since?.numbers ?? {} };
}

export const isOlder = (version: string, than: string) =>
  version.localeCompare(than, 'en', { numeric: true }) < 0;
