/** What a generator elsewhere says of a script: its problems as they travel, and what is judged of all parts together. */
import { inEnglish, message } from '../../messages/message.ts';
import { Problem, problem, type Details, type ProblemData } from '../../messages/problem.ts';
import type { LoadOutcome } from '../../model/sample.ts';
import {
  scriptProblems,
  type ScriptPartTold,
  type ScriptProblem,
} from '../../model/schema/generator-protocol.ts';
import { total } from '../../stats/mean-and-spread.ts';
import type { ScriptPart } from '../engine.ts';
import { withWrong } from '../recorder.ts';

/** A problem as it travels, its texts in English: the controller has them as text alone. @returns null if it is none of a script */
export function scriptProblemOf(error: unknown): ScriptProblem | null {
  if (!(error instanceof Problem)) return null;
  const code = scriptProblems.find((one) => one === error.code);
  const details = Object.entries(error.details).map(([name, detail]) => [
    name,
    typeof detail === 'object'
      ? inEnglish(detail)
      : typeof detail === 'string'
        ? detail.slice(0, 4000)
        : detail,
  ]);
  return code === undefined ? null : { code, details: Object.fromEntries(details) };
}

/** @param name of the generator that it comes from */
export function problemThere(name: string, { code, details }: ScriptProblem): Problem {
  const { how, script } = details;
  const where: NonNullable<ProblemData['details']> =
    how === undefined
      ? { script: message('k6.script-there', { script: String(script), name }) }
      : { how: `${name}: ${how}` };
  // Both sides are of the same version, and the schema has asked for every name.
  return problem(code, { ...details, ...where } as Details<typeof code>);
}

export function toldPart({ empty, wrong }: ScriptPart): ScriptPartTold {
  return { empty: empty && scriptProblemOf(empty), wrong };
}

/** @param name of the generator that it comes from */
export function partThere(name: string, { empty, wrong }: ScriptPartTold): ScriptPart {
  return { empty: empty && problemThere(name, empty), wrong };
}

/** The order in which reasons for no request at all are looked for, as with one k6. */
const order = ['K6_ELSEWHERE', 'K6_THREW', 'K6_NO_REQUEST'] as const;

/**
 * Judges the parts together: one of a small load may have no request, or fewer right answers than faults.
 * @param whole the outcomes of all parts together
 * @throws Problem K6_ELSEWHERE, K6_THREW, K6_NO_REQUEST
 */
export function wholeScript(whole: LoadOutcome, parts: readonly ScriptPart[]): LoadOutcome {
  const { counts, window } = whole;
  const found = parts.flatMap(({ empty }) => empty ?? []);
  const [why] = order.flatMap((code) => found.find((one) => one.code === code) ?? []);
  if (counts.sent === 0 && why) throw why;
  const wrong = Math.min(counts.verified, total(parts.map((part) => part.wrong)));
  return wrong === 0 ? whole : withWrong(whole, wrong, window.duration);
}
