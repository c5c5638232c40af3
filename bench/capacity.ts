/**
 * C(n) of this machine, three times over: what n spinning threads do together, in units of one alone.
 *
 *     npm run bench -- capacity
 */
import { measureCapacity } from '../src/host/capacity.ts';

for (let run = 1; run <= 3; run++) {
  const { cpus, points, rounds, duration } = await measureCapacity({ seed: run });
  console.log(`${cpus} CPUs, ${rounds} rounds in ${(duration / 1000).toFixed(1)} s`);
  for (const { threads, speed, low, high } of points)
    console.log(`  C(${threads}) = ${speed.toFixed(2)}  (${low.toFixed(2)} to ${high.toFixed(2)})`);
}
