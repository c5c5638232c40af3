/** What a gate leaves behind for CI: its sentence, a Markdown summary, JUnit XML, and the exit code. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { exitCodes, problem, reasonOf } from '../../model/problem.ts';
import type { RunResult } from '../../model/verdict.ts';
import { oneLine } from '../../report/terminal/printable.ts';
import { junit } from '../../report/formats/junit.ts';
import { gateSummary } from '../../report/formats/summary.ts';
import type { Values } from '../options/table.ts';

/** GitHub shows what is appended to this file on the page of the job. */
const githubSummary = 'GITHUB_STEP_SUMMARY';

/** Does nothing for a run without a gate. @throws Problem OPTION_INVALID */
export function writeGate(result: RunResult, values: Values): void {
  const { gate } = result;
  if (!gate) return;
  if (!values.json) process.stdout.write(`\n${oneLine(gate.sentence)}\n`);
  const summary = values.summary ?? process.env[githubSummary];
  if (summary) written('--summary', summary, () => appendFileSync(summary, `${gateSummary(result)}\n`));
  const { junit: file } = values;
  if (file !== undefined) written('--junit', file, () => writeFileSync(file, junit(result)));
}

/** Before anything is measured: whether the files can be written at all. @throws Problem OPTION_INVALID */
export function requireWritable({ summary, junit: file }: Values): void {
  if (summary !== undefined) written('--summary', summary, () => appendFileSync(summary, ''));
  if (file !== undefined) written('--junit', file, () => appendFileSync(file, ''));
}

function written(option: string, path: string, write: () => void): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    write();
  } catch (error) {
    const why = reasonOf(error);
    const todo = 'Give a file in a folder that can be written.';
    throw problem('OPTION_INVALID', { option, value: path, why, todo }, { cause: error });
  }
}

/** @returns 1 only if the gate failed: what is undecided warns. @throws Problem GATE_UNMEASURED */
export function gateExit({ gate, run }: RunResult): number {
  if (!gate || gate.verdict === 'unmeasured')
    throw problem('GATE_UNMEASURED', { why: gate?.because ?? 'It was not judged.', run: run.id });
  if (gate.verdict === 'undecided')
    process.stderr.write('Warning: the gate is undecided, so it lets head pass.\n');
  return gate.verdict === 'fail' ? exitCodes.finding : exitCodes.fine;
}
