/** How the doctor's reports say what was seen: processes, threads, targets. One line each: file names may hold anything. */
import { basename } from 'node:path';
import { quoted } from '../../model/apply/shell.ts';
import { say, type AnyMessage } from '../../messages/message.ts';
import type { WatchTarget } from '../../model/watch.ts';
import { brief } from '../../format/number.ts';
import { oneLine } from '../../format/printable.ts';

/** What a message says, on one line: it may hold names that another process chose. */
export function spoken(message: AnyMessage): string {
  return oneLine(say(message));
}

/** Longest command line that a table shows; the page has it whole. */
const longestCommand = 200;

/** A command line with its paths cut to their last names: `node server.js`. */
export function briefCommand(command: string): string {
  const words = oneLine(command)
    .split(' ')
    .map((word) => (word.startsWith('/') && word.length > 1 ? basename(word) : word));
  return words.join(' ').slice(0, longestCommand);
}

/** `pid 4711`, or the command that the doctor started. */
export function targetText(target: WatchTarget): string {
  return target.type === 'pid' ? `pid ${target.pid}` : oneLine(target.command.map(quoted).join(' '));
}

/** `pid 4711`, `pids 4711, 4712`; of many the first ones. */
export function pidsText(pids: readonly number[]): string {
  const shown = pids.slice(0, 4).join(', ');
  const rest = pids.length - 4;
  return `${pids.length === 1 ? 'pid' : 'pids'} ${shown}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Two decimals below ten, none where they would be zeros: `3.96`, `4`, `59.4`. */
export function averageText(value: number): string {
  return brief(value < 10 ? Number(value.toFixed(2)) : value)
    .replace(/\.0+$/, '')
    .replace(/(\.\d*?)0+$/, '$1');
}
