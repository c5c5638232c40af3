/**
 * A log-linear histogram of whole microseconds (Gil Tene's HdrHistogram in its simplest form). Values below 256 have a
 * bucket each; above, every octave is parted into 128 buckets of equal width:
 *
 *     0 … 255 | 256 … 511 in steps of 2 | 512 … 1023 in steps of 4 | …
 *
 * A bucket is at most 1/128 of its values wide and is reported by its middle, so a percentile is off by at most 0.4%.
 * 2^32 µs is 71.6 minutes; what is longer falls into the last bucket, while `max` and `mean` stay exact.
 */
export const subBuckets = 128;
const octavesAboveLinear = 24;
export const slots = (octavesAboveLinear + 2) * subBuckets;
const largest = 0xffff_ffff;

/** A mergeable histogram as stored: sparse, in whole microseconds, `[index, count]` pairs in ascending order of index. */
export interface HistogramData {
  readonly subBuckets: number;
  readonly count: number;
  readonly min: number;
  readonly max: number;
  /** Sum of the exact values, so that the mean has no bucket error. */
  readonly sum: number;
  readonly buckets: readonly (readonly [index: number, count: number])[];
}

/** Counts values in 26 kB, however many there are; `record` allocates nothing. */
export class Histogram {
  readonly #counts = new Float64Array(slots);
  /** The highest slot that counts anything: most figures lie far below the last. */
  #highest = -1;
  #count = 0;
  #sum = 0;
  #min = Infinity;
  #max = 0;

  /** Counts one value in microseconds; it is rounded to a whole one, and a negative one counts as 0. */
  record(microseconds: number): void {
    const value = microseconds > 0 ? Math.round(microseconds) : 0;
    const slot = slotOf(value);
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1;
    if (slot > this.#highest) this.#highest = slot;
    this.#count++;
    this.#sum += value;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
  }

  /** Adds what `other` has counted, as if it had been recorded here. */
  merge(other: Histogram): this {
    for (let slot = 0; slot <= other.#highest; slot++) {
      const more = other.#counts[slot] ?? 0;
      if (more > 0) this.#counts[slot] = (this.#counts[slot] ?? 0) + more;
    }
    this.#highest = Math.max(this.#highest, other.#highest);
    this.#count += other.#count;
    this.#sum += other.#sum;
    this.#min = Math.min(this.#min, other.#min);
    this.#max = Math.max(this.#max, other.#max);
    return this;
  }

  get count(): number {
    return this.#count;
  }

  /** The smallest value, exact, in microseconds; 0 if nothing was recorded. */
  get min(): number {
    return this.#count === 0 ? 0 : this.#min;
  }

  /** The largest value, exact, in microseconds; 0 if nothing was recorded. */
  get max(): number {
    return this.#max;
  }

  /** The mean from the exact sum, in microseconds; NaN if nothing was recorded. */
  get mean(): number {
    return this.#sum / this.#count;
  }

  /**
   * The value in microseconds that a share `q` of all values does not exceed (nearest rank): `percentile(0.99)` is p99.
   * NaN if nothing was recorded.
   * @throws RangeError if `q` is not within 0 and 1, so that `percentile(99)` cannot go unnoticed.
   */
  percentile(q: number): number {
    if (!(q >= 0 && q <= 1)) throw new RangeError(`percentile takes a share from 0 to 1, not ${q}`);
    if (this.#count === 0) return Number.NaN;
    if (q === 0) return this.min;
    // 0.07 * 100 is 7.000000000000001: without the allowance its rank would be 8.
    const rank = Math.ceil(q * this.#count * (1 - 4 * Number.EPSILON));
    let seen = 0;
    for (let slot = 0; slot <= this.#highest; slot++) {
      seen += this.#counts[slot] ?? 0;
      if (seen >= rank) return rank === this.#count ? this.#max : this.#within(middleOf(slot));
    }
    return this.#max;
  }

  /** Sum of the values above a bound, in microseconds, with the error of the buckets (below 1%). */
  sumAbove(microseconds: number): number {
    let sum = 0;
    for (let slot = slotOf(microseconds) + 1; slot <= this.#highest; slot++)
      sum += (this.#counts[slot] ?? 0) * this.#within(middleOf(slot));
    return sum;
  }

  /** Every value that was counted, as the middle of its bucket, ascending; as many as `count`. */
  values(): number[] {
    const values: number[] = [];
    for (let slot = 0; slot <= this.#highest; slot++) {
      for (let i = this.#counts[slot] ?? 0; i > 0; i--) values.push(this.#within(middleOf(slot)));
    }
    return values;
  }

  toData(): HistogramData {
    const buckets: [number, number][] = [];
    for (let slot = 0; slot <= this.#highest; slot++) {
      const count = this.#counts[slot] ?? 0;
      if (count > 0) buckets.push([slot, count]);
    }
    return { subBuckets, count: this.#count, min: this.min, max: this.max, sum: this.#sum, buckets };
  }

  /** @throws RangeError if the data has other buckets than this version makes. */
  static fromData(data: HistogramData): Histogram {
    if (data.subBuckets !== subBuckets) {
      throw new RangeError(`a histogram with ${data.subBuckets} sub-buckets; only ${subBuckets} are known`);
    }
    const histogram = new Histogram();
    for (const [slot, count] of data.buckets) {
      if (!(slot in histogram.#counts)) throw new RangeError(`a histogram with a bucket ${slot}`);
      histogram.#counts[slot] = count;
      if (slot > histogram.#highest) histogram.#highest = slot;
    }
    histogram.#count = data.count;
    histogram.#sum = data.sum;
    histogram.#min = data.count === 0 ? Infinity : data.min;
    histogram.#max = data.max;
    return histogram;
  }

  #within(value: number): number {
    return Math.min(this.#max, Math.max(this.#min, value));
  }
}

function slotOf(value: number): number {
  if (value < 2 * subBuckets) return value;
  const clipped = value > largest ? largest : value;
  const octave = octavesAboveLinear - Math.clz32(clipped);
  return octave * subBuckets + (clipped >>> octave);
}

function middleOf(slot: number): number {
  if (slot < 2 * subBuckets) return slot;
  const octave = Math.floor(slot / subBuckets) - 1;
  const width = 2 ** octave;
  return (slot - octave * subBuckets) * width + (width - 1) / 2;
}
