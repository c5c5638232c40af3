/** Where a diagnosis goes: the terminal, one JSON document, and the report's files. */
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
import { writePages } from './reports.ts';
import { print, printJson, shownProblem, textOptions } from './terminal.ts';

/** What a page of the doctor has beside it. */
export function doctorFiles({ watch, diagnosis }: DoctorReport) {
  return {
    'watch.json': `${JSON.stringify(watch)}\n`,
    'diagnosis.json': `${jsonText(doctorDocument(watch, diagnosis))}\n`,
  };
}

/** @returns the HTML file's path @throws Problem OUTPUT_UNWRITABLE, FOLDER_OF_OTHERS */
export function writeDoctorReport(report: DoctorReport, dir: string): Promise<string> {
  const page = doctorPage(report);
  return writePages(dir, doctorFiles(report), doctorSummary(report, page), (beside) =>
    htmlText(page, beside),
  );
}

/** The document of a diagnosis: what is in its file, and what `--json` prints. */
export function doctorDocument({ host, target, processes }: Watch, diagnosis: Diagnosis) {
  const capture = processes.flatMap(({ pid, probe }) =>
    probe.ok && probe.capture !== null ? [{ pid, ...probe.capture }] : [],
  );
  return { schema: 2, host, target, diagnosis, ...(capture.length > 0 ? { capture } : {}) };
}

/** The document of `--json`; with --verbose the watch is in it, with --brief only what decides. */
export function printDoctorJson(report: DoctorReport, values: Values, failure: Problem | null): void {
  const { watch, diagnosis } = report;
  printJson({
    ...(values.brief
      ? briefDiagnosis(diagnosis, { next: doctorPage(report).next })
      : doctorDocument(watch, diagnosis)),
    ...(values.verbose && !values.brief ? { watch } : {}),
    ...(failure ? { problem: shownProblem(failure) } : {}),
  });
}

/** @param file of the report; null where none was written */
export function printDoctorText(report: DoctorReport, file: string | null, values: Values): void {
  const options = { ...textOptions(values), ...(file !== null && { report: file }) };
  print(terminalText(doctorPage(report), options).trimEnd());
}
