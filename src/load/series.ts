import type { LoadOutcome } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';

const maxBins = 2_400;

/** The window in equal bins of 250 ms; when there are more than 2,400 (ten minutes), pairs are joined. */
export class Series {
  readonly #done = new Float64Array(maxBins);
  readonly #errors = new Float64Array(maxBins);
  readonly #responseSum = new Float64Array(maxBins);
  #binWidth: Milliseconds = 250;
  #used = 0;

  /** A request that ended `at` after the window's start; `response` only counts if it succeeded. */
  add(at: Milliseconds, response: Milliseconds, failed: boolean): void {
    while (at >= maxBins * this.#binWidth) this.#joinPairs();
    const bin = at > 0 ? Math.floor(at / this.#binWidth) : 0;
    if (bin >= this.#used) this.#used = bin + 1;
    if (failed) {
      this.#errors[bin] = (this.#errors[bin] ?? 0) + 1;
    } else {
      this.#done[bin] = (this.#done[bin] ?? 0) + 1;
      this.#responseSum[bin] = (this.#responseSum[bin] ?? 0) + response;
    }
  }

  /** As many bins as the window has, also those at its end in which nothing came back. */
  toData(window: Milliseconds): LoadOutcome['series'] {
    while (window > maxBins * this.#binWidth) this.#joinPairs();
    const bins = Math.max(this.#used, Math.ceil(window / this.#binWidth));
    return {
      binWidth: this.#binWidth,
      done: [...this.#done.subarray(0, bins)],
      errors: [...this.#errors.subarray(0, bins)],
      responseSum: [...this.#responseSum.subarray(0, bins)],
    };
  }

  #joinPairs(): void {
    for (const bins of [this.#done, this.#errors, this.#responseSum]) {
      for (let i = 0; i < maxBins / 2; i++) bins[i] = (bins[2 * i] ?? 0) + (bins[2 * i + 1] ?? 0);
      bins.fill(0, maxBins / 2);
    }
    this.#binWidth *= 2;
    this.#used = Math.ceil(this.#used / 2);
  }
}
