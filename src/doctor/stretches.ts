/** The parts of a watch in which every look found a bottleneck: what a mean over the whole watch would hide. */
import type { Diagnosis } from '../model/diagnosis.ts';
import type { Milliseconds } from '../model/units.ts';
import type { ServiceVitals } from '../model/vitals.ts';
import type { Watch } from '../model/watch.ts';

type Stretch = NonNullable<Watch['worst']>;

export class Stretches {
  #before: Milliseconds = 0;
  #looks = 0;
  #held = 0;
  #now: Stretch | null = null;
  #worst: Stretch | null = null;

  /** @param at when that was seen, since the watch began */
  take(at: Milliseconds, { status, service }: Pick<Diagnosis, 'status' | 'service'>, seen: Watch): void {
    const from = this.#now?.from ?? this.#before;
    this.#before = at;
    if (status !== 'bottleneck') {
      this.#now = null;
      this.#looks = 0;
      return;
    }
    // A look back from its begin or its end is of other times too: it is the one at which most was held back that is told.
    const held = heldBack(service);
    const isMost = this.#now === null || held > this.#held;
    if (isMost) this.#held = held;
    this.#now = { from, to: at, seen: isMost || !this.#now ? seen : this.#now.seen };
    // One look may be an accident.
    if (++this.#looks > 1 && at - from > length(this.#worst)) this.#worst = this.#now;
  }

  /** @returns the longest; null: none was found by two looks */
  get worst(): Stretch | null {
    return this.#worst;
  }
}

/** Requests in flight; of a server that is asked by nobody, the CPUs that it uses. */
function heldBack({ requests, used }: ServiceVitals): number {
  return requests?.mean ? (requests.rate * requests.mean) / 1000 : used;
}

const length = (stretch: Stretch | null) => (stretch ? stretch.to - stretch.from : 0);
