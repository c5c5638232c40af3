/** A number that changes at moments, and its mean over time. */
export class TimedLevel {
  value = 0;
  #area = 0;
  #at = 0;
  #from = 0;

  to(now: number, value: number): void {
    this.#area += this.value * (now - this.#at);
    this.#at = now;
    this.value = value;
  }

  add(now: number, by: number): void {
    this.to(now, this.value + by);
  }

  /** Starts the mean anew: what was before is forgotten. */
  reset(now: number): void {
    this.to(now, this.value);
    this.#area = 0;
    this.#from = now;
  }

  mean(now: number): number {
    this.to(now, this.value);
    return now === this.#from ? 0 : this.#area / (now - this.#from);
  }
}

/** Figures of times of one kind; all but the count are NaN where there are no times. */
export interface Times {
  readonly count: number;
  readonly mean: number;
  readonly min: number;
  readonly median: number;
  readonly p99: number;
  readonly max: number;
  /** Standard error of the mean; NaN for fewer than 20 times. */
  readonly standardError: number;
}

/** Number of batches whose means give the error (batch means): neighbours resemble each other, batches hardly do. */
const batches = 20;

/** @param values in the order in which they were seen */
export function timesOf(values: readonly number[]): Times {
  const count = values.length;
  const sorted = Float64Array.from(values).toSorted();
  // The nearest rank: the smallest value that so large a part does not pass.
  const at = (part: number) => sorted[Math.max(0, Math.ceil(part * count) - 1)] ?? NaN;
  const size = Math.floor(count / batches);
  const means = Array.from({ length: batches }, (_, i) => meanOf(values, i * size, (i + 1) * size));
  const middle = meanOf(means, 0, batches);
  const variance = means.reduce((sum, mean) => sum + (mean - middle) ** 2, 0) / (batches - 1);
  return {
    count,
    mean: meanOf(values, 0, count),
    min: at(0),
    median: at(0.5),
    p99: at(0.99),
    max: at(1),
    standardError: Math.sqrt(variance / batches),
  };
}

function meanOf(values: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i] as number;
  return sum / (to - from);
}
