/** The release of Node that a binary is, read from the file: it is never started for that. */
import { closeSync, openSync, readSync } from 'node:fs';
import { buildIdOf, fileIdentity } from './elf.ts';
import { getVerified, setVerified } from '../verified-cache.ts';
import { knownBuild } from './build.ts';

/** The address of Node's sources (`process.release.sourceUrl`), which a binary holds if it was built as a release. */
const sources = /\/node-v(\d+\.\d+\.\d+(?:-[\w.]+)?)\.tar\.gz/;
/** Bytes of a chunk that the next one repeats, more than any such name has: one across two chunks is found too. */
const overlap = 128;
const chunkBytes = 4 * 2 ** 20;
/** Most bytes that are searched: debug builds have half a gigabyte. */
const mostBytes = 2 ** 30;

const known = new Map<string, string | null>();

/** Returns the version of a node binary, or null if it does not tell, or cannot be read. */
export function releaseOf(path: string): string | null {
  try {
    const build = knownBuild(buildIdOf(path));
    if (build) return build.node;
    const key = fileIdentity(path);
    let version = known.get(key);
    if (version === undefined) {
      version = (getVerified('release', key) as string | null) ?? searched(path);
      known.set(key, version);
      if (version !== null) setVerified('release', key, version);
    }
    return version;
  } catch {
    return null; // it has ended, or belongs to another user
  }
}

function searched(path: string): string | null {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    for (let at = 0; at < mostBytes; at += chunkBytes - overlap) {
      const read = readSync(file, buffer, 0, chunkBytes, at);
      const found = sources.exec(buffer.toString('latin1', 0, read));
      if (found) return found[1] ?? null;
      if (read < chunkBytes) return null;
    }
    return null;
  } finally {
    closeSync(file);
  }
}
