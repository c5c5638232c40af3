/**
 * The closed catalogue of what can go wrong. A code is permanent: scripts match on it, documents link to it.
 * Each entry says what happened, why that is a problem, and what to do; `{name}` takes the value of that detail, and
 * `{shell name}`, in a command to be copied, takes it as one word of a shell.
 */
import type { Entry, ProblemTexts } from './en/problems/entry.ts';
import { englishProblems as catalogue } from './en/problems/problems.ts';
import {
  inEnglish,
  say,
  spokenProblems,
  type AnyMessage,
  type MessageCode,
  type ParamsOf,
} from './message.ts';
import { program, withProgram } from './program.ts';
import { quoted } from './shell.ts';

export { exitCodes } from './en/problems/entry.ts';

export type ProblemCode = keyof typeof catalogue;

/** The names in `{…}` of an entry's texts: what has to be given. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ?
      | (Name extends `shell ${infer Word}`
          ? Word
          : Name extends `${string}${' ' | '"'}${string}`
            ? never
            : Name)
      | NamesIn<Rest>
  : never;
export type Details<Code extends ProblemCode> = {
  readonly [
    Name in Exclude<
      | NamesIn<(typeof catalogue)[Code]['what']>
      | NamesIn<(typeof catalogue)[Code]['why']>
      | NamesIn<(typeof catalogue)[Code]['todo']>,
      // How this program is called.
      'chokepoint'
    >
  ]: Detail;
};
/** What somebody else said, a figure, or a message: never a sentence that the program chose. */
type Detail = string | number | AnyMessage;

/** A problem as plain data: what a trial keeps, and what `--json` prints. Its texts are English. */
export interface ProblemData extends ProblemTexts {
  readonly code: ProblemCode;
  /** What the texts were made of; absent in what was recorded before they were kept. */
  readonly details?: Readonly<Record<string, Detail>>;
}

/** Thrown where something can go wrong that the user can fix. Everything else is a defect, and is thrown on. */
export class Problem extends Error implements ProblemData {
  readonly code: ProblemCode;
  readonly details: Readonly<Record<string, Detail>>;
  readonly what: string;
  readonly why: string;
  readonly todo: string;
  readonly exit: number;

  constructor(data: ProblemData, options?: ErrorOptions) {
    super(`${data.code}: ${data.what}`, options);
    this.name = 'Problem';
    this.code = data.code;
    this.details = data.details ?? {};
    this.what = data.what;
    this.why = data.why;
    this.todo = data.todo;
    this.exit = catalogue[data.code].exit;
  }
}

/** All that is wrong with one command line, told together. Whoever asks for one code gets that of the first. */
export class Problems extends Problem {
  readonly all: readonly [Problem, ...Problem[]];

  constructor(all: readonly [Problem, ...Problem[]]) {
    super(all[0]);
    this.all = all;
  }
}

/** @returns the single problems of an error */
export function problemsOf(error: Problem): readonly Problem[] {
  return error instanceof Problems ? error.all : [error];
}

/** The entry of `code` with its details filled in. */
export function problem<Code extends ProblemCode>(
  code: Code,
  details: Details<Code>,
  options?: ErrorOptions,
): Problem {
  return new Problem({ code, details, ...filled(catalogue[code], details, inEnglish, withProgram) }, options);
}

/** @returns what is said of a problem in the language that is spoken; as it was recorded where its details were not */
export function sayProblem({ code, details, what, why, todo }: ProblemData): ProblemTexts {
  if (!details || !hasDetails(code, details)) return { what, why, todo };
  const texts = spokenProblems()[code] ?? catalogue[code];
  return filled(texts, details, say, (text) => withProgram(text, program()));
}

/** @returns whether all that its texts name is given; not of a code that another version or a stranger's file brought */
export function hasDetails(code: ProblemCode, details: Readonly<Record<string, Detail>>): boolean {
  return (
    Object.hasOwn(catalogue, code) && namesOf(catalogue[code]).every((name) => Object.hasOwn(details, name))
  );
}

const names = /\{(shell )?(\w+)\}/g;

/** What has to be given; how this program is called is known. */
function namesOf({ what, why, todo }: ProblemTexts): string[] {
  const found = Array.from(`${what} ${why} ${todo}`.matchAll(names), ([, , name = '']) => name);
  return found.filter((name) => name !== 'chokepoint');
}

/**
 * @param textOf makes the text of a detail that is a message
 * @param called puts in how this program is called
 */
function filled(
  { what, why, todo }: ProblemTexts,
  details: Readonly<Record<string, Detail>>,
  textOf: (message: AnyMessage) => string,
  called: (text: string) => string,
): ProblemTexts {
  const fill = (text: string) =>
    called(text).replace(names, (match, shell: string | undefined, name: string) => {
      const value = details[name] ?? match;
      const words = typeof value === 'object' ? textOf(value) : String(value);
      return shell === undefined ? words : quoted(words);
    });
  return { what: fill(what), why: fill(why), todo: fill(todo) };
}

export function problemData({ code, details = {}, what, why, todo }: ProblemData): ProblemData {
  return { code, details, what, why, todo };
}

/** Messages that come in pairs: why something is a problem, and what to do about it. */
export type Reason = MessageCode extends infer Code
  ? Code extends `${infer Name}.why`
    ? Name
    : never
  : never;
type ParamsIn<Code> = Code extends MessageCode
  ? ParamsOf<Code> extends Readonly<Record<string, never>>
    ? unknown
    : ParamsOf<Code>
  : never;
type ReasonParams<Name extends Reason> = ParamsIn<`${Name}.why`> & ParamsIn<`${Name}.todo`>;

/** @returns both messages of a reason, for the details of a problem */
export function reason<Name extends Reason>(
  name: Name,
  ...given: unknown extends ReasonParams<Name> ? [] : [params: ReasonParams<Name>]
): { readonly why: AnyMessage; readonly todo: AnyMessage } {
  const params = given[0] ?? {};
  return { why: { code: `${name}.why`, params }, todo: { code: `${name}.todo`, params } };
}

/** @returns the parameters of a note about a problem that ends nothing */
export function noted({ code, what, why, todo }: ProblemData) {
  return { problem: code, what, why, todo };
}

/** Every code with its entry, for the documents and the tests. */
export const problemCatalogue: Readonly<Record<ProblemCode, Entry>> = catalogue;

/** "Did you mean …?" by edit distance; null if nothing is near. */
export function nearest(name: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Why something failed, as a sentence for an entry's `why`. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.message}.` : String(error);
}
