/** Trials that do not count: why, what to do, and what the server said last. */
import type { ProblemCode } from '../../model/problem.ts';
import { isDisturbed } from '../../model/sample.ts';
import type { RunResult } from '../../model/verdict.ts';
import { cellGrid } from '../page/cells.ts';

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

const linesShown = 12;
const countedCodes = new Set<ProblemCode>([
  'TRIAL_DISTURBED',
  'ANSWERS_WRONG',
  'REQUESTS_FAILED',
  'NO_ANSWER',
  'ANSWERS_UNFINISHED',
]);

export function failures(result: RunResult): Failure[] {
  const grid = cellGrid(result.plan);
  const groups = new Map<string, { failure: Failure; trials: string[] }>();
  for (const { ordinal, cell, problem, output } of result.trials) {
    if (problem === null) continue;
    // These differ from trial to trial in their counts alone: one entry tells of all, in the words of the first.
    const key = countedCodes.has(problem.code) ? problem.code : `${problem.code}\n${problem.what}`;
    const trials = groups.get(key)?.trials ?? [];
    trials.push(`trial ${ordinal + 1} (${grid.label(cell)})`);
    const { code, what, why, todo } = problem;
    if (!groups.has(key)) {
      groups.set(key, {
        failure: {
          code,
          what,
          why,
          todo,
          trials,
          output: isDisturbed({ problem }) ? [] : output.slice(-linesShown),
        },
        trials,
      });
    }
  }
  return [...groups.values()].map(({ failure }) => failure);
}
