/** What the rules about memory say. */
import { counted } from '../../../format/number.ts';
import { amount, amountOf, bytes, capital } from '../../../format/words.ts';
import type { Maybe, Numbers } from '../../nested.ts';
import { kindName } from '../pool-words.ts';

/** Bytes, and bytes a second; `most` jobs at a time give the same throughput. `soon`: when the limit is reached. */
type Held = Numbers<'queued' | 'rss' | 'most' | 'freed'> &
  Maybe<'rising'> & { readonly kind: string; readonly soon: Numbers<'limit' | 'seconds'> | null };

/** Bytes a second, bytes, and seconds until `end`: the limit, or where V8 ends a heap. `isSteady` null: too short to tell. */
type Growing = Numbers<'growth' | 'rss' | 'end' | 'left'> &
  Maybe<'limit'> & { readonly isSoon: boolean; readonly isSteady: boolean | null };

const endText = ({ limit, end, left }: Growing) =>
  `${limit === null ? `${bytes(end)} (the default limit of V8's heap, at the earliest)` : `the limit of ${bytes(limit)}`} would be reached in ${lengthText(left)}`;

const growthText = ({ growth, rss, limit, left, isSoon }: Growing) =>
  `Memory grows by ${bytes(growth)} a second, to ${bytes(rss)} at the end${isSoon ? `: the limit of ${bytes(limit ?? 0)} is reached in ${lengthText(left)}` : ''}`;

export const memoryFindings = {
  'memory.too-short': 'The watch was too short to see memory grow.',

  'memory-growth.rule': 'Waiting jobs hold memory',
  'memory-growth.no-jobs': ({ rss }: Numbers<'rss'>) =>
    `${bytes(rss)} of memory is in use, and waiting jobs are not the reason.`,
  'memory-growth.small': ({ queued, rss }: Numbers<'queued' | 'rss'>) =>
    `${capital(amountOf(queued, 'job waits', 'jobs wait'))}, but only ${bytes(rss)} of memory is in use.`,
  'memory-growth.title': ({ kind, queued, rss, rising }: Held) =>
    `${amount(Math.round(queued))} ${kindName(kind)} wait and hold memory: ${bytes(rss)}${rising === null ? '' : `, ${bytes(rising)} more each second`}`,
  'memory-growth.because': ({ most, soon }: Held) =>
    `Each job holds its input from the moment it is sent, even while it waits for a thread. All together they finish no sooner than ${most} at a time, and a larger pool would hold the same memory.${soon ? ` The limit of ${bytes(soon.limit)} is reached in ${Math.round(soon.seconds)} s.` : ''}`,
  'memory-growth.expect': ({ most, queued, freed }: Held) =>
    `The same throughput with ${counted(most, 'job')} instead of ${amount(Math.round(queued))} in memory: about ${bytes(freed)} becomes free.`,

  'memory-leak.rule': 'Memory grows',
  'memory-leak.slow': ({ rss, growth }: Numbers<'rss' | 'growth'>) =>
    `${bytes(rss)} of memory is in use, and grows by ${bytes(growth)} a second.`,
  'memory-leak.young': ({ growth, lived }: Numbers<'growth' | 'lived'>) =>
    `Memory grows by ${bytes(growth)} a second, but the process is only ${Math.round(lived / 1000)} s old: too young to tell a leak from its start.`,
  'memory-leak.title': growthText,
  'memory-leak.because': (figures: Growing) =>
    `Memory grew in each third of the watch, and in the last almost as much as in the first. At this rate ${endText(figures)}. Something keeps data for longer than its request: a list, an unbounded cache, listeners, timers.`,
  'memory-leak.expect': ({ left }: Growing) =>
    `Once that is fixed, memory varies around a constant level. Until then, a restart every ${lengthText(left / 2)} keeps it below its limit.`,
  'memory-leak.start.title': growthText,
  'memory-leak.start.because': (figures: Growing) =>
    `When the load begins or changes, memory grows for a while without a leak: the watch ${figures.isSteady === null ? 'was too short to tell the difference' : 'saw the growth slow down'}. If it continued at this rate, ${endText(figures)}.`,
  'memory-leak.start.expect': 'If it levels off, nothing has to change.',

  'change.limit-jobs': ({ most, kind }: Pick<Held, 'most' | 'kind'>) =>
    `Send at most ${most} ${kindName(kind)} at a time, and let the callers wait or be rejected`,
  'change.websocket-compression': 'In ws: turn compression off, or limit it',
  'change.watch-longer': 'Watch for longer, to see whether it stops growing',
  'change.heap-snapshots':
    'Find what keeps it: compare two heap snapshots, taken a minute apart, in the developer tools (each stops the process for a second or more)',
};

function lengthText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200
    ? `${Math.round(seconds / 60)} minutes`
    : `${amount(Math.round(seconds / 3600))} hours`;
}
