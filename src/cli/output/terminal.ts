/**
 * The one place that writes to the terminal. Nothing that it writes contains a secret that was given to
 * this process. It loads on any Node, for `main.ts`.
 */
import { lastWords } from '../../format/last-words.ts';
import { oneLine, printable } from '../../format/printable.ts';
import { shorten, terminalColumns, wrapProse } from '../../format/width.ts';
import { briefText } from '../../messages/brief.ts';
import { jsonText, message, say, type AnyMessage } from '../../messages/message.ts';
import {
  problemData,
  problemsOf,
  sayProblem,
  type Problem,
  type ProblemData,
} from '../../messages/problem.ts';
import { redactAsked } from '../../redact/redact-asked.ts';
import type { TextOptions } from '../../report/render/terminal-style.ts';
import { hiddenProblem, Secrets } from '../../redact/secrets.ts';
import type { Values } from '../options/table.ts';

/** The secrets of the command line and the environment; whoever reads another one adds it. */
export const known = new Secrets();
redactAsked(process.argv.slice(2), (value) => known.take(value));
known.takeFrom(process.env);

let hasPrinted = false;

/** Writes lines to stdout: the result. */
export function print(text: string): void {
  hasPrinted = true;
  process.stdout.write(`${text}\n`);
}

/** Writes sentences to stderr: what goes on. */
export function tell(text: string): void {
  tellAsIs(onScreen(text).join('\n'));
}

/** Writes a message to stderr as one line: it may contain words that others chose. */
export function tellMessage(one: AnyMessage): void {
  tell(oneLine(say(one)));
}

/** Writes lines to stderr as they are: they are broken already, or must not be broken. */
export function tellAsIs(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Writes a line to stderr that nobody has to read. */
export function tellAside(text: string): void {
  tellAsIs(styled('dim', onScreen(text).join('\n')));
}

/**
 * @param hang columns that stand before each line
 * @returns sentences without control sequences, broken to the width of the terminal; without one unbroken: a log is searched by lines
 */
export function onScreen(
  text: string,
  hang = 0,
  terminal: { isTTY?: boolean; columns?: number } = process.stderr,
): string[] {
  const clean = printable(text);
  if (!terminal.isTTY) return clean.split('\n');
  return wrapProse(clean, Math.max(40, terminalColumns(terminal, process.env)) - hang);
}

/** A terminal, or a stream that is none. */
export interface WritableTerminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The last line of a terminal, which is drawn again in place. */
export function drawnLine(terminal: WritableTerminal = process.stderr) {
  let isDrawn = false;
  return {
    draw: (line: string) => {
      isDrawn = true;
      terminal.write(`\r${shorten(oneLine(line), terminalColumns(terminal, process.env) - 1)}\u001B[K`);
    },
    clear: () => {
      if (isDrawn) terminal.write('\r\u001B[K');
      isDrawn = false;
    },
  };
}

/** Writes one document to stdout. @param values.brief in at most 2 kB */
export function printJson(document: object, { brief }: { readonly brief?: boolean } = {}): void {
  print(brief ? briefText(document) : jsonText(document));
}

/** Prints the document of a command that failed, if nothing was printed before: a second document would spoil the first. */
export function printProblemJson(error: Problem): void {
  if (hasPrinted) return;
  const [first, ...others] = problemsOf(error).map(shownProblem);
  printJson({ schema: 1, problem: first, ...(others.length > 0 && { problems: [first, ...others] }) });
}

/** Columns of `error: ` and of `hint:  `. */
const hang = 7;

/**
 * Tells a problem on stderr, or several one after the other: what happened and why, what to do, and its code.
 * @param output what a server printed last: the lines that say why are shown
 * @returns the exit code
 */
export function printProblem(error: Problem, output: readonly string[] = []): number {
  for (const one of problemsOf(error)) {
    const shown = shownProblem(one);
    const { what, why, todo } = sayProblem(shown);
    const beside = (label: string, words: string) =>
      onScreen(oneLine(words), hang).map((line, i) => (i === 0 ? label : ' '.repeat(hang)) + line);
    const lines = [
      ...beside(`${styled('red', 'error:')} `, what),
      ...beside(' '.repeat(hang), why),
      ...beside(`${styled('cyan', 'hint:')}  `, todo),
      styled('dim', `[${shown.code}]`),
    ];
    tellAsIs(lines.join('\n'));
  }
  if (output.length > 0)
    tellAsIs(
      [
        `  ${say(message('cli.last-lines'))}`,
        ...lastWords(output).map((line) => `  | ${oneLine(known.hide(line))}`),
      ].join('\n'),
    );
  return error.exit;
}

/** The problem as it may be shown: an error of the command line repeats what was typed. */
export function shownProblem(error: ProblemData): ProblemData {
  return hiddenProblem(problemData(error), known);
}

type Colors = Pick<Values, 'color'>;

/**
 * Whether colours are wanted: by an option, by a variable that forces them (CI has colours and no terminal), or in a terminal
 * if no variable forbids them (no-color.org, bixense.com/clicolors). A variable that forces them wins, as in Node itself.
 */
export function wantsColor(
  { color }: Colors,
  stream: { isTTY?: boolean } = process.stdout,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  if (color !== undefined) return color;
  const { FORCE_COLOR: forced, CLICOLOR_FORCE: clicolor, NO_COLOR: none, TERM: terminal } = env;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (clicolor !== undefined && clicolor !== '0') return true;
  return Boolean(stream.isTTY) && !none && terminal !== 'dumb';
}

/** Reads `--color` before the command line is read: an error of the command line is coloured too. */
function askedColor(words: readonly string[]): Colors {
  const own = words.slice(0, words.includes('--') ? words.indexOf('--') : undefined);
  const last = own.findLast((word) => word === '--color' || word === '--no-color');
  return last === undefined ? {} : { color: last === '--color' };
}

/** Codes of ECMA-48: `styleText` is not in every Node that has to load this file. */
const styles = { red: 31, yellow: 33, cyan: 36, dim: 2 } as const;

/** @returns the words for stderr, coloured where that is wanted there */
function styled(name: keyof typeof styles, words: string): string {
  if (!wantsColor(askedColor(process.argv.slice(2)), process.stderr)) return words;
  return `\u001B[${styles[name]}m${words}\u001B[0m`;
}

export function textOptions(values: Pick<Values, 'color' | 'verbose' | 'quiet'>): TextOptions {
  return {
    columns: terminalColumns(process.stdout, process.env),
    color: wantsColor(values),
    isUnicode: hasUnicode(),
    detail: values.quiet ? 'brief' : values.verbose ? 'verbose' : 'normal',
  };
}

/** Whether the terminal shows UTF-8: it is no dumb one, and the locale (POSIX: the first of three variables that is set) says so. */
function hasUnicode({ TERM, LC_ALL, LC_CTYPE, LANG } = process.env): boolean {
  // Containers often name no locale, and their terminals are UTF-8.
  const locale = LC_ALL || LC_CTYPE || LANG || 'C.UTF-8';
  return TERM !== 'dumb' && /utf-?8/i.test(locale);
}
