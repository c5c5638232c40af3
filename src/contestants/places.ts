/**
 * Where tools of other platforms lie. A test names folders of its own. They are found, not named, so each is taken only if
 * nobody else can have put it there (`mayRun`).
 */
import { existsSync, globSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { usersPath } from '../host/tools.ts';

export interface Places {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Folders in which systems and package managers install, with `*` for a name. */
  readonly system: readonly string[];
  /** Where Python packages are installed, beside the user's own. */
  readonly prefixes: readonly string[];
}

export const systemPlaces = (): Places => ({
  env: { ...process.env, PATH: usersPath() },
  home: homedir(),
  system: ['/usr/lib/jvm/*', '/usr/java/*', '/opt/*', '/usr/local/*', '/Library/Java/JavaVirtualMachines/*'],
  prefixes: ['/usr', '/usr/local'],
});

/**
 * What lies at these patterns, each once and under its real name. A pattern of an unset variable is undefined; one that
 * depends on the current folder counts for nothing.
 */
export function existing(patterns: readonly (string | undefined)[]): string[] {
  const found = patterns.flatMap((pattern) =>
    pattern === undefined || !isAbsolute(pattern) ? [] : globSync(pattern).toSorted(),
  );
  // A link may lead nowhere: what it led to was removed.
  return [...new Set(found.filter((path) => existsSync(path)).map((path) => realpathSync(path)))];
}

export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false; // there is none, or it may not be seen
  }
}

/** @returns the newest first */
export function newestFirst<Tool extends { readonly version: string }>(tools: readonly Tool[]): Tool[] {
  return tools.toSorted((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
}
