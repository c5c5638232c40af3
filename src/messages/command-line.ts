/** A command line of this program as its parts, so that a page can write it again with another value. */
import { program } from './program.ts';
import { quoted } from './shell.ts';

/** What stands for a secret in the stored words of a run. */
export const mask = '***';

/** Options that say how a server is asked, and how much: a command about the same server takes them over. */
export const requestNames = [
  'url',
  'path',
  'method',
  'header',
  'body',
  'scenario',
  'expect-status',
  'timeout',
  'start-timeout',
] as const;
export const amountNames = ['clients', 'rate', 'load'] as const;

/** @returns the option that asks for a load as `describeLoad` writes it: `clients`, `rate`, else `load` */
export function optionOfLoad(text: string): { clients: string } | { rate: string } | { load: string } {
  const [, kind, number] = /^(closed|rate):(\d+)$/.exec(text) ?? [];
  if (number === undefined) return { load: text };
  return kind === 'rate' ? { rate: number } : { clients: number };
}

/** Values of options by their long names. `true`: a switch; `undefined` and `false`: not given. */
export type OptionValues = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | undefined>
>;

/** @param asked as `optionWords` writes options: `--name` or `--name=value` */
export function readCommandLine(asked: readonly string[]) {
  const at = asked.includes('--') ? asked.indexOf('--') : asked.length;
  const own = asked.slice(0, at);
  const options: Record<string, true | string[]> = {};
  for (const word of own.filter((each) => each.startsWith('--'))) {
    const [name = '', ...value] = word.slice(2).split('=');
    const before = options[name] ?? true;
    options[name] = value.length === 0 || [...(before === true ? [] : before), value.join('=')];
  }
  const [verb = '', ...words] = own.filter((word) => !word.startsWith('--'));
  return { verb, words, options, command: asked.slice(at + 1) };
}

/** The words that `readCommandLine` reads. */
export function optionWords(options: OptionValues): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [value].flat().map((one) => `--${name}=${one}`);
  });
}

/** A command line as it can be typed; without a verb a first look. */
export const commandLine = (...asked: Parameters<typeof typedLine>) => `${program()} ${typedLine(...asked)}`;

/** The same without the name of the program. A hidden secret has to come from a file: the mask would be sent. */
export function typedLine(
  verb: string,
  options: OptionValues,
  { words = [], command = [] }: { words?: readonly string[]; command?: readonly string[] } = {},
): string {
  const typed = optionWords(options).flatMap((word) => {
    const [name = '', ...rest] = word.split('=');
    const value = rest.join('=');
    return rest.length === 0 || value.startsWith('-') ? [word] : [name, fromFile(name, value)];
  });
  const server = command.length > 0 ? ['--', ...command] : [];
  return [...(verb === '' ? [] : [verb]), ...words, ...typed, ...server].map(quoted).join(' ');
}

function fromFile(option: string, value: string): string {
  if (!value.includes(mask)) return value;
  if (option === '--body') return '@body.json';
  const header = value.split(':', 1)[0] ?? '';
  return option === '--header' && header !== value ? `${header}:@${header.toLowerCase()}.txt` : value;
}
