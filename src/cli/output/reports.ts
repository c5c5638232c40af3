/** Writes a judged run: the files of its report, and its JSON document. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, newDraft, writeWhole } from '../../files.ts';
import { jsonText, message } from '../../messages/message.ts';
import { Problem, problem, type ProblemData, reasonOf } from '../../messages/problem.ts';
import { documentOf, foundIn, type RunResult } from '../../model/verdict.ts';
import type { Collection } from '../../report/pages/collection.ts';
import { collectionHtml, collectionMarkdown, html, markdown, type Beside } from '../../report/report.ts';
import { briefResult } from '../../report/formats/brief.ts';
import { csv } from '../../report/formats/csv.ts';
import { collectionSummary, runSummary, type ReportSummary } from '../../report/outline/report-summary.ts';
import type { Values } from '../options/table.ts';
import { addToIndex, defaultReports, indexOf } from './reports-index.ts';
import { shownProblem } from './terminal.ts';

/** @returns the problem of an error; one that is a problem stays as it is */
export function unwritable(
  dir: string,
  error: unknown,
  todo: 'output.folder' | 'output.file' = 'output.folder',
): Problem {
  if (error instanceof Problem) return error;
  return problem('OUTPUT_UNWRITABLE', { dir, why: reasonOf(error), todo: message(todo) }, { cause: error });
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

/** `requireFolder` that throws only for a folder that the user named: an answer is worth more than a report. @returns why there is none */
export function whyNoReports(out: string | undefined): Problem | null {
  try {
    requireFolder(out ?? defaultReports);
    return null;
  } catch (error) {
    if (out !== undefined || !(error instanceof Problem)) throw error;
    return error;
  }
}

/** Writes report.html with what it links: report.json, report.csv and report.md. @returns the HTML file's path */
export function writeReport(result: RunResult, dir: string): Promise<string> {
  const files = {
    'report.json': `${jsonText(resultDocument(result))}\n`,
    'report.csv': csv(result),
    'report.md': markdown(result),
  };
  return writePages(dir, files, runSummary(result), (beside) => html(result, beside));
}

/** Writes a report of several experiments. Each has its own table of trials, since each varies something else. */
export function writeCollection(collection: Collection, dir: string): Promise<string> {
  const files = {
    'report.json': `${jsonText(collectionDocument(collection))}\n`,
    ...Object.fromEntries(collection.results.map((one) => [`${one.plan.name}.csv`, csv(one)])),
    'report.md': collectionMarkdown(collection),
  };
  return writePages(dir, files, collectionSummary(collection), (beside) =>
    collectionHtml(collection, beside),
  );
}

/** @param files by their names; they are there before the page that links them */
export async function writePages(
  dir: string,
  files: Readonly<Record<string, string>>,
  summary: ReportSummary,
  page: (beside: Beside) => Promise<string> | string,
): Promise<string> {
  const file = join(dir, 'report.html');
  try {
    makeFolder(dir);
    for (const [name, text] of Object.entries(files)) writeWhole(join(dir, name), text);
    writeWhole(file, await page({ files: Object.keys(files), index: indexOf(dir) }));
    addToIndex(dir, summary);
  } catch (error) {
    throw unwritable(dir, error);
  }
  return file;
}

/** @returns the document of `--json`: everything but the raw requests, which `runs export` has; a brief one has no trials and tables */
export function resultDocument(
  result: RunResult,
  failure: ProblemData | null = null,
  { brief }: Pick<Values, 'brief'> = {},
) {
  return {
    ...(brief ? briefResult(result) : slim(result)),
    ...(failure && { problem: shownProblem(failure) }),
  };
}

/** @returns one document for several experiments: `runs` holds what each would have printed alone */
export function collectionDocument(
  { results, failed, left }: Collection,
  { brief }: Pick<Values, 'brief'> = {},
) {
  const claims = results.flatMap((one) => foundIn(one).claims);
  const runs = brief ? results.map(briefResult) : results.map(slim);
  return { schema: 2, host: results[0]?.host, claims, runs, failed, left };
}

function slim(result: RunResult) {
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
  return documentOf({ ...result, trials });
}
