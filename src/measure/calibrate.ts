/** How fast this machine is, measured just before a run, so that a scaled experiment keeps its structure anywhere. */
import { pbkdf2Sync } from 'node:crypto';

const iterations = 2000;
const rounds = 5;

/**
 * pbkdf2-sha512 iterations of a 512-byte key that one CPU does in a millisecond. The fastest of a few rounds: whatever
 * else the machine does can only slow one down. About 50 ms in all.
 */
export function iterationsPerMillisecond(): number {
  let fastest = Infinity;
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    pbkdf2Sync('a', 'b', iterations, 512, 'sha512');
    fastest = Math.min(fastest, performance.now() - begin);
  }
  return iterations / fastest;
}

const probeIterations = 600;
const probeRounds = 3;

/** How fast one CPU is at this moment: a few milliseconds of the same work, the fastest round of three. */
export function speed(): number {
  let fastest = Infinity;
  for (let round = 0; round < probeRounds; round++) {
    const begin = performance.now();
    pbkdf2Sync('a', 'b', probeIterations, 512, 'sha512');
    fastest = Math.min(fastest, performance.now() - begin);
  }
  return probeIterations / fastest;
}
