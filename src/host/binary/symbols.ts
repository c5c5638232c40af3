/** The addresses of libuv's pool in a binary, read once: in this process by a map, between processes by a file. */
import type { Readable } from '../../model/process-snapshot.ts';
import { getVerified, setVerified } from '../verified-cache.ts';
import { fileIdentity, readPoolSymbols, type PoolSymbols } from './elf.ts';

const known = new Map<string, Readable<{ symbols: PoolSymbols }>>();

/** As `readPoolSymbols`. @throws if the file cannot be read */
export function poolSymbols(path: string): Readable<{ symbols: PoolSymbols }> {
  const key = fileIdentity(path);
  const before = known.get(key);
  if (before) return before;
  const kept = getVerified('addresses', key) as PoolSymbols | null;
  const found = kept ? { ok: true as const, symbols: kept } : readPoolSymbols(path);
  known.set(key, found);
  if (!kept && found.ok) setVerified('addresses', key, found.symbols);
  return found;
}
