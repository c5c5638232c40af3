/** Where a diagnosis goes, of a doctor or of a first look: the terminal, one JSON document, and the report's files. */
import { join } from 'node:path';
import type { Diagnosis } from '../../model/diagnosis.ts';
import { jsonText } from '../../messages/message.ts';
import type { Problem } from '../../messages/problem.ts';
import type { Watch } from '../../model/watch.ts';
import { briefDiagnosis, briefProof } from '../../report/formats/brief.ts';
import { doctorSummary } from '../../report/outline/report-summary.ts';
import { doctorPage, type DoctorReport } from '../../report/pages/doctor.ts';
import { findPage, type FindReport } from '../../report/pages/find.ts';
import { htmlText } from '../../report/render/html.ts';
import { terminalText } from '../../report/render/terminal.ts';
import type { Values } from '../options/table.ts';
import { writePages, writeReport } from './reports.ts';
import { print, printJson, shownProblem, textOptions } from './terminal.ts';

/** A first look has a proof, or says why there is none. */
export type Look = DoctorReport | FindReport;

const isFirst = (look: Look): look is FindReport => 'asked' in look;
const pageOf = (look: Look, proof: string | null = null) =>
  isFirst(look) ? findPage(look, proof) : doctorPage(look);

/**
 * The diagnosis with its proof, and the proof's own report below it.
 * @returns the HTML file's path @throws Problem OUTPUT_UNWRITABLE, FOLDER_OF_OTHERS
 */
export async function writeLook(look: Look, dir: string): Promise<string> {
  const { watch, diagnosis } = look;
  const { proof, run } = isFirst(look) ? look : { proof: null, run: null };
  const hasTrials = run !== null && run.trials.length > 0;
  if (hasTrials) await writeReport(run, join(dir, 'proof'));
  const files = {
    'watch.json': `${JSON.stringify(watch)}\n`,
    'diagnosis.json': `${jsonText(doctorDocument(watch, diagnosis))}\n`,
    ...(proof && { 'proof.json': `${jsonText(proof)}\n` }),
  };
  const page = pageOf(look, hasTrials ? 'proof/report.html' : null);
  return writePages(dir, files, doctorSummary(look, page), (beside) => htmlText(page, beside));
}

/**
 * @param file of the report; null where none was written
 * @param failure what cut it short; null if nothing did
 */
export function printLook(look: Look, file: string | null, failure: Problem | null, values: Values): void {
  if (values.json) return printJson(lookDocument(look, failure, values));
  const options = { ...textOptions(values), ...(file !== null && { report: file }), isBegun: isFirst(look) };
  print(terminalText(pageOf(look), options).trimEnd());
}

/** The document of a diagnosis: what is in its file, and what `--json` prints. */
export function doctorDocument({ host, target, processes }: Watch, diagnosis: Diagnosis) {
  const capture = processes.flatMap(({ pid, probe }) =>
    probe.ok && probe.capture !== null ? [{ pid, ...probe.capture }] : [],
  );
  return { schema: 2, host, target, diagnosis, ...(capture.length > 0 ? { capture } : {}) };
}

/** With --verbose the watch is in it, with --brief only what decides. */
function lookDocument(look: Look, failure: Problem | null, { brief, verbose }: Values) {
  const { watch, diagnosis } = look;
  const problem = failure && { problem: shownProblem(failure) };
  if (brief) {
    const proof = isFirst(look) && { proof: look.proof && briefProof(look.proof) };
    return { ...briefDiagnosis(diagnosis, { ...proof, next: pageOf(look).next }), ...problem };
  }
  return {
    ...doctorDocument(watch, diagnosis),
    ...(verbose ? { watch } : {}),
    ...(isFirst(look) && {
      ...(watch.approach && { approach: watch.approach }),
      proof: look.proof,
      ...(look.unproved && { unproved: look.unproved }),
    }),
    ...problem,
  };
}
