/** What the rules about the event loop say. */
import { amount, amountOf, bytes, share, time, times } from '../../../format/words.ts';
import type { Maybe, Numbers } from '../../nested.ts';
import { hotText, placeText, type CodePlace, type Hot } from '../code-words.ts';
import { stateName, type State } from '../pool-words.ts';

/** `free`: CPUs, null for hardly any. `beside`: the main thread's time where others take its CPU (`isOwn`: threads of its process), and CPUs that other programs use. */
type LoopSaturated = Numbers<'utilization' | 'serving' | 'processes'> &
  Maybe<'free' | 'gain'> & {
    readonly hot: Hot | null;
    readonly beside: (Numbers<'ran' | 'waited' | 'others' | 'cpus'> & { readonly isOwn: boolean }) | null;
    /** What others use where no CPU is left; null: hardly any, or said by `beside`. */
    readonly taken: Numbers<'others' | 'cpus' | 'load'> | null;
    /** Its frameworks run as in development. */
    readonly isDevelopment: boolean;
    /** More processes are the first change. */
    readonly isSpread: boolean;
  };

/** `isBusy`: the loop has hardly time to spare. `isMovable`: the work can be done on another thread. */
type LoopBlocked = Numbers<'longest' | 'utilization'> & {
  readonly hot: Hot | null;
  readonly isBusy: boolean;
  readonly isMovable: boolean;
};

/** Where the main thread was found most, or by the profile alone: the synchronous function of Node, and who calls it. */
type BlockingCalls = Numbers<'part'> & {
  readonly found: State | null;
  readonly call: string | null;
  readonly caller: CodePlace | null;
};

/** `isOld`: it is what is kept that takes the time, not what is made and dropped. */
type LongGc = Numbers<'part' | 'longest' | 'count'> & { readonly isOld: boolean };
/** CPUs of V8's threads and of the main thread; bytes. */
type GcOutside = Numbers<'v8' | 'ran' | 'rss'> & { readonly isLarge: boolean };

export const loopFindings = {
  'loop.utilization': ({ utilization }: Numbers<'utilization'>) =>
    `The event loop was busy for ${share(utilization)} of the time.`,

  'loop-saturated.rule': 'The event loop is saturated',
  'loop-saturated.unseen': 'The event loop was not seen.',
  'loop-saturated.no-cpu': ({ utilization, waited }: Numbers<'utilization' | 'waited'>) =>
    `The event loop was busy for ${share(utilization)} of the time, but waited for a CPU for ${share(waited)}: other threads use the CPUs.`,
  'loop-saturated.blocked': ({ utilization, ran }: Numbers<'utilization' | 'ran'>) =>
    `The main thread was busy for ${share(utilization)} of the time, but computed for only ${share(ran)}: it was blocked.`,
  'loop-saturated.title': ({ utilization, hot }: LoopSaturated) =>
    `The event loop is saturated: busy for ${share(utilization)} of the time${hot ? `, ${share(hot.total)} of it in ${hotText(hot)}` : ''}`,
  'loop-saturated.because': ({ free, taken, beside, ...more }: LoopSaturated) =>
    [
      'JavaScript runs on one thread in each process, and this thread has no time left.',
      free !== null
        ? `${amountOf(free, 'CPU is', 'CPUs are')} free${more.isSpread ? '' : `: ${more.processes} processes instead of ${more.serving} give up to ${times(more.gain ?? 1)} the throughput`}.`
        : taken === null
          ? 'No CPU is left either.'
          : `No CPU is left either: other programs use ${amount(taken.others)} of ${amountOf(taken.cpus, 'CPU')}${taken.load > 0 ? `, and the load that was sent ${amount(taken.load)}` : ''}.`,
      beside
        ? `It ran for ${share(beside.ran)} of the time and waited for a CPU for ${share(beside.waited)}${beside.isOwn ? ', while other threads of the process computed' : `: other programs use ${amount(beside.others)} of ${amountOf(beside.cpus, 'CPU')}`}.`
        : [],
      'A larger pool would not help: its jobs come from this loop.',
    ]
      .flat()
      .join(' '),
  'loop-saturated.expect': ({
    processes,
    serving,
    gain,
    free,
    isDevelopment,
    isSpread,
    hot,
  }: LoopSaturated) => {
    if (isDevelopment) return 'Less CPU for each request; how much less, a measurement tells.';
    if (isSpread)
      return `${processes} processes instead of ${serving}: throughput up to ${times(gain ?? 1)}, limited by ${amountOf(free ?? 0, 'free CPU')}.`;
    return hot
      ? `Up to ${share(hot.total)} of the event loop's time becomes free for other requests.`
      : 'No CPU is free: only less work per request gives more throughput.';
  },

  'loop-blocked.rule': 'Single tasks block the event loop',
  'loop-blocked.probe-only': 'Only a probe sees single stalls of the event loop.',
  'loop-blocked.short': ({ p99, longest }: Numbers<'p99' | 'longest'>) =>
    `Timers were up to ${time(Math.round(p99 * 10) / 10)} late (p99), and ${time(Math.round(longest))} at most.`,
  'loop-blocked.no-cpu': ({ longest, waited }: Numbers<'longest' | 'waited'>) =>
    `Timers were up to ${time(Math.round(longest))} late, but the main thread waited for a CPU for ${share(waited)} of the time.`,
  'loop-blocked.gc': ({ longest }: Numbers<'longest'>) =>
    `Timers were up to ${time(Math.round(longest))} late because of garbage collection.`,
  'loop-blocked.title': ({ longest, hot }: LoopBlocked) =>
    `Single tasks block the event loop for up to ${time(Math.round(longest))}${hot ? `, mostly in ${hotText(hot)}` : ''}`,
  'loop-blocked.because': ({ utilization, isBusy }: LoopBlocked) =>
    `${isBusy ? `The loop is busy for ${share(utilization)} of the time, and single tasks block it.` : `The loop is not overloaded (busy for ${share(utilization)} of the time), but single tasks block it.`} No other request is served meanwhile. Pool and CPUs are not the cause.`,
  'loop-blocked.expect': ({ longest, isMovable }: LoopBlocked) =>
    isMovable
      ? `In a worker thread that work takes the same time, but other requests no longer wait up to ${time(Math.round(longest))} for it.`
      : `With fewer or shorter calls, other requests wait less than ${time(Math.round(longest))} for each.`,

  'blocking-calls.rule': 'Synchronous calls block the event loop',
  'blocking-calls.unseen': 'The main thread was not seen.',
  'blocking-calls.lock-or-gc': ({ atLocks }: Numbers<'atLocks'>) =>
    `The main thread waited for other threads of the process for ${share(atLocks)} of the time. The cause is garbage collection or a lock; a probe in the process shows which.`,
  'blocking-calls.rare': ({ blocked }: Numbers<'blocked'>) =>
    `The main thread was in blocking calls for ${share(blocked)} of the time.`,
  'blocking-calls.title': ({ part, found, call, caller }: BlockingCalls) => {
    const where = found ? stateName(found) : (call ?? 'a call');
    return `The event loop is blocked for ${share(part)} of the time in ${where}${caller ? `, called by ${placeText(caller)}` : ''}`;
  },
  'blocking-calls.because': ({ found }: BlockingCalls) => {
    const how =
      found?.state === 'waiting'
        ? 'waits for the lock itself, instead of being notified when it is free'
        : `makes the call itself${found ? ' and waits for it' : ''}, instead of handing it to the pool`;
    return `The main thread ${how}. Meanwhile no request is read or answered. More pool threads do not help: the pool is not involved.`;
  },
  'blocking-calls.expect': ({ part }: BlockingCalls) =>
    `The event loop gets ${share(part)} of its time back. The calls then wait in the pool, several at the same time: check its queue again.`,

  'long-gc.rule': 'Garbage collection blocks the event loop',
  'long-gc.probe-only': 'Only a probe sees garbage collection.',
  'long-gc.short': ({ part, longest }: Numbers<'part' | 'longest'>) =>
    `Garbage collection took ${share(part)} of the time, ${amount(longest)} ms at most.`,
  'long-gc.outside-little': ({ v8 }: Numbers<'v8'>) =>
    `V8's own threads used ${amount(v8)} CPUs: no full collections all the time. Short ones only a probe sees.`,
  'long-gc.outside.title': ({ v8, ran }: GcOutside) =>
    `Garbage collection takes much of the time: V8's own threads use ${amount(v8)} CPUs, and the main thread ${amount(ran)}`,
  'long-gc.outside.because': ({ rss, isLarge }: GcOutside) =>
    `These threads compile for some seconds, and then do little but collect garbage. They worked for most of the watch. The main thread stops for part of each collection, and every request waits. ${isLarge ? `Each full collection walks all that is kept (${bytes(rss)} in memory).` : 'The heap is small: either much is made and dropped with each request, or the heap is near its limit.'} How long it stops, only a probe sees (--attach).`,
  'long-gc.outside.expect':
    'With less to keep, or more room, collections are rarer. The CPU time and the pauses become free for requests.',
  'long-gc.title': ({ part, longest }: LongGc) =>
    `Garbage collection takes ${share(part)} of the time, up to ${amount(longest)} ms at a time`,
  'long-gc.because': ({ count }: LongGc) =>
    `Each collection (${count} in this watch) blocks the main thread, and every request waits. The pool is not the cause, and more processes would each do the same.`,
  'long-gc.expect': ({ part, isOld }: LongGc) =>
    `At most ${share(part)} of the time becomes free for requests.${isOld ? ' The longest pause gets shorter when less memory is kept.' : ''}`,

  'stopped.rule': 'The process is stopped by a signal',
  'stopped.unseen': 'The state of the process was not seen.',
  'stopped.rare': ({ part }: Numbers<'part'>) => `It was stopped for ${share(part)} of the time.`,
  'stopped.title': ({ part }: Numbers<'part'>) =>
    `The process is stopped (state T) for ${share(part)} of the time and does nothing at all`,
  'stopped.because':
    'SIGSTOP, SIGTSTP (Ctrl+Z in its terminal) or a debugger stopped it. None of its threads runs until SIGCONT. The kernel still accepts connections, and they wait. Neither the pool nor the load is the cause.',
  'stopped.expect': 'It continues where it stopped, and answers the waiting requests.',

  'change.profile-running': 'Find what it computes: a CPU profile names the functions',
  'change.profile-large-heap': ({ stop }: Numbers<'stop'>) =>
    `Find what it computes with a CPU profile. None was taken automatically: the heap is large, so starting one stops the process for about ${time(Math.round(stop / 100) * 100)}`,
  'change.in-pool': ({ hot }: { hot: Hot }) =>
    `Let the pool compute it: ${hotText(hot)}, runs on the event loop, and its form with a callback does not`,
  'change.fewer-middleware': ({ hot }: { hot: Hot }) =>
    `The framework itself takes the time (${hotText(hot)}): let fewer middleware and routes come before the one that answers`,
  'change.less-native': ({ hot }: { hot: Hot }) =>
    `Do less in this call, or make it in a worker thread: ${hotText(hot)}, holds the event loop`,
  'change.find-native': ({ named }: Numbers<'named'>) =>
    `Its CPU profile names hardly any JavaScript (at most ${share(named)}): native code computes, called synchronously by a package with an add-on. Find it, do less of it (a database: an index), or call it in a worker thread`,
  'change.profile-again': ({ hot }: { hot: Hot }) =>
    `Reduce the CPU time of the most expensive function, ${hotText(hot)}: take a profile before and after`,
  'change.cheaper-function': ({ hot }: { hot: Hot }) =>
    `Reduce what it computes, beginning with the most expensive function: ${hotText(hot)}`,
  'change.move-function': ({ place }: { place: CodePlace }) =>
    `Move ${placeText(place)} to worker threads: the event loop serves other requests meanwhile`,
  'change.fewer-calls': ({ hot }: { hot: Hot }) => `Call it less, and keep its results: ${hotText(hot)}`,
  'change.production':
    'Start it for production: without NODE_ENV=production its framework checks more and caches less',
  'change.less-json': ({ hot }: { hot: Hot }) =>
    `Produce less JSON in ${hotText(hot)}: a page instead of all rows, only the fields in use, cached text for equal responses, or a serializer made for the schema`,
  'change.in-pieces': 'Split it into pieces, and let other requests run in between',
  'change.wait-async': 'Wait without blocking the event loop',
  'change.async-call': 'Use the asynchronous call',
  'change.trace-sync-io':
    'Let Node print each synchronous call after the first turn of the event loop, with its stack',
  'change.keep-less':
    'Keep less: a bounded cache, or one outside the heap (buffers, Redis, a database), because each full collection walks everything that is kept',
  'change.heap-limit': ({ size }: Numbers<'size'>) =>
    `Raise the limit of V8's heap to ${size} MiB (give the container about a third more memory than that)`,
  'change.heap-profile': 'See what is kept, or allocated again and again',
  'change.see-collections':
    'See which collections they are: "Scavenge" is for young objects, "Mark-Compact" for all that is kept; near the limit the heap stays as large after each',
  'change.young-space': 'Make room for young objects: fewer short collections, and fewer objects grow old',
  'change.continue': 'Let it continue, after checking what stopped it (a debugger shows as TracerPid)',
};
