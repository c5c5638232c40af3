/** k6: its samples (`--out csv=FILE`, `--out json=FILE`), and its summary (`--summary-export`, the data of `handleSummary`). */
import { k6Csv, type K6Csv, type K6Sample } from '../load/k6/csv.ts';
import { parsedJson } from '../model/schema/read.ts';
import type { PublishedFigures } from '../model/published.ts';
import type { Milliseconds } from '../model/units.ts';
import { answersOf, figuresOf, percentilesOf, type LineFormat } from './figures.ts';
import { Tally } from './tally.ts';
import { at, figureAt, figureIn, figuresAt } from './untrusted.ts';

/** The metrics that are read, of all that k6 writes: they are looked for before a line is taken apart. */
const metrics = 'http_req_duration|http_req_failed|iterations|dropped_iterations|checks|vus_max';
const wantedRow = new RegExp(`^(?:${metrics}),`);
/** A row of any metric, a script's own ones too, whose name may be quoted. */
const anyRow = /^[^,]+,[^,]+,/;
const wantedPoint = new RegExp(`"metric":"(?:${metrics})"`);

export function k6Rows(): LineFormat {
  let csv: K6Csv | null = null;
  let samples: Samples | null = null;
  return {
    take(line) {
      if (csv === null) return (csv = k6Csv(line)) !== null;
      if (!wantedRow.test(line)) return anyRow.test(line);
      const sample = csv.read(line);
      if (sample !== null) (samples ??= new Samples(csv.step ?? 1000)).add(sample);
      return sample !== null;
    },
    figures: () => samples?.figures('k6 CSV') ?? null,
  };
}

export function isK6Point(line: unknown): boolean {
  const type = at(line, 'type');
  return (type === 'Metric' || type === 'Point') && typeof at(line, 'metric') === 'string';
}

/** Reads k6's lines of JSON. Their instants have nanoseconds, of which `Date` keeps milliseconds. */
export function k6Points(): LineFormat {
  const samples = new Samples(1);
  return {
    take(line) {
      if (!wantedPoint.test(line)) return true;
      const point = parsedJson(line);
      const [type, metric] = [at(point, 'type'), at(point, 'metric')];
      if (type === 'Metric') return true;
      const value = figureAt(point, 'data', 'value');
      const time = Date.parse(String(at(point, 'data', 'time')));
      if (type !== 'Point' || typeof metric !== 'string' || value === null || !(time >= 0)) return false;
      const status = at(point, 'data', 'tags', 'status');
      samples.add({ metric, time, value, status: typeof status === 'string' ? figureIn(status) : null });
      return true;
    },
    figures: () => samples.figures('k6 JSON lines'),
  };
}

class Samples {
  readonly #requests: Tally;
  readonly #step: Milliseconds;
  #iterations = 0;
  #dropped = 0;
  #mostVus = 0;
  #failedChecks = 0;
  /** Number of failed requests; null: the metric is not there. */
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
      ...loadOf(answered + lost, this.#iterations, this.#dropped, this.#mostVus || null),
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

/** Most requests an iteration, on average, where each makes one: `setup` asks too, and iterations that are cut off at the end. */
const aside = 1.01;

/**
 * Returns what is known of the load; which executor ran is not in the file. Iterations are dropped only where they come by the clock.
 * Where each makes one request, no more are in flight than there are VUs. The number of VUs is no part of the load: an executor with
 * `maxVUs` takes more for a server that is slower.
 */
function loadOf(requests: number, iterations: number, dropped: number, vus: number | null) {
  return {
    isTimedFromDue: true,
    load: dropped > 0 ? 'open' : 'unknown',
    atMost: requests <= aside * iterations ? vus : null,
    unsent: dropped > 0 ? { due: iterations + dropped, count: dropped } : null,
  } as const;
}

export function isK6Summary(document: unknown): boolean {
  return at(document, 'metrics', 'http_req_duration') !== undefined;
}

/** Reads k6's summary; the data of `handleSummary` have the values one level deeper. */
export function readK6Summary(document: unknown): PublishedFigures {
  const pathOf = (metric: string) =>
    at(document, 'metrics', metric, 'values') === undefined
      ? ['metrics', metric]
      : ['metrics', metric, 'values'];
  const field = (metric: string, name: string) => figureAt(document, ...pathOf(metric), name);
  const answered = field('http_reqs', 'count');
  const throughput = field('http_reqs', 'rate');
  const iterations = field('iterations', 'count') ?? 0;
  const vus = field('vus_max', 'max') ?? field('vus_max', 'value');
  const times = figuresAt(document, ...pathOf('http_req_duration'));
  // The median has a name of its own, which is older than k6's percentiles.
  const named = times.map(([key, value]): [number | null, number] =>
    key === 'med' ? [50, value] : [figureIn(/^p\((.+)\)$/.exec(key)?.[1]), value],
  );
  return figuresOf({
    source: 'k6 summary',
    ...loadOf(answered ?? Infinity, iterations, field('dropped_iterations', 'count') ?? 0, vus),
    length:
      figureAt(document, 'state', 'testRunDurationMs') ??
      (answered !== null && throughput ? (answered / throughput) * 1000 : null),
    begun: iterations || answered,
    answered,
    throughput,
    mean: field('http_req_duration', 'avg'),
    min: field('http_req_duration', 'min'),
    max: field('http_req_duration', 'max'),
    percentiles: percentilesOf(named),
    // The "passes" of a rate in k6 are what is true: here, what failed.
    answers: answersOf(answered, [
      ['failed by k6', field('http_req_failed', 'passes') ?? 0],
      ['failed checks', field('checks', 'fails') ?? 0],
    ]),
  });
}
