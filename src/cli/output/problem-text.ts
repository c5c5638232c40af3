import { problemData, type Problem, type ProblemData } from '../../model/problem.ts';
import { oneLine } from '../../report/terminal/printable.ts';
import { hiddenProblem } from '../../model/redact/secrets.ts';
import { known } from './known-secrets.ts';

/** A problem in three lines on stderr. @returns its exit code */
export function printProblem(error: Problem, output: readonly string[] = []): number {
  const { code, what, why, todo } = shownProblem(error);
  process.stderr.write(
    `${code}: ${oneLine(what)}\n  why:     ${oneLine(why)}\n  to do:   ${oneLine(todo)}\n`,
  );
  if (output.length > 0)
    process.stderr.write(
      `  the server's last lines:\n${output.map((line) => `  | ${oneLine(known.hide(line))}\n`).join('')}`,
    );
  return error.exit;
}

/** The problem as it may be shown: an error of the command line repeats what was typed. */
export function shownProblem(error: ProblemData): ProblemData {
  return hiddenProblem(problemData(error), known);
}
