/** Where the answer of a first look goes: the terminal, one JSON document, and the report's files. */
import { join } from 'node:path';
import { jsonText } from '../../messages/message.ts';
import type { Problem } from '../../messages/problem.ts';
import { briefDiagnosis, briefProof } from '../../report/formats/brief.ts';
import { doctorSummary } from '../../report/outline/report-summary.ts';
import type { DoctorReport } from '../../report/pages/doctor.ts';
import { findPage, type FindReport } from '../../report/pages/find.ts';
import { htmlText } from '../../report/render/html.ts';
import { terminalText } from '../../report/render/terminal.ts';
import type { Values } from '../options/table.ts';
import { doctorDocument, doctorFiles, writeDoctorReport } from './doctor-output.ts';
import { writePages, writeReport } from './reports.ts';
import { print, printJson, shownProblem, textOptions } from './terminal.ts';

/** The report of the diagnosis alone. @throws Problem OUTPUT_UNWRITABLE, FOLDER_OF_OTHERS */
export async function keepDiagnosis(seen: Omit<DoctorReport, 'deeper'>, dir: string): Promise<void> {
  await writeDoctorReport({ ...seen, deeper: null }, dir);
}

/**
 * The diagnosis with its proof, and the proof's own report below it.
 * @returns the HTML file's path @throws Problem OUTPUT_UNWRITABLE, FOLDER_OF_OTHERS
 */
export async function writeFind(report: FindReport, dir: string): Promise<string> {
  const { proof, run } = report;
  const hasTrials = run !== null && run.trials.length > 0;
  if (hasTrials) await writeReport(run, join(dir, 'proof'));
  const files = { ...doctorFiles(report), ...(proof && { 'proof.json': `${jsonText(proof)}\n` }) };
  const page = findPage(report, hasTrials ? 'proof/report.html' : null);
  return writePages(dir, files, doctorSummary(report, page), (beside) => htmlText(page, beside));
}

/** @param failure what cut it short; null if nothing did */
export function printFind(
  report: FindReport,
  file: string | null,
  failure: Problem | null,
  values: Values,
): void {
  if (values.json) printJson(findDocument(report, failure, values));
  else {
    const options = { ...textOptions(values), ...(file !== null && { report: file }), isBegun: true };
    print(terminalText(findPage(report), options).trimEnd());
  }
}

function findDocument(report: FindReport, failure: Problem | null, values: Values) {
  const { watch, diagnosis, proof, unproved } = report;
  const problem = failure && { problem: shownProblem(failure) };
  if (values.brief)
    return {
      ...briefDiagnosis(diagnosis, { proof: proof && briefProof(proof), next: findPage(report).next }),
      ...problem,
    };
  return {
    ...doctorDocument(watch, diagnosis),
    ...(values.verbose ? { watch } : {}),
    ...(watch.approach && { approach: watch.approach }),
    proof,
    ...(unproved && { unproved }),
    ...problem,
  };
}
