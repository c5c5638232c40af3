/** What a gate leaves behind for CI: its sentence, a Markdown summary, JUnit XML, and the exit code. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder, privateFile, requireOwnFile } from '../../files.ts';
import { message, say } from '../../messages/message.ts';
import { exitCodes, problem, reasonOf } from '../../messages/problem.ts';
import { foundIn, type RunResult } from '../../model/verdict.ts';
import { oneLine } from '../../format/printable.ts';
import { junit } from '../../report/formats/junit.ts';
import { markdown } from '../../report/report.ts';
import { invalid } from '../options/values.ts';
import type { Values } from '../options/table.ts';
import { print, tell } from './terminal.ts';

/** Variable that names a file: GitHub shows what is appended to it on the page of the job. */
const githubSummary = 'GITHUB_STEP_SUMMARY';

/** Writes what a gate leaves behind for CI; nothing for a run without a gate. @throws Problem OPTION_INVALID */
export function writeGate(result: RunResult, values: Values): void {
  const { gate } = foundIn(result);
  if (!gate) return;
  // Without --verbose the page itself has this sentence as its result.
  if (!values.json && values.verbose) print(`\n${oneLine(say(gate.sentence))}`);
  const append = (path: string) => appendFileSync(path, `${markdown(result)}\n`, { mode: privateFile });
  const { summary, junit: file } = values;
  // The file that the runner names is the runner's, also where the job is root in a container: its owner is not checked.
  const ofRunner = process.env[githubSummary];
  if (summary !== undefined) written('--summary', summary, () => append(summary));
  else if (ofRunner) append(ofRunner);
  if (file !== undefined)
    written('--junit', file, () => writeFileSync(file, junit(result), { mode: privateFile }));
}

/** Makes sure before anything is measured that the file can be written. @throws Problem OPTION_INVALID */
export function requireWritable(option: 'summary' | 'junit', file: string | undefined): void {
  if (file !== undefined) written(`--${option}`, file, () => appendFileSync(file, '', { mode: privateFile }));
}

function written(option: string, path: string, write: () => void): void {
  try {
    makeFolder(dirname(path));
    requireOwnFile(path);
    write();
  } catch (error) {
    throw invalid(option, path, 'value.file', { reason: reasonOf(error) });
  }
}

/**
 * @param undecided what an undecided gate does: without a word it warns
 * @returns 1 if the gate failed
 * @throws Problem GATE_UNMEASURED
 */
export function gateExit(result: RunResult, undecided: Values['undecided'] = 'pass'): number {
  const { gate } = foundIn(result);
  if (!gate || gate.verdict === 'unmeasured')
    throw problem('GATE_UNMEASURED', { why: gate?.because ?? message('gate.unjudged'), run: result.run.id });
  const isOpen = gate.verdict === 'undecided';
  const fails = undecided === 'fail';
  if (isOpen) tell(say(message('cli.gate-undecided', { fails })));
  return gate.verdict === 'fail' || (isOpen && fails) ? exitCodes.finding : exitCodes.fine;
}
