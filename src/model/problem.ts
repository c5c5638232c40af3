/**
 * The closed catalogue of what can go wrong. A code is permanent: scripts match on it, documents link to it.
 * Each entry says what happened, why that is a problem, and what to do; `{name}` takes the value of that detail.
 */
import { attachProblems } from './problems/attach.ts';
import { commandLineProblems } from './problems/command-line.ts';
import type { Entry } from './problems/entry.ts';
import { gateProblems } from './problems/gate.ts';
import { lookProblems } from './problems/look.ts';
import { predictProblems } from './problems/predict.ts';
import { reachProblems } from './problems/reach.ts';
import { storeProblems } from './problems/store.ts';
import { trialProblems } from './problems/trial.ts';

export { exitCodes } from './problems/entry.ts';

const catalogue = {
  ...attachProblems,
  ...commandLineProblems,
  ...gateProblems,
  ...lookProblems,
  ...predictProblems,
  ...reachProblems,
  ...storeProblems,
  ...trialProblems,
};

export type ProblemCode = keyof typeof catalogue;

/** The names in `{…}` of an entry's texts: what has to be given. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}${' ' | '"'}${string}` ? never : Name) | NamesIn<Rest>
  : never;
export type Details<Code extends ProblemCode> = {
  readonly [
    Name in
      | NamesIn<(typeof catalogue)[Code]['what']>
      | NamesIn<(typeof catalogue)[Code]['why']>
      | NamesIn<(typeof catalogue)[Code]['todo']>
  ]: string | number;
};

/** A problem as plain data: what a trial keeps, and what `--json` prints. */
export interface ProblemData {
  readonly code: ProblemCode;
  readonly what: string;
  readonly why: string;
  readonly todo: string;
}

/** Thrown where something can go wrong that the user can mend. Everything else is a defect, and is thrown on. */
export class Problem extends Error implements ProblemData {
  readonly code: ProblemCode;
  readonly what: string;
  readonly why: string;
  readonly todo: string;
  readonly exit: number;

  constructor(data: ProblemData, options?: ErrorOptions) {
    super(`${data.code}: ${data.what}`, options);
    this.name = 'Problem';
    this.code = data.code;
    this.what = data.what;
    this.why = data.why;
    this.todo = data.todo;
    this.exit = catalogue[data.code].exit;
  }
}

/** The entry of `code` with its details filled in. */
export function problem<Code extends ProblemCode>(
  code: Code,
  details: Details<Code>,
  options?: ErrorOptions,
): Problem {
  const entry: Entry = catalogue[code];
  const values: Readonly<Record<string, string | number>> = details;
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (match, name: string) => String(values[name] ?? match));
  return new Problem({ code, what: fill(entry.what), why: fill(entry.why), todo: fill(entry.todo) }, options);
}

export function problemData({ code, what, why, todo }: ProblemData): ProblemData {
  return { code, what, why, todo };
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
