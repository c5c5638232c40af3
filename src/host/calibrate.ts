/** How fast this machine is, measured just before a run, so that a scaled experiment keeps its structure anywhere. */
import { pbkdf2Sync } from 'node:crypto';

/** The fastest of a few rounds: whatever else the machine does can only slow one down. */
function perMillisecond(iterations: number, rounds: number): number {
  let fastest = Infinity;
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    pbkdf2Sync('a', 'b', iterations, 512, 'sha512');
    fastest = Math.min(fastest, performance.now() - begin);
  }
  return iterations / fastest;
}

/** pbkdf2-sha512 iterations of a 512-byte key that one CPU does in a millisecond. About 50 ms in all. */
export const iterationsPerMillisecond = (): number => perMillisecond(2000, 5);

/** How fast one CPU is at this moment: a few milliseconds of the same work. */
export const speed = (): number => perMillisecond(600, 3);
