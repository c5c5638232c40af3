/** Series of the metrics of the one table, and the histogram that makes some of them. */
import type { Telemetry } from '../model/telemetry.ts';

export type Labels = Readonly<Record<string, string>>;

export interface Series {
  readonly suffix?: '_bucket' | '_sum' | '_count';
  readonly labels: Labels;
  readonly value: number;
}

/** The series of one process, by the key of their metric; a figure that is not known has none: a zero would be a claim. */
export type Families = Readonly<Partial<Record<keyof Telemetry, readonly Series[]>>>;

/** A histogram whose counts only ever grow. */
export class CumulativeHistogram {
  readonly #boundaries: readonly number[];
  readonly #counts: number[];
  #count = 0;
  #sum = 0;

  /** @param boundaries upper limits of its buckets, ascending */
  constructor(boundaries: readonly number[]) {
    this.#boundaries = boundaries;
    this.#counts = boundaries.map(() => 0);
  }

  add(value: number): void {
    this.#count++;
    this.#sum += value;
    for (const [i, bound] of this.#boundaries.entries())
      if (value <= bound) this.#counts[i] = (this.#counts[i] ?? 0) + 1;
  }

  series(labels: Labels): Series[] {
    return [
      ...this.#boundaries.map((bound, i) => ({
        suffix: '_bucket' as const,
        labels: { ...labels, le: String(bound) },
        value: this.#counts[i] ?? 0,
      })),
      { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: this.#count },
      { suffix: '_sum', labels, value: this.#sum },
      { suffix: '_count', labels, value: this.#count },
    ];
  }
}
