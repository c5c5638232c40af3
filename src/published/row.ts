/** Published figures as rows that the validity checks can judge: only what is said is known. */
import type { Metric } from '../model/metric.ts';
import { percentiles } from '../model/metric.ts';
import type { Observation } from '../model/observation.ts';
import type { PublishedRun } from '../model/published.ts';

type PublishedFields = Pick<Observation, 'name' | 'cell' | 'group' | 'load' | 'figures'> &
  Partial<Observation>;

/** Returns a row of what a document says; everything else is not known. */
export function publishedRow(said: PublishedFields): Observation {
  return { ...unknown, ...said };
}

const unknown: Omit<Observation, 'name' | 'cell' | 'group' | 'load' | 'figures'> = {
  counts: true,
  declared: null,
  length: null,
  // What was in flight at the edges of the test is in none of these figures.
  endsByCount: true,
  requests: null,
  throughput: null,
  mean: null,
  min: null,
  max: null,
  median: null,
  inFlight: null,
  floor: null,
  percentiles: null,
  server: null,
  jobs: null,
  late: null,
  proofs: null,
  answers: null,
  warnings: null,
  generator: null,
  unsent: null,
  machine: null,
  bounds: [],
  workers: null,
  computingCpus: null,
  bins: null,
  perWorker: null,
  clocks: [],
  labels: [],
  inForce: null,
};

/** Share of the due requests that may be missing at the edges of a test. */
const edges = 0.01;

/**
 * Range of the percentiles that are judged. Tools print p99.999 of any test, but nobody bases a claim on it, and hardly any test is long
 * enough for it. Percentiles below the median, which some tools print too, need enough requests below them, not above.
 */
const [lowest, highest] = [0.5, 0.999];

/** A result file as a row. Tools start their load with the test, so that no request began before it. */
export function rowOf(run: PublishedRun, name: string, cell: string): Observation {
  const { load, clients, atMost, length, answered, throughput, mean, min, max, answers, inFlight, bins } =
    run;
  const wrong = answers?.countedAsSuccess ?? 0;
  const shares = run.percentiles.flatMap(({ share }) => (share >= lowest && share <= highest ? share : []));
  return publishedRow({
    name,
    cell,
    group: cell,
    // A load of unknown kind passes for open: fewer requests in flight than clients are no contradiction then.
    load: load === 'closed' ? 'closed' : 'open',
    declared: clients ?? atMost,
    length,
    requests: answered === null ? null : answered - wrong,
    throughput,
    mean,
    min,
    max,
    median: percentileOf(run, 'p50'),
    inFlight,
    percentiles: shares.length > 0 ? shares : null,
    answers,
    unsent: run.unsent ?? unsentAt(run),
    bins,
    labels: run.labels,
    clocks: clocksOf(run),
    figures: [throughput, mean, max, ...run.percentiles.map(({ value }) => value)].flatMap(
      (one) => one ?? [],
    ),
  });
}

/** @returns what a file says of p50, p90 or p99, in milliseconds */
export function percentileOf(run: PublishedRun, metric: keyof typeof percentiles): number | null {
  return run.percentiles.find(({ share }) => share === percentiles[metric])?.value ?? null;
}

function unsentAt({ rate, length, begun }: PublishedRun): Observation['unsent'] {
  if (rate === null || length === null || begun === null) return null;
  const due = Math.round((rate * length) / 1000);
  const count = Math.max(0, due - begun);
  return { due, count: count > edges * due ? count : 0 };
}

function clocksOf(run: PublishedRun): Observation['clocks'] {
  const { step, mean, length, lengthStep, throughput } = run;
  const figures: readonly (readonly [Metric, number | null])[] = [
    ['mean', mean],
    ['p50', percentileOf(run, 'p50')],
    ['p99', percentileOf(run, 'p99')],
  ];
  const clocks: Observation['clocks'][number][] = [];
  for (const [metric, value] of figures)
    if (step !== null && value !== null) clocks.push({ metric, resolution: step, value: value || step });
  // Where the length is known to a second, the rate has the same relative error.
  if (lengthStep !== null && length !== null && throughput !== null)
    clocks.push({ metric: 'throughput', resolution: (throughput * lengthStep) / length, value: throughput });
  return clocks;
}
