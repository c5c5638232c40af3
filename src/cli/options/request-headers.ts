/** `--header NAME:VALUE`, whose value may be kept out of sight of `ps`: in a file, or in a variable of the environment. */
import { message, type AnyMessage } from '../../messages/message.ts';
import { problem } from '../../messages/problem.ts';
import { mask } from '../../messages/command-line.ts';
import { redactText } from '../../redact/redact.ts';
import { variableInHeader } from '../../redact/redact-asked.ts';
import { known } from '../output/terminal.ts';
import { invalid } from './values.ts';
import { readInput, whyUnread } from './read-input.ts';

/** Servers accept less. */
const mostBytes = 64 * 1024;

export interface RequestHeaders {
  readonly headers: Record<string, string>;
  /** Those that were read from a file or from the environment. */
  readonly hidden: readonly string[];
}

/** @throws Problem OPTION_INVALID, HEADER_UNREADABLE */
export function requestHeaders(given: readonly string[]): RequestHeaders {
  const headers: Record<string, string> = {};
  const hidden: string[] = [];
  for (const text of given) {
    const [name, written] = pair(text);
    const value = read(name, written);
    headers[name] = value ?? unescaped(written);
    if (value === null) continue;
    known.take(value);
    hidden.push(name);
  }
  return { headers, hidden };
}

function pair(text: string): [name: string, value: string] {
  const at = text.indexOf(':');
  if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  // It may be a secret as a whole.
  const shown = /^[\w-]{1,20}$/.test(text) ? redactText(text) : mask;
  throw invalid('--header', shown, 'value.header');
}

/** `@@` and `$$` stand for the signs themselves. */
function unescaped(value: string): string {
  return value.replace(/^@@/, '@').replaceAll(/(?<=^|[\s=])\$\$(?=[A-Za-z_{])/g, '$');
}

/** @returns null where the value was written out */
function read(header: string, value: string): string | null {
  if (/^@(?!@)/.test(value)) return fromFile(header, value.slice(1));
  const found = value.replaceAll(variableInHeader, (_, bare?: string, braced?: string) =>
    fromEnvironment(header, bare ?? braced ?? ''),
  );
  return found === value ? null : found;
}

function fromFile(header: string, file: string): string {
  let text: string;
  try {
    text = readInput(file, mostBytes).replace(/\r?\n$/, '');
  } catch (error) {
    throw unreadable(header, `@${file}`, whyUnread(error));
  }
  if (text.trim() === '') throw unreadable(header, `@${file}`, message('header.file-empty'));
  if (/[\r\n]/.test(text)) throw unreadable(header, `@${file}`, message('header.file-lines'));
  return text.trim();
}

function fromEnvironment(header: string, name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw unreadable(header, `$${name}`, message('header.no-variable', { name }));
  if (/[\r\n]/.test(value)) throw unreadable(header, `$${name}`, message('header.variable-lines'));
  return value;
}

const unreadable = (header: string, value: string, why: string | AnyMessage) =>
  problem('HEADER_UNREADABLE', { header, value, why });
