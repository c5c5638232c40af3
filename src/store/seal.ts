/**
 * A stored run is code: going on with it starts its command. Its seal says that this user began it on this machine. A
 * store that came with a repository has the rights of whoever cloned it, so that the owner of the file proves nothing.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makeFolder, newDraft, placeOnce, readOwn } from '../files.ts';

const bytes = 32;

/** @returns an empty text where no key can be kept: such a run is nobody's */
export function sealOf(id: string, plan: string): string {
  const key = readKey() ?? makeKey();
  return key === null ? '' : mac(key, id, plan);
}

export function isSealed(id: string, plan: string, seal: string): boolean {
  const key = seal === '' ? null : readKey();
  if (key === null) return false;
  const [found, expected] = [Buffer.from(seal), Buffer.from(mac(key, id, plan))];
  return found.length === expected.length && timingSafeEqual(found, expected);
}

const mac = (key: Buffer, id: string, plan: string) =>
  createHmac('sha256', key).update(`${id}\n${plan}`).digest('hex');

function keyFolder(): string {
  return join(process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), 'chokepoint');
}

/** Null where there is none, or where somebody else could have read or written it. */
function readKey(): Buffer | null {
  const key = Buffer.from(readOwn(join(keyFolder(), 'key'), 0o077) ?? '', 'hex');
  return key.length === bytes ? key : null;
}

/** Two processes may begin at once: the key that is there first is the key of both. */
function makeKey(): Buffer | null {
  try {
    makeFolder(keyFolder());
    const draft = newDraft(keyFolder());
    writeFileSync(draft, randomBytes(bytes).toString('hex'));
    placeOnce(draft, join(keyFolder(), 'key'));
  } catch {
    // A run can be measured without: then going on with it needs consent.
  }
  return readKey();
}
