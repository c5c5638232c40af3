/**
 * Texts as Fluent files hold them (projectfluent.org): `en/doctor.ftl` has a message for each code of its families, `_` in place of each
 * point, and `{ $name }` where something is put in. A file is read when the first of its texts is said.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FluentBundle, FluentNone, FluentNumber, FluentResource, FluentType } from '@fluent/bundle';
import type { FluentFunction, FluentValue } from '@fluent/bundle';
import { fileOf } from './files.ts';
import { languageOf } from './functions.ts';

/** What is put into a text, by name: figures, names, lists and objects; null is the variant [none], a switch [true] or [false]. */
export type Given = Readonly<Record<string, unknown>>;

/** A list or an object, which only functions can use; or a chosen word that is also the key of a variant (`none`). */
class Whole extends FluentType<unknown> {
  override toString(): string {
    return typeof this.value === 'string' ? this.value : JSON.stringify(this.value);
  }
}

/** A number as it is, unless a function of the text formats it. */
class Plain extends FluentNumber {
  override toString(): string {
    return String(this.value);
  }
}

function toFluent(value: unknown): FluentValue {
  if (typeof value === 'number') return new Plain(value);
  const isKey = value === 'none' || value === 'true' || value === 'false';
  if (isKey || (typeof value === 'object' && value !== null)) return new Whole(value);
  return value === null ? 'none' : `${value as string | boolean}`;
}

function fromFluent(value: FluentValue | undefined): unknown {
  if (value === undefined || value instanceof FluentNone || value === 'none' || value === 'false')
    return null;
  return typeof value === 'string' ? value : value.value;
}

/** Lists all parameters, those inside an object too: `{ ratio: { low: 1 } }` is `$ratio` and `$ratio-low`. */
function flattened(given: Given, before = ''): [name: string, value: FluentValue][] {
  return Object.entries(given).flatMap(([name, value]): [string, FluentValue][] => {
    if (value === undefined) return [];
    const own: [string, FluentValue] = [before + name, toFluent(value)];
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? [own, ...flattened(value as Given, `${before}${name}-`)] : [own];
  });
}

/** The items of a list; of an object its entries. */
function itemsOf(all: unknown): readonly unknown[] {
  if (Array.isArray(all)) return all;
  return Object.entries(all ?? {}).map(([name, value]) => ({ name, value: value as unknown }));
}

interface File {
  readonly bundle: FluentBundle;
  /** The message whose text is being made: its attributes write the items of its lists, and may name what it was given. */
  id: string;
  given: Given;
}

const files = new Map<string, File>();

function fileFor(language: string, code: string): File {
  const name = `${language}/${fileOf(code)}.ftl`;
  const known = files.get(name);
  if (known) return known;
  const { functions: general, list } = languageOf(language);
  /** The name of a kind of jobs. */
  const kind = ([given]: readonly unknown[]) => {
    const [, addon = null] = /^addon:(.*)/.exec(String(given)) ?? [];
    return textOf(language, 'pool.kind', { kind: given, addon }) ?? String(given);
  };
  /** A word of the program, such as a metric or a state; a name that others chose stays as it is. */
  const term = ([word]: readonly unknown[]) => {
    const id = `word_${String(word).replaceAll(' ', '-')}`;
    return format(fileFor(language, 'word.'), language, id, {}) ?? String(word);
  };
  const phrase = ([text]: readonly unknown[]) => phraseIn(language, String(text));
  const functions: typeof general = { ...general, KIND: kind, TERM: term, PHRASE: phrase };
  const callable: Record<string, FluentFunction> = Object.fromEntries(
    Object.entries(functions).map(([one, make]) => [
      one,
      (given) => {
        const made = make(given.map(fromFluent));
        return typeof made === 'string' ? made : toFluent(made);
      },
    ]),
  );
  /**
   * The text of an item: `each` names an attribute of the same message, a function, or another message. It may name the members of its
   * `$item`, its `$place` from 1, and what the message was given: as `$outer-id` where the item has an `id` of its own.
   */
  const itemText = (each: string, item: unknown, place: number): string => {
    const make = functions[each];
    if (make) return String(make([item]));
    const own = typeof item === 'object' && item !== null ? (item as Given) : {};
    const [id, attribute] = each.includes('_') ? [each] : [file.id, each];
    return (
      format(file, language, id, { ...file.given, ...own, item, place, outer: file.given }, attribute) ?? ''
    );
  };
  // LIST writes the items of a list, or the entries of an object as `$name` and `$value`: no more than `most` of them.
  callable['LIST'] = ([all], { each, with: separator, most }) => {
    const items = itemsOf(fromFluent(all)).slice(
      0,
      most === undefined ? undefined : Number(fromFluent(most)),
    );
    const parts = items.map((item, i) =>
      each === undefined ? String(item) : itemText(String(each), item, i + 1),
    );
    return separator === undefined ? list(parts) : parts.join(String(separator));
  };
  /** JOIN writes the parts that are not empty, mostly attributes of the message. */
  callable['JOIN'] = (all, { with: separator }) => {
    const parts = all
      .map(fromFluent)
      .filter((part) => part !== null && part !== '')
      .map(String);
    return separator === undefined ? list(parts) : parts.join(String(separator));
  };
  callable['TEXT'] = ([of, id]) =>
    textOf(language, String(id).replaceAll('_', '.'), (fromFluent(of) ?? {}) as Given) ?? '';
  // No marks around what is put in: commands are copied, and terminals show them.
  const bundle = new FluentBundle(language, { useIsolating: false, functions: callable });
  const file: File = { id: '', given: {}, bundle };
  const text = readFileSync(join(import.meta.dirname, name), 'utf8');
  bundle.addResource(new FluentResource(text));
  files.set(name, file);
  return file;
}

/** @returns null where there is no such text, or something that it names is not given */
function format(file: File, language: string, id: string, given: Given, attribute?: string): string | null {
  const message = file.bundle.getMessage(id);
  const pattern = attribute === undefined ? message?.value : message?.attributes[attribute];
  // Where the file leaves out why something is a problem, or what to do, the problem brings that text.
  if (!pattern) return message && attribute ? ((given[attribute] as string | undefined) ?? null) : null;
  const before = { id: file.id, given: file.given };
  Object.assign(file, { id, given });
  const errors: Error[] = [];
  const text = file.bundle.formatPattern(
    pattern,
    { ...Object.fromEntries(flattened(given)), self: toFluent(given) },
    errors,
  );
  Object.assign(file, before);
  return errors.length > 0 && id === id.toUpperCase() ? null : languageOf(language).finish(text);
}

/**
 * The text of a code. What to do is often the same for several reasons: then their family says it, `conflict.todo` for
 * `conflict.load.todo`. The English of a word is its code: `word.not-run`.
 * @param language `en`
 * @param attribute `why`: a text that belongs to the message
 * @returns null where there is no such text, or something that it names is not given
 */
export function textOf(language: string, code: string, given: Given, attribute?: string): string | null {
  const file = fileFor(language, code);
  const [, family] = /^([^.]+)\..+\.todo$/.exec(code) ?? [];
  const [, word] = /^word\.(.+)$/.exec(code) ?? [];
  return (
    format(file, language, code.replaceAll('.', '_'), given, attribute) ??
    (family ? format(file, language, `${family}_todo`, given, attribute) : null) ??
    word?.replaceAll('-', ' ') ??
    null
  );
}

/** Figures in what an author wrote; those in names, such as p99, are none. */
const figures = /(?<![A-Za-z\d.])\d+(?:[.,]\d+)*/g;

/** Separators between an author's words, the loosest first; the last one parts a name from its level, `pool 4`. */
const joints = [/(; )/, /( ÷ )/, /(: )/, /(, )/, /( × )/, /(?<=[a-z])( )(?=\d\S*$)/];

/** @returns the code of words that an author wrote: `pool 4` is `phrase.pool-N` */
export const phraseCode = (text: string): string =>
  `phrase.${text.replaceAll(figures, 'N').match(/\w+/g)?.join('-') ?? ''}`;

/**
 * Translates what an author wrote in English: as a whole, with its figures as `$a`, `$b`, …; else as a word of the program; else
 * part by part. What has no line in the file stays as it is: names, commands, figures.
 */
export function phraseIn(language: string, text: string): string {
  const given = Object.fromEntries(
    Array.from(text.matchAll(figures), ([figure], place) => [String.fromCodePoint(97 + place), figure]),
  );
  const code = phraseCode(text);
  const own =
    textOf(language, code, given) ??
    format(fileFor(language, 'word.'), language, code.replace('phrase.', 'word_'), {});
  return (
    own ??
    phraseParts(text)
      ?.map((part, i) => (i % 2 === 0 ? phraseIn(language, part) : part))
      .join('') ??
    text
  );
}

/** @returns the words that an author put together, with what stands between them in every second place; null where they are one */
export function phraseParts(text: string): readonly string[] | null {
  const joint = joints.find((one) => one.test(text));
  return joint ? text.split(joint) : null;
}
