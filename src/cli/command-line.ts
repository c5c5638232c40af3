/**
 * The whole program, from its arguments to its exit code; `main.ts` loads it. It loads on any Node from 18 on, and so does
 * `dispatch.ts`: where this Node is too old, a verb is started on another one (`another-node.ts`).
 */
import { endWithStarter } from './this-node.ts';
import { known, printProblem, printProblemJson, tellAsIs } from './output/terminal.ts';
import { speakAs } from './output/language.ts';
import { message } from '../messages/message.ts';
import { exitCodes, Problem, problem, reasonOf } from '../messages/problem.ts';
import { calledAs } from '../messages/program.ts';
import { thisCommand } from './own-command.ts';

async function main(args: readonly string[]): Promise<number> {
  try {
    const { dispatch } = await import('./dispatch.ts');
    return await dispatch(args);
  } catch (error) {
    if (!(error instanceof Problem)) return printDefect(error, args);
    printDocument(error, args);
    return printProblem(error);
  }
}

/** Prints a problem as the one document of `--json` on stdout; the words go to stderr for whoever reads along. */
function printDocument(error: Problem, args: readonly string[]): void {
  if (args.slice(0, args.includes('--') ? args.indexOf('--') : undefined).includes('--json'))
    printProblemJson(error);
}

/** Prints an error that nobody has foreseen. Its exit code is no verdict: 1 would mean that a gate has failed. */
function printDefect(error: unknown, args: readonly string[]): number {
  const { message: said, stack } = error instanceof Error ? error : new Error(String(error));
  const what = said.split('\n', 1)[0]?.replace(/\.$/, '') ?? '';
  const defect = problem('DEFECT', { what });
  printDocument(defect, args);
  printProblem(defect);
  // The stack may hold what a server has said: nothing of that may reach the terminal as a command.
  tellAsIs(known.hide(stack ?? said).replace(/[^\P{Cc}\n]/gu, ''));
  return defect.exit;
}

const args = process.argv.slice(2);

// A reader that has gone (`chokepoint sweep … | head`) is no failure: the work is done, and the exit code, the files and the store
// hold the verdict all the same. Any other error of stdout is a failure.
let unheard: NodeJS.ErrnoException | null = null;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') unheard ??= error;
});
process.stderr.on('error', () => {});
// What was to be printed is lost (a full disk): the exit code must not look as if all were well.
process.once('exit', (code) => {
  if (unheard === null || code !== exitCodes.fine) return;
  const details = { dir: 'standard output', why: reasonOf(unheard), todo: message('output.stdout') };
  process.exitCode = printProblem(problem('OUTPUT_UNWRITABLE', details));
});

process.on('uncaughtException', (error) => process.exit(printDefect(error, args)));

// Node 22 and 24 warn that node:sqlite, which the store needs, may change. Whoever measures a server can do nothing about it.
const warn = process.emitWarning.bind(process);
process.emitWarning = (...given: unknown[]) => {
  if (given[1] !== 'ExperimentalWarning') Reflect.apply(warn, process, given);
};

calledAs(thisCommand());
endWithStarter();
await speakAs(args, process.env);
process.exitCode = await main(args);
