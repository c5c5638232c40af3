/** `runs`: what was measured, again: listed, shown, compared, exported, removed. */
import { writeFileSync } from 'node:fs';
import { privateFile, requireOwnFile } from '../../files.ts';
import { judgePair, judgeStored } from '../../run/run.ts';
import { nearest, problem } from '../../model/problem.ts';
import type { RunResult } from '../../model/verdict.ts';
import { pairText } from '../../report/outline/pair.ts';
import { checksText } from '../../report/terminal/checks-text.ts';
import { csv } from '../../report/formats/csv.ts';
import { printable } from '../../report/terminal/printable.ts';
import { openStore, type RunRow, type Store } from '../../store/store.ts';
import { jsonText, oneLine } from '../../report/terminal/printable.ts';
import type { Arguments, Values } from '../options/table.ts';
import { printJson, printText, unwritable, wantsColor, writeReport } from '../output/reports.ts';
import { reportFolder, storeFile } from '../run.ts';

const actions = { list, show, compare, report, export: exportRun, remove } as const;
type Action = keyof typeof actions;

/** @returns the exit code */
export async function runs({ values, words }: Arguments): Promise<number> {
  const [action = 'list', ...ids] = words;
  if (!isAction(action)) {
    const near = nearest(action, Object.keys(actions));
    throw problem('OPTION_INVALID', {
      option: 'runs',
      value: action,
      why: `It knows ${Object.keys(actions).join(', ')}.`,
      todo: near ? `Did you mean "runs ${near}"?` : 'See "chokepoint runs --help".',
    });
  }
  using store = openStore(storeFile(values), action === 'remove' ? 'write' : 'read');
  return actions[action](store, ids, values);
}

function isAction(word: string): word is Action {
  return Object.hasOwn(actions, word);
}

/** `last` is the newest run, for whoever has just measured it. */
function required(ids: readonly string[], at: number): string {
  const id = ids[at];
  if (id !== undefined) return id;
  throw problem('ARGUMENT_MISSING', {
    name: 'The run',
    why: 'It has to be known which run is meant.',
    todo: 'Give its id from "chokepoint runs list", or "last".',
  });
}

function list(store: Store, _ids: readonly string[], values: Values): number {
  const rows = printable(store.list());
  if (values.json) process.stdout.write(`${jsonText({ schema: 1, runs: rows })}\n`);
  else if (rows.length === 0)
    process.stdout.write(`No runs in ${store.file} yet. Begin with: chokepoint lab pool-size --quick\n`);
  else for (const line of listLines(rows)) process.stdout.write(`${oneLine(line)}\n`);
  return 0;
}

function listLines(rows: readonly RunRow[]): string[] {
  const cells = rows.map((row) => [
    row.id,
    row.problem ? row.problem.code : row.scale === 'full' ? row.name : `${row.name} ${row.scale}`,
    row.status,
    row.planned === null ? `${row.trials} trials` : `${row.trials} of ${row.planned} trials`,
    new Date(row.createdAt).toISOString().slice(0, 16).replace('T', ' '),
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function result(store: Store, id: string): RunResult {
  return judgeStored(store, id);
}

function show(store: Store, ids: readonly string[], values: Values): number {
  const found = result(store, required(ids, 0));
  if (values.checks) {
    const columns = process.stdout.isTTY ? process.stdout.columns : 80;
    const { checks } = found;
    process.stdout.write(values.json ? `${jsonText({ schema: 1, checks })}\n` : checksText(checks, columns));
  } else if (values.json) printJson(found);
  else printText(found, values);
  return 0;
}

function compare(store: Store, ids: readonly string[], values: Values): number {
  const pair = judgePair(store.read(required(ids, 0)), store.read(required(ids, 1)));
  if (values.json) process.stdout.write(`${jsonText({ schema: 1, ...pair })}\n`);
  else
    process.stdout.write(
      `${pairText(pair, { columns: process.stdout.columns ?? 80, color: wantsColor(values) })}\n`,
    );
  return 0;
}

async function report(store: Store, ids: readonly string[], values: Values): Promise<number> {
  const found = result(store, required(ids, 0));
  const file = await writeReport(found, reportFolder(values, found.run.id));
  process.stdout.write(values.json ? `${jsonText({ schema: 1, report: file })}\n` : `Report: ${file}\n`);
  return 0;
}

function exportRun(store: Store, ids: readonly string[], values: Values): number {
  const format = values.format ?? 'json';
  if (format !== 'json' && format !== 'csv') {
    throw problem('OPTION_INVALID', {
      option: '--format',
      value: format,
      why: 'A run can be written in two ways.',
      todo: 'Write --format json or --format csv.',
    });
  }
  const found = result(store, required(ids, 0));
  const text = format === 'json' ? `${jsonText(found, 1)}\n` : csv(found);
  if (values.out === undefined) process.stdout.write(text);
  else writeFile(values.out, text);
  return 0;
}

/** The user named it: it may be a device or a pipe, and is opened as it is. @throws Problem OUTPUT_UNWRITABLE, FOLDER_OF_OTHERS */
function writeFile(file: string, text: string): void {
  requireOwnFile(file);
  try {
    writeFileSync(file, text, { mode: privateFile });
  } catch (error) {
    throw unwritable(file, error, 'Choose another file with --out FILE.');
  }
}

function remove(store: Store, ids: readonly string[], values: Values): number {
  if (ids.length > 1) {
    throw problem('OPTION_INVALID', {
      option: 'runs remove',
      value: ids.slice(1).join(' '),
      why: 'It removes one run at a time.',
      todo: 'Name one run.',
    });
  }
  const id = store.remove(required(ids, 0), values['take-over']);
  process.stdout.write(values.json ? `${jsonText({ schema: 1, removed: id })}\n` : `Removed ${id}.\n`);
  return 0;
}
