/** Where tools of other platforms lie. A test names folders of its own. */
import { globSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { usersPath } from '../host/processes.ts';

export interface Places {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Folders in which systems and package managers install, with `*` for a name. */
  readonly system: readonly string[];
  /** From where optional npm packages are found. */
  readonly cwd: string;
}

export const systemPlaces = (): Places => ({
  env: { ...process.env, PATH: usersPath() },
  home: homedir(),
  system: ['/usr/lib/jvm/*', '/usr/java/*', '/opt/*', '/usr/local/*', '/Library/Java/JavaVirtualMachines/*'],
  cwd: process.cwd(),
});

/** What lies at these patterns, each file once and under its real name; patterns that hold an unset variable are left out. */
export function existing(patterns: readonly (string | undefined)[]): string[] {
  const found = patterns.flatMap((pattern) => (pattern === undefined ? [] : globSync(pattern).toSorted()));
  return [...new Set(found.map((path) => realpathSync(path)))];
}

/** Programs of this name in the folders of PATH. */
export function onPath(name: string, { env }: Places): string[] {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).filter(isFile);
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** @returns the newest first */
export function newestFirst<Tool extends { readonly version: string }>(tools: readonly Tool[]): Tool[] {
  return tools.toSorted((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
}
