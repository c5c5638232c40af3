/**
 * What was tried once for a binary is true of it until the file changes, so it is kept for the next time: on a saturated
 * machine a child of our own takes seconds to start, and that is when somebody wants an answer.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makeFolder, requireOwnPlace, writeWhole } from '../files.ts';

/** Of the file's form, and of what is tried: a change of either forgets all. */
const version = 1;
/** Binaries of a machine; more than these are not worth the reading. */
const most = 64;

type Entries = Record<string, unknown>;

/** @param key of the file as it is: `fileIdentity`, and whatever else the result depends on */
export function recall(what: string, key: string): unknown {
  return read()[name(what, key)] ?? null;
}

/** Only what was found to be right is kept. That it cannot be kept is no error: it is tried again next time. */
export function keep(what: string, key: string, result: unknown): void {
  const entries = Object.entries({ ...read(), [name(what, key)]: result }).slice(-most);
  try {
    makeFolder(cacheFolder());
    const text = JSON.stringify({ version, entries: Object.fromEntries(entries) });
    writeWhole(join(cacheFolder(), 'tried.json'), text);
  } catch {
    // It is tried again: sudo may keep the HOME of another user, where root does not write.
  }
}

const name = (what: string, key: string) => `${what} ${key}`;

function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'chokepoint');
}

/** Nothing where the file is not there, is damaged, or could have been written by somebody else. */
function read(): Entries {
  let file: number | null = null;
  try {
    requireOwnPlace(cacheFolder());
    file = openSync(join(cacheFolder(), 'tried.json'), constants.O_RDONLY | constants.O_NOFOLLOW);
    const { uid, mode } = fstatSync(file);
    if (uid !== process.geteuid?.() || (mode & 0o022) !== 0) return {};
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { version: unknown; entries: Entries };
    return kept.version === version && typeof kept.entries === 'object' ? kept.entries : {};
  } catch {
    return {};
  } finally {
    if (file !== null) closeSync(file);
  }
}
