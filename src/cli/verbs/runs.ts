/** `runs`: what was measured, again: listed, shown, compared, exported, removed. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { privateFile, requireOwnFile } from '../../files.ts';
import { documentOf } from '../../model/verdict.ts';
import { judgePair, judgeStored } from '../../run/run.ts';
import { jsonText, message, say } from '../../messages/message.ts';
import { exitCodes, problem, reason } from '../../messages/problem.ts';
import { oneLine, printable } from '../../format/printable.ts';
import { pad, textWidth } from '../../format/width.ts';
import { checksText, pairText, text } from '../../report/report.ts';
import { csv } from '../../report/formats/csv.ts';
import { openStore, type RunRow, type Store } from '../../store/store.ts';
import type { IndexedReport } from '../../report/page/reports-index.ts';
import type { Arguments, Work } from '../options/parse.ts';
import type { Values } from '../options/table.ts';
import { choice, invalid } from '../options/values.ts';
import { runDoctor } from './doctor.ts';
import { openReport } from '../output/open-report.ts';
import { defaultReports, doctorReports, keptReports } from '../output/reports-index.ts';
import { resultDocument, unwritable, writeReport } from '../output/reports.ts';
import { print, printJson, textOptions } from '../output/terminal.ts';
import { reportFolder, storeFile } from '../run.ts';

/** How many runs each takes. One that changes nothing takes the newest where none is named. */
const actions = {
  list: [list, 0],
  show: [show, 1],
  compare: [compare, 2],
  report: [report, 1],
  export: [exportRun, 1],
  remove: [remove, 1],
} as const;

export async function runs(args: Arguments): Promise<Work> {
  const { values, words, faults } = args;
  const [word = 'list', ...named] = words;
  const action = choice(Object.keys(actions) as (keyof typeof actions)[], 'list')(word, 'runs');
  const [act, count] = actions[action];
  const ids = named.length === 0 && count === 1 && action !== 'remove' ? ['last'] : named;
  if (ids.length < count)
    faults.add(problem('ARGUMENT_MISSING', { name: message('name.run'), ...reason('missing.run') }));
  if (ids.length > count)
    faults.add(invalid(`runs ${action}`, ids.slice(count).join(' '), 'value.runs', { most: count }));
  const [first = '', second = ''] = ids;
  return async () => {
    using store = openStore(storeFile(values), action === 'remove' ? 'write' : 'read');
    const kept = ids.map((id) => folderOf(id, store, action)).find((folder) => folder !== null);
    if (kept !== undefined) {
      const [replay, page] = [
        join(defaultReports, kept, 'watch.json'),
        join(defaultReports, kept, 'report.html'),
      ];
      if (action === 'show' && existsSync(replay))
        return (await runDoctor({ ...args, words: [], values: { ...values, replay } }))();
      if (action !== 'report' || !existsSync(page))
        throw problem('RUN_NOT_FOUND', {
          id: kept,
          file: store.file,
          why: message('run.report', { id: kept }),
        });
      await tellReport(page, values);
      return exitCodes.fine;
    }
    await act(store, values, first, second);
    return exitCodes.fine;
  };
}

/** @returns the folder of a report that is of no run of the store, where one is meant: of a doctor, a check, a prediction; else null */
function folderOf(id: string, store: Store, action: keyof typeof actions): string | null {
  const stored = store.list();
  // `last` of what needs a run is the newest run.
  const isAny = id === 'last' && (action === 'show' || action === 'report');
  const [newest] = isAny ? keptReports(defaultReports).toSorted((a, b) => b.summary.at - a.summary.at) : [];
  const isNewest = newest !== undefined && newest.summary.at > (stored[0]?.createdAt ?? 0);
  const folder = isNewest ? newest.folder : id;
  const isOwn = /^[\w-]+$/.test(folder) && !stored.some((run) => run.id.startsWith(folder));
  return isOwn && existsSync(join(defaultReports, folder)) ? folder : null;
}

function list(store: Store, values: Values): void {
  const rows = printable(store.list());
  const reports = printable(keptReports(defaultReports));
  const ids = new Set(rows.map(({ id }) => id));
  // What a doctor, a check or a prediction found is in no store.
  const others = reports.filter(({ folder }) => !ids.has(folder));
  if (values.json) printJson({ schema: 1, runs: rows, reports: others });
  else if (rows.length + others.length === 0) print(say(message('cli.runs-none', { file: store.file })));
  else for (const line of listLines(rows, reports, others)) print(oneLine(line));
  const doctors = values.json ? 0 : doctorReports();
  if (doctors > 0) print(`\n${say(message('cli.runs-doctors', { doctors, folder: defaultReports }))}`);
}

const timeText = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

/** The newest first, each with what it asked, what came of it, and when. */
function listLines(
  rows: readonly RunRow[],
  reports: readonly IndexedReport[],
  others: readonly IndexedReport[],
): string[] {
  const badges = new Map(reports.map(({ folder, summary }) => [folder, summary.badge]));
  const cells = [
    ...rows.map((row) => [
      row.id,
      row.problem ? row.problem.code : row.scale === 'full' ? row.name : `${row.name} ${row.scale}`,
      row.route,
      say(message('report.name', { name: row.status })),
      badges.get(row.id) ?? '',
      say(message('cli.runs-trials', { trials: row.trials, planned: row.planned })),
      timeText(row.createdAt),
    ]),
    ...others.map(({ folder, summary: { verb, route, badge, at } }) => [
      folder,
      verb,
      route,
      say(message('report.name', { name: 'finished' })),
      badge,
      '',
      timeText(at),
    ]),
  ].toSorted((one, other) => (other.at(-1) ?? '').localeCompare(one.at(-1) ?? ''));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => textWidth(row[column] ?? ''))),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, 'left'))
      .join('  ')
      .trimEnd(),
  );
}

function show(store: Store, values: Values, id: string): void {
  const found = judgeStored(store, id);
  const { checks } = found;
  if (values.json) printJson(values.checks ? { schema: 1, checks } : resultDocument(found, null, values));
  else
    print(
      values.checks
        ? checksText(checks, textOptions(values).columns).trimEnd()
        : text(found, { ...textOptions(values), ...reportOf(values, found.run.id) }).trimEnd(),
    );
}

/** The page of a run, where it has been written. */
function reportOf(values: Values, run: string): { report?: string } {
  const file = join(reportFolder(values, run), 'report.html');
  return existsSync(file) ? { report: file } : {};
}

function compare(store: Store, values: Values, base: string, other: string): void {
  const pair = judgePair(store.read(base), store.read(other));
  if (values.json) printJson({ schema: 1, ...pair });
  else print(pairText(pair, textOptions(values)).trimEnd());
}

async function report(store: Store, values: Values, id: string): Promise<void> {
  const found = judgeStored(store, id);
  await tellReport(await writeReport(found, reportFolder(values, found.run.id)), values);
}

async function tellReport(file: string, values: Values): Promise<void> {
  if (values.json) printJson({ schema: 1, report: file });
  else print(say(message('report.file', { file })));
  await openReport(file, values);
}

function exportRun(store: Store, values: Values, id: string): void {
  const found = judgeStored(store, id);
  const exported = values.format === 'csv' ? csv(found) : `${jsonText(documentOf(found), 1)}\n`;
  if (values.out === undefined) print(exported.replace(/\n$/, ''));
  else writeFile(values.out, exported);
}

/** The user named it: it may be a device or a pipe, and is opened as it is. @throws Problem OUTPUT_UNWRITABLE, FOLDER_OF_OTHERS */
function writeFile(file: string, exported: string): void {
  requireOwnFile(file);
  try {
    writeFileSync(file, exported, { mode: privateFile });
  } catch (error) {
    throw unwritable(file, error, 'output.file');
  }
}

async function remove(store: Store, values: Values, run: string): Promise<void> {
  if (!values.yes && !(await confirms(say(message('cli.runs-remove', { run })))))
    throw problem('CONFIRMATION_MISSING', { id: run });
  const id = store.remove(run, values['take-over']);
  if (values.json) printJson({ schema: 1, removed: id });
  else print(say(message('cli.runs-removed', { id })));
}

/** Where nobody can be asked, nobody agrees. */
async function confirms(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test(await terminal.question(`${question} [y/N] `));
  } finally {
    // Not `using`: in Node 22.13 it cannot be disposed of.
    terminal.close();
  }
}
