/** Figures and words as sentences have them. Tables and axes have theirs in number.ts. */
import { bytes as exactBytes, fixed, ratioTexts, type Interval } from './number.ts';

/** Writes a number as sentences have it: two significant digits, and every digit before the point: `1,149`, `11`, `4`, `0.62`. */
export function rounded(value: number): string {
  return Math.abs(value) < 10 ? String(Number(value.toPrecision(2))) : fixed(value, 0);
}

/** Three significant digits, for what a reader computes with or compares to a limit: 1149, 11.5, 0.623. */
export function short(value: number): string {
  return Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

/** `0.98 (0.95 to 1.02)`. */
export function withInterval({ value, low, high }: { value: number; low: number; high: number }): string {
  return `${short(value)} (${short(low)} to ${short(high)})`;
}

/** `24 µs`, `5.1 ms`, `11 s`, `3 min 20 s`. */
export function time(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (milliseconds > 0 && milliseconds < 0.1) return `${rounded(milliseconds * 1000)} µs`;
  if (Math.round(milliseconds) < 1000) return `${rounded(milliseconds)} ms`;
  if (seconds < 120) return `${rounded(milliseconds / 1000)} s`;
  return `${Math.floor(seconds / 60)} min${seconds % 60 > 0 ? ` ${seconds % 60} s` : ''}`;
}

/** A ratio with its bounds: two significant digits, three where the ratio would be written as one of its bounds. */
export function ratioFigures(ratio: Interval): ReturnType<typeof ratioTexts> {
  const two = ratioTexts(ratio, 2);
  return two.value === two.low || two.value === two.high ? ratioTexts(ratio) : two;
}

/** `16 GiB`. */
export const bytes = (value: number) => exactBytes(value, rounded);

/** `5.12 ms`, `11.1 s`, for what a reader computes with or compares to a limit. */
export function exactTime(milliseconds: number): string {
  return milliseconds >= 1000 ? `${short(milliseconds / 1000)} s` : `${short(milliseconds)} ms`;
}

/** A percentage with three significant digits, for a figure that a limit is held against: `0.52%`, `35.2%`. */
export function shortPercent(ratio: number): string {
  return `${short(ratio * 100)}%`;
}

/** A percentage with at most one decimal, for what somebody has set: `97.5%`, `95%`. */
export function tenthPercent(ratio: number): string {
  return `${Number((100 * ratio).toFixed(1))}%`;
}

/** A percentage without decimals, for a share that is known no better: `35%`. */
export function wholePercent(ratio: number): string {
  return `${Math.round(ratio * 100)}%`;
}

/** The text with its first letter in upper case; a setting (`pool=4`, `env:LIMIT 4`) stays as it is typed. */
export function capital(text: string): string {
  if (/^\w+[=:]\S/.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A wait: `12 ms`, `0.3 ms`; one too short for the probe is `less than 0.2 ms`. */
export function waited(milliseconds: number): string {
  return milliseconds < waitFloor ? 'less than 0.2 ms' : time(milliseconds);
}

/** Shortest wait that is told, in ms: an idle pool answers the probe in 0.04 to 0.08 ms, and a noisy machine doubles that. */
export const waitFloor = 0.2;

/** Numbers of jobs, threads, CPUs: `59`, `4`, `0.68`, `0`. */
export function amount(value: number): string {
  return value < 0.005 ? '0' : rounded(value);
}

/** Whether an average of things, which are whole, is told as `about 4`; CPUs are used in parts. */
export const isRounded = (value: number) => value >= 1 && !Number.isInteger(value);

/** Services by the default port or the default socket name in their address. */
const services = [
  [/:5432$|\.s\.PGSQL\.\d+$/, 'PostgreSQL', 'postgresql'],
  [/:3306$|\/mysqld?\.sock$/, 'MySQL', 'mysql'],
  [/:6379$|\/redis[^/]*\.sock$/, 'Redis', 'redis'],
  [/:27017$|\/mongodb-\d+\.sock$/, 'MongoDB', 'mongodb'],
] as const;

/** What a service most likely speaks, by its address; null: that does not tell. */
export function protocolAt(address: string) {
  return services.find(([pattern]) => pattern.test(address))?.[2] ?? null;
}

/** `PostgreSQL (10.0.0.5:5432)`, `10.0.0.5:8080`. */
export function serviceAt(address: string): string {
  const name = services.find(([pattern]) => pattern.test(address))?.[1];
  return name === undefined ? address : `${name} (${address})`;
}

/** `1 CPU`, `0.5 CPUs`, `about 59 jobs`. */
export function amountOf(value: number, noun: string, plural = `${noun}s`): string {
  const isAbout = isRounded(value) && !noun.includes('CPU');
  const text = isAbout ? fixed(value, 0) : amount(value);
  return `${isAbout ? 'about ' : ''}${text} ${text === '1' ? noun : plural}`;
}

/** A share of a watch, which is known no better than in whole percents: `35%`, `less than 1%`. */
export function share(ratio: number): string {
  return ratio > 0 && ratio < 0.005 ? 'less than 1%' : wholePercent(ratio);
}

/** `× 16`, `× 1.4`. */
export function times(factor: number): string {
  return `× ${factor >= 10 ? factor.toFixed(0) : short(Number(factor.toPrecision(2)))}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** The same names, each with its number in front of it where two of them are alike: `#2 ssh load`. */
export function numbered(names: readonly string[]): readonly string[] {
  return new Set(names).size === names.length ? names : names.map((name, i) => `#${i + 1} ${name}`);
}

/** A figure with its unit; without a unit it is a share: `1,234 ms`, `850/s`, `0.5%`. */
export function figure(value: number, unit: string): string {
  if (unit === '') return tenthPercent(value);
  const number = value >= 100 ? fixed(Math.round(value), 0) : short(value);
  return unit === '1/s' ? `${number}/s` : `${number} ${unit}`;
}

/** A time as short as a plan needs it: `1.5 s`, `40 s`, `3 min 20 s`. */
export const roundTime = (ms: number) => roundTimeIn(ms, { second: ' s', minute: ' min' });

/** `roundTime` with these units. @param units with the blank before them */
export function roundTimeIn(
  ms: number,
  { second, minute }: Readonly<Record<'second' | 'minute', string>>,
): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 10) return `${Number(seconds.toFixed(1))}${second}`;
  if (seconds < 120) return `${Math.round(seconds)}${second}`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}${minute}${whole % 60 > 0 ? ` ${whole % 60}${second}` : ''}`;
}
