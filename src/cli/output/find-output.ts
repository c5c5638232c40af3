/** Where the answer of a first look goes: the terminal, one JSON document, and the report's files. */
import { join } from 'node:path';
import { jsonText } from '../../messages/message.ts';
import type { Problem } from '../../messages/problem.ts';
import { doctorHtml } from '../../report/doctor/html.ts';
import { doctorOutline, type DoctorReport } from '../../report/doctor/outline.ts';
import { briefDiagnosis, briefProof } from '../../report/formats/brief.ts';
import { findAnswer, findParts } from '../../report/find/html.ts';
import { findOutline, type FindReport } from '../../report/find/outline.ts';
import { answerText } from '../../report/find/text.ts';
import { doctorSummary } from '../../report/outline/report-summary.ts';
import type { Values } from '../options/table.ts';
import { doctorDocument, doctorFiles, writeDoctorReport } from './doctor-output.ts';
import { writePages, writeReport } from './reports.ts';
import { print, printJson, shownProblem, textOptions } from './terminal.ts';

/** The report of the diagnosis alone. @throws Problem OUTPUT_UNWRITABLE, FOLDER_OF_OTHERS */
export async function keepDiagnosis(seen: Omit<DoctorReport, 'deeper'>, dir: string): Promise<void> {
  const report = { ...seen, deeper: null };
  await writeDoctorReport(report, doctorOutline(report), dir);
}

/**
 * The diagnosis with its proof, and the proof's own report below it.
 * @returns the HTML file's path @throws Problem OUTPUT_UNWRITABLE, FOLDER_OF_OTHERS
 */
export async function writeFind(report: FindReport, dir: string): Promise<string> {
  const { watch, proof, run } = report;
  const outline = doctorOutline(report);
  const hasTrials = run !== null && run.trials.length > 0;
  if (hasTrials) await writeReport(run, join(dir, 'proof'));
  const files = { ...doctorFiles(report), ...(proof && { 'proof.json': `${jsonText(proof)}\n` }) };
  const page = { ...outline, answer: findAnswer(outline.answer, report, findOutline(report, outline)) };
  const parts = findParts(report, watch, hasTrials ? 'proof/report.html' : null);
  return writePages(dir, files, doctorSummary(report), (beside) => doctorHtml(page, beside, parts));
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
    const said = findOutline(report, doctorOutline(report));
    print(answerText(said, textOptions(values), file).trimEnd());
  }
}

function findDocument(report: FindReport, failure: Problem | null, values: Values) {
  const { watch, diagnosis, proof, unproved } = report;
  const problem = failure && { problem: shownProblem(failure) };
  if (values.brief)
    return { ...briefDiagnosis(diagnosis, { proof: proof && briefProof(proof) }), ...problem };
  return {
    ...doctorDocument(watch, diagnosis),
    ...(values.verbose ? { watch } : {}),
    ...(watch.approach && { approach: watch.approach }),
    proof,
    ...(unproved && { unproved }),
    ...problem,
  };
}
