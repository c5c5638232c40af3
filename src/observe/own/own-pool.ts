/**
 * The thread pool of this very process (guest), as the look from outside reads it. A process may read its own memory without
 * any right, and its layout is known of official builds alone: nothing is tried here, and nothing is guessed.
 */
import { buildIdOf, readPoolSymbols } from '../../host/binary/elf.ts';
import { knownBuild } from '../../host/binary/build.ts';
import type { PoolReading } from '../../model/process-snapshot.ts';
import { TargetMemory } from '../external/memory.ts';
import { poolReader } from '../external/pool-reader.ts';

/** @returns what reads it (null: no reading was consistent); null where the build is in no table, or its memory is closed to it */
export function ownPool(): (() => PoolReading | null) | null {
  if (process.platform !== 'linux') return null;
  try {
    const binary = '/proc/self/exe';
    const build = knownBuild(buildIdOf(binary));
    const found = build && readPoolSymbols(binary);
    if (!found?.ok) return null;
    return poolReader(process.pid, new TargetMemory('self'), found.symbols, build?.numbers).instant;
  } catch {
    return null;
  }
}
