/**
 * Functions that texts may call, by name: `{ TIME($wait) }`. Numbers, lists and names are written by one function each, in the way of
 * the language; Korean particles (`은(는)`) are chosen when a text is whole.
 */
import {
  about,
  clockTime,
  counted,
  date,
  duration,
  fixed,
  percent,
  ratioTexts,
  timeOfDay,
  type Interval,
} from '../format/number.ts';
import * as words from '../format/words.ts';
import * as korean from './ko/words.ts';
import { quoted } from './shell.ts';

/** Arguments of a function: the values that the text names, as the caller gave them. */
type FunctionArguments = readonly unknown[];
type TextFunction = (given: FunctionArguments) => string | number | boolean;

/** Makes a function of numbers; one that is not known (null) reads `–`. */
const numbers = (format: (...given: number[]) => string | number | boolean) => (given: FunctionArguments) =>
  given.includes(null) ? '–' : format(...given.map(Number));
const size = (value: unknown) => (Array.isArray(value) ? value.length : Number(value));
const interval = (format: (of: Interval) => string) =>
  numbers((value = NaN, low = NaN, high = NaN) => format({ value, low, high }));
const counting =
  (format: (value: number, ...unit: string[]) => string): TextFunction =>
  ([value, ...unit]) =>
    format(size(value), ...unit.map(String));
const ratio = (part: keyof Interval, texts: typeof words.ratioFigures = ratioTexts) =>
  interval((of) => texts(of)[part]);

/** The time left, from seconds, as rough as a forecast is: `50 s`, `12 minutes`, `5 hours`. */
const timeLeft = (short: string, middle: string, long: string) =>
  numbers((seconds = NaN) => {
    if (seconds < 120) return `${Math.round(seconds)}${short}`;
    if (seconds < 7200) return `${Math.round(seconds / 60)}${middle}`;
    return `${words.amount(Math.round(seconds / 3600))}${long}`;
  });

const general: Readonly<Record<string, TextFunction>> = {
  ABOUT: numbers(about),
  AMOUNT: numbers(words.amount),
  'AMOUNT-OF': counting(words.amountOf),
  BYTES: numbers(words.bytes),
  CAPITAL: ([text]) => words.capital(String(text)),
  /** A sentence without its full stop. */
  CLAUSE: ([text]) => String(text).replace(/\.$/, ''),
  CLOCK: numbers(clockTime),
  COUNT: counting(counted),
  DATE: numbers(date),
  DECIMALS: numbers((value = NaN, decimals = 0) => value.toFixed(decimals)),
  DURATION: numbers(duration),
  'EXACT-TIME': numbers(words.exactTime),
  FIXED: numbers(fixed),
  /** The value of an objective: a share for errors, else a time. */
  OBJECTIVE: ([value, figure]) => (figure === 'errors' ? words.shortPercent : words.exactTime)(Number(value)),
  /** A figure with its unit; without a unit it is a share. */
  FIGURE: ([value, unit]) => words.figure(Number(value), String(unit)),
  INTERVAL: interval(words.withInterval),
  LEFT: timeLeft(' s', ' minutes', ' hours'),
  /** A path without its query. */
  PATH: ([path]) => String(path).replace(/[?#].*/, ''),
  PERCENT: numbers(percent),
  PRECISION: numbers((value = NaN, digits = 3) => Number(value.toPrecision(digits))),
  RATIO: ratio('value'),
  'RATIO-LOW': ratio('low'),
  'RATIO-HIGH': ratio('high'),
  'ROUND-TIME': numbers(words.roundTime),
  SERVICE: ([address]) => words.serviceAt(String(address)),
  SHARE: numbers(words.share),
  /** One word of a shell, in a command to be copied. */
  SHELL: (parts) => quoted(parts.join('')),
  SHORT: numbers(words.short),
  'SHORT-PERCENT': numbers(words.shortPercent),
  /** Two figures that are written already; one where they are the same. */
  SPAN: (bounds) => [...new Set(bounds)].join('–'),
  'TENTH-PERCENT': numbers(words.tenthPercent),
  TIME: numbers(words.time),
  TIMES: numbers(words.times),
  'TIME-OF-DAY': numbers(timeOfDay),
  WAITED: numbers(words.waited),
  'WHOLE-PERCENT': numbers(words.wholePercent),

  SUM: numbers((one = NaN, other = NaN) => one + other),
  DIFFERENCE: numbers((one = NaN, other = NaN) => one - other),
  PRODUCT: numbers((one = NaN, other = NaN) => one * other),
  QUOTIENT: numbers((one = NaN, other = NaN) => one / other),
  MIN: numbers(Math.min),
  MAX: numbers(Math.max),
  ABS: numbers(Math.abs),
  CEIL: numbers(Math.ceil),
  FLOOR: numbers(Math.floor),
  ROUND: numbers(Math.round),
  /** Two significant digits. */
  ROUGH: numbers(words.rounded),
  'ROUGH-RATIO': ratio('value', words.ratioFigures),
  'ROUGH-RATIO-LOW': ratio('low', words.ratioFigures),
  'ROUGH-RATIO-HIGH': ratio('high', words.ratioFigures),

  /** `{ IF($wait, gauge.wait, "no wait") }`: the first text where there is one (not null, not false), else the second, or nothing. */
  IF: ([one, then = '', otherwise = '']) => ((one === null ? otherwise : then) ?? '') as string,

  /** Joins texts: `{ IF($wait, PUT("wait ", TIME($wait)), "no wait") }`. */
  PUT: (parts) => parts.join(''),

  /** Comparisons, for `->` and for `IF`: a list counts by its length. */
  ABOVE: ([one, other]) => size(one) > size(other),
  BELOW: ([one, other]) => size(one) < size(other),
  'AT-LEAST': ([one, other]) => size(one) >= size(other),
  'AT-MOST': ([one, other]) => size(one) <= size(other),
  LENGTH: ([list]) => size(list),
  'STARTS-WITH': ([text, start]) => String(text).startsWith(String(start)),
  EMPTY: ([text]) => text === '',
  SAME: ([one, other]) => one === other,
  /** A word as the key of a variant: `pool threads` is [pool-threads], null is [none]. */
  KEY: (parts) =>
    (parts[0] === null ? 'none' : parts.join('')).replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, ''),
};

const ofKorean: Readonly<Record<string, TextFunction>> = {
  ABOUT: numbers(korean.about),
  'ABOUT-OF': counting(korean.aboutOf),
  'AMOUNT-OF': counting(korean.amountOf),
  CLOCK: numbers(korean.minutes),
  COUNT: counting(korean.count),
  DURATION: numbers(korean.lasted),
  INTERVAL: interval(korean.withInterval),
  LEFT: timeLeft('초', '분', '시간'),
  PERCENT: numbers(korean.percent),
  'ROUND-TIME': numbers(korean.roundTime),
  SHARE: numbers(korean.share),
  SPAN: (bounds) => [...new Set(bounds)].join('~'),
  TIMES: numbers(korean.times),
  WAITED: numbers(korean.waited),
};

/** What a language has of its own: its functions, how it lists, and what it does to a text that is whole. */
export interface Language {
  readonly functions: Readonly<Record<string, TextFunction>>;
  readonly list: (parts: readonly string[]) => string;
  readonly finish: (text: string) => string;
}

const english: Language = { functions: general, list: words.listed, finish: (text) => text };
const others: Readonly<Record<string, Language>> = {
  ko: { functions: { ...general, ...ofKorean }, list: korean.listed, finish: korean.withParticles },
};

/** @returns English where the language is not known */
export const languageOf = (language: string): Language => others[language] ?? english;
