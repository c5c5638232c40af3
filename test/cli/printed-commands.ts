/** The commands in what was printed, and whether the program takes them as they are pasted. */
import { commands } from '../../src/cli/commands.ts';
import { meant } from '../../src/cli/dispatch.ts';
import { parseOptions } from '../../src/cli/options/parse.ts';
import { words } from '../kit/words.ts';

const verbs = commands.map(({ name }) => name);
/** What begins a command behind the program's name; anything else is prose about it. */
const begins = new RegExp(`^(?:(?!runs on)(?:${verbs.join('|')})|help|-\\S+|\\d+|:\\d+)(?= |$)`);
/** A form with something to fill in is no command yet. */
const isForm = (command: string) => /…|(?<=[ :/])(?!POST|GET|PUT|PATCH|DELETE)[A-Z]+\b/.test(command);

/** @returns each command of this program that a text has, once; lines that go on are joined */
export function printedCommands(text: string, name = 'chokepoint'): string[] {
  const lines = text
    .replaceAll(/ \\\n\s+/g, ' ')
    .replaceAll(/\$\((?:[^()]|\([^()]*\))*\)/g, '4711')
    .split('\n');
  const found = lines.flatMap((line) =>
    Array.from(line.matchAll(new RegExp(`(?<![\\w/.@-])${name} `, 'g')), ({ 0: start, index }) => {
      const rest = line.slice(index + start.length);
      // A sentence ends it, or quotes around it, or the note beside it.
      const end = rest.search(
        line[index - 1] === '"' ? /"/ : /[.,;:)]*(?:\s{2,}|$)|[.,;)] | (?:or|and|stores|shows|[>|]) /,
      );
      // The head of a page is the verb with its subject beside it, or below.
      const isHead = /^\w+\s{2,}\S/.test(rest) || (index === 0 && /^\w+$/.test(rest));
      return begins.test(rest) && !isHead ? [`chokepoint ${rest.slice(0, end < 0 ? undefined : end)}`] : [];
    }).flat(),
  );
  return [...new Set(found)].filter((command) => !isForm(command));
}

/** @throws Problem where the program would not take the command line */
export function requireTaken(command: string): void {
  const [, ...args] = words(command);
  const [name = '', ...rest] = meant(args);
  if (['help', 'version', '--help', '-h', '--version'].includes(name) || rest.includes('--help')) return;
  const verb = commands.find((each) => each.name === name);
  if (!verb) throw new Error(`${name} is no verb`);
  parseOptions(verb, rest, commands).faults.end();
}
