/** What the kernel tells in files and links. The probe reads by this too: nothing is imported but what Node 20 has. */
import { readFileSync, readlinkSync } from 'node:fs';

/** @returns a file of the kernel's; null where it has gone, or may not be read */
export function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** @returns where a link of the kernel's leads; null where it has gone, or may not be read */
export function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
