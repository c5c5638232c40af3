/** Where a judged run goes: the terminal, one JSON document, and the report's files. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, newDraft, writeWhole } from '../../files.ts';
import { Problem, problem, type ProblemData, reasonOf } from '../../model/problem.ts';
import type { RunResult } from '../../model/verdict.ts';
import type { Collection } from '../../report/outline/collection.ts';
import { collectionHtml, html } from '../../report/page/html.ts';
import { collectionMarkdown, markdown } from '../../report/formats/markdown.ts';
import { collectionText, text, type TextOptions } from '../../report/terminal/text.ts';
import { jsonText } from '../../report/terminal/printable.ts';
import type { Values } from '../options/table.ts';
import { shownProblem } from './problem-text.ts';

/** Whether colours are wanted: asked for, or a terminal that nobody has told otherwise (no-color.org). */
export function wantsColor({ color }: Values, stream: { isTTY?: boolean } = process.stdout): boolean {
  return color ?? (Boolean(stream.isTTY) && !process.env['NO_COLOR']);
}

/** The problem of an error, or the problem that it is. */
export function unwritable(
  dir: string,
  error: unknown,
  todo = 'Choose another folder with --out DIR.',
): Problem {
  if (error instanceof Problem) return error;
  return problem('OUTPUT_UNWRITABLE', { dir, why: reasonOf(error), todo }, { cause: error });
}

/** Makes sure before anything starts that the reports will have a place. @throws Problem OUTPUT_UNWRITABLE, FOLDER_OF_OTHERS */
export function requireFolder(dir: string): void {
  try {
    makeFolder(dir);
    rmSync(newDraft(dir));
  } catch (error) {
    throw unwritable(dir, error);
  }
}

/** Writes report.html and report.md. @returns the HTML file's path */
export function writeReport(result: RunResult, dir: string): Promise<string> {
  return writePages(dir, markdown(result), html(result));
}

/** The same of several experiments. */
export function writeCollection(collection: Collection, dir: string): Promise<string> {
  return writePages(dir, collectionMarkdown(collection), collectionHtml(collection));
}

async function writePages(dir: string, md: string, page: Promise<string>): Promise<string> {
  const file = join(dir, 'report.html');
  try {
    makeFolder(dir);
    writeWhole(join(dir, 'report.md'), md);
    writeWhole(file, await page);
  } catch (error) {
    throw unwritable(dir, error);
  }
  return file;
}

/** The document of `--json`: everything but the raw requests, which `runs export` has. */
export function printJson(result: RunResult, failure: ProblemData | null = null): void {
  const document = { ...slim(result), ...(failure ? { problem: shownProblem(failure) } : {}) };
  process.stdout.write(`${jsonText(document)}\n`);
}

/** One document for several experiments: `runs` holds what each would have printed alone. */
export function printCollectionJson({ results, failed, left }: Collection): void {
  const claims = results.flatMap((result) => result.claims);
  const document = { schema: 1, host: results[0]?.host, claims, runs: results.map(slim), failed, left };
  process.stdout.write(`${jsonText(document)}\n`);
}

function slim(result: RunResult): RunResult {
  const trials = result.trials.map((trial) => {
    if (!trial.sample) return trial;
    const { outcome, jobs } = trial.sample;
    const sample = {
      ...trial.sample,
      outcome: { ...outcome, traces: [] },
      jobs: jobs && { ...jobs, traces: [] },
    };
    return { ...trial, sample };
  });
  return { ...result, trials };
}

export function printText(result: RunResult, values: Values): void {
  process.stdout.write(`${text(result, textOptions(values))}\n`);
}

export function printCollectionText(collection: Collection, values: Values): void {
  process.stdout.write(`${collectionText(collection, textOptions(values))}\n`);
}

/** As wide as the terminal, or 80 columns where there is none. */
export function textOptions(values: Values): TextOptions {
  return { columns: process.stdout.isTTY ? process.stdout.columns : 80, color: wantsColor(values) };
}
