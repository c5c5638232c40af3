/** vegeta: `report -type=json`, and `encode -to json`, which has every request. Times are nanoseconds. */
import { parsedJson } from '../model/schema/read.ts';
import type { PublishedFigures } from '../model/published.ts';
import { total } from '../stats/mean-and-spread.ts';
import { answersOf, failures, figuresOf, percentilesOf, type LineFormat } from './figures.ts';
import { Tally } from './tally.ts';
import { at, figureAt, figureIn, figuresAt, scaled } from './untrusted.ts';

const nanosecond = 1e-6;

export function isVegeta(document: unknown): boolean {
  return figureAt(document, 'latencies', 'mean') !== null && at(document, 'status_codes') !== undefined;
}

export function readVegeta(document: unknown): PublishedFigures {
  const milliseconds = (...path: string[]) => scaled(figureAt(document, ...path), nanosecond);
  const statuses = figuresAt(document, 'status_codes');
  // 0: no answer came.
  const lost = total(statuses.flatMap(([status, count]) => (status === '0' ? [count] : [])));
  const begun = figureAt(document, 'requests');
  const answered = begun === null ? null : Math.max(0, begun - lost);
  const length = (milliseconds('duration') ?? 0) + (milliseconds('wait') ?? 0);
  return figuresOf({
    source: 'vegeta report',
    load: 'open',
    isTimedFromDue: true,
    length: length > 0 ? length : null,
    begun,
    answered,
    throughput: answered !== null && length > 0 ? (answered / length) * 1000 : null,
    mean: milliseconds('latencies', 'mean'),
    // Older versions do not know it, and write 0.
    min: milliseconds('latencies', 'min') || null,
    max: milliseconds('latencies', 'max'),
    percentiles: percentilesOf(
      figuresAt(document, 'latencies').map(([key, value]) => [
        key.endsWith('th') ? figureIn(key.slice(0, -2)) : null,
        value * nanosecond,
      ]),
    ),
    answers: answersOf(answered, failures(statuses), [['without an answer', lost]]),
  });
}

export function isVegetaRequest(line: unknown): boolean {
  return typeof at(line, 'timestamp') === 'string' && figureAt(line, 'latency') !== null;
}

export function vegetaRequests(): LineFormat {
  const tally = new Tally();
  return {
    take(line) {
      const request = parsedJson(line);
      const start = Date.parse(String(at(request, 'timestamp')));
      const latency = figureAt(request, 'latency');
      const code = figureAt(request, 'code');
      if (latency === null || code === null || !(start >= 0)) return false;
      tally.add(start, latency * nanosecond, code);
      return true;
    },
    figures() {
      const figures = tally.figures();
      return (
        figures && figuresOf({ source: 'vegeta requests', load: 'open', isTimedFromDue: true, ...figures })
      );
    },
  };
}
