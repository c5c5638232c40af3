/** k6's summary: `--summary-export`, and the data of `handleSummary`, which has the values one level deeper. */
import type { PublishedFigures } from '../model/published.ts';
import { answersOf, figuresOf, percentilesOf } from './figures.ts';
import { loadOf } from './k6-tally.ts';
import { at, figureAt, figureIn, figuresAt } from './untrusted.ts';

export function isK6Summary(document: unknown): boolean {
  return at(document, 'metrics', 'http_req_duration') !== undefined;
}

export function readK6Summary(document: unknown): PublishedFigures {
  const pathOf = (metric: string) =>
    at(document, 'metrics', metric, 'values') === undefined
      ? ['metrics', metric]
      : ['metrics', metric, 'values'];
  const field = (metric: string, name: string) => figureAt(document, ...pathOf(metric), name);
  const answered = field('http_reqs', 'count');
  const throughput = field('http_reqs', 'rate');
  const iterations = field('iterations', 'count') ?? 0;
  const dropped = field('dropped_iterations', 'count') ?? 0;
  const times = figuresAt(document, ...pathOf('http_req_duration'));
  // Older than its percentiles: the median has a name of its own.
  const named = times.map(([key, value]): [number | null, number] =>
    key === 'med' ? [50, value] : [figureIn(/^p\((.+)\)$/.exec(key)?.[1]), value],
  );
  return figuresOf({
    source: 'k6 summary',
    ...loadOf({
      requests: answered ?? Infinity,
      iterations,
      dropped,
      vus: field('vus_max', 'max') ?? field('vus_max', 'value'),
    }),
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
    answers:
      answered === null
        ? null
        : answersOf(
            answered,
            [
              // Of a rate k6 calls "passes" what is true: here, what failed.
              ['failed by k6', field('http_req_failed', 'passes') ?? 0],
              ['failed checks', field('checks', 'fails') ?? 0],
            ],
            [],
          ),
  });
}
