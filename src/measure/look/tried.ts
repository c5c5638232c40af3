/**
 * What was tried once for a binary is true of it until the file changes, so it is kept for the next time: on a saturated
 * machine a child of our own takes seconds to start, and that is when somebody wants an answer.
 */
import { chmodSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

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
  const folder = cacheFolder();
  const draft = join(folder, `tried.${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(draft, JSON.stringify({ version, entries: Object.fromEntries(entries) }), { mode: 0o600 });
    chmodSync(draft, 0o600);
    renameSync(draft, join(folder, 'tried.json'));
  } catch {
    try {
      rmSync(draft, { force: true });
    } catch {
      // there was no folder for it either
    }
  }
}

const name = (what: string, key: string) => `${what} ${key}`;

function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'chokepoint');
}

/** Nothing where the file is not there, is damaged, or could have been written by somebody else. */
function read(): Entries {
  const file = join(cacheFolder(), 'tried.json');
  try {
    const { uid, mode } = lstatSync(file);
    if (uid !== process.getuid?.() || (mode & 0o022) !== 0) return {};
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { version: unknown; entries: Entries };
    return kept.version === version && typeof kept.entries === 'object' ? kept.entries : {};
  } catch {
    return {};
  }
}
