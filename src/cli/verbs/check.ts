/** `check`: judges result files of other load tools by the validity checks of a run. */
import { message, type Message } from '../../messages/message.ts';
import { exitCodes, problem, reason } from '../../messages/problem.ts';
import { checkPublished } from '../../published/check.ts';
import { briefCheck } from '../../report/formats/brief.ts';
import { checkPage } from '../../report/pages/check.ts';
import { terminalText } from '../../report/render/terminal.ts';
import type { Arguments, Work } from '../options/parse.ts';
import { perSecond } from '../options/values.ts';
import { print, printJson, textOptions } from '../output/terminal.ts';
import type { PublishedCheck, PublishedFigures, PublishedRun } from '../../model/published.ts';
import { contradictionOf, type StatedLoad } from '../../published/contradiction.ts';
import { linesOf, readWhole, toolOf, type NoFigures } from '../../published/formats.ts';
import { readParts, whyUnread } from '../options/read-input.ts';

/** The word between the files of two settings. */
const against = 'vs';

export async function check(args: Arguments): Promise<Work> {
  const judged = judging(args, settingsOf(args.words));
  return () => {
    const found = judged();
    if (args.values.json) printJson(args.values.brief ? briefCheck(found) : found, args.values);
    else print(terminalText(checkPage(found), textOptions(args.values)).trimEnd());
    return found.canCompare ? exitCodes.fine : exitCodes.finding;
  };
}

/** @param settings the files of each @returns what reads and judges them */
export function judging(
  { values: { rate: typed, clients }, faults }: Arguments,
  settings: readonly (readonly string[])[],
): () => PublishedCheck {
  const rate = typed === undefined ? null : (faults.read(() => perSecond(typed, '--rate')) ?? null);
  if (![1, 2].includes(settings.length) || settings.some((files) => files.length === 0))
    faults.add(
      problem('ARGUMENT_MISSING', { name: message('name.result-file'), ...reason('missing.result-file') }),
    );
  const asked = { clients: clients ?? null, rate };
  return () =>
    checkPublished(
      settings.map((files, i) => {
        const cell = i === 0 ? 'A' : 'B';
        const name = (at: number) => (files.length > 1 ? `${cell}${at + 1}` : cell);
        return { cell, runs: files.map((file, at) => readResult(file, name(at), asked)) };
      }),
    );
}

/** @returns the files of each setting. `a b`: two settings. `a1 a2 vs b1 b2`: two with several runs. Else all are runs of one. */
function settingsOf(words: readonly string[]): (readonly string[])[] {
  if (words.includes(against)) {
    const at = words.indexOf(against);
    const after = words.slice(at + 1);
    return after.includes(against) ? [[]] : [words.slice(0, at), after];
  }
  return words.length === 2 ? words.map((word) => [word]) : [words];
}

const mebibyte = 1024 * 1024;
/** Most bytes of a summary or of a tool's output, which is read whole. */
const mostWhole = 64 * mebibyte;
/** Most bytes of a file with every request of hours of load, which is read line by line. */
const mostByLine = 16 * 1024 * mebibyte;

/** Largest share of unreadable lines: with more, the rest is not the same test. One line, the last, may always be torn. */
const mostUnread = 0.001;

/** @throws Problem RESULT_FILE_UNREADABLE, RESULT_FILE_UNKNOWN, RESULT_FILE_FAILED, RESULT_FILE_CONTRADICTED */
export function readResult(file: string, name: string, asked: StatedLoad): PublishedRun {
  const figures = readFigures(file);
  const contradiction = contradictionOf(figures, asked);
  if (contradiction) throw problem('RESULT_FILE_CONTRADICTED', { file, ...contradiction });
  const { clients, rate } = asked;
  const load =
    rate !== null ? 'open' : clients !== null && figures.load === 'unknown' ? 'closed' : figures.load;
  return { ...figures, load, clients: clients ?? figures.clients, file, name, rate };
}

function readFigures(file: string): PublishedFigures {
  const { found, tool, bytes } = figuresIn(partsOf(file));
  const unknown = (why: Message) => problem('RESULT_FILE_UNKNOWN', { file, why });
  if (found === 'empty') throw unknown(message('published.empty'));
  if (found === 'unfinished') throw unknown(message('published.unfinished', { tool, bytes }));
  if (found === 'unknown') throw unknown(message('published.unknown'));
  const { answered, answers } = found;
  if (answered === 0 && answers && answers.lost > 0) {
    const { lost, kinds } = answers;
    throw problem('RESULT_FILE_FAILED', { file, why: message('published.all-failed', { lost, kinds }) });
  }
  if (!answered || !found.throughput) throw unknown(message('published.no-answer', { source: found.source }));
  if (found.unread > Math.max(1, mostUnread * answered))
    throw unknown(message('published.torn', { lines: found.unread, requests: answered }));
  // All requests failed: their response times are those of errors.
  const isWrong = answers !== null && answers.countedAsSuccess >= answered;
  return isWrong ? { ...found, percentiles: [] } : found;
}

function* partsOf(file: string): Generator<Buffer, void, undefined> {
  try {
    yield* readParts(file, mostByLine);
  } catch (error) {
    throw problem('RESULT_FILE_UNREADABLE', { file, why: whyUnread(error) }, { cause: error });
  }
}

interface Read {
  readonly found: PublishedFigures | NoFigures;
  /** The tool whose output begins like this; null where it is not known. */
  readonly tool: string | null;
  readonly bytes: number;
}

function figuresIn(parts: Iterable<Buffer>): Read {
  let decoder: TextDecoder | null = null;
  let lines: ReturnType<typeof linesOf> = null;
  const whole: string[] = [];
  let bytes = 0;
  let tool: string | null = null;
  for (const part of parts) {
    const isFirst = decoder === null;
    decoder ??= new TextDecoder(encodingOf(part));
    const text = decoder.decode(part, { stream: true });
    bytes += part.length;
    if (isFirst) [lines, tool] = [linesOf(text), toolOf(text)];
    lines?.push(text);
    if (lines !== null) continue;
    whole.push(text);
    if (bytes > mostWhole) return { found: 'unknown', tool, bytes };
  }
  const found = lines !== null ? (lines.end() ?? 'unfinished') : readWhole(whole.join(''));
  return { found, tool, bytes };
}

/** @returns the encoding of a file that begins like this: the `>` of PowerShell writes UTF-16, with its mark at the start */
function encodingOf(start: Buffer): 'utf-16le' | 'utf-8' {
  return start[0] === 0xff && start[1] === 0xfe ? 'utf-16le' : 'utf-8';
}
