/** How the doctor's reports say what was seen: processes, threads, targets. One line each: file names may hold anything. */
import { basename } from 'node:path';
import { quoted } from '../../messages/shell.ts';
import { message, say, type AnyMessage, type Message } from '../../messages/message.ts';
import type { Diagnosis, RuleAnswer, Severity } from '../../model/diagnosis.ts';
import type { WatchTarget } from '../../model/watch.ts';
import { oneLine } from '../../format/printable.ts';

/** What a message says, on one line: it may hold names that another process chose. */
export function spoken(one: AnyMessage): string {
  return oneLine(say(one));
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

/** `pid 4711`, `PM2 application api`, or the command that the doctor started. */
export function targetText(target: WatchTarget): string {
  if (target.type === 'command') return oneLine(target.command.map(quoted).join(' '));
  const { pid, app } = target;
  return app === undefined ? pidsText([pid]) : spoken(message('doctor.app', { app }));
}

/** More are counted. */
const mostPids = 4;

/** `pid 4711`, `pids 4711, 4712`; of many the first ones. */
export function pidsText(pids: readonly number[]): string {
  return say(pidsMessage(pids));
}

export function pidsMessage(pids: readonly number[]): Message<'doctor.pids'> {
  const more = Math.max(0, pids.length - mostPids);
  return message('doctor.pids', { pids: pids.slice(0, mostPids), more });
}

const statuses = {
  bottleneck: 'doctor.status.bottleneck',
  healthy: 'doctor.status.healthy',
  'no traffic': 'doctor.status.no-traffic',
  'cannot tell': 'doctor.status.cannot-tell',
} as const;

const answers = {
  finding: 'doctor.answer.finding',
  fine: 'doctor.answer.fine',
  'cannot tell': 'doctor.answer.cannot-tell',
  'does not apply': 'doctor.answer.does-not-apply',
} as const;

export const statusName = (status: Diagnosis['status']) => say(message(statuses[status]));
export const answerName = (status: RuleAnswer['status']) => say(message(answers[status]));
export const severityName = (severity: Severity) => say(message(`doctor.severity.${severity}`));
