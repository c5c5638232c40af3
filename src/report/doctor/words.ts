/** How the doctor's reports say what was seen: processes, threads, targets. One line each: file names may hold anything. */
import { basename } from 'node:path';
import type { Doing } from '../../model/look.ts';
import { quoted } from '../../model/apply/shell.ts';
import type { WatchTarget } from '../../model/watch.ts';
import { brief } from '../../format/number.ts';
import { oneLine } from '../terminal/printable.ts';

export { oneLine };

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

/** What a thread does, in a few words. */
export function doingText(doing: Doing): string {
  switch (doing.state) {
    case 'idle':
      return 'waits for a job';
    case 'running':
      return 'runs, or waits for a CPU';
    case 'polling':
      return 'its loop has nothing to do';
    case 'waiting':
      return doing.at === 'pool lock' ? "at the pool's own lock" : 'at a lock';
    case 'blocked':
      return oneLine(doing.on === null ? doing.syscall : `${doing.syscall} on ${doing.on}`);
    case 'asleep':
      return 'asleep; where cannot be read';
  }
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

/** `Change: …` for the first, `Or: …` for the others; a rule may have begun with that word itself. */
export function changeText(what: string, i: number): string {
  if (i === 0) return `Change: ${what}`;
  return /^or\b/i.test(what) ? what : `Or: ${what}`;
}
