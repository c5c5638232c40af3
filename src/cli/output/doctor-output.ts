/** Where a diagnosis goes: the terminal, one JSON document, and the report's files. */
import { join } from 'node:path';
import { makeFolder, writeWhole } from '../../files.ts';
import type { Diagnosis } from '../../model/diagnosis.ts';
import { jsonText } from '../../messages/message.ts';
import type { Problem } from '../../messages/problem.ts';
import type { Watch } from '../../model/watch.ts';
import { doctorPage, type DoctorReport } from '../../report/pages/doctor.ts';
import { htmlText } from '../../report/render/html.ts';
import { terminalText } from '../../report/render/terminal.ts';
import type { Values } from '../options/table.ts';
import { doctorSummary } from '../../report/outline/report-summary.ts';
import { briefDiagnosis } from '../../report/formats/brief.ts';
import { addToIndex, indexOf } from './reports-index.ts';
import { unwritable } from './reports.ts';
import { print, printJson, shownProblem, textOptions } from './terminal.ts';

/**
 * report.html, diagnosis.json and watch.json, each put there whole: a full disk leaves no half of one.
 * @returns the HTML file's path @throws Problem OUTPUT_UNWRITABLE, FOLDER_OF_OTHERS
 */
export function writeDoctorReport(report: DoctorReport, dir: string): string {
  const { watch, diagnosis } = report;
  const page = doctorPage(report);
  try {
    makeFolder(dir);
    const data = {
      'watch.json': `${JSON.stringify(watch)}\n`,
      'diagnosis.json': `${jsonText(doctorDocument(watch, diagnosis))}\n`,
    };
    for (const [name, text] of Object.entries(data)) writeWhole(join(dir, name), text);
    const beside = { files: Object.keys(data), index: indexOf(dir) };
    const file = writeWhole(join(dir, 'report.html'), htmlText(page, beside));
    addToIndex(dir, doctorSummary(report, page));
    return file;
  } catch (error) {
    throw unwritable(dir, error);
  }
}

/** The document of a diagnosis: what is in its file, and what `--json` prints. */
export function doctorDocument({ host, target, processes }: Watch, diagnosis: Diagnosis) {
  const capture = processes.flatMap(({ pid, probe }) =>
    probe.ok && probe.capture !== null ? [{ pid, ...probe.capture }] : [],
  );
  return { schema: 2, host, target, diagnosis, ...(capture.length > 0 ? { capture } : {}) };
}

/** The document of `--json`; with --verbose the watch is in it, with --brief only what decides. */
export function printDoctorJson(
  { watch, diagnosis }: DoctorReport,
  values: Values,
  failure: Problem | null,
): void {
  printJson({
    ...(values.brief ? briefDiagnosis(diagnosis, {}) : doctorDocument(watch, diagnosis)),
    ...(values.verbose && !values.brief ? { watch } : {}),
    ...(failure ? { problem: shownProblem(failure) } : {}),
  });
}

/** @param file of the report; null where none was written */
export function printDoctorText(report: DoctorReport, file: string | null, values: Values): void {
  const options = { ...textOptions(values), ...(file !== null && { report: file }) };
  print(terminalText(doctorPage(report), options).trimEnd());
}
