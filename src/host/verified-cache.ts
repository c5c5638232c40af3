/**
 * Keeps what was tried once for a binary: it is true until the file changes. On a saturated machine a child of our own takes
 * seconds to start, and that is when somebody wants an answer.
 */
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder, readOwn, writeWhole } from '../files.ts';
import { parsedJson } from '../model/schema/read.ts';

/** Version of the file's form and of what is tried: after a change of either, all is forgotten. */
const version = 1;
/** Most results that are kept: more are not worth the reading. */
const most = 64;

type Entries = Record<string, unknown>;

/** @param key the file as it is (`fileIdentity`), and whatever else the result depends on @returns null where none is kept */
export function getVerified(what: string, key: string): unknown {
  return read()[nameOf(what, key)] ?? null;
}

/** Keeps what was found to be right. That it cannot be kept is no error: it is tried again next time. */
export function setVerified(what: string, key: string, result: unknown): void {
  const entries = Object.entries({ ...read(), [nameOf(what, key)]: result }).slice(-most);
  try {
    makeFolder(dirname(cacheFile()));
    const text = JSON.stringify({ version, entries: Object.fromEntries(entries) });
    writeWhole(cacheFile(), text);
  } catch {
    // The trial is made again: sudo may keep the HOME of another user, where root does not write.
  }
}

const nameOf = (what: string, key: string) => `${what} ${key}`;

/** The place of what is kept from one run to the next, in chokepoint's own cache folder. */
export function cachePlace(name: string): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'chokepoint', name);
}

const cacheFile = () => cachePlace('tried.json');

/** Reads the file; empty if it is not there, is damaged, or could have been written by somebody else. */
function read(): Entries {
  const text = readOwn(cacheFile(), 0o022) ?? '';
  const kept = parsedJson(text) as { version: unknown; entries: Entries | null } | null;
  return kept?.version === version && typeof kept.entries === 'object' ? (kept.entries ?? {}) : {};
}
