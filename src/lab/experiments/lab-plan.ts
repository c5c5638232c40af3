/** What every plan of the lab shares, so that an experiment says only what is its own. */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { problem } from '../../messages/problem.ts';
import type { Plan } from '../../model/plan.ts';
import type { Bytes, Milliseconds } from '../../model/units.ts';
import type { PlanOptions } from './experiment.ts';
import type { NodeFeature, Program } from './judgement.ts';

interface Own
  extends
    Pick<Plan, 'name' | 'subject' | 'factors' | 'cells' | 'baseline'>,
    Partial<
      Pick<
        Plan,
        | 'absent'
        | 'affinity'
        | 'contestants'
        | 'expected'
        | 'settling'
        | 'strategy'
        | 'warmup'
        | 'duration'
        | 'timeout'
        | 'startTimeout'
      >
    > {
  readonly blocks: Readonly<Record<Plan['scale'], number>>;
  /** What one block takes if nothing has to be measured again. Where blocks differ, `expected` is given instead. */
  readonly blockTime?: Milliseconds;
  /** After which a quick run begins no further block. */
  readonly quickLimit: Milliseconds | null;
}

export const blocksOf = ({ blocks, scale }: PlanOptions, usual: Own['blocks']) => blocks ?? usual[scale];

export function labPlan(options: PlanOptions, { blocks, blockTime = 0, quickLimit, ...own }: Own): Plan {
  const { asked = [], scale, seed, node } = options;
  const count = blocksOf(options, blocks);
  return {
    asked: [...asked],
    scale,
    strategy: { kind: 'all' },
    seed,
    warmup: 0,
    duration: null,
    timeout: 30_000,
    startTimeout: 30_000,
    node,
    affinity: null,
    blocks: count,
    limit: scale === 'quick' ? quickLimit : null,
    expected: count * blockTime,
    ...own,
  };
}

/** Those of `wanted` that were not found: for `Plan.absent`. */
export function absent<Wanted extends Program | NodeFeature>(
  wanted: readonly Wanted[],
  has: ReadonlySet<string>,
): Wanted[] {
  return wanted.filter((one) => !has.has(one));
}

/** How long a piece of work takes: the fastest of a few rounds, since whatever else the machine does can only slow one down. */
export function fastest(run: () => unknown, rounds: number): Milliseconds {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    run();
    least = Math.min(least, performance.now() - begin);
  }
  return least;
}

/**
 * Asks before anything starts whether the servers of an experiment will have space for their files.
 * @throws Problem ROOM_MISSING if the temporary folder has less than `needed` left
 */
export function requireDiskSpace(needed: Bytes): void {
  const folder = tmpdir();
  const { bavail, bsize } = statfsSync(folder);
  const missing = needed - bavail * bsize;
  if (missing > 0) throw problem('ROOM_MISSING', { folder, missing: Math.ceil(missing / 2 ** 20) });
}
