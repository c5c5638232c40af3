#!/usr/bin/env node
/**
 * The only place that exits. It must load on any Node, also one that is too old for the rest, to say what to do then:
 * so it imports nothing of its own but the catalogue of problems, and the rest when the version is known.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { printProblem, printProblemJson, tell } from './output/terminal.ts';
import { speakAs } from './output/language.ts';
import { message } from '../messages/message.ts';
import { exitCodes, Problem, problem, reasonOf } from '../messages/problem.ts';
import { calledAs } from '../messages/program.ts';
import { quoted } from '../model/apply/shell.ts';
import { ownCommand } from './own-command.ts';

const needed = '24.15 or newer (not 25)';

function requireNode(version: string, args: readonly string[]): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major >= 26 || (major === 24 && minor >= 15)) return;
  // A checkout has brought its own with `npm ci`; else the registry has one.
  const own = join(import.meta.dirname, '../../node_modules/.bin/node');
  const program = existsSync(own)
    ? `${own} ${import.meta.filename}`
    : 'npx -p node@26 -p chokepoint chokepoint';
  throw problem('NODE_TOO_OLD', { version, needed, command: [program, ...args.map(quoted)].join(' ') });
}

async function main(args: readonly string[]): Promise<number> {
  try {
    requireNode(process.versions.node, args);
    const { dispatch } = await import('./dispatch.ts');
    return await dispatch(args);
  } catch (error) {
    if (!(error instanceof Problem)) return printDefect(error, args);
    printDocument(error, args);
    return printProblem(error);
  }
}

/** One document on stdout, also when it is bad news; the words go to stderr for whoever reads along. */
function printDocument(error: Problem, args: readonly string[]): void {
  if (args.slice(0, args.includes('--') ? args.indexOf('--') : undefined).includes('--json'))
    printProblemJson(error);
}

/** What nobody has foreseen. Its exit code is no verdict: 1 would mean that a gate has failed. */
function printDefect(error: unknown, args: readonly string[]): number {
  const { message: said, stack } = error instanceof Error ? error : new Error(String(error));
  const what = said.split('\n', 1)[0]?.replace(/\.$/, '') ?? '';
  const defect = problem('DEFECT', { what });
  printDocument(defect, args);
  printProblem(defect);
  // It may hold what a server has said: nothing of that may reach the terminal as a command.
  tell((stack ?? said).replace(/[^\P{Cc}\n]/gu, ''));
  return defect.exit;
}

const args = process.argv.slice(2);

// Whoever reads has gone (`chokepoint sweep … | head`): nothing more is heard, but the work is done, and the exit code,
// the files and the store hold the verdict all the same.
let unheard: NodeJS.ErrnoException | null = null;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') unheard ??= error;
});
process.stderr.on('error', () => {});
// What was to be printed is lost (a full disk): that must not look as if all were well.
process.once('exit', (code) => {
  if (unheard === null || code !== exitCodes.fine) return;
  const details = { dir: 'standard output', why: reasonOf(unheard), todo: message('output.stdout') };
  process.exitCode = printProblem(problem('OUTPUT_UNWRITABLE', details));
});

process.on('uncaughtException', (error) => process.exit(printDefect(error, args)));

await speakAs(args, process.env);
calledAs(
  ownCommand({
    script: process.argv[1] ?? import.meta.filename,
    node: process.execPath,
    cwd: process.cwd(),
    env: process.env,
  }),
);
process.exitCode = await main(args);
