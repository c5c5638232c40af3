/** Where the answer of a first look goes: the terminal, one JSON document, and the report's files. */
import { join } from 'node:path';
import { makeFolder, writeWhole } from '../../files.ts';
import { jsonText } from '../../messages/message.ts';
import type { Problem } from '../../messages/problem.ts';
import type { Diagnosis } from '../../model/diagnosis.ts';
import type { Watch } from '../../model/watch.ts';
import { briefDiagnosis, briefProof } from '../../report/formats/brief.ts';
import { doctorSummary } from '../../report/outline/report-summary.ts';
import { findPage, type FindReport } from '../../report/pages/find.ts';
import { htmlText } from '../../report/render/html.ts';
import { terminalText } from '../../report/render/terminal.ts';
import type { Values } from '../options/table.ts';
import { doctorDocument, writeDoctorReport } from './doctor-output.ts';
import { addToIndex, indexOf } from './reports-index.ts';
import { unwritable, writeReport } from './reports.ts';
import { print, printJson, shownProblem, textOptions } from './terminal.ts';

/** The report of the diagnosis alone. @throws Problem OUTPUT_UNWRITABLE, FOLDER_OF_OTHERS */
export function keepDiagnosis(
  seen: { readonly watch: Watch; readonly diagnosis: Diagnosis },
  dir: string,
): void {
  writeDoctorReport({ ...seen, deeper: null }, dir);
}

/**
 * The diagnosis with its proof, and the proof's own report below it.
 * @returns the HTML file's path @throws Problem OUTPUT_UNWRITABLE, FOLDER_OF_OTHERS
 */
export async function writeFind(report: FindReport, dir: string): Promise<string> {
  const { proof, run } = report;
  const hasTrials = run !== null && run.trials.length > 0;
  try {
    makeFolder(dir);
    if (hasTrials) await writeReport(run, join(dir, 'proof'));
    if (proof) writeWhole(join(dir, 'proof.json'), `${jsonText(proof)}\n`);
    const files = ['watch.json', 'diagnosis.json', ...(proof ? ['proof.json'] : [])];
    const page = findPage(report, hasTrials ? 'proof/report.html' : null);
    const html = htmlText(page, { files, index: indexOf(dir) });
    const file = writeWhole(join(dir, 'report.html'), html);
    addToIndex(dir, doctorSummary(report, page));
    return file;
  } catch (error) {
    throw unwritable(dir, error);
  }
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
