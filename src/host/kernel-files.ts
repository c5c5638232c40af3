/** What the kernel tells in files and links. The probe reads by this too: nothing is imported but what Node 20 has. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** @returns a file of the kernel's; null where it has gone, or may not be read */
export function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** @returns what is in a folder of the kernel's; nothing where it has gone, or may not be read */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
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
