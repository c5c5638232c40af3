/** What the rules about pool threads that are held, DNS lookups and the size of the pool say, and about the hottest function. */
import { counted } from '../../../format/number.ts';
import { amount, share, time, times, waited } from '../../../format/words.ts';
import type { Maybe, Numbers } from '../../nested.ts';
import { stateName, type State } from '../pool-words.ts';

/** Threads of the pool, where most of the stuck ones are, and for how many milliseconds the longest. */
type Stuck = Numbers<'stuck' | 'size' | 'longest'> & { at: State };
/** The size that is advised, or the limit; and threads for other jobs. */
type Held = Stuck & Numbers<'advised' | 'rest' | 'queued'> & { isRaise: boolean };
type Silent = Numbers<'seconds'> & Maybe<'size'>;

/** Milliseconds that a lookup and another job wait, lookups in the queue, and threads that they may hold, of all. */
type SlowDns = Numbers<'queued'> & Maybe<'wait' | 'other' | 'cap' | 'size'> & { areAtResolver: boolean };

type NotInForce = Numbers<'asked' | 'size' | 'wanted'> &
  Maybe<'wait' | 'gain'> & {
    readonly text: string;
    readonly isPlain: boolean;
    readonly isPm2: boolean;
  };

const holders = (longest: number) =>
  `They have not run for up to ${time(longest)}, until the end of the watch`;

export const poolHeldFindings = {
  'pool-stuck.rule': 'Jobs hold pool threads and never end',
  'pool-stuck.fine': 'No pool thread stayed in one place for long.',
  'pool-stuck.computing': ({ cpu }: { cpu: number }) =>
    `The pool threads compute, or wait for threads that do: they needed a CPU for ${share(cpu)} of their busy time.`,
  'pool-stuck.files.title': ({ stuck, size, at }: Stuck) =>
    `${stuck} of ${size} pool threads ${stuck === 1 ? 'is' : 'are'} stuck in ${stateName(at)}`,
  'pool-stuck.files.because': ({ stuck, size, longest }: Stuck) =>
    `${holders(longest)}: the file system, or the process at the other end of a pipe, does not answer. ${stuck >= size ? 'No thread is left, so every file call, DNS lookup and crypto job of the process waits.' : 'Each further such call takes another thread.'} A larger pool would only take longer to fill.`,
  'pool-stuck.files.expect': ({ stuck }: Stuck) =>
    `${counted(stuck, 'thread becomes', 'threads become')} free for the rest of the application. A call that hangs then blocks a process, which can be killed, and not a thread, which cannot.`,
  'pool-stuck.held.title': ({ stuck, size, at }: Held) =>
    `${stuck} of ${size} pool threads ${stuck === 1 ? 'is' : 'are'} held permanently, in ${stateName(at)}`,
  'pool-stuck.held.because': ({ longest }: Held) =>
    `${holders(longest)}, and are not in a file call. They are jobs that wait inside a native add-on, such as consumers, or jobs that wait for another job that gets no thread. Their number, not their work, decides how many threads are needed.`,
  'pool-stuck.held.expect': ({ stuck, isRaise, advised, queued, rest }: Held) =>
    isRaise
      ? `${counted(stuck, 'thread')} for the jobs that hold one, and ${advised - stuck} for ${counted(queued, 'waiting job')} and other work. Each further job of this kind needs one more: size ≥ held threads + ${rest}.`
      : `With at most ${advised} such jobs, ${counted(rest, 'thread is', 'threads are')} left for the waiting jobs.`,
  'pool-stuck.silent.title': ({ seconds, size }: Silent) =>
    `No pool job ended for ${seconds} s: ${size === null ? 'all threads' : `all ${size} threads`} are held`,
  'pool-stuck.silent.because': ({ seconds }: Silent) =>
    `The probe sends jobs on a schedule, and none was answered; the oldest has waited ${seconds} s. The state of the threads could not be read, so it is not known whether a file system hangs or jobs wait for each other.`,
  'pool-stuck.silent.expect': 'When the threads are free again, new jobs start immediately.',
  'change.file-process':
    'Read from such a file system in a separate process with a timeout (a timeout in the same process leaves the thread held)',
  'change.see-file':
    'First check what it is: "fifo" means a pipe that no process has open at the other end; no answer in 2 s means a file system that does not answer',
  'change.read-pipe':
    'For a pipe: open it without waiting for the other end, and read it on the event loop (epoll), where it needs no thread',
  'change.soft-mount': 'For a network file system: let calls fail after a timeout instead of waiting forever',
  'change.limit-holders': ({ most }: Numbers<'most'>) => `Let at most ${most} of them hold a thread`,
  'change.see-threads': ({ isUnread }: { isUnread: boolean }) =>
    `See where the threads are${isUnread ? ': run the doctor as root, or as the same user with ptrace rights; or look yourself' : ''}`,

  'pool-size-not-in-force.rule': 'The pool size in force is not the requested one',
  'pool-size-not-in-force.unseen': 'The environment of the process may not be read.',
  'pool-size-not-in-force.default': ({ size }: Numbers<'size'>) =>
    `No size was requested; ${counted(size, 'thread is', 'threads are')} in force.`,
  'pool-size-not-in-force.fine': ({ size }: Numbers<'size'>) =>
    `${counted(size, 'thread was requested and is', 'threads were requested and are')} in force.`,
  'pool-size-not-in-force.in-code': ({ text, size }: { text: string; size: number }) =>
    `UV_THREADPOOL_SIZE is "${text}", but ${counted(size, 'thread is', 'threads are')} in force: code set it early enough.`,
  'pool-size-not-in-force.title': ({ text, asked, size, isPlain, wait }: NotInForce) => {
    const inForce = `${counted(size, 'is', 'are')} in force${wait === null ? '' : `, and a job waits ${waited(wait)} for one`}`;
    return isPlain
      ? `${counted(asked, 'pool thread was', 'pool threads were')} requested, but ${inForce}`
      : `UV_THREADPOOL_SIZE is "${text}", which libuv reads as ${asked}: ${inForce}`;
  },
  'pool-size-not-in-force.because': ({ isPlain, isPm2 }: NotInForce) =>
    isPlain
      ? `libuv reads the variable once, when the first job comes. A value that is set in code, in a .env file or in a module that is imported later comes too late: loading an ES module may have used the pool already.${isPm2 ? ' PM2 in cluster mode opens its log files, which are pool jobs, before it loads the script.' : ''} A value that is set outside the process always works.`
      : 'libuv reads digits at the start of the text and nothing else. A text without digits is 0, and 0 becomes 1 thread, fewer than the 4 without the variable. There is no warning.',
  'pool-size-not-in-force.expect': ({ wanted, gain }: NotInForce) =>
    `${counted(wanted, 'thread')} from the first job on${gain === null ? '' : `: throughput about ${times(gain)}`}.`,

  'slow-lane.rule': 'DNS lookups wait for each other',
  'slow-lane.unseen': 'The queue of DNS lookups was not seen.',
  'slow-lane.fine': 'No DNS lookup waited.',
  'slow-lane.short': ({ wait }: Numbers<'wait'>) => `A DNS lookup would wait ${waited(wait)}.`,
  'slow-lane.like-others': ({ wait, other }: Numbers<'wait' | 'other'>) =>
    `DNS lookups wait ${waited(wait)}, about as long as every job (${waited(other)}): the whole pool is the cause.`,
  'slow-lane.probe-alone': 'Only the probe does DNS lookups: nothing waits for them.',
  'slow-lane.all-wait': 'DNS lookups wait, and so do all jobs: the whole pool is the cause.',
  'slow-lane.title': ({ wait, other, queued }: SlowDns) =>
    `DNS lookups ${wait === null ? `(${amount(queued)}) wait` : `wait ${waited(wait)}`} for a thread while ${other === null ? 'the rest of the pool is free' : `other jobs wait ${waited(other)}`}: slow DNS, not a small pool`,
  'slow-lane.because': ({ cap, size, areAtResolver }: SlowDns) =>
    `libuv lets DNS lookups hold at most ${cap ?? 'half'} of ${size ?? 'its'} threads. They hold all of these${areAtResolver ? ', and those threads wait for the resolver' : ''}. With more threads, more lookups would wait at the same time, and none would be faster.`,
  'slow-lane.expect': ({ wait }: SlowDns) =>
    `A cached name needs no thread: the wait of ${wait === null ? 'lookups' : waited(wait)} disappears for all but the first request to each name.`,
  'change.cache-dns':
    'Resolve without the pool, and cache the result: dns.resolve* uses sockets, not threads (it does not read /etc/hosts)',
  'change.keep-alive': 'Keep connections open: a reused connection needs no lookup',
  'change.fix-resolver': 'Fix the resolver: each attempt at a name server that does not answer costs 5 s',
};
