/** What the threads cost when they are started (guest): several fresh processes for each size. */
import type { Facts } from '../facts.ts';
import { factsOf } from './child.ts';

const sizes = [4, 128, 1024] as const;
/** Enough that their range holds the median with 96.9 % (1 − 2 · 0.5⁶) even if one trial is all there is. */
const processes = 6;

/** `rss 128/0`: KiB that the first use of the pool added in the first process with 128 threads. */
export async function memory(): Promise<Facts> {
  const facts: Facts = {};
  for (let process = 0; process < processes; process++) {
    for (const size of sizes) {
      const found = await factsOf({
        entry: 'commonjs',
        parameters: { ask: 'count', jobs: 0 },
        size: String(size),
      });
      for (const name of ['rss', 'virtual'] as const) {
        if (typeof found[name] === 'number') facts[`${name} ${size}/${process}`] = found[name];
      }
    }
  }
  return facts;
}
