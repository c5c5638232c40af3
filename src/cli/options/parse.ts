/** From the words behind a command to the values of its options; what is wrong with them is found here. */
import { parseArgs } from 'node:util';
import { nearest, problem } from '../../model/problem.ts';
import { commonOptions, options, type Arguments, type Option, type OptionName } from './table.ts';

/**
 * @param known the options of this command
 * @throws Problem OPTION_UNKNOWN, OPTION_INVALID
 */
export function parseOptions(
  command: string,
  args: readonly string[],
  known: readonly OptionName[],
): Arguments {
  const at = args.indexOf('--');
  const own = at < 0 ? args : args.slice(0, at);
  const names = [...known, ...commonOptions];
  const table = Object.fromEntries(names.map((name) => [name, options[name]])) as Record<string, Option>;
  const { values, positionals, tokens } = parseArgs({
    args: [...own],
    options: table,
    strict: false,
    allowPositionals: true,
    allowNegative: true,
    tokens: true,
  });
  const given = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const name = token.name.replace(/^no-/, '');
    const option = table[token.name] ?? table[name];
    if (!option) throw unknown(command, token.rawName, names);
    if (option.type === 'string' && (token.value === undefined || token.value === '')) {
      throw problem('OPTION_INVALID', {
        option: token.rawName,
        value: '',
        why: 'It needs a value.',
        todo: `Write ${token.rawName} ${option.value ?? 'VALUE'}: ${option.help}.`,
      });
    }
    if (option.type === 'boolean' && token.value !== undefined && !option.choices?.includes(token.value)) {
      const { choices = [] } = option;
      const others = choices.map((choice) => `${token.rawName}=${choice}`);
      throw problem('OPTION_INVALID', {
        option: token.rawName,
        value: token.value,
        why: `It is a switch and takes no value${choices.length > 0 ? ` but ${choices.join(', ')}` : ''}.`,
        todo: `Write ${[`${token.rawName} alone`, ...others].join(', or ')}.`,
      });
    }
    // Else the last counts, so that whoever calls a script may overrule what stands in it.
    if (!option.once || token.value === undefined) continue;
    const before = given.get(name);
    if (before !== undefined && before !== token.value) {
      throw problem('OPTION_INVALID', {
        option: token.rawName,
        value: token.value,
        why: `It was given before, as "${before}", and takes one value.`,
        todo: 'Leave one of the two out.',
      });
    }
    given.set(name, token.value);
  }
  const asked = [command, ...args.filter((word, index) => word !== '--json' || (at >= 0 && index > at))];
  return { asked, values, words: positionals, command: at < 0 ? [] : args.slice(at + 1) };
}

function unknown(command: string, name: string, names: readonly string[]) {
  const near = nearest(name.replace(/^-+/, ''), names);
  return problem('OPTION_UNKNOWN', { name: near ? `${name} (did you mean --${near}?)` : name, command });
}
