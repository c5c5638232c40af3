/** Where what was seen of a server goes: the terminal, one JSON document, and the report's files. */
import { jsonText } from '../../messages/message.ts';
import type { Problem } from '../../messages/problem.ts';
import type { Diagnosis } from '../../model/diagnosis.ts';
import type { Watch } from '../../model/watch.ts';
import { briefDiagnosis, briefProof } from '../../report/formats/brief.ts';
import { warnings } from '../../report/pages/doctor.ts';
import { nextOfWatch, type JudgedWatch } from '../../report/next-step.ts';
import { doctorSummary } from '../../report/outline/report-summary.ts';
import type { Page } from '../../report/page.ts';
import { htmlText } from '../../report/render/html.ts';
import { terminalText } from '../../report/render/terminal.ts';
import type { Values } from '../options/table.ts';
import { writePages } from './reports.ts';
import { print, printJson, shownProblem, textOptions } from './terminal.ts';

/** @returns the HTML file's path @throws Problem OUTPUT_UNWRITABLE, FOLDER_OF_OTHERS */
export function writeWatch(judged: JudgedWatch, page: Page, dir: string): Promise<string> {
  const { watch, diagnosis, look } = judged;
  const files = {
    'watch.json': `${JSON.stringify({ ...watch, ...(look && { look }) })}\n`,
    'diagnosis.json': `${jsonText(doctorDocument(watch, diagnosis))}\n`,
  };
  return writePages(dir, files, doctorSummary(judged, page), (beside) => htmlText(page, beside));
}

/** The document of a diagnosis: what is in its file, and what `--json` prints. */
function doctorDocument({ host, target, processes }: Watch, diagnosis: Diagnosis) {
  const capture = processes.flatMap(({ pid, probe }) =>
    probe.ok && probe.capture !== null ? [{ pid, ...probe.capture }] : [],
  );
  return { schema: 2, host, target, diagnosis, ...(capture.length > 0 ? { capture } : {}) };
}

/** The document of `--json`; with --verbose the watch is in it, with --brief only what decides. */
export function watchDocument(judged: JudgedWatch, { brief, verbose }: Pick<Values, 'brief' | 'verbose'>) {
  const { watch, diagnosis, look } = judged;
  const { proof, unproved, vain } = look ?? {};
  if (brief) {
    const said = warnings(watch, diagnosis);
    return briefDiagnosis(diagnosis, {
      ...(said.length > 0 && { warnings: said }),
      ...(look && { proof: look.proof && briefProof(look.proof) }),
      next: nextOfWatch(judged),
    });
  }
  return {
    ...doctorDocument(watch, diagnosis),
    ...(verbose && { watch }),
    ...(look && { ...(watch.approach && { approach: watch.approach }), proof, ...(vain && { vain }) }),
    ...(unproved && { unproved }),
  };
}

/** How a watch is printed. */
export interface Printed {
  /** The file of the report; null where none was written. */
  readonly file: string | null;
  /** What cut the watch short; null if nothing did. */
  readonly failure: Problem | null;
  /** Whether the head and the steps are printed already. */
  readonly isBegun: boolean;
  readonly values: Values;
}

export function printWatch(
  judged: JudgedWatch,
  page: Page,
  { file, failure, isBegun, values }: Printed,
): void {
  if (values.json)
    printJson(
      { ...watchDocument(judged, values), ...(failure && { problem: shownProblem(failure) }) },
      values,
    );
  else {
    const options = { ...textOptions(values), ...(file !== null && { report: file }), isBegun };
    print(terminalText(page, options).trimEnd());
  }
}
