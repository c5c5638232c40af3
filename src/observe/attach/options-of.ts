/** The options that a Node process was started with, as far as they decide whether it can be attached to. */
import { textOf, variableOf } from '../../host/processes.ts';

export interface NodeOptions {
  /** The flag that switched the permission model on; null if none did. */
  readonly permission: string | null;
  readonly isSigusr1Disabled: boolean;
  /** Where its inspector opens, or is open; the port 0 means any. */
  readonly inspector: { readonly host: string; readonly port: number };
  /** It was started with its inspector open. */
  readonly isInspected: boolean;
}

/** Where Node opens it if nothing else was said. */
const usual = { host: '127.0.0.1', port: 9229 };

/** Options whose value is the next word, so that it is not taken for the script. Others have it behind a `=`. */
const withValue = new Set(
  `-r --require --import --loader --experimental-loader -C --conditions -e --eval -p --print -pe
  --input-type --env-file --env-file-if-exists --title --inspect-port --debug-port
  --stack-trace-limit --max-http-header-size --unhandled-rejections --openssl-config
  --icu-data-dir --disable-warning --diagnostic-dir --redirect-warnings --dns-result-order
  --trace-event-categories --trace-event-file-pattern --report-directory --report-filename
  --report-signal --heapsnapshot-signal --localstorage-file --watch-path --secure-heap
  --secure-heap-min --experimental-config-file`.split(/\s+/),
);

/** What a process was started with: its words, then NODE_OPTIONS, which count less. */
export function optionsOf(pid: number): NodeOptions {
  const words = textOf(`/proc/${pid}/cmdline`)?.split('\0') ?? [];
  // Of a process that gave itself a title only that is left.
  return readOptions(words, variableOf(pid, 'NODE_OPTIONS') ?? '');
}

/**
 * @param words the command line, the program first
 * @param variable the value of NODE_OPTIONS
 */
export function readOptions(words: readonly string[], variable: string): NodeOptions {
  const options = [...pairs(splitVariable(variable)), ...pairs(words.slice(1))];
  const inspector = { ...usual };
  let isInspected = false;
  for (const [option, value] of options) {
    if (!/^--(inspect(-brk|-wait|-port)?|debug-port)$/.test(option)) continue;
    if (!option.endsWith('-port')) isInspected = true;
    const { host, port } = /^(?:(?<host>.*):)?(?<port>\d+)$/.exec(value)?.groups ?? {};
    if (port !== undefined) inspector.port = Number(port);
    const name = host ?? (port === undefined && value !== '' ? value : undefined);
    // Without a name before its colon the address stays as it was.
    if (name) inspector.host = name === 'localhost' ? usual.host : name.replace(/^\[|\]$/g, '');
  }
  const has = (pattern: RegExp) => options.find(([option]) => pattern.test(option))?.[0] ?? null;
  return {
    permission: has(/^--(experimental-)?permission$/),
    isSigusr1Disabled: has(/^--disable-sigusr1$/) !== null,
    inspector,
    isInspected,
  };
}

/** Options with their values up to the script: what stands behind that is the application's own. */
function pairs(words: readonly string[]): [option: string, value: string][] {
  const found: [string, string][] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--' || !word.startsWith('-')) break;
    const [, option = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
    // Node takes an underscore for a hyphen in its long options.
    const name = option.replace(/(?!^)_/g, '-');
    if (value === undefined && withValue.has(name)) found.push([name, words[++at] ?? '']);
    else found.push([name, value ?? '']);
  }
  return found;
}

/** As Node does: words with spaces between, and in quotes with spaces in them. */
function splitVariable(text: string): string[] {
  return Array.from(text.matchAll(/(?:"(?:\\.|[^"\\])*"|[^\s"])+/g), ([word]) =>
    word.replaceAll(/"((?:\\.|[^"\\])*)"/g, (_, inner: string) => inner.replaceAll(/\\(.)/g, '$1')),
  );
}
