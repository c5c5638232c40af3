/** How the doctor's reports say what was seen: processes, threads, targets. One line each: file names may hold anything. */
import { basename } from 'node:path';
import { quoted } from '../../messages/shell.ts';
import { message, say, type Message } from '../../messages/message.ts';
import type { Diagnosis, RuleAnswer, Severity } from '../../model/diagnosis.ts';
import type { WatchTarget } from '../../model/watch.ts';
import { lineOf, type Tone } from '../page.ts';

/** Longest command line that a table shows; the page has it whole. */
const longestCommand = 200;

/** A command line with its paths cut to their last names: `node server.js`. */
export function briefCommand(command: string): string {
  const words = lineOf(command)
    .split(' ')
    .map((word) => (word.startsWith('/') && word.length > 1 ? basename(word) : word));
  return words.join(' ').slice(0, longestCommand);
}

/** `pid 4711`, `PM2 application api`, or the command that the doctor started. */
export function targetText(target: WatchTarget): string {
  if (target.type === 'command') return lineOf(target.command.map(quoted).join(' '));
  const { pid, app } = target;
  return app === undefined ? pidsText([pid]) : lineOf(message('doctor.app', { app }));
}

/** Most PIDs that are named; the others are counted. */
const mostPids = 4;

/** `pid 4711`, `pids 4711, 4712`; of many the first ones. */
export function pidsText(pids: readonly number[]): string {
  const more = Math.max(0, pids.length - mostPids);
  return say(message('doctor.pids', { pids: pids.slice(0, mostPids), more }));
}

/** A word, and what gives it a colour. */
type Badges<Key extends string> = Readonly<Record<Key, { readonly badge: Message; readonly tone: Tone }>>;

export const statusBadges: Badges<Diagnosis['status']> = {
  bottleneck: { badge: message('word.bottleneck'), tone: 'bad' },
  healthy: { badge: message('word.healthy'), tone: 'good' },
  'no traffic': { badge: message('word.no-traffic'), tone: 'unsure' },
  'cannot tell': { badge: message('word.cannot-tell'), tone: 'unsure' },
};
export const answerBadges: Badges<RuleAnswer['status']> = {
  finding: { badge: message('word.finding'), tone: 'bad' },
  fine: { badge: message('word.fine'), tone: 'good' },
  'cannot tell': { badge: message('word.cannot-tell'), tone: 'unsure' },
  'does not apply': { badge: message('word.does-not-apply'), tone: 'quiet' },
};
export const severityBadges: Badges<Severity> = {
  critical: { badge: message('word.critical'), tone: 'bad' },
  warning: { badge: message('word.warning'), tone: 'unsure' },
  info: { badge: message('word.info'), tone: 'same' },
};
