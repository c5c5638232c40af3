/** The parts of a watch in which every look found a bottleneck: what a mean over the whole watch would hide. */
import type { Diagnosis } from '../model/diagnosis.ts';
import type { Milliseconds } from '../model/units.ts';
import type { Watch } from '../model/watch.ts';

type Stretch = NonNullable<Watch['worst']>;

export class Stretches {
  readonly #recent: Milliseconds;
  #before: Milliseconds = 0;
  #looks = 0;
  #now: Stretch | null = null;
  #worst: Stretch | null = null;

  /** @param recent what a look looks back on */
  constructor(recent: Milliseconds) {
    this.#recent = recent;
  }

  /** @param at when that was seen, since the watch began */
  take(at: Milliseconds, { status }: Pick<Diagnosis, 'status'>, seen: Watch): void {
    const from = this.#now?.from ?? this.#before;
    this.#before = at;
    if (status !== 'bottleneck') {
      this.#now = null;
      this.#looks = 0;
      return;
    }
    // One whose look back lies well within the part has figures of nothing else; the first of them stays.
    const isWhole = this.#now !== null && this.#now.to - from >= 1.5 * this.#recent;
    this.#now = { from, to: at, seen: isWhole && this.#now ? this.#now.seen : seen };
    // One look may be an accident.
    if (++this.#looks > 1 && at - from > length(this.#worst)) this.#worst = this.#now;
  }

  /** @returns the longest; null: none was found by two looks */
  get worst(): Stretch | null {
    return this.#worst;
  }
}

const length = (stretch: Stretch | null) => (stretch ? stretch.to - stretch.from : 0);
