/** The parts of a watch in which every look found a bottleneck: what a mean over the whole watch would hide. */
import type { Diagnosis } from '../model/diagnosis.ts';
import type { Milliseconds } from '../model/units.ts';
import type { ServiceVitals } from '../model/vitals.ts';
import type { Watch } from '../model/watch.ts';

type Stretch = NonNullable<Watch['worst']>;

interface KneeLook {
  /** Since the watch began. */
  readonly at: Milliseconds;
  /** What it looks back on. */
  readonly back: Milliseconds;
  readonly held: number;
  readonly seen: Watch;
}

interface LookRange {
  readonly first: KneeLook;
  readonly last: KneeLook;
  readonly fullest: KneeLook;
  /** The look before the first, and the one before the last. */
  readonly after: Milliseconds;
  readonly until: Milliseconds;
}

export class Stretches {
  readonly #recent: Milliseconds;
  #now: LookRange | null = null;
  /** The look before. */
  #before: Milliseconds = 0;
  #worst: Stretch | null = null;

  /** @param recent what a look looks back on, at most */
  constructor(recent: Milliseconds) {
    this.#recent = recent;
  }

  /** @param at when that was seen, since the watch began */
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
    // One look may be an accident.
    if (before === null) return;
    const stretch = stretchOf(this.#now);
    if (stretch.to - stretch.from > length(this.#worst)) this.#worst = stretch;
  }

  /** @returns the longest; null: none was found by two looks */
  get worst(): Stretch | null {
    return this.#worst;
  }
}

/**
 * The first look and the last look back on other times too: the part that was held back is as large as what they saw is, measured
 * by the fullest look, whose figures are those of the stretch.
 */
function stretchOf({ first, last, fullest, after, until }: LookRange): Stretch {
  const part = ({ held }: KneeLook) => (fullest.held > 0 ? held / fullest.held : 1);
  const from = Math.max(after, first.at - first.back * part(first));
  const to = Math.max(until, last.at - last.back * (1 - part(last)));
  return { from, to, seen: fullest.seen };
}

/** Requests in flight; of a server that is asked by nobody, the CPUs that it uses. */
function heldBack({ requests, used }: ServiceVitals): number {
  return requests?.mean ? (requests.rate * requests.mean) / 1000 : used;
}

const length = (stretch: Stretch | null) => (stretch ? stretch.to - stretch.from : 0);
