import type { ErrorKind } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';

const enoughAttempts = 200;
const longEnough: Milliseconds = 1_000;

/** Notices that nothing listens, so that a load does not knock at a closed door for its whole duration. */
export class Reachability {
  #attempts = 0;
  #since: Milliseconds = 0;
  #reached = false;

  /** True as soon as the first 200 attempts, over a second at least, have all failed to connect. */
  gaveUp(error: ErrorKind | null, now: Milliseconds): boolean {
    if (this.#reached) return false;
    if (error !== 'connect') {
      this.#reached = true;
      return false;
    }
    if (this.#attempts++ === 0) this.#since = now;
    return this.#attempts >= enoughAttempts && now - this.#since >= longEnough;
  }
}

/** How long a client waits after its n-th failed connect in a row: 4 ms, doubling up to 128 ms. */
export function reconnectDelay(failures: number): Milliseconds {
  return 2 ** Math.min(7, failures + 1);
}
