/** Where a judged run goes: the terminal, one JSON document, and the report's files. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { problem, problemData, type ProblemData, reasonOf } from '../model/problem.ts';
import type { RunResult } from '../model/verdict.ts';
import { html } from '../report/html.ts';
import { markdown } from '../report/markdown.ts';
import { text } from '../report/text.ts';
import { makeFolder } from '../store.ts';
import type { Values } from './options.ts';

/** Whether colours are wanted: asked for, or a terminal that nobody has told otherwise (no-color.org). */
export function wantsColor({ color }: Values, stream: { isTTY?: boolean } = process.stdout): boolean {
  return color ?? (Boolean(stream.isTTY) && !process.env['NO_COLOR']);
}

/** Makes sure before anything starts that the reports will have a place. @throws Problem OUTPUT_UNWRITABLE */
export function requireFolder(dir: string): void {
  try {
    makeFolder(dir);
    const probe = join(dir, '.writable');
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw problem('OUTPUT_UNWRITABLE', { dir, why: reasonOf(error) }, { cause: error });
  }
}

/** Writes report.html and report.md. @returns the HTML file's path */
export async function writeReport(result: RunResult, dir: string): Promise<string> {
  const file = join(dir, 'report.html');
  try {
    makeFolder(dir);
    writeFileSync(join(dir, 'report.md'), markdown(result));
    writeFileSync(file, await html(result));
  } catch (error) {
    throw problem('OUTPUT_UNWRITABLE', { dir, why: reasonOf(error) }, { cause: error });
  }
  return file;
}

/** The document of `--json`: everything but the raw requests, which `runs export` has. */
export function printJson(result: RunResult, failure: ProblemData | null = null): void {
  const trials = result.trials.map((trial) => {
    if (!trial.sample) return trial;
    const { outcome, jobs } = trial.sample;
    return {
      ...trial,
      sample: { outcome: { ...outcome, traces: [] }, jobs: jobs && { ...jobs, traces: [] } },
    };
  });
  const document = { ...result, trials, ...(failure ? { problem: problemData(failure) } : {}) };
  process.stdout.write(`${JSON.stringify(document)}\n`);
}

export function printText(result: RunResult, values: Values): void {
  const columns = process.stdout.isTTY ? process.stdout.columns : 80;
  process.stdout.write(`${text(result, { columns, color: wantsColor(values) })}\n`);
}
