/** Trials that do not count: why, what to do, and what the server said last. */
import { lastWords } from '../../format/last-words.ts';
import { message, say } from '../../messages/message.ts';
import { sayProblem, type ProblemCode } from '../../messages/problem.ts';
import type { ShownRun } from './shown-run.ts';

/** Every trial that ended with the same problem in the same words. */
export interface Failure {
  readonly code: string;
  readonly what: string;
  readonly why: string;
  readonly todo: string;
  /** `trial 7 (pool 4)`. */
  readonly trials: readonly string[];
  /** The last lines of the first of them. */
  readonly output: readonly string[];
}

const countedCodes = new Set<ProblemCode>([
  'ANSWERS_WRONG',
  'K6_ANSWERS_WRONG',
  'K6_NO_REQUEST',
  'K6_THREW',
  'REQUESTS_FAILED',
  'NO_ANSWER',
  'ANSWERS_UNFINISHED',
]);

export function failures({ layout: grid, trials: all }: ShownRun): Failure[] {
  const groups = new Map<string, { failure: Failure; trials: string[] }>();
  for (const { ordinal, cell, problem, output } of all) {
    if (problem === null) continue;
    // These differ from trial to trial in their counts alone: one entry tells of all, in the words of the first.
    const key = countedCodes.has(problem.code) ? problem.code : `${problem.code}\n${problem.what}`;
    const trials = groups.get(key)?.trials ?? [];
    trials.push(say(message('report.trial', { trial: ordinal + 1, setting: grid.label(cell) })));
    const { what, why, todo } = sayProblem(problem);
    if (!groups.has(key)) {
      groups.set(key, {
        failure: {
          code: problem.code,
          what,
          why,
          todo,
          trials,
          output: lastWords(output),
        },
        trials,
      });
    }
  }
  return [...groups.values()].map(({ failure }) => failure);
}
