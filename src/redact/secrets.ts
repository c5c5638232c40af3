/** The secrets that the tool itself was given, to find them again in what a server prints, and in what is said of it. */
import type { ProblemData } from '../messages/problem.ts';
import { mask } from '../messages/command-line.ts';
import { isMask, isSecret, redactNodeOptions, redactText } from './redact.ts';

/** Least characters of a long secret. A shorter one may be part of any word, so it is looked for as a word of its own. */
const longValue = 8;
const shortestValue = 3;
/** Least characters of a part of a long secret that is masked at the edge of a text that was cut. */
const shortestPart = 6;

export class Secrets {
  readonly #shown = new Map<string, string>();
  readonly #levels = new Map<string, string>();
  readonly #lost = new Set<string>();
  readonly #maskOf = (found: string) => this.#shown.get(found) ?? mask;
  #pattern: RegExp | null = null;

  /**
   * Remembers a secret, and the parts of it that a server may print alone.
   * @param shown what is shown instead
   * @param place the option that gave it: it is `lost` where the value is a mask itself. Null: it is not needed again
   */
  take(value: string, shown: string = mask, place: string | null = null): string {
    if (isMask(value)) {
      if (place !== null) this.#lost.add(place);
      return value;
    }
    this.#add(value, shown);
    for (const part of partsOf(value)) this.#add(part, mask);
    return shown;
  }

  /** Remembers the variables that have the name of a secret, and the passwords in others. */
  takeFrom(environment: Readonly<Record<string, string | undefined>>): void {
    const take = (value: string) => (value.length < longValue ? value : this.take(value));
    for (const [name, value = ''] of Object.entries(environment)) {
      if (isSecret(name, value)) take(value);
      else if (name === 'NODE_OPTIONS') redactNodeOptions(value, take);
      else if (value.includes('://')) redactText(value, take);
    }
  }

  #add(value: string, shown: string): void {
    // A value that is in two places is shown as in the first.
    if (value.length < shortestValue || this.#shown.has(value)) return;
    this.#shown.set(value, shown);
    this.#pattern = null;
  }

  /** Options whose values are not known, because only masks of them were read. */
  get lost(): readonly string[] {
    return [...this.#lost];
  }

  /** What is shown for exactly this value; undefined if it is none of the secrets. */
  shownFor(value: string): string | undefined {
    return this.#shown.get(value);
  }

  /** Remembers how a level of a setting is shown: two levels may hold the same secret, and stay apart all the same. */
  takeLevel(key: string, level: string, shown: string): void {
    this.#levels.set(`${key}=${level}`, shown);
  }

  /** What is shown for exactly this level of that setting; undefined if the plan has no such level. */
  shownLevel(key: string, level: string): string | undefined {
    return this.#levels.get(`${key}=${level}`);
  }

  /** The text without any of the secrets. */
  hide(text: string): string {
    if (this.#shown.size === 0 || text === '') return text;
    this.#pattern ??= patternOf([...this.#shown.keys()]);
    return this.#withoutParts(text.replaceAll(this.#pattern, this.#maskOf));
  }

  /** The same data without any of the secrets in its texts, short ones too. */
  hideAll<Data>(data: Data): Data {
    return mapped(data, (text) => this.hide(text), 0) as Data;
  }

  /** The same data without any of the long secrets in its texts. Short ones may be words that a program relies on. */
  hideIn<Data>(data: Data): Data {
    const long = [...this.#shown.keys()].filter((value) => value.length >= longValue);
    if (long.length === 0) return data;
    const pattern = patternOf(long);
    return mapped(data, (text) => text.replaceAll(pattern, this.#maskOf)) as Data;
  }

  /** Masks what is left of a long secret at either end: lines and excerpts are cut, perhaps within one. */
  #withoutParts(text: string): string {
    let rest = text;
    for (const value of this.#shown.keys()) {
      const isCut = value.includes(rest.slice(-shortestPart)) || value.includes(rest.slice(0, shortestPart));
      if (value.length < longValue || !isCut) continue;
      for (let length = Math.min(value.length, rest.length); length >= shortestPart; length--) {
        if (rest.endsWith(value.slice(0, length))) rest = rest.slice(0, -length) + mask;
        if (rest.startsWith(value.slice(-length))) rest = mask + rest.slice(length);
      }
    }
    return rest;
  }
}

/** A problem whose texts have none of the secrets. */
export function hiddenProblem({ code, details = {}, ...texts }: ProblemData, secrets: Secrets): ProblemData {
  const { what, why, todo } = texts;
  return { code, ...secrets.hideAll({ details, what, why, todo }) };
}

/** Returns the parts of a secret, also encoded: x of `Bearer x`, x and y of `a=x; b=y`, x of `ann:x`. */
function partsOf(value: string): string[] {
  // A longer text is no list of secrets: its words may stand anywhere.
  const isList = /^[\w-]+\s+\S+$/.test(value) || (value.includes('=') && !/[<\r\n]/.test(value));
  const pieces = isList
    ? value.split(/[\s;,&"'{}]+/).flatMap((piece) => [piece, piece.slice(piece.indexOf('=') + 1)])
    : [];
  const user = /^[^\s:/]*:(.+)$/s.exec(value)?.[1];
  const [basic] = /^Basic\s+(\S+)$/i.exec(value)?.slice(1) ?? [];
  const plain = basic === undefined ? '' : attempt(() => atob(basic));
  const encoded = user === undefined ? '' : attempt(() => btoa(decodeURIComponent(value)));
  const parts = [
    ...pieces.filter((piece) => piece.length >= longValue),
    ...(user === undefined ? [] : [user, attempt(() => decodeURIComponent(user))]),
    encoded,
    plain.slice(plain.indexOf(':') + 1),
  ];
  const forms = [value, ...parts].flatMap((part) => [
    attempt(() => encodeURIComponent(part)),
    attempt(() => decodeURIComponent(part)),
    JSON.stringify(part).slice(1, -1),
  ]);
  return [...parts, ...forms].filter((part) => part.length >= shortestValue && part !== value);
}

function attempt(make: () => string): string {
  try {
    return make();
  } catch {
    return ''; // it is not encoded in that way
  }
}

function patternOf(values: readonly string[]): RegExp {
  const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const sources = [...values]
    // oxlint-disable-next-line unicorn/no-array-sort -- Node 18 lacks toSorted, and is to be told that it is too old
    .sort((a, b) => b.length - a.length)
    .map((value) => {
      if (value.length >= longValue) return escaped(value);
      return `(?<![\\p{L}\\p{N}])${escaped(value)}(?![\\p{L}\\p{N}])`;
    });
  return new RegExp(sources.join('|'), 'gu');
}

/** Returns the data with its texts changed. Data without a change is not copied: a long watch has millions of numbers. */
function mapped(data: unknown, change: (text: string) => string, least = longValue): unknown {
  if (typeof data === 'string') return data.length < least ? data : change(data);
  if (typeof data !== 'object' || data === null || ArrayBuffer.isView(data)) return data;
  if (data instanceof Map) return new Map([...data].map(([key, one]) => [key, mapped(one, change, least)]));
  let copy: Record<string, unknown> | unknown[] | null = null;
  const from = data as Record<string, unknown>;
  for (const key in from) {
    const now = mapped(from[key], change, least);
    if (now === from[key]) continue;
    copy ??= Array.isArray(data) ? [...data] : { ...data };
    (copy as Record<string, unknown>)[key] = now;
  }
  return copy ?? data;
}
