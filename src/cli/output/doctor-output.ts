/** Where a diagnosis goes: the terminal, one JSON document, and the report's files. */
import { join } from 'node:path';
import { makeFolder, writeWhole } from '../../files.ts';
import type { Diagnosis } from '../../model/diagnosis.ts';
import type { Problem } from '../../model/problem.ts';
import type { Watch } from '../../model/watch.ts';
import { doctorHtml } from '../../report/doctor/html.ts';
import type { DoctorReport } from '../../report/doctor/outline.ts';
import { doctorText } from '../../report/doctor/text.ts';
import { jsonText } from '../../report/terminal/printable.ts';
import type { Values } from '../options/table.ts';
import { textOptions, unwritable } from './reports.ts';
import { shownProblem } from './problem-text.ts';

/**
 * report.html, diagnosis.json and watch.json, each put there whole: a full disk leaves no half of one.
 * @returns the HTML file's path @throws Problem OUTPUT_UNWRITABLE, FOLDER_OF_OTHERS
 */
export function writeDoctorReport(report: DoctorReport, dir: string): string {
  const { watch, diagnosis } = report;
  try {
    makeFolder(dir);
    writeWhole(join(dir, 'watch.json'), `${JSON.stringify(watch)}\n`);
    writeWhole(join(dir, 'diagnosis.json'), `${JSON.stringify(document(watch, diagnosis))}\n`);
    return writeWhole(join(dir, 'report.html'), doctorHtml(report));
  } catch (error) {
    throw unwritable(dir, error);
  }
}

function document({ host, target, processes }: Watch, diagnosis: Diagnosis) {
  const capture = processes.flatMap(({ pid, probe }) =>
    probe.ok && probe.capture !== null ? [{ pid, ...probe.capture }] : [],
  );
  return { schema: 1, host, target, diagnosis, ...(capture.length > 0 ? { capture } : {}) };
}

/** The document of `--json`; with --verbose the watch is in it. */
export function printDoctorJson(
  { watch, diagnosis }: DoctorReport,
  values: Values,
  failure: Problem | null,
): void {
  const whole = {
    ...document(watch, diagnosis),
    ...(values.verbose ? { watch } : {}),
    ...(failure ? { problem: shownProblem(failure) } : {}),
  };
  process.stdout.write(`${jsonText(whole)}\n`);
}

export function printDoctorText(report: DoctorReport, values: Values): void {
  process.stdout.write(doctorText(report, { ...textOptions(values), verbose: values.verbose ?? false }));
}
