/** k6's single samples, as its CSV and its JSON lines have them. */
import type { K6Sample } from '../load/k6/csv.ts';
import type { PublishedFigures } from '../model/published.ts';
import type { Milliseconds } from '../model/units.ts';
import { answersOf, figuresOf } from './figures.ts';
import { Tally } from './tally.ts';

/** Of all that k6 writes: it is looked for before a line is taken apart. */
export const k6Metrics = [
  'http_req_duration',
  'http_req_failed',
  'iterations',
  'dropped_iterations',
  'checks',
  'vus_max',
] as const;

export class K6Tally {
  readonly #requests: Tally;
  readonly #step: Milliseconds;
  #iterations = 0;
  #dropped = 0;
  #mostVus = 0;
  #failedChecks = 0;
  /** Null: the metric is not there. */
  #failed: number | null = null;

  /** @param step of the instants: whole seconds cost the course of the test, and its length */
  constructor(step: Milliseconds) {
    this.#step = step;
    this.#requests = new Tally(step);
  }

  add({ metric, time, value, status }: Omit<K6Sample, 'tag'>): void {
    if (metric === 'http_req_duration') this.#requests.add(time - value, value, status);
    else if (metric === 'iterations') this.#iterations += value;
    else if (metric === 'dropped_iterations') this.#dropped += value;
    else if (metric === 'vus_max') this.#mostVus = Math.max(this.#mostVus, value);
    else if (metric === 'checks' && value === 0) this.#failedChecks++;
    else if (metric === 'http_req_failed') this.#failed = (this.#failed ?? 0) + value;
  }

  /** @returns null where no request was answered */
  figures(source: string): PublishedFigures | null {
    const figures = this.#requests.figures();
    if (figures === null) return null;
    const { answered, lost, failures } = this.#requests;
    // The script may expect a 404: what failed is what k6 calls so, where that was written.
    const wrong =
      this.#failed === null ? failures : [['failed by k6', Math.max(0, this.#failed - lost)] as const];
    return figuresOf({
      source,
      ...loadOf({
        requests: answered + lost,
        iterations: this.#iterations,
        dropped: this.#dropped,
        vus: this.#mostVus || null,
      }),
      ...figures,
      begun: this.#iterations || answered + lost,
      lengthStep: this.#step,
      answers: answersOf(
        answered,
        [...wrong, ['failed checks', this.#failedChecks]],
        [['without an answer', lost]],
      ),
    });
  }
}

/** `setup` may ask, too, and the iterations that are cut off at the end: less than what little's law leaves to the edges of a test. */
const aside = 1.01;

/**
 * Which executor ran is not in the file. Iterations are dropped only where they come by the clock; and where each makes one request,
 * no more are in flight than there are VUs. How many that are is no part of the load: an executor with `maxVUs` takes more for a server that is
 * slower.
 */
export function loadOf({
  requests,
  iterations,
  dropped,
  vus,
}: {
  readonly requests: number;
  readonly iterations: number;
  readonly dropped: number;
  readonly vus: number | null;
}): Pick<PublishedFigures, 'load' | 'isTimedFromDue' | 'atMost' | 'unsent'> {
  return {
    isTimedFromDue: true,
    load: dropped > 0 ? 'open' : 'unknown',
    atMost: requests <= aside * iterations ? vus : null,
    unsent: dropped > 0 ? { due: iterations + dropped, count: dropped } : null,
  };
}
