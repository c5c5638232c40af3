/** `runs`: what was measured, again: listed, shown, compared, exported, removed. */
import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { privateFile, requireOwnFile } from '../../files.ts';
import type { FirstLook } from '../../model/proof.ts';
import { parsedJson } from '../../model/schema/read.ts';
import { documentOf } from '../../model/verdict.ts';
import { compareRuns } from '../../judge/compare-runs.ts';
import { lab } from '../../lab/lab.ts';
import { judgeStored } from '../../run/judge.ts';
import { jsonText, message, say } from '../../messages/message.ts';
import { exitCodes, problem, reason } from '../../messages/problem.ts';
import { minute } from '../../format/number.ts';
import { oneLine, printable } from '../../format/printable.ts';
import { inColumns } from '../../format/width.ts';
import { checksText, pairText, text } from '../../report/report.ts';
import { csv } from '../../report/formats/csv.ts';
import { openStore, type RunRow, type Store } from '../../store/store.ts';
import type { IndexedReport } from '../../report/page/reports-index.ts';
import type { Arguments, Work } from '../options/parse.ts';
import type { Values } from '../options/table.ts';
import { choice, invalid } from '../options/values.ts';
import { runDoctor } from './doctor.ts';
import { openReport } from '../output/open-report.ts';
import { defaultReports, keptReports, readReport } from '../output/reports-index.ts';
import { resultDocument, unwritable, writeReport } from '../output/reports.ts';
import { print, printJson, textOptions } from '../output/terminal.ts';
import { reportFolder, storeFile } from '../run.ts';

/** Each action with the number of runs that it takes. One that takes one run and changes nothing takes the newest where none is named. */
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
  return async () => {
    using store = openStore(storeFile(values), action === 'remove' ? 'write' : 'read');
    const [first = '', second = ''] = action === 'compare' ? ids.map(comparedRun) : ids;
    const folder = [first, second].map((id) => reportOf(id, store, action)).find((one) => one !== null);
    if (folder === undefined) await act(store, values, first, second);
    else {
      const [replay, page] = [join(folder, 'watch.json'), join(folder, 'report.html')];
      if (action === 'show' && existsSync(replay))
        return (await runDoctor({ ...args, words: [], values: { ...values, replay } }))();
      if (action !== 'report' || !existsSync(page))
        throw problem('RUN_WITHOUT_TRIALS', { id: basename(folder), folder });
      await tellReport(page, values);
    }
    return exitCodes.fine;
  };
}

/** @returns the run to compare: of a first look it is the run of its proof */
function comparedRun(id: string): string {
  const watch = parsedJson((isFolderName(id) && readReport(id, 'watch.json')) || '');
  return (watch as { look?: FirstLook } | null)?.look?.proof?.run ?? id;
}

const isFolderName = (id: string) => /^[\w-]+$/.test(id);

/** @returns the folder of a report of no stored run (of a doctor, a check, a prediction), where one is meant; else null */
function reportOf(id: string, store: Store, action: keyof typeof actions): string | null {
  const stored = store.list();
  // An action that needs a run takes `last` as the newest run.
  const isAny = id === 'last' && (action === 'show' || action === 'report');
  const [newest] = isAny ? keptReports(defaultReports).toSorted((a, b) => b.summary.at - a.summary.at) : [];
  const isNewest = newest !== undefined && newest.summary.at > (stored[0]?.createdAt ?? 0);
  const name = isNewest ? newest.folder : id;
  const folder = join(defaultReports, name);
  const isOwn = isFolderName(name) && !stored.some((run) => run.id.startsWith(name));
  return isOwn && existsSync(folder) ? folder : null;
}

/** Lists the newest first: what each asked, what came of it, and when. Reports of a doctor, a check or a prediction are in no store. */
function list(store: Store, values: Values): void {
  const rows = printable(store.list());
  const reports = printable(keptReports(defaultReports));
  const others = reports.filter(({ folder }) => !rows.some(({ id }) => id === folder));
  const cells = [...rows.map((row) => ofRun(row, reports)), ...others.map(ofReport)]
    .toSorted((one, other) => other.at - one.at)
    .map(({ at, texts }) => [...texts, minute(at)]);
  if (values.json) printJson({ schema: 1, runs: rows, reports: others }, values);
  else if (cells.length === 0) print(say(message('cli.runs-none', { file: store.file })));
  else for (const line of inColumns(cells, 'left')) print(oneLine(line.trimEnd()));
}

function ofRun(
  { id, problem: fault, scale, name, route, status, trials, planned, createdAt: at }: RunRow,
  reports: readonly IndexedReport[],
) {
  const title = fault?.code ?? (scale === 'full' ? name : `${name} ${scale}`);
  const badge = reports.find(({ folder }) => folder === id)?.summary.badge ?? '';
  const done = say(message('cli.runs-trials', { trials, planned }));
  return { at, texts: [id, title, route, statusName(status), badge, done] };
}

function ofReport({ folder, summary: { verb, route, badge, at } }: IndexedReport) {
  return { at, texts: [folder, verb, route, statusName('finished'), badge, ''] };
}

const statusName = (name: RunRow['status']) => say(message('report.name', { name }));

function show(store: Store, values: Values, id: string): void {
  const found = judgeStored(store, id, lab);
  const { checks } = found;
  const page = join(reportFolder(values, found.run.id), 'report.html');
  if (values.json)
    printJson(values.checks ? { schema: 1, checks } : resultDocument(found, null, values), values);
  else
    print(
      values.checks
        ? checksText(checks, textOptions(values).columns).trimEnd()
        : text(found, { ...textOptions(values), ...(existsSync(page) && { report: page }) }).trimEnd(),
    );
}

function compare(store: Store, values: Values, base: string, other: string): void {
  const [before, after] = [judgeStored(store, base, lab), judgeStored(store, other, lab)];
  if (before.run.id === after.run.id) throw invalid('runs compare', other, 'value.same-run');
  const pair = compareRuns(before, after);
  if (values.json) printJson({ schema: 1, ...pair }, values);
  else print(pairText(pair, textOptions(values)).trimEnd());
}

async function report(store: Store, values: Values, id: string): Promise<void> {
  const found = judgeStored(store, id, lab);
  await tellReport(await writeReport(found, reportFolder(values, found.run.id)), values);
}

async function tellReport(file: string, values: Values): Promise<void> {
  if (values.json) printJson({ schema: 1, report: file }, values);
  else print(say(message('report.file', { file })));
  await openReport(file, values);
}

function exportRun(store: Store, values: Values, id: string): void {
  const found = judgeStored(store, id, lab);
  const exported = values.format === 'csv' ? csv(found) : `${jsonText(documentOf(found), 1)}\n`;
  if (values.out === undefined) print(exported.replace(/\n$/, ''));
  else writeFile(values.out, exported);
}

/** Writes to the file that the user named, as it is: it may be a device or a pipe. @throws Problem OUTPUT_UNWRITABLE, FOLDER_OF_OTHERS */
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
  if (values.json) printJson({ schema: 1, removed: id }, values);
  else print(say(message('cli.runs-removed', { id })));
}

/** @returns whether the user agrees; false where nobody can be asked */
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
