/** Reads the values of options: times, shares, numbers and words. A problem says how they are written. */
import { resolve } from 'node:path';
import { isScript } from '../../apply/node-command.ts';
import type { NamedTarget } from '../../doctor/doctor.ts';
import { message } from '../../messages/message.ts';
import { nearest, problem, reason, type Problem, type Reason } from '../../messages/problem.ts';
import { requireLocal } from '../../host/network-place.ts';
import { metrics } from '../../model/metric.ts';
import { objectiveFigures, type ObjectivePart } from '../../model/objective.ts';
import { redactText } from '../../redact/redact.ts';
import type { Constraint } from '../../model/tune.ts';
import type { Milliseconds } from '../../model/units.ts';

/** Makes a value of its text. @param option its name, with the dashes. @throws Problem */
export interface Parse<Value> {
  (text: string, option: string): Value;
  /** The values that it takes, where they can be listed. */
  readonly choices?: readonly string[];
}

/** @returns the problem of a value that an option does not take */
export function invalid<Name extends Reason>(
  option: string,
  value: string,
  ...why: Parameters<typeof reason<Name>>
): Problem {
  return problem('OPTION_INVALID', { option, value, ...reason(...why) });
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A name as it is typed: `cpuPerRequest` → `cpu-per-request`. */
export const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Reads `10` (seconds), `10s`, `500ms`, `2m`, `1h`. */
export function time(leastMs: Milliseconds = 0): Parse<Milliseconds> {
  return (text, option) => {
    const [, number = '', unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
    const value = unit in units ? Number(number) * units[unit as keyof typeof units] : NaN;
    if (value >= leastMs && value <= 24 * units.h) return value;
    const example = `10${leastMs > 500 ? '' : ', 500ms'}, 2m or 1h.`;
    throw invalid(option, text, 'value.time', { option, example, leastMs });
  };
}

/** Reads `3%` or `0.03` as 0.03. */
export function share(example = '3%'): Parse<number> {
  return (text, option) => {
    const match = /^(\d+(?:\.\d+)?)(%?)$/.exec(text);
    const value = match ? Number(match[1]) / (match[2] === '%' ? 100 : 1) : NaN;
    if (value > 0 && value < 1) return value;
    throw invalid(option, text, 'value.share', { option, example: `${example}.` });
  };
}

export const confidence: Parse<number> = (text, option) => {
  const example = '95%';
  const value = share(example)(text, option);
  if (value >= 0.5 && value <= 0.999) return value;
  throw invalid(option, text, 'value.confidence', { option, example });
};

/** Reads a whole number. @param most null: no limit */
export function whole(
  least: number,
  most: number | null = null,
  example = `${Math.max(4, least)}.`,
): Parse<number> {
  return (text, option) => {
    const value = Number(text);
    const isWhole = Number.isSafeInteger(value) && text.trim() !== '';
    if (isWhole && value >= least && value <= (most ?? Infinity)) return value;
    throw invalid(option, text, 'value.whole', { option, example, least, most });
  };
}

/** `localhost:3000`, also with a scheme before it. */
const address = /^(?:https?:\/\/)?([\w.-]+|\[[\da-f:]+\])(:\d+)\/?$/i;

/** Whether a word is a PID or a port, and nothing else. */
export const isNumbered = (word: string) => /^:?\d+$/.test(word) || address.test(word);

/** Whether it names a stored run. */
export const isRun = (word: string) => /^(?:last|\d{8}-\d{6}-[\da-f]{4})$/.test(word);

/** Whether the command of a server begins with it. */
export const isProgram = (word: string) =>
  isScript(word) || /(?:^|\/)(?:node|npm|npx|pnpm|yarn|tsx)$/.test(word);

/**
 * `:3000` or `localhost:3000` for the process that listens there, a name for an application of PM2, and a number: a PID after
 * `--pid`, as a word of its own a PID or a port.
 */
export const namedTarget: Parse<NamedTarget> = (text, option) => {
  const [, host = '', after = ''] = address.exec(text) ?? [];
  if (after !== '' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host))
    throw invalid(option, text, 'value.elsewhere', { host });
  if (after !== '' || text.startsWith(':')) return { port: port(after || text, option) };
  if (option !== '--pid' && !/^\d/.test(text)) return { app: text };
  const number = whole(1, null, 'N (pgrep -af node lists them), or :3000')(text, option);
  return option === '--pid' ? { pid: number } : { number };
};

const [leastPort, mostPort] = [1, 65_535];

/** `:3000`. */
const port: Parse<number> = (text, option) => {
  const value = /^:\d+$/.test(text) ? Number(text.slice(1)) : NaN;
  if (value >= leastPort && value <= mostPort) return value;
  throw invalid(option, text, 'value.whole', { option, example: ':3000', least: leastPort, most: mostPort });
};

/** Reads one of these names. Its value is the name itself, or that of the record. */
export function choice<const Value extends string>(
  names: readonly Value[] | Readonly<Record<string, Value>>,
  example: string,
): Parse<Value> {
  const values = new Map<string, Value>(
    Array.isArray(names) ? names.map((name: Value) => [name, name]) : Object.entries(names),
  );
  // Of two spellings of a name, the one in kebab-case is offered.
  const choices = [...values.keys()].filter((name) => kebab(name) === name || !values.has(kebab(name)));
  const parse = (text: string, option: string) => {
    const value = values.get(text);
    if (value !== undefined) return value;
    throw invalid(option, text, 'value.choice', {
      option,
      example: nearest(text, choices) ?? example,
      choices,
    });
  };
  return Object.assign(parse, { choices });
}

/** `k6:load/script.js`: the file, from where the command line was typed. */
export const engine: Parse<{ readonly name: 'k6'; readonly script: string }> = (text, option) => {
  const [, script] = /^k6:(.+)$/.exec(text) ?? [];
  if (script === undefined) throw invalid(option, text, 'engine.form');
  return { name: 'k6', script: resolve(script) };
};

/** `200,304`. */
export const statuses: Parse<number[]> = (text, option) =>
  text.split(',').map((code) => whole(100, 599, '200,304')(code, option));

/** `/health?deep=1`, `health` → `/health`. */
export const path: Parse<string> = (text, option) => {
  const isWhole = /^[a-z]+:\/\//i.test(text) || text.startsWith('//');
  if (isWhole || /[\s#]/.test(text)) throw invalid(option, text, 'value.path');
  return text.startsWith('/') ? text : `/${text}`;
};

/** Reads a time of at most 5 s: each trace event costs the target CPU time. */
export const captureTime: Parse<Milliseconds> = (text, option) => {
  const value = time(500)(text, option);
  if (value <= 5000) return value;
  throw invalid(option, text, 'capture.long');
};

const figures = [
  'errors',
  'throughput',
  'mean',
  'p50',
  'p90',
  'p99',
  'firstResponse',
  'cpuPerRequest',
] as const;
/** The figures that can be limited, by the names of the command line. */
const limited = new Map<string, Constraint['figure']>(figures.map((figure) => [kebab(figure), figure]));

/** `p99<200ms,errors=0,throughput>500`. */
export const limits: Parse<Constraint[]> = (text, option) =>
  text.split(',').map((part) => limit(part.trim(), option));

/** Splits `p99<200ms` into its parts; a missing part is empty. */
function limitParts(text: string) {
  const [, sign = '', number = '', unit = ''] =
    /^[a-z][\w-]*\s*(<=?|>=?|=)\s*(\d+(?:\.\d+)?)\s*(ms|s|%|)$/i.exec(text) ?? [];
  return { name: /^[a-z][\w-]*/i.exec(text)?.[0] ?? '', sign, number, unit };
}

const scales: Readonly<Record<string, number>> = { s: 1000, '%': 0.01 };

/** `p99<200ms,errors<0.1%`: each figure once, below a limit above 0. */
export const objective: Parse<ObjectivePart[]> = (text, option) => {
  const parts = text.split(',').map((part) => objectivePart(part.trim(), option));
  const twice = parts.find(({ figure }, i) => parts.findIndex((one) => one.figure === figure) < i);
  if (twice) throw invalid(option, text, 'slo.twice', { figure: twice.figure });
  return parts;
};

function objectivePart(text: string, option: string): ObjectivePart {
  const { name, sign, number, unit } = limitParts(text);
  const figure = objectiveFigures.find((one) => one === name);
  if (figure === undefined) throw invalid(option, text, 'slo.figure', { known: [...objectiveFigures] });
  const isUnit = figure === 'errors' ? unit === '%' : unit === 'ms' || unit === 's';
  if (!sign.startsWith('<') || !isUnit || !(Number(number) > 0)) throw invalid(option, text, 'slo.form');
  return { figure, limit: Number(number) * (scales[unit] ?? 1) };
}

/** `500/s`, `500`. */
export const perSecond: Parse<number> = (text, option) => {
  const value = Number(/^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(text)?.[1] ?? NaN);
  if (value > 0 && value <= 1e6) return value;
  throw invalid(option, text, 'value.per-second', { option });
};

function limit(text: string, option: string): Constraint {
  const { name, sign, number, unit } = limitParts(text);
  const figure = limited.get(name);
  if (figure === undefined) throw invalid(option, text, 'limit.figure', { known: [...limited.keys()] });
  const isErrors = figure === 'errors';
  const isNone = isErrors && Number(number) === 0;
  const isTime = !isErrors && metrics[figure].unit === 'ms';
  const isUnit = isErrors
    ? unit === '%' || (unit === '' && isNone)
    : isTime === (unit === 'ms' || unit === 's');
  if (sign === '' || !isUnit || (sign === '=' && !isNone)) throw invalid(option, text, 'limit.form');
  const bound = !isErrors && metrics[figure].better === 'higher' ? '>' : '<';
  if (sign !== '=' && !sign.startsWith(bound))
    throw invalid(option, text, 'limit.direction', { name, bound, limit: `${number}${unit}` });
  const value = Number(number) * (scales[unit] ?? 1);
  return { figure, relation: sign.startsWith('>') ? 'at least' : 'at most', limit: value };
}

/**
 * Reads the address of a server of this machine.
 * @param text a full address, or `3000`, `:3000/path`, `localhost:3000`
 * @param own addresses of this machine that count besides those of loopback
 * @throws Problem URL_INVALID
 */
export function localUrl(text: string, own: readonly string[] = []): string {
  const url = completed(text);
  const isHttp = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isHttp) throw problem('URL_INVALID', { value: redactText(url), why: message('url.not-http') });
  requireLocal(url, own);
  return url;
}

/** Adds what may be left out: the host of a port, and the scheme of a host with a port. */
function completed(text: string): string {
  const [, number, rest = ''] = /^:?(\d{1,5})([/?].*)?$/s.exec(text) ?? [];
  if (number !== undefined) return `http://127.0.0.1:${number}${rest === '' ? '/' : rest}`;
  const isHost = /^(?:localhost|(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5})(?:[/?].*)?$/is.test(text);
  return isHost ? `http://${text}` : text;
}
