/** oha: `--output-format json`, and `--output-format csv`, which has every request. */
import type { PublishedFigures } from '../model/published.ts';
import { total } from '../stats/mean-and-spread.ts';
import { answersOf, failures, figuresOf, percentilesOf, type LineFormat } from './figures.ts';
import { Tally } from './tally.ts';
import { at, figureAt, figureIn, figuresAt, scaled } from './untrusted.ts';

export function isOha(document: unknown): boolean {
  return (
    figureAt(document, 'summary', 'requestsPerSec') !== null &&
    at(document, 'latencyPercentiles') !== undefined
  );
}

/** The error of requests that the end of the test cut off: no failure of the server. */
const cutOff = /^aborted due to deadline$/i;

/** Reads oha's JSON, which has neither its clients (`-c`) nor its rate (`-q`). */
export function readOha(document: unknown): PublishedFigures {
  const milliseconds = (...path: string[]) => scaled(figureAt(document, ...path), 1000);
  const statuses = figuresAt(document, 'statusCodeDistribution');
  const answered = total(statuses.map(([, count]) => count));
  const errors = figuresAt(document, 'errorDistribution').filter(([kind]) => !cutOff.test(kind));
  const lost = total(errors.map(([, count]) => count));
  return figuresOf({
    source: 'oha JSON',
    load: 'unknown',
    length: milliseconds('summary', 'total'),
    begun: answered + lost,
    answered,
    throughput: figureAt(document, 'summary', 'requestsPerSec'),
    mean: milliseconds('summary', 'average'),
    min: milliseconds('summary', 'fastest'),
    max: milliseconds('summary', 'slowest'),
    percentiles: percentilesOf(
      figuresAt(document, 'latencyPercentiles').map(([key, seconds]) => [
        figureIn(key.slice(1)),
        seconds * 1000,
      ]),
    ),
    answers: answersOf(answered, failures(statuses), [['without an answer', lost]]),
  });
}

export const ohaColumns = 'request-start,DNS,DNS+dialup,Response-delay,request-duration,bytes,status';

/** Reads oha's CSV, which has no requests without an answer. */
export function ohaRequests(): LineFormat {
  const tally = new Tally();
  return {
    take(line) {
      if (line.startsWith('request-start')) return true;
      const cells = line.split(',', 8);
      const [start, duration, status] = [cells[0], cells[4], cells[6]].map(figureIn);
      if (start == null || duration == null || status == null || cells.length !== 7) return false;
      tally.add(start * 1000, duration * 1000, status);
      return true;
    },
    figures() {
      const figures = tally.figures();
      return figures && figuresOf({ source: 'oha CSV', load: 'unknown', ...figures });
    },
  };
}
