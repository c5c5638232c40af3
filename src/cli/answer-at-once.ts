/**
 * Answers `--help` and `--version` without loading the program: its texts alone take twice as long as Node itself. The
 * lines of help are in a file that the build makes (`build/help.ts`); without it they are made as for any verb.
 */
import { readFileSync } from 'node:fs';
import { terminalColumns } from '../format/width.ts';
import { ownVersion } from '../host/own-version.ts';
import { helpText, type HelpRow } from './help-rows.ts';
import { withProgram } from '../messages/program.ts';
import { languageOf } from './output/language.ts';
import { thisCommand } from './own-command.ts';

/** Rows by language and verb; the overview has no verb. */
export type KeptHelp = Readonly<Record<string, Readonly<Record<string, readonly HelpRow[]>>>>;

const asksHelp = (word = '') => word === '--help' || word === '-h';

/** @returns what is to be printed; null where that is not known here */
export function answerAtOnce(args: readonly string[], environment: NodeJS.ProcessEnv): string | null {
  const [first = '', second, ...others] = args;
  if (others.length > 0) return null;
  const isAlone = second === undefined;
  const verb = asksHelp(second) ? first : isAlone && asksHelp(first) ? '' : null;
  try {
    if (isAlone && (first === '--version' || first === '-V')) return ownVersion();
    const rows = verb === null ? undefined : kept()[languageOf(args, environment)]?.[verb];
    return rows ? helpText(rows, terminalColumns(process.stdout, environment)) : null;
  } catch {
    // The sources are run, so there is no file of help. The whole program reports any other fault.
    return null;
  }
}

function kept(): KeptHelp {
  const text = readFileSync(new URL('./help.json', import.meta.url), 'utf8');
  // The name is put into strings of JSON, so it is escaped as one.
  return JSON.parse(withProgram(text, JSON.stringify(thisCommand()).slice(1, -1))) as KeptHelp;
}
