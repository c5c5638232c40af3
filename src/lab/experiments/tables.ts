/** What the pages of experiments are made of: sections, tables whose columns say what stands in them, and points of lines. */
import { short } from '../../format/words.ts';
import { message, type Message } from '../../messages/message.ts';
import type { Trial } from '../../model/sample.ts';
import type {
  Estimate,
  Interval,
  Measured,
  Metric,
  Picture,
  Reading,
  Passage,
  RunTable,
  Said,
} from '../../model/verdict.ts';
import { meanOrNull } from '../../stats/mean-and-spread.ts';

/**
 * A table with a row for each item. The key of a column is its label, which begins with `<` where the column holds words, and
 * may begin with `>` where it does not; its value says what stands there.
 */
export function tableOf<Item>(
  head: Pick<RunTable, 'title' | 'note'>,
  items: readonly Item[],
  columns: Readonly<Record<string, (item: Item) => string | number>>,
): RunTable {
  return {
    ...head,
    columns: Object.keys(columns).map((label) =>
      label.startsWith('<')
        ? { label: label.slice(1), align: 'left' as const }
        : { label: label.replace(/^>/, ''), align: 'right' as const },
    ),
    rows: items.map((item) => Object.values(columns).map((text) => String(text(item)))),
  };
}

/** A section of paragraphs, tables and pictures; a paragraph with figures is a message. None where nothing was measured. */
export function section(
  title: string,
  paragraphs: readonly Said[],
  tables: readonly RunTable[],
  pictures: readonly Picture[] = [],
): Passage[] {
  const filled = tables.filter(({ rows }) => rows.length > 0);
  if (filled.length + pictures.length === 0) return [];
  return [{ title, paragraphs, tables: filled, ...(pictures.length > 0 && { pictures }) }];
}

/** The text of a figure; a dash where there is none. */
export function shown(
  figure: number | { readonly value: number } | null | undefined,
  text: (value: number) => string = short,
): string {
  if (figure === null || figure === undefined) return '–';
  return text(typeof figure === 'number' ? figure : figure.value);
}

export const decimals = (count: number) => (value: number) => value.toFixed(count);

/** The interval alone of a figure, for a message. */
export const intervalOf = ({ value, low, high }: Interval): Interval => ({ value, low, high });

/** How the work of one request is scaled, for a message; `iterations` is null where it is as it was published. */
export const scaledTo = (iterations: number, published: number) => ({
  iterations: iterations === published ? null : iterations,
  published,
});

/** A picture of the lines that have points; none without any. Unless told, its sentence names the ends of each line, or all categories. */
export function picture(
  id: string,
  title: string,
  { lines: all, sentence, ...drawn }: Omit<Picture, 'id' | 'title' | 'sentence'> & { sentence?: Message },
): Picture[] {
  const lines = all.filter((line) => line.points.length > 0);
  const { axis, unit } = drawn;
  const told = lines.map(({ label, points: own }) => ({
    label,
    ends: axis.scale === 'category' ? own : own.filter((_, i) => i === 0 || i === own.length - 1),
  }));
  const ends = () => message('passage.lines', { axis: axis.label, unit, lines: told });
  return lines.length > 0 ? [{ id, title, sentence: sentence ?? ends(), ...drawn, lines }] : [];
}

type Point = Picture['lines'][number]['points'][number];

/** Points of a line; a level without a figure has none. */
export const points = (
  levels: readonly (readonly [
    Point['level'],
    (Pick<Interval, 'value'> & Pick<Point, 'low' | 'high'>) | null,
  ])[],
): Point[] =>
  levels.flatMap(([level, figure]) =>
    figure ? { level, value: figure.value, low: figure.low, high: figure.high } : [],
  );

/** Estimates of a cell, by metric; none where one of them is missing. */
export function estimatesOf<Name extends Metric>(
  measured: Measured,
  cell: string,
  ...wanted: readonly Name[]
): Readonly<Record<Name, Estimate>>[] {
  const found = wanted.map((metric) => [metric, measured.estimate(metric, cell)] as const);
  const isWhole = found.every(([, estimate]) => estimate !== null);
  return isWhole ? [Object.fromEntries(found) as Readonly<Record<Name, Estimate>>] : [];
}

/** The cells whose requests were measured, with their loads and figures. */
export const measuredCells = ({ plan, summaries }: Measured) =>
  summaries.flatMap(({ cell: id, setting, metrics }) => {
    const load = plan.cells.find((cell) => cell.id === id)?.load;
    return load && metrics.throughput ? [{ id, load, setting, metrics }] : [];
  });

/** Trials of a cell that count. */
export const countedTrials = ({ trials }: Pick<Measured, 'trials'>, cell: string): Trial[] =>
  trials.filter((trial) => trial.cell === cell && !trial.problem);

/** The mean of a reading over the trials that count, where 0 is a value; null without any. */
export const meanOf = (measured: Measured, cell: string, read: Reading): number | null =>
  meanOrNull(countedTrials(measured, cell).flatMap((trial) => read(trial) ?? []));

/** The item in the middle of their order: one that was measured, not an average of several. */
export const middle = <Item>(items: readonly Item[], of: (item: Item) => number): Item | null =>
  items.toSorted((a, b) => of(a) - of(b))[Math.floor((items.length - 1) / 2)] ?? null;
