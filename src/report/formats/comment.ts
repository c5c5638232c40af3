/** Writes a gate in a few lines of Markdown: the comment of a pull request. */
import { oneLine } from '../../format/printable.ts';
import { shorten } from '../../format/width.ts';
import { message, say } from '../../messages/message.ts';
import { sayProblem, type ProblemData } from '../../messages/problem.ts';
import { foundIn, type GateWord, type RunDocument, type RunResult } from '../../model/verdict.ts';
import { qualityLine } from '../outline/checks.ts';
import { failures } from '../outline/failures.ts';
import { shownRun } from '../outline/shown-run.ts';
import { gateTones } from '../pages/compared.ts';
import { pageOf } from '../pages/page-of.ts';
import { alert, barTable, escaped, fenced } from '../render/markdown.ts';

/** The output of `sweep --against … --json`: a judged run, a problem, or both. */
export type GateDocument = Partial<RunDocument> & { readonly problem?: ProblemData };

interface CommentPlace {
  /** An HTML comment by which the comment is found again: its first line. */
  readonly marker: string;
  /** Tells this gate from others of the same pull request; empty for the only one. */
  readonly name: string;
  /** The commit of head, as git writes it; null where it is not known. */
  readonly commit: string | null;
  /** Where the whole report is; null: nowhere that can be linked. */
  readonly url: string | null;
}

export const mostLines = 16;
/** Columns of a line: what a server says can be as long as it likes. */
const longest = 400;
const mostNotes = 2;
const mostRows = 3;
const mostOutput = 2;

const gateWords = ['pass', 'fail', 'undecided', 'unmeasured'] as const satisfies readonly GateWord[];

/** @returns how it ended; `unmeasured` as well where there was no gate to judge */
export function gateVerdict({ gate, problem }: GateDocument): GateWord {
  if (problem || !gate) return 'unmeasured';
  // The code under test could write the file. A line break in it would add outputs to the step.
  return gateWords.find((word) => word === gate.verdict) ?? 'unmeasured';
}

const titleOf = (verdict: GateWord, name: string) =>
  message('comment.title', { verdict: message('gate.verdict', { verdict }), name });

/** @returns at most `mostLines` lines, with a line break at the end */
export function gateComment(document: GateDocument, { marker, name, commit, url }: CommentPlace): string {
  const title = titleOf(gateVerdict(document), line(name));
  const run = gateVerdict(document) === 'unmeasured' ? null : runOf(document);
  const quality = run ? text(qualityLine(run)) : '';
  const foot = [
    ...(quality === '' ? [] : [quality]),
    ...(commit === null ? [] : [say(message('comment.of-commit', { commit: commit.slice(0, 10) }))]),
    ...(url === null ? [] : [`[${say(message('word.The-whole-report'))}](${url})`]),
  ];
  const lines = [
    marker,
    `### ${escaped(say(title))}`,
    '',
    ...(run ? judgedLines(run) : failedLines(document)),
    '',
    foot.join(' '),
  ];
  return `${lines.join('\n')}\n`;
}

/** @returns why there is no verdict, for the page of a job, with a line break at the end; empty where there is a verdict */
export function failureSummary(document: GateDocument): string {
  if (gateVerdict(document) !== 'unmeasured') return '';
  const title = say(titleOf('unmeasured', ''));
  return `${[`## ${escaped(title)}`, '', ...failedLines(document)].join('\n')}\n`;
}

/** @returns the run that the document tells of; null where it has no gate */
export function runOf({ gate, plan, ...document }: GateDocument): RunResult | null {
  if (!gate || !plan) return null;
  const strategy = { ...plan, kind: 'gate' };
  return { ...document, plan: { ...plan, strategy }, answer: { kind: 'gate', gate } } as unknown as RunResult;
}

/** @returns the verdict in two to four lines, then the figures */
function judgedLines(run: RunResult): string[] {
  const { gate } = foundIn(run);
  if (!gate) return [];
  const [table = []] = pageOf(run).bars.flatMap((bars) => barTable(bars, mostRows));
  return [
    ...alert(gateTones[gate.verdict], text(say(gate.sentence))),
    ...(gate.sees ? [`> ${text(say(message('gate.sees', { sees: gate.sees })))}`] : []),
    ...gate.notes.slice(0, mostNotes).map((note) => `> ${text(say(note))}`),
    ...(table.length > 0 ? ['', ...table] : []),
  ];
}

/** @returns what happened, why, and what to do; then the last lines of the server */
function failedLines(document: GateDocument): string[] {
  const { gate, problem } = document;
  const told = problem && sayProblem(problem);
  const run = runOf(document);
  const [failure] = run ? failures(shownRun(run)) : [];
  const todo = told ? told.todo : failure?.todo;
  const output = failure?.output.filter((each) => each.trim() !== '').slice(-mostOutput) ?? [];
  return [
    ...alert('unsure', text(told ? told.what : gate ? say(gate.sentence) : '')),
    ...(told ? [`> ${text(told.why)}`] : []),
    ...(todo === undefined ? [] : ['', text(todo)]),
    ...(output.length === 0 ? [] : ['', ...fenced(output.map(line))]),
  ];
}

/** One line, of a length that a reader can take. */
const line = (words: string) => shorten(oneLine(words).toWellFormed().trim(), longest);

/** Escapes a line, so that Markdown reads it as text: no item of a list, and no rule. */
const text = (words: string) =>
  escaped(line(words))
    .replace(/^[-+=]/, String.raw`\$&`)
    .replace(/^(\d+)([.)])(?=\s|$)/, String.raw`$1\$2`);
