/**
 * Whether it is known how a binary lays out libuv's pool. Three answers, none of which starts anything that the owner of
 * the process could have chosen:
 *
 *   an official build            its layout was tried when the table was made (builds.ts)
 *   the Node that runs this      a child of it is tried (self-test.ts): it runs already
 *   any other, if it may be      a child of it is tried, where triable.ts finds nothing against it
 */
import type { PeekSelfTest, Seen } from '../../model/look.ts';
import { knownBuild } from '../../host/binary/builds.ts';
import type { PoolSymbols } from '../../host/binary/elf.ts';
import type { JobNumbers } from '../../host/binary/job-numbers.ts';
import { selfTest } from './self-test.ts';
import { triable } from './triable.ts';
import type { Who } from './who.ts';

export interface Layout extends PeekSelfTest {
  readonly numbers: JobNumbers;
}

/** @param mayTry whether the user agreed that the binary is started */
export async function layoutOf(who: Who, symbols: PoolSymbols, mayTry: boolean): Promise<Seen<Layout>> {
  const build = knownBuild(symbols.buildId);
  if (build) return { ok: true, ...build, duration: 0, source: 'build' };
  using trial = triable(who, mayTry);
  if (!trial.ok) return trial;
  return await selfTest(trial.path, symbols, trial.owner);
}
