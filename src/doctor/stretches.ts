/** Parts of a watch in which every look found a bottleneck: a mean over the whole watch would hide them. */
import type { Diagnosis } from '../model/diagnosis.ts';
import type { Milliseconds } from '../model/units.ts';
import type { ServiceVitals } from '../model/vitals.ts';
import type { Watch } from '../model/watch.ts';

type Stretch = NonNullable<Watch['worst']>;

interface KneeLook {
  /** Time since the watch began. */
  readonly at: Milliseconds;
  /** Length of the time that the look covers. */
  readonly back: Milliseconds;
  readonly held: number;
  readonly seen: Watch;
}

interface LookRange {
  readonly first: KneeLook;
  readonly last: KneeLook;
  readonly fullest: KneeLook;
  /** Times of the look before the first, and of the one before the last. */
  readonly after: Milliseconds;
  readonly until: Milliseconds;
}

export class Stretches {
  readonly #recent: Milliseconds;
  #now: LookRange | null = null;
  /** Time of the look before. */
  #before: Milliseconds = 0;
  /** The longest stretch; null if none was found by two looks. */
  worst: Stretch | null = null;

  /** @param recent longest time that a look covers */
  constructor(recent: Milliseconds) {
    this.#recent = recent;
  }

  /** @param at time of the look since the watch began */
  take(at: Milliseconds, { status, service }: Pick<Diagnosis, 'status' | 'service'>, seen: Watch): void {
    const last = this.#before;
    this.#before = at;
    if (status !== 'bottleneck') {
      this.#now = null;
      return;
    }
    const look = { at, back: Math.min(at, this.#recent), held: heldBack(service), seen };
    const before = this.#now;
    const { first = look, fullest = look, after = last } = before ?? {};
    this.#now = {
      first,
      last: look,
      fullest: look.held > fullest.held ? look : fullest,
      after,
      until: last,
    };
    // A single look may be an accident.
    if (before === null) return;
    const stretch = stretchOf(this.#now);
    if (stretch.to - stretch.from > length(this.worst)) this.worst = stretch;
  }
}

/**
 * The part that was held back. The first and the last look cover other times too, so each counts for a part as large as its load
 * against that of the fullest look. The figures of the stretch are those of the fullest look.
 */
function stretchOf({ first, last, fullest, after, until }: LookRange): Stretch {
  const part = ({ held }: KneeLook) => (fullest.held > 0 ? held / fullest.held : 1);
  const from = Math.max(after, first.at - first.back * part(first));
  const to = Math.max(until, last.at - last.back * (1 - part(last)));
  return { from, to, seen: fullest.seen };
}

/** Requests in flight; for a server without requests, the CPUs that it uses. */
function heldBack({ requests, used }: ServiceVitals): number {
  return requests?.mean ? (requests.rate * requests.mean) / 1000 : used;
}

const length = (stretch: Stretch | null) => (stretch ? stretch.to - stretch.from : 0);
