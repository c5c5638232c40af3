import type { Problem } from '../model/problem.ts';

/** A problem in three lines on stderr. @returns its exit code */
export function printProblem(error: Problem, output: readonly string[] = []): number {
  process.stderr.write(`${error.code}: ${error.what}\n  why:     ${error.why}\n  to do:   ${error.todo}\n`);
  if (output.length > 0)
    process.stderr.write(`  the server's last lines:\n${output.map((line) => `  | ${line}\n`).join('')}`);
  return error.exit;
}
