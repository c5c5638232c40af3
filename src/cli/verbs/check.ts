/** `check`: result files of other load tools, under the validity checks of an own run. */
import { message } from '../../messages/message.ts';
import { exitCodes, problem, reason } from '../../messages/problem.ts';
import { checkPublished } from '../../published/check.ts';
import { checkPage } from '../../report/pages/check.ts';
import { terminalText } from '../../report/render/terminal.ts';
import type { Arguments, Work } from '../options/parse.ts';
import { readResult } from '../options/result-files.ts';
import { perSecond } from '../options/values.ts';
import { print, printJson, textOptions } from '../output/terminal.ts';

/** What stands between the runs of two settings. */
const against = 'vs';

export async function check({ values, words, faults }: Arguments): Promise<Work> {
  const { rate: typed, clients = null } = values;
  const rate = typed === undefined ? null : (faults.read(() => perSecond(typed, '--rate')) ?? null);
  const settings = settingsOf(words);
  if (settings.some((files) => files.length === 0) || settings.length > 2)
    faults.add(
      problem('ARGUMENT_MISSING', { name: message('name.result-file'), ...reason('missing.result-file') }),
    );
  return () => {
    const read = settings.map((files, i) => {
      const cell = i === 0 ? 'A' : 'B';
      const name = (at: number) => (files.length > 1 ? `${cell}${at + 1}` : cell);
      return { cell, runs: files.map((file, at) => readResult(file, name(at), { clients, rate })) };
    });
    const found = checkPublished(read);
    if (values.json) printJson(found);
    else print(terminalText(checkPage(found), textOptions(values)).trimEnd());
    return found.canCompare ? exitCodes.fine : exitCodes.finding;
  };
}

/** `a b`: two settings. `a1 a2 vs b1 b2`: two with several runs. Else all are runs of one. */
function settingsOf(words: readonly string[]): (readonly string[])[] {
  if (words.includes(against)) {
    const at = words.indexOf(against);
    const after = words.slice(at + 1);
    return after.includes(against) ? [[]] : [words.slice(0, at), after];
  }
  return words.length === 2 ? words.map((word) => [word]) : [words];
}
