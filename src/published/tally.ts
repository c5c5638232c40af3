/** Single requests, counted as they are read: in constant memory, however long the file is. */
import type { PublishedFigures } from '../model/published.ts';
import { percentiles } from '../model/metric.ts';
import type { Milliseconds } from '../model/units.ts';
import { Histogram } from '../stats/histogram.ts';
import { answersOf, failures, percentilesOf } from './figures.ts';

/** Width of the finest bins, that of the series of our own runs. */
const finestBin: Milliseconds = 250;
/** Most bins, which last half a day: of a longer test the course of the throughput is not told. */
const mostBins = 200_000;
/** The highest status of HTTP: other codes would make a map without end. */
const highestStatus = 599;

export class Tally {
  readonly #times = new Histogram();
  readonly #statuses = new Map<number, number>();
  readonly #bins = new Map<number, number>();
  readonly #bin: Milliseconds;
  #from = Infinity;
  #to = -Infinity;
  #busy: Milliseconds = 0;
  #lost = 0;

  /** @param step of the instants that it will be given */
  constructor(step: Milliseconds = 0) {
    this.#bin = Math.max(finestBin, step);
  }

  /** @param status null: an answer that nothing is known of; 0: no answer came */
  add(start: Milliseconds, duration: Milliseconds, status: number | null): void {
    const end = start + duration;
    this.#from = Math.min(this.#from, start);
    this.#to = Math.max(this.#to, end);
    if (status === 0) {
      this.#lost++;
      return;
    }
    this.#times.record(duration * 1000);
    this.#busy += duration;
    const bin = Math.floor(end / this.#bin);
    if (this.#bins.size <= mostBins) this.#bins.set(bin, (this.#bins.get(bin) ?? 0) + 1);
    if (status !== null && status <= highestStatus)
      this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
  }

  get answered(): number {
    return this.#times.count;
  }

  get lost(): number {
    return this.#lost;
  }

  get failures(): [string, number][] {
    return failures([...this.#statuses].map(([status, count]) => [String(status), count]));
  }

  /** @returns null where nothing was answered */
  figures(): Partial<PublishedFigures> | null {
    const answered = this.#times.count;
    const length = this.#to - this.#from;
    if (answered === 0 || !(length > 0)) return null;
    return {
      length,
      begun: answered + this.#lost,
      answered,
      throughput: (answered / length) * 1000,
      mean: this.#busy / answered,
      min: this.#times.min / 1000,
      max: this.#times.max / 1000,
      percentiles: percentilesOf(
        Object.values(percentiles).map((share) => [share * 100, this.#times.percentile(share) / 1000]),
      ),
      inFlight: this.#busy / length,
      answers: answersOf(answered, this.failures, [['without an answer', this.#lost]]),
      bins: this.#wholeBins(),
    };
  }

  /** Returns the bins without the first and the last, which the test did not fill; null if there are none, or too many. */
  #wholeBins(): number[] | null {
    if (this.#bins.size > mostBins) return null;
    const [first, last] = [this.#from, this.#to].map((edge) => Math.floor(edge / this.#bin));
    const count = (last ?? 0) - (first ?? 0) - 1;
    if (!(count > 0) || count > mostBins) return null;
    return Array.from({ length: count }, (_, i) => this.#bins.get((first ?? 0) + 1 + i) ?? 0);
  }
}
