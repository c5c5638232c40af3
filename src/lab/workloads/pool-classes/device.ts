/** Tells the controller before a run what the file system of a folder can do: whether it reads directly, and how fast its device is. */
import { constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { directKind, fsyncKind } from './files.ts';
import type { Kind } from './kind.ts';

/** Magic numbers of file systems that lie in memory (statfs(2)): tmpfs takes O_DIRECT since Linux 6.6, and has no device. */
const inMemory = new Map([
  [0x01021994, 'tmpfs'],
  [0x858458f6, 'ramfs'],
]);

/** Bytes of free space that a run needs: the files of one trial, and as much again for what else goes on there. */
export const neededSpace = 64 * 1024 * 1024;

/** Why files of this folder have no device to wait for; null if they have one. */
export function whyNoDevice(folder: string): string | null {
  const name = inMemory.get(statfsSync(folder).type);
  return name ? `in memory: ${folder} (${name})` : null;
}

/** Why nothing can be read here past the page cache; null if it can. */
export async function whyNoDirectReads(folder: string): Promise<string | null> {
  const reason = whyNoDevice(folder);
  if (reason) return reason;
  if (!constants.O_DIRECT) return `no O_DIRECT: ${process.platform}`;
  const own = mkdtempSync(join(folder, 'chokepoint-direct-'));
  try {
    await oneAtATime(directKind, own, 1);
    return null;
  } catch (error) {
    return `no O_DIRECT: the file system of ${folder} (${(error as NodeJS.ErrnoException).code ?? String(error)})`;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/**
 * Milliseconds that one job of the kind takes when nothing else is in flight: the fastest of a few. If jobs were taken for longer
 * than they are, a request would have too few of them, and HTTP would be measured instead.
 */
async function oneAtATime(kind: Kind, folder: string, rounds = 20): Promise<number> {
  const job = kind.prepare({ flight: 1 }, folder);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    await new Promise<void>((resolve, reject) => job((error) => (error ? reject(error) : resolve())));
    times.push(performance.now() - begin);
  }
  return Math.min(...times);
}

/** Milliseconds of one job alone, for the kinds that wait for the device of this folder; 0 for direct reads where there are none. */
export async function deviceTimes(
  folder: string,
  direct: boolean,
): Promise<Record<'direct' | 'fsync', number>> {
  const own = mkdtempSync(join(folder, 'chokepoint-device-'));
  try {
    return {
      direct: direct ? await oneAtATime(directKind, own) : 0,
      fsync: await oneAtATime(fsyncKind, own),
    };
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
