/**
 * What the program has to say, as data: a code of the catalogue and its parameters. Whoever judges makes messages and looks at
 * codes; `say` makes the text, and only what prints calls it. No logic reads a text.
 */
import { printableJson } from '../format/printable.ts';
import { english } from './en/english.ts';
import type { Nested, Texts } from './nested.ts';
import { program, withProgram } from './program.ts';

type English = typeof english;

export type MessageCode = keyof English;

/** A message of any code, as a parameter of another one. */
export interface AnyMessage {
  readonly code: string;
  readonly params: object;
}

/** A nested message is given as a message, and comes to the text as text. */
type Given<Value> = Value extends Nested
  ? AnyMessage
  : Value extends readonly (infer Item)[]
    ? readonly Given<Item>[]
    : Value;

type None = Readonly<Record<string, never>>;

/** The parameters that the text of a code takes; none for a fixed text. */
export type ParamsOf<Code extends MessageCode> = English[Code] extends (params: infer Params) => string
  ? { readonly [Name in keyof Params]: Given<Params[Name]> }
  : None;

/** The codes of fixed texts. */
type Fixed = { [One in MessageCode]: English[One] extends string ? One : never }[MessageCode];

/** Families whose parameters nobody reads from a message of any code: the text alone takes them. */
type Unread<Code> = MessageCode extends Code
  ? Extract<
      Code,
      `${'change' | 'contestant' | 'evidence' | 'fact' | 'figure' | 'find' | 'prediction-report' | 'tune-section'}.${string}`
    >
  : never;

/**
 * A union over its codes: after `message.code === 'warning.failed'` the parameters have their types. Fixed texts, and families
 * that nobody reads, are one member of it together: the compiler gives up on unions of a thousand objects (TS2590).
 */
export type Message<Code extends MessageCode = MessageCode> =
  | {
      [One in Exclude<Code, Fixed | Unread<Code>>]: { readonly code: One; readonly params: ParamsOf<One> };
    }[Exclude<Code, Fixed | Unread<Code>>]
  | ([Unread<Code>] extends [never] ? never : { readonly code: Unread<Code>; readonly params: object })
  | ([Extract<Code, Fixed>] extends [never]
      ? never
      : { readonly code: Extract<Code, Fixed>; readonly params: None });

/** What is given beside a code: its parameters, or nothing. */
export type Args<Code extends MessageCode> = ParamsOf<Code> extends None ? [] : [params: ParamsOf<Code>];

/** @returns the message of `code`; its parameters have to survive JSON */
export function message<Code extends MessageCode>(code: Code, ...given: Args<Code>): Message<Code> {
  // The compiler does not see that a union over one member is that member.
  return { code, params: given[0] ?? {} } as unknown as Message<Code>;
}

/** @returns a message of text that somebody else wrote, or that was recorded before messages had codes */
export function quoted(text: string): Message<'text'> {
  return message('text', { text });
}

/** What is said in a language: a text for every code. Those of problems stand in its `problems.ftl`. */
export interface Catalogue {
  /** As BCP 47 names it: `ko`. */
  readonly language: string;
  readonly texts: Texts<English>;
}

/** The catalogue that `say` reads; null for the English one. Nothing that judges or stores depends on it. */
let spoken: Catalogue | null = null;

/** Chooses the language of `say`, before anything is printed. Only the command line does so; null is English. */
export function speak(catalogue: Catalogue | null): void {
  spoken = catalogue;
}

/** @returns what `make` makes while `say` speaks English: what other runs and scripts read has one language */
export function whileEnglish<Made>(make: () => Made): Made {
  const before = spoken;
  spoken = null;
  try {
    return make();
  } finally {
    spoken = before;
  }
}

/** @returns the language of `say`, as BCP 47 names it: `en` */
export function spokenLanguage(): string {
  return spoken?.language ?? 'en';
}

/**
 * The text of a message, nested ones included, in the language that is spoken. A code that this version does not know is
 * shown with its parameters: a stored file may come from a newer one.
 */
export function say(one: AnyMessage): string {
  return withProgram(textIn(spoken?.texts ?? english, one), program());
}

/** The English text of a message, whatever language is spoken: documents for scripts and stored data have it. */
export function inEnglish(one: AnyMessage): string {
  return withProgram(textIn(english, one));
}

function textIn(texts: Texts<English>, { code, params }: AnyMessage): string {
  // By the type of each code the compiler would compare all texts with each other, which takes it seconds.
  const byCode: Readonly<Record<string, unknown>> = texts;
  const text = Object.hasOwn(texts, code) ? byCode[code] : null;
  if (typeof text === 'string') return text;
  if (typeof text !== 'function') return `${code} ${JSON.stringify(params)}`;
  const given = Object.entries(params).map(([name, value]) => [name, spokenValue(texts, value)]);
  return (text as (params: object) => string)(Object.fromEntries(given));
}

function spokenValue(texts: Texts<English>, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => spokenValue(texts, one));
  return isMessage(value) ? textIn(texts, value) : value;
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

/** For `JSON.stringify`: a message gets its English `text` beside its code, for people and scripts that print it. */
export function withText(_key: string, value: unknown): unknown {
  return isMessage(value) ? { ...value, text: inEnglish(value) } : value;
}

/** @returns a JSON document with the texts of its messages, fit to be shown by a terminal */
export function jsonText(data: unknown, indent = 0): string {
  return printableJson(JSON.stringify(data, withText, indent));
}
