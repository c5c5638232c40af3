import type { Milliseconds } from '../../model/units.ts';

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
