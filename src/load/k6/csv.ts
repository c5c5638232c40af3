/**
 * The lines that `k6 run --out csv=FILE` writes. Which tags have a column depends on the script's `systemTags`, so a reader is made from
 * the first line. The file may be anybody's: what cannot be read gives null.
 */
import type { EpochMilliseconds, Milliseconds } from '../../model/units.ts';

export interface K6Sample {
  readonly metric: string;
  /** The sample's instant; that of a request or an iteration is its end. Fractions of a millisecond are kept if written. */
  readonly time: EpochMilliseconds;
  /** The metric's value; times are in milliseconds. */
  readonly value: number;
  /** Status of an HTTP request, 0 if no answer came; null if the line has none. */
  readonly status: number | null;
  /** @returns the text of a column, empty where there is none of that name */
  readonly tag: (name: string) => string;
}

export interface K6Csv {
  /** @returns null for a line that k6 did not write */
  readonly read: (line: string) => K6Sample | null;
  /** Resolution of the instants: k6 writes whole seconds unless K6_CSV_TIME_FORMAT says otherwise. Null before a line was read. */
  readonly step: Milliseconds | null;
}

const ownColumns = ['metric_name', 'timestamp', 'metric_value'] as const;

/** @param header the first line of the file. @returns null if k6 did not write it */
export function k6Csv(header: string): K6Csv | null {
  const columns = cellsOf(header) ?? [];
  if (ownColumns.some((name, i) => columns[i] !== name)) return null;
  const places = new Map(columns.map((name, i) => [name, i]));
  let step: Milliseconds | null = null;
  return {
    get step() {
      return step;
    },
    read(line) {
      const cells = cellsOf(line);
      if (cells?.length !== columns.length) return null;
      const [metric = '', timestamp = '', number = ''] = cells;
      const form = formOf(timestamp);
      const value = figure(number);
      if (metric === '' || form === null || value === null) return null;
      step ??= form.step;
      const tag = (name: string) => cells[places.get(name) ?? -1] ?? '';
      return { metric, time: form.time, value, status: figure(tag('status')), tag };
    },
  };
}

/** The most cells that a line may have: k6 writes fewer. */
const mostCells = 64;
/** One cell; within quotes, two quotes stand for one. */
const cell = /(?:"([^"]*(?:""[^"]*)*)"|(?!")([^,]*))(?:,|$)/gy;

/** @returns null where a quote is not closed: a cell with a line end in it is not read */
function cellsOf(line: string): readonly string[] | null {
  const cells: string[] = [];
  for (const [all, quoted, plain = ''] of line.matchAll(cell)) {
    if (cells.push(quoted?.replaceAll('""', '"') ?? plain) > mostCells) return null;
    // Behind each cell is a comma or the end, so the last one may be empty.
    if (!all.endsWith(',')) return cells;
  }
  return null;
}

/** The largest value that is read: more than any time or count of a test, and still exact. */
const largest = 1e15;

function figure(text: string): number | null {
  if (!/^\d{1,16}(?:\.\d{1,9})?$/.test(text)) return null;
  const value = Number(text);
  return value <= largest ? value : null;
}

/** Resolution of a Unix timestamp by its number of digits, for instants from 2001 to 2286. */
const unixSteps = new Map<number, Milliseconds>([
  [10, 1000],
  [13, 1],
  [16, 1e-3],
  [19, 1e-6],
]);

function formOf(timestamp: string): { readonly time: EpochMilliseconds; readonly step: Milliseconds } | null {
  if (/^\d+$/.test(timestamp)) {
    const step = unixSteps.get(timestamp.length);
    // Divided where that is exact: a millionth has no exact double.
    if (step === undefined) return null;
    return { time: step < 1 ? Number(timestamp) / Math.round(1 / step) : Number(timestamp) * step, step };
  }
  const [, fraction] = /^\d{4}-\d\d-\d\dT[\d:]{8}(?:\.(\d{1,9}))?(?:Z|[+-]\d\d:\d\d)$/.exec(timestamp) ?? [];
  const time = Date.parse(timestamp);
  if (!(time > 0)) return null;
  // Go leaves out the noughts at the end of a fraction, and `Date` keeps three of its digits.
  return fraction === undefined ? { time, step: 1000 } : { time, step: 1 };
}
