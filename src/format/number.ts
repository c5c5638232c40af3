/** Numbers as a reader wants them: three significant digits, one number of decimals for each column. */
/** A value with its bounds. */
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Decimals that show `value` with three significant digits, at most four. */
export function decimalsOf(value: number): number {
  if (!Number.isFinite(value) || value === 0) return 0;
  return Math.max(0, Math.min(4, 2 - Math.floor(Math.log10(Math.abs(value)))));
}

/** A number grouped by thousands with a comma, whatever the locale: reports are compared and pasted. */
export function fixed(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return '–';
  const [whole = '0', fraction] = value.toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Three significant digits: `1,234`, `12.3`, `0.123`. */
export function brief(value: number): string {
  return fixed(value, decimalsOf(value));
}

/**
 * One formatter for a whole column, so that its decimal points stand in line: the smallest value gets three digits.
 * Where that would write the largest with more than six, each value gets its own three.
 */
export function columnFormat(values: readonly number[]): (value: number) => string {
  const sizes = values.filter((value) => Number.isFinite(value) && value !== 0).map(Math.abs);
  const decimals = decimalsOf(Math.min(...sizes));
  const largest = Math.max(...sizes);
  return Math.log10(largest) + decimals > 6 ? brief : (value) => fixed(value, decimals);
}

/**
 * A ratio with its bounds: the digits of the ratio decide the decimals of all three. All get more where a bound would be rounded
 * to 1, since 1 decides between the words.
 */
export function ratioTexts(
  { value, low, high }: Interval,
  digits = 3,
): { value: string; low: string; high: string } {
  let decimals = Math.max(0, decimalsOf(value) + digits - 3);
  const isTouching = (bound: number) => bound !== 1 && Number(bound.toFixed(decimals)) === 1;
  while ([low, high].some(isTouching) && decimals < 8) decimals++;
  const [lowest, highest] =
    high > mostSpan * low ? ['0', '∞'] : [fixed(low, decimals), fixed(high, decimals)];
  return { value: fixed(value, decimals), low: lowest, high: highest };
}

/** Largest ratio of bounds that are written. Beyond it they are `0` and `∞`: the figures of `0.00–14,511` (two trials) say nothing. */
const mostSpan = 100;

/** A share as a percentage: `0.4%`, `35%`, `−2%`. One decimal below 10%: a loss of 5.3% is not the 5% that are allowed. */
export function percent(share: number): string {
  const value = share * 100;
  if (value > 0 && value < 0.1) return 'under 0.1%';
  const rounded = Number(value.toFixed(Math.abs(value) < 10 ? 1 : 0));
  return `${rounded}%`.replace('-', '−');
}

/** A duration in the unit that suits it: `850 µs`, `12.3 ms`, `4.56 s`, `3 min 20 s`. */
export function duration(ms: number): string {
  if (ms < 1) return `${brief(ms * 1000)} µs`;
  if (ms < 1000) return `${brief(ms)} ms`;
  if (ms < 120_000) return `${brief(ms / 1000)} s`;
  return clockTime(ms);
}

/** A time that somebody waits for, in whole seconds: `52 s`, `3 min 20 s`. */
export function clockTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A time of day in UTC, the clock of all reports: `03:47:49`. @param at milliseconds since 1970 */
export const timeOfDay = (at: number) => new Date(at).toISOString().slice(11, 19);

/** A time that is only guessed: `about 40 s`, `about 3 min`. */
export function about(ms: number): string {
  const seconds = Math.ceil(ms / 10_000) * 10;
  return seconds < 100 ? `about ${seconds} s` : `about ${Math.ceil(seconds / 60)} min`;
}

/** Bytes in binary units, as memory is sold: `15.6 GiB`. */
export function bytes(value: number, written = brief): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, value)) / 10));
  return `${written(value / 1024 ** power)} ${units[power]}`;
}

/** `1 trial`, `2 trials`. */
export function counted(n: number, noun: string, plural = `${noun}s`): string {
  return `${fixed(n, 0)} ${n === 1 ? noun : plural}`;
}

/** Date and time in UTC, to the minute: a report is read elsewhere than it was made. */
export const date = (epoch: number) => `${minute(epoch)} UTC`;
/** The same where it is said elsewhere that it is UTC, or where only an order matters. */
export const minute = (epoch: number) => new Date(epoch).toISOString().slice(0, 16).replace('T', ' ');
