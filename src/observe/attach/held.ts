/**
 * Places in a file system that another user may change at any time (Linux). Each step is opened and held as a
 * descriptor, and the next one begins there: a link that is put in between is not followed, and what was checked is
 * what is used. A path of several parts can lead elsewhere each time that it is read, and an absolute link below
 * `/proc/PID/root` leads into the files of whoever follows it.
 */
import { constants, fstatSync, openSync, type Stats } from 'node:fs';

/** O_PATH of open(2): holds the place alone. Nothing is read, so a pipe or device there does nothing. Node does not name it. */
const pathOnly = 0o10000000;

/** The path of what lies in a held folder. */
export const inside = (folder: number, name: string): string => `/proc/self/fd/${folder}/${name}`;

/** Opens a folder, which the caller closes. @throws ENOTDIR if it is a link, or no folder */
export function holdFolder(path: string): number {
  return openSync(path, pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW);
}

/** Opens what is at a path, also a link itself: `stats` says what it is. The caller closes it. */
export function hold(path: string): { readonly file: number; readonly stats: Stats } {
  const file = openSync(path, pathOnly | constants.O_NOFOLLOW);
  return { file, stats: fstatSync(file) };
}

/** The root folder of a process, whose link the kernel resolves itself. */
export const holdRoot = (path: string): number => openSync(path, pathOnly | constants.O_DIRECTORY);

/** Whether a folder is a user's, and closed to all others. */
export const isPrivate = (stats: Stats, uid: number): boolean =>
  stats.isDirectory() && stats.uid === uid && (stats.mode & 0o077) === 0;
