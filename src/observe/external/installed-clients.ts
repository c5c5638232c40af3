/** Which clients of services an application has, by the nearest package.json. It is read; nothing is run. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clientsOfServices } from '../../model/service-clients.ts';

/** Folders above the script that are looked into, and the longest file that is read, in bytes. */
const [mostFolders, longest] = [8, 1 << 20];

/** @returns their names, of those that are known; none where that cannot be read */
export function installedClients(pid: number, script: string | null): string[] {
  // As the process sees it: in a container its files lie below another root.
  let folder = script === null ? '/' : dirname(script);
  for (let at = 0; at < mostFolders && folder !== '/'; at++, folder = dirname(folder)) {
    const file = join(`/proc/${pid}/root`, folder, 'package.json');
    const { isFile, size } = sizeOf(file);
    if (isFile) return size <= longest ? namedIn(file) : [];
  }
  return [];
}

function sizeOf(file: string): { readonly isFile: boolean; readonly size: number } {
  try {
    const found = statSync(file);
    return { isFile: found.isFile(), size: found.size };
  } catch {
    return { isFile: false, size: 0 };
  }
}

function namedIn(file: string): string[] {
  try {
    const { dependencies } = JSON.parse(readFileSync(file, 'utf8')) as { readonly dependencies?: unknown };
    return clientsOfServices.filter((name) => Object.hasOwn(dependencies ?? {}, name));
  } catch {
    return [];
  }
}
