/**
 * What the program has to say, as data: a code of the catalogue and its parameters. Whoever judges makes messages and looks at
 * codes; `say` makes the text, and only what prints calls it. No logic reads a text.
 */
import { printableJson } from '../format/printable.ts';
import type { TextParams } from './params.ts';
import { program } from './program.ts';
import { phraseCode, phraseIn, textOf } from './texts.ts';

export type MessageCode = keyof TextParams;

/** The code of a word or a short term. */
export type WordCode = Extract<MessageCode, `word.${string}`>;

/** A message of any code, as a parameter of another one. */
export interface AnyMessage {
  readonly code: string;
  readonly params: object;
}

/** The parameters that the text of a code takes; none for a fixed text. */
export type ParamsOf<Code extends MessageCode> = TextParams[Code];

/** A code of the catalogue with its parameters. */
export interface Message<out Code extends MessageCode = MessageCode> {
  readonly code: Code;
  readonly params: TextParams[Code];
}

/** A message with one of several codes: after `message.code === 'warning.failed'` the parameters have their types. */
export type OneOf<Code extends MessageCode> = Code extends MessageCode ? Message<Code> : never;

/** The arguments of `message` behind the code: its parameters, or nothing. */
export type Args<Code extends MessageCode> =
  ParamsOf<Code> extends Readonly<Record<string, never>> ? [] : [params: ParamsOf<Code>];

/** @returns the message of `code`; its parameters have to survive JSON */
export function message<Code extends MessageCode>(code: Code, ...given: Args<Code>): Message<Code> {
  // The compiler does not see that a union over one member is that member.
  return { code, params: given[0] ?? {} } as unknown as Message<Code>;
}

/** @returns a message of text that somebody else wrote, or that was recorded before messages had codes */
export function quoted(text: string): Message<'text'> {
  return message('text', { text });
}

/** The language of `say`, as BCP 47 names it: `ko`. Nothing that judges or stores depends on it. */
let spoken = 'en';

/** Chooses the language of `say`, before anything is printed. Only the command line does so. */
export function speak(language: string): void {
  spoken = language;
}

/** @returns what `make` makes while `say` speaks English: what other runs and scripts read has one language */
export function whileEnglish<Made>(make: () => Made): Made {
  const before = spoken;
  spoken = 'en';
  try {
    return make();
  } finally {
    spoken = before;
  }
}

/** @returns the language of `say`, as BCP 47 names it: `en` */
export function spokenLanguage(): string {
  return spoken;
}

/**
 * The text of a message, nested ones included, in the language that is spoken. A code that this version does not know is
 * shown with its parameters: a stored file may come from a newer one.
 */
export function say(one: AnyMessage): string {
  return textIn(spoken, one, program());
}

/** Whether this version has a text of the code that needs no parameters. */
export function isSaid(code: string): boolean {
  return textOf('en', code, {}) !== null;
}

/** The English text of a message, whatever language is spoken: documents for scripts and stored data have it. */
export function inEnglish(one: AnyMessage): string {
  return textIn('en', one, 'chokepoint');
}

/**
 * Translates what an author wrote in English, such as an experiment about itself. The English text stands nowhere else.
 * @param code the message that has the translation, `experiment.pool-size`, under its `attribute`; without it the words are looked up
 */
export function authored(text: string, code = '', attribute?: string): string {
  if (spoken === 'en') return text;
  return (code === '' ? null : textOf(spoken, code, {}, attribute)) ?? phraseIn(spoken, text);
}

/** @param title of the passage or table that has it @param attribute `note`, `text-1` */
export const authoredUnder = (title: string, text: string, attribute: string): string =>
  authored(text, phraseCode(title), attribute);

function textIn(language: string, { code, params }: AnyMessage, chokepoint: string): string {
  const given = valueIn(language, params, chokepoint) as object;
  return textOf(language, code, { chokepoint, ...given }) ?? `${code} ${JSON.stringify(params)}`;
}

/** @returns the value with each message in it as text */
function valueIn(language: string, value: unknown, chokepoint: string): unknown {
  if (Array.isArray(value)) return value.map((one) => valueIn(language, one, chokepoint));
  if (isMessage(value)) return textIn(language, value, chokepoint);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, valueIn(language, one, chokepoint)]),
  );
}

export function isMessage(value: unknown): value is AnyMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    'params' in value &&
    typeof value.params === 'object'
  );
}

/** @returns whether it is a message of this code: then its parameters have their types */
export function hasCode<Code extends MessageCode>(
  one: AnyMessage | null | undefined,
  code: Code,
): one is Message<Code> {
  return one?.code === code;
}

/** For `JSON.stringify`: a message gets its English `text` beside its code, for people and scripts that print it. */
export function withText(_key: string, value: unknown): unknown {
  return isMessage(value) ? { ...value, text: inEnglish(value) } : value;
}

/** @returns a JSON document with the texts of its messages, fit to be shown by a terminal */
export function jsonText(data: unknown, indent = 0): string {
  return printableJson(JSON.stringify(data, withText, indent));
}
