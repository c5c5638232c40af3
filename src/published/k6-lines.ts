/** k6's samples: `--out csv=FILE` and `--out json=FILE`. */
import { k6Csv, type K6Csv } from '../load/k6/csv.ts';
import type { PublishedFigures } from '../model/published.ts';
import { K6Tally, k6Metrics } from './k6-tally.ts';
import type { LineReader } from './lines.ts';
import { at, figureAt, figureIn, parsed } from './untrusted.ts';

const wantedRow = new RegExp(`^(?:${k6Metrics.join('|')}),`);
/** Of any metric, a script's own ones too; quoted where its name says so. */
const anyRow = /^[^,]+,[^,]+,/;
const wantedPoint = new RegExp(`"metric":"(?:${k6Metrics.join('|')})"`);

export function k6Rows(): LineReader<PublishedFigures> {
  let csv: K6Csv | null = null;
  let tally: K6Tally | null = null;
  let unread = 0;
  return {
    line(text) {
      if (csv === null) csv = k6Csv(text);
      else if (wantedRow.test(text)) {
        const sample = csv.read(text);
        if (sample === null) unread++;
        else (tally ??= new K6Tally(csv.step ?? 1000)).add(sample);
      } else if (!anyRow.test(text)) unread++;
    },
    end: () => withUnread(tally?.figures('k6 CSV') ?? null, unread),
  };
}

export function isK6Point(line: unknown): boolean {
  const type = at(line, 'type');
  return (type === 'Metric' || type === 'Point') && typeof at(line, 'metric') === 'string';
}

/** Its instants have nanoseconds, of which `Date` keeps milliseconds. */
export function k6Points(): LineReader<PublishedFigures> {
  const tally = new K6Tally(1);
  let unread = 0;
  return {
    line(text) {
      if (!wantedPoint.test(text)) return;
      const point = parsed(text);
      const [type, metric] = [at(point, 'type'), at(point, 'metric')];
      if (type === 'Metric') return;
      const value = figureAt(point, 'data', 'value');
      const time = Date.parse(String(at(point, 'data', 'time')));
      if (type !== 'Point' || typeof metric !== 'string' || value === null || !(time >= 0)) unread++;
      else {
        const status = at(point, 'data', 'tags', 'status');
        tally.add({ metric, time, value, status: typeof status === 'string' ? figureIn(status) : null });
      }
    },
    end: () => withUnread(tally.figures('k6 JSON lines'), unread),
  };
}

function withUnread(figures: PublishedFigures | null, unread: number): PublishedFigures | null {
  return figures && { ...figures, unread };
}
