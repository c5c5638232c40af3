/** The index of the reports in the default folder: a summary beside each page, and one page that lists all. */
import { existsSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readOwn, writeWhole } from '../../files.ts';
import { readSummary, type ReportSummary } from '../../report/outline/report-summary.ts';
import { reportsIndex, type IndexedReport } from '../../report/page/reports-index.ts';

/** Folder of reports for which nobody names another place. */
export const defaultReports = join('.chokepoint', 'reports');

const summaryFile = 'summary.json';
/** Number of reports that the index shows: the newest. */
const most = 500;
/** Largest summary that is read, in bytes; it usually has a few hundred. */
const largest = 100_000;
/** Permission bits of a file that others may have written. */
const writableByOthers = 0o022;

/** @returns the address of the index, as a page in this folder has to write it; null for a folder of the user's own */
export function indexOf(dir: string): string | null {
  return resolve(dirname(dir)) === resolve(defaultReports) ? '../index.html' : null;
}

/** Adds a report to the index. Nothing happens in a folder of the user's own. */
export function addToIndex(dir: string, summary: ReportSummary): void {
  if (indexOf(dir) === null) return;
  writeWhole(join(dir, summaryFile), `${JSON.stringify(summary)}\n`);
  writeWhole(join(dirname(dir), 'index.html'), reportsIndex(keptReports(dirname(dir))));
}

/** @returns the reports of a folder that have a summary, the newest first */
export function keptReports(reports: string): IndexedReport[] {
  return newest(reports).flatMap((folder) => {
    const summary = readSummary(readReport(folder, summaryFile, reports) ?? '');
    return summary ? { folder, summary } : [];
  });
}

/** @returns what a file of a report holds; null where there is none, or others may have written it */
export function readReport(folder: string, file: string, reports = defaultReports): string | null {
  return readOwn(join(reports, folder, file), writableByOthers);
}

/** Folders with a summary and a page, by the time when the summary was written. */
function newest(reports: string): string[] {
  return (existsSync(reports) ? readdirSync(reports, { withFileTypes: true }) : [])
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: folder }) => {
      const summary = fileAt(join(reports, folder, summaryFile));
      const page = fileAt(join(reports, folder, 'report.html'));
      return summary && page && summary.size <= largest ? { folder, written: summary.mtimeMs } : [];
    })
    .toSorted((a, b) => b.written - a.written)
    .slice(0, most)
    .map(({ folder }) => folder);
}

/** @returns null also for a file that this user may not read: such a file must not prevent a new report */
function fileAt(path: string): Stats | null {
  try {
    const found = lstatSync(path);
    return found.isFile() ? found : null;
  } catch {
    return null;
  }
}
