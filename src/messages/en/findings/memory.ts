/** What the rules about memory say. */
import { counted } from '../../../format/number.ts';
import { amount, amountOf, bytes, capital, share } from '../../../format/words.ts';
import type { Maybe, Numbers } from '../../nested.ts';
import { kindName } from '../pool-words.ts';

/** Bytes, and bytes a second; `most` jobs at a time give the same throughput. `soon`: when the limit is reached. */
type Held = Numbers<'queued' | 'rss' | 'most' | 'freed'> &
  Maybe<'rising'> & { readonly kind: string; readonly soon: Numbers<'limit' | 'seconds'> | null };

/** Bytes a second, bytes, and seconds until `end`: the limit, or where V8 ends a heap. `isSteady` null: too short to tell. */
type Growing = Numbers<'growth' | 'rss' | 'end' | 'left'> &
  Maybe<'limit'> & { readonly isSoon: boolean; readonly isSteady: boolean | null };

/** Bytes; `part` of the time in full collections; bytes a second, and seconds to the limit; `size`: the limit to set, in MiB. */
type Heap = Numbers<'kept' | 'limit' | 'part' | 'growth' | 'left'> & Maybe<'size'>;

const keptText = ({ kept, limit }: Pick<Heap, 'kept' | 'limit'>) => `${bytes(kept)} of ${bytes(limit)}`;

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

  'heap-limit.rule': "V8's heap is near its limit",
  'heap-limit.room': (heap: Pick<Heap, 'kept' | 'limit'>) =>
    `After a full garbage collection ${keptText(heap)} of the heap are in use.`,
  'heap-limit.title': (heap: Heap) =>
    `V8's heap is near its limit: ${keptText(heap)} stay in use after a full garbage collection, and full collections take ${share(heap.part)} of the time`,
  'heap-limit.because': ({ kept, limit }: Heap) =>
    `A full collection leaves only ${bytes(limit - kept)} free, so the next one follows soon. Each blocks the main thread, and every request waits. What fills the heap is old: more room for young objects does not help. If more is kept, V8 ends the process: "JavaScript heap out of memory".`,
  'heap-limit.expect': ({ part, size }: Heap) =>
    `${size === null ? 'There is no memory for a higher limit here. If less is kept,' : `With ${size} MiB`} full collections become rare: at most ${share(part)} of the time becomes free for requests.`,
  'heap-limit.filling.title': (heap: Heap) =>
    `The server runs out of memory in about ${lengthText(heap.left)} at this rate: V8's heap keeps ${keptText(heap)}, and ${bytes(heap.growth)} more each second`,
  'heap-limit.filling.because': ({ part }: Heap) =>
    `What full garbage collections leave grew throughout the watch. At the limit V8 ends the process: "JavaScript heap out of memory". Until then full collections take more and more of the time (${share(part)} now). Something keeps data for longer than its request: a list, an unbounded cache, listeners, timers.`,
  'heap-limit.filling.expect': ({ size }: Heap) =>
    `Once that is fixed, memory varies around a constant level. ${size === null ? 'A restart' : `A limit of ${size} MiB, or a restart,`} gains time, and no more.`,

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
