/**
 * Every program that is started by its name is found here, and nowhere else: in a folder of PATH that does not depend on where
 * the user stands, and for root only where nobody else could have put it (`mayRun`).
 */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { mayRun, maySearch } from '../files.ts';
import { message, type Message } from '../messages/message.ts';
import { problem } from '../messages/problem.ts';

/**
 * The PATH without this package's own binaries. npx and npm scripts put them first, and among them is the Node that
 * chokepoint runs on: the user's server must run on the user's.
 */
export function usersPath(): string {
  const own = join(import.meta.dirname, '../../node_modules/.bin');
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== own)
    .join(delimiter);
}

/**
 * The program of a command that the user gave, as the shell would find it; null if nowhere. It is the user's own choice: what
 * is started by a name of ours is found by `findTool`.
 */
export function findProgram(name: string, cwd = process.cwd()): string | null {
  const places = name.includes('/')
    ? [resolve(cwd, name)]
    : usersPath()
        .split(delimiter)
        .map((folder) => join(folder, name));
  return places.find(isExecutable) ?? null;
}

/** Folders of `ss` and other programs of the system, to which the PATH of a user often does not lead. */
const systemFolders = process.platform === 'win32' ? [] : ['/usr/sbin', '/sbin'];

/** @returns the file of a program, in full; null where there is none, or none that may be started (`whyNoTool`) */
export function findTool(name: string): string | null {
  return all(name).find(mayRun) ?? null;
}

/** @throws Problem TOOL_MISSING */
export function requireTool(name: string): string {
  const file = findTool(name);
  if (file === null) throw problem('TOOL_MISSING', { name, why: whyNoTool(name) });
  return file;
}

/** Says why `findTool` has found nothing. */
export function whyNoTool(name: string): Message {
  const [file] = all(name);
  return file === undefined ? message('tool.not-on-path', { name }) : message('tool.of-others', { file });
}

const all = (name: string) => programsOn([usersPath(), ...systemFolders].join(delimiter), name);

/** Returns all programs of this name. Root may run those that `mayRun` finds safe. */
export function programsOn(path: string | undefined, name: string): string[] {
  return absoluteFolders(path)
    .map((folder) => join(folder, name))
    .filter(isExecutable);
}

/** An empty word of PATH, or a relative one, is another folder wherever the user stands: it counts for nothing. */
function absoluteFolders(path: string | undefined): string[] {
  return (path ?? '').split(delimiter).filter(isAbsolute);
}

/**
 * The PATH for what is found here: scripts and `env` look for further programs by it. Root's has no folder into which
 * somebody else could have put one.
 */
export function toolPath(path: string | undefined = usersPath()): string {
  // Never empty: that would be the current folder.
  return [...absoluteFolders(path), ...systemFolders].filter(maySearch).join(delimiter);
}

/** Returns the command pinned to these CPUs; as it is where none are chosen, or there is no `taskset`. */
export function pinned(
  cpus: readonly number[] | null,
  command: readonly [string, ...string[]],
): [file: string, ...args: string[]] {
  const taskset = cpus === null || cpus.length === 0 ? null : findTool('taskset');
  return taskset === null ? [...command] : [taskset, '-c', (cpus ?? []).join(','), ...command];
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
