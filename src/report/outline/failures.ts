/** Trials that do not count: why, what to do, and what the server said last. */
import { lastWords } from '../../format/last-words.ts';
import { message, say } from '../../messages/message.ts';
import { sayProblem, type ProblemCode } from '../../messages/problem.ts';
import type { Trial } from '../../model/sample.ts';
import type { ShownRun } from './shown-run.ts';

/** Every trial that ended with the same problem in the same words. */
export interface Failure {
  readonly code: string;
  readonly what: string;
  readonly why: string;
  readonly todo: string;
  /** `trial 7 (pool 4)`. */
  readonly trials: readonly string[];
  /** The last lines of output of the first of these trials. */
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
  // Some problems differ from trial to trial in their counts alone: one entry tells of all, in the words of the first.
  const keyOf = ({ problem }: Trial) =>
    problem && (countedCodes.has(problem.code) ? problem.code : `${problem.code}\n${problem.what}`);
  return [...Map.groupBy(all, keyOf).values()].flatMap((those): Failure[] => {
    const [{ problem, output }] = those as [Trial];
    if (problem === null) return [];
    const trials = those.map(({ ordinal, cell }) =>
      say(message('report.trial', { trial: ordinal + 1, setting: grid.label(cell) })),
    );
    const { what, why, todo } = sayProblem(problem);
    return [{ code: problem.code, what, why, todo, trials, output: lastWords(output) }];
  });
}

/** What most trials ended with, where none counts; null where something was measured. */
export function mainFailure(result: ShownRun): Failure | null {
  if (result.summaries.some(({ trials }) => trials > 0)) return null;
  return failures(result).toSorted((one, other) => other.trials.length - one.trials.length)[0] ?? null;
}
