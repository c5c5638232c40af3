/**
 * The closed catalogue of what can go wrong. A code is permanent: scripts match on it, documents link to it.
 * Its texts say what happened, why that is a problem, and what to do: `en/problems.ftl`, and the same file of each language.
 */
import {
  inEnglish,
  say,
  spokenLanguage,
  type AnyMessage,
  type MessageCode,
  type ParamsOf,
} from './message.ts';
import type { ProblemNames } from './params.ts';
import { program } from './program.ts';
import { textOf } from './texts.ts';

export type ProblemCode = keyof ProblemNames;

/** The details that a problem needs: what the texts of its code name. */
export type Details<Code extends ProblemCode> = { readonly [Name in ProblemNames[Code]]: Detail };
/** A figure, a message, or what somebody else said: never a sentence that the program chose. */
type Detail = string | number | AnyMessage;

export interface ProblemTexts {
  /** What happened. */
  readonly what: string;
  /** Why that is a problem. */
  readonly why: string;
  /** What to do about it. */
  readonly todo: string;
}

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
    this.exit = exitOf(data.code);
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

/** The problem of `code` with its details filled in. */
export function problem<Code extends ProblemCode>(
  code: Code,
  details: Details<Code>,
  options?: ErrorOptions,
): Problem {
  const texts = filled('en', code, details, inEnglish);
  if (!texts) throw new TypeError(`${code} lacks a detail`);
  return new Problem({ code, details, ...texts }, options);
}

/** @returns the texts of a problem in the language that is spoken; as they were recorded where its details were not */
export function sayProblem({ code, details, what, why, todo }: ProblemData): ProblemTexts {
  const texts = details && filled(spokenLanguage(), code, details, say, program());
  return texts ?? { what, why, todo };
}

/** @returns whether all that the texts name is given; false for a code of another version or of a stranger's file */
export function hasDetails(code: ProblemCode, details: Readonly<Record<string, Detail>>): boolean {
  return filled('en', code, details, inEnglish) !== null;
}

/**
 * @param spoken makes the text of a detail that is a message
 * @param chokepoint how this program is called
 * @returns null where the code is not known, or a detail is missing
 */
function filled(
  language: string,
  code: ProblemCode,
  details: Readonly<Record<string, Detail>>,
  spoken: (message: AnyMessage) => string,
  chokepoint = 'chokepoint',
): ProblemTexts | null {
  const words = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'object' ? spoken(value) : String(value),
  ]);
  const given = { chokepoint, ...Object.fromEntries(words) };
  const [what, why, todo] = [undefined, 'why', 'todo'].map((name) => textOf(language, code, given, name));
  return typeof what === 'string' && typeof why === 'string' && typeof todo === 'string'
    ? { what, why, todo }
    : null;
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

/**
 * Exit codes of the program: 0 fine · 1 a finding above the threshold · 2 usage or configuration · 3 could not measure · 70 a defect of
 * this program (EX_SOFTWARE of sysexits.h) · 130 interrupted.
 */
export const exitCodes = {
  fine: 0,
  finding: 1,
  usage: 2,
  unmeasured: 3,
  defect: 70,
  interrupted: 130,
} as const;

/** Codes of problems that come up while a server is measured. All others are usage. */
const unmeasured: ReadonlySet<string> = new Set(
  `ATTACH_UNGUARDED MAIN_THREAD_BLOCKED ATTACH_BUSY ATTACH_WRONG_PROCESS INSPECTOR_SILENT
  INSPECTOR_LEFT_OPEN PROCESS_STOPPED PROBE_PRESENT PROBE_REFUSED PROBE_SILENT CONTESTANT_NOT_READY
  CONTESTANT_BUILD_FAILED BASE_NOT_CHECKED_OUT PREPARE_FAILED PREPARE_TOO_LONG GATE_WITHOUT_RESULT
  GATE_UNMEASURED GENERATOR_NOT_STARTED GENERATOR_GARBLED GENERATOR_SILENT GENERATOR_LOST
  GENERATOR_CANNOT_REACH K6_FAILED K6_NO_REQUEST K6_THREW K6_EDITED K6_ELSEWHERE K6_ANSWERS_WRONG
  NO_NODE_PROCESS METRICS_PORT_TAKEN WATCH_CUT_SHORT DEMANDS_UNKNOWN PREDICTION_OUTSIDE PEEK_NO_ELF
  PEEK_STRIPPED PEEK_MOVABLE PEEK_SHARED_LIBRARY PEEK_UNKNOWN_LIBUV PEEK_PACKED PEEK_NO_RIGHTS
  PEEK_UNREADABLE PEEK_UNTRIED PEEK_MISREAD ENVIRONMENT_UNREADABLE SOCKETS_UNREADABLE STORE_FULL
  STORE_BUSY STORE_WRITE_FAILED RUN_TAKEN RUN_REMOVED PORT_TAKEN SERVER_EXITED SERVER_NOT_READY
  PORT_NOT_FOUND SERVER_DIED NO_ANSWER ANSWERS_UNFINISHED ANSWERS_WRONG REQUESTS_FAILED FACTS_MISSING
  SERVER_GONE CHILDREN_LEFT SETTING_VOID SETTING_WITHOUT_EFFECT WORK_UNFINISHED GENERATOR_FAILED TURNS_REFUSED
  NOTHING_MEASURED SELFTEST_FAILED`.split(/\s+/),
);
const interrupted: ReadonlySet<string> = new Set<ProblemCode>(['INTERRUPTED', 'WATCH_INTERRUPTED']);

/** @returns the exit code for this problem */
function exitOf(code: ProblemCode): number {
  if (code === 'DEFECT') return exitCodes.defect;
  if (interrupted.has(code)) return exitCodes.interrupted;
  return unmeasured.has(code) ? exitCodes.unmeasured : exitCodes.usage;
}
