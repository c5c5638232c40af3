/** autocannon, `--json`. */
import type { PublishedFigures } from '../model/published.ts';
import { message } from '../messages/message.ts';
import { answersOf, failures, figuresOf, percentilesOf } from './figures.ts';
import { at, figureAt, figuresAt, scaled } from './untrusted.ts';

export function isAutocannon(document: unknown): boolean {
  return figureAt(document, 'connections') !== null && at(document, 'latency', 'p99') !== undefined;
}

/**
 * The requests/s are the mean of its samples, one for each second, and the times whole milliseconds: this is what it prints, and what
 * people quote. With `-R` it adds times that it did not measure (its correction takes seconds for milliseconds, `lib/run.js:244` of 9.0.0):
 * then there are more times than answers.
 */
export function readAutocannon(document: unknown): PublishedFigures {
  const field = (...path: string[]) => figureAt(document, ...path);
  const connections = field('connections');
  const answered = field('requests', 'total');
  const statuses = (['4xx', '5xx'] as const).map((kind) => [kind, field(kind) ?? 0] as const);
  const errors = field('errors') ?? 0;
  const timed = field('latency', 'totalCount');
  const hasAdded = answered !== null && timed !== null && timed > answered;
  const timeouts = Math.min(errors, field('timeouts') ?? 0);
  return figuresOf({
    source: 'autocannon JSON',
    load: hasAdded ? 'open' : 'closed',
    clients: scaled(connections, field('pipelining') || 1),
    length: scaled(field('duration'), 1000),
    lengthStep: 10,
    begun: field('requests', 'sent'),
    answered,
    throughput: field('requests', 'average'),
    mean: field('latency', 'average'),
    min: field('latency', 'min'),
    max: field('latency', 'max'),
    step: 1,
    labels: hasAdded
      ? [
          {
            what: 'the number of response times',
            expected: answered,
            found: timed,
            says: message('check.Q1.added-times', { answers: answered, times: timed }),
          },
        ]
      : [],
    percentiles: percentilesOf(
      // p97_5 is 97.5%.
      figuresAt(document, 'latency').flatMap(([key, value]) => {
        const percent = /^p(\d{1,2}(?:_\d{1,3})?)$/.exec(key)?.[1];
        return percent === undefined ? [] : [[Number(percent.replace('_', '.')), value] as const];
      }),
    ),
    answers: answersOf(
      answered,
      [...failures(statuses), ['mismatches', field('mismatches') ?? 0]],
      [
        ['timeouts', timeouts],
        ['errors', errors - timeouts],
        ['resets', field('resets') ?? 0],
      ],
    ),
  });
}
