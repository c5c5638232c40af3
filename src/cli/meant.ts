/** The command line as it was meant: the verb first, also where an option stands before it, or where it was forgotten. */
import { problem } from '../messages/problem.ts';
import { program } from '../messages/program.ts';
import { quoted } from '../messages/shell.ts';
import { commonOptions, options, typedNames } from './options/table.ts';
import { isNumbered, isProgram, isScript } from './options/values.ts';

/** What `doctor` looks at needs no verb: a PID, a port, an address. */
const isSubject = isNumbered;
/** They stand alone: the language is read before them. */
const isAlone = (word: string) => /^(?:help|version|-[hVv]|--help|--version)$/.test(word);

/**
 * @returns `--json runs list` as `runs --json list`, `:3000` as `doctor :3000`, `-- node server.js` as `find -- node server.js`; the rest as it is
 * @throws Problem SEPARATOR_MISSING for a server's command without a verb
 */
export function meant(args: readonly string[]): readonly string[] {
  const from = verbAt(args);
  const [verb, ...rest] = args.slice(from);
  const before = args.slice(0, from);
  if (verb === undefined) return args;
  if (isAlone(verb)) return [verb, ...rest];
  // An option of some verb, with a value of its own perhaps: whose it is, is seen later.
  if (verb !== '--' && verb.startsWith('-')) return args;
  if (verb === '--') return ['find', ...before, verb, ...rest];
  if (isSubject(verb)) return ['doctor', ...before, verb, ...rest];
  if (isProgram(verb)) {
    const server = [...(isScript(verb) ? ['node'] : []), verb, ...rest];
    const command = [program(), ...[...before, '--', ...server].map(quoted)].join(' ');
    throw problem('SEPARATOR_MISSING', { words: [verb, ...rest].join(' '), command });
  }
  return [verb, ...before, ...rest];
}

/** Whether nothing is asked for: no verb, no server, no help. */
export function isBare(args: readonly string[]): boolean {
  return verbAt(args) >= args.length;
}

/** @returns where the options end that every verb takes */
function verbAt(args: readonly string[]): number {
  let at = 0;
  for (;;) {
    const word = args[at] ?? '';
    const typed = word.split('=', 1)[0] ?? '';
    const name = commonOptions.find((each) => typedNames(each).includes(typed));
    // `-v` and `-h` before nothing else are the version and the overview.
    if (name === undefined || isAlone(word)) return at;
    at += options[name].type === 'string' && !word.includes('=') ? 2 : 1;
  }
}
