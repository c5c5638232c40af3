/** Reads a server's command: its arguments, and the script if it starts Node. */
import { maximumPool, ownPool } from '../model/factor.ts';
import type { Setting } from '../model/plan.ts';

/** A flag's name as Node and V8 read it: `--max_old_space_size` is `--max-old-space-size`. */
const flagName = (word: string) => /^--([\w-]+)=/.exec(word)?.[1]?.replaceAll('_', '-') ?? null;

/** @returns the command with another value of a flag that it has, `--name=value`, and its current value; null if it has no such flag */
export function withOwnFlag(
  command: readonly string[],
  flag: string,
): { readonly words: readonly string[]; readonly now: string } | null {
  const at = command.findLastIndex((word) => flagName(word) !== null && flagName(word) === flagName(flag));
  const own = command[at];
  return own === undefined ? null : { words: command.with(at, flag), now: own.slice(own.indexOf('=') + 1) };
}

/** The command with a setting's `arg:NAME`: in place of `{NAME}` or of a `--NAME=` that it has, else as `--NAME=value` at the end. */
export function withArguments(command: readonly string[], setting: Setting): readonly string[] {
  return Object.entries(setting).reduce<readonly string[]>((words, [key, level]) => {
    if (!key.startsWith('arg:')) return words;
    const name = key.slice('arg:'.length);
    const mark = `{${name}}`;
    return words.some((word) => word.includes(mark))
      ? words.map((word) => word.replaceAll(mark, String(level)))
      : (withOwnFlag(words, `--${name}=${level}`)?.words ?? [...words, `--${name}=${level}`]);
  }, command);
}

/** Options of Node that may have their value as the next word; all others stand alone or hold it behind "=". */
export const takesNext: ReadonlySet<string> = new Set(
  `-r --require --import --loader --experimental-loader -C --conditions -e --eval -p --print -pe
  --input-type --env-file --env-file-if-exists --title --inspect-port --debug-port
  --max-http-header-size --unhandled-rejections --openssl-config
  --icu-data-dir --disable-warning --diagnostic-dir --redirect-warnings --dns-result-order
  --trace-event-categories --trace-event-file-pattern --report-directory --report-filename
  --report-signal --heapsnapshot-signal --localstorage-file --watch-path --secure-heap
  --secure-heap-min --experimental-config-file`.split(/\s+/),
);
/** Options of Node without a script file. */
const scriptless = /^(-e|--eval|-p|--print|-pe|--run)(=|$)/;

export interface NodeCommand {
  readonly program: string;
  readonly flags: readonly string[];
  readonly script: string;
  readonly args: readonly string[];
}

/** The last part of a path. */
export const nameOf = (program: string) => program.split('/').at(-1) ?? '';

export const isScript = (word: string) => /\.[cm]?[jt]sx?$/.test(word);
export const isNode = (program: string) => /^node(\d+)?(\.exe)?$/.test(nameOf(program));

/** `node [flags] script [arguments]` in its parts; null if it is anything else. */
export function nodeCommand([program = '', ...words]: readonly string[]): NodeCommand | null {
  if (!isNode(program)) return null;
  let at = 0;
  while (words[at]?.startsWith('-') && !scriptless.test(words[at] ?? ''))
    at += takesNext.has(words[at] ?? '') ? 2 : 1;
  const [script, ...args] = words.slice(at);
  if (script === undefined || scriptless.test(script)) return null;
  return { program, flags: words.slice(0, at), script, args };
}

/** UV_THREADPOOL_SIZE as libuv reads it, with `atoi`: leading digits count, no digit is 0, 0 becomes 1, and -1 a very large number. */
export function poolSizeOf(text: string | null): number {
  if (text === null) return ownPool;
  const number = Number.parseInt(/^\s*[+-]?\d+/.exec(text)?.[0] ?? '0', 10);
  return number < 0 ? maximumPool : Math.min(maximumPool, Math.max(1, number));
}

/** Whether a text is a plain size, so that the pool has the size that it says. */
export function isPlainSize(text: string): boolean {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= maximumPool;
}
