/** The figures that findings of the doctor rest on. */
import { counted } from '../../../format/number.ts';
import { amount, bytes, share, time, waited } from '../../../format/words.ts';
import { hotText, placeText, type CodePlace, type Hot } from '../code-words.ts';
import type { Maybe, Numbers, Strings } from '../../nested.ts';
import { stateName, type State } from '../pool-words.ts';

export const evidence = {
  /** The labels are names of the program's own. */
  'evidence.label': ({ label }: Strings<'label'>) => label,

  'evidence.share': ({ part }: Numbers<'part'>) => share(part),
  'evidence.waited': ({ ms }: Numbers<'ms'>) => waited(ms),
  'evidence.of': ({ part, all }: Numbers<'part' | 'all'>) => `${amount(part)} of ${amount(all)}`,
  'evidence.of-time': ({ part }: Numbers<'part'>) => `${share(part)} of the time with work`,
  'evidence.of-periods': ({ part }: Numbers<'part'>) => `in ${share(part)} of the periods`,
  'evidence.of-readings': ({ part }: Numbers<'part'>) => `${share(part)} of the readings`,
  'evidence.average': ({ mean }: Numbers<'mean'>) => `${amount(mean)} on average`,
  'evidence.average-p95': ({ mean, p95 }: Numbers<'mean' | 'p95'>) =>
    `${amount(mean)} on average, p95 ${amount(p95)}`,
  'evidence.average-most': ({ mean, max }: Numbers<'mean' | 'max'>) =>
    `${amount(mean)} on average, ${amount(max)} at most`,
  'evidence.at-most': ({ running, cap }: Numbers<'running'> & Maybe<'cap'>) =>
    `${amount(running)} of ${cap ?? '?'} at most`,
  /** Milliseconds. */
  'evidence.waits': ({ mean, p95 }: Numbers<'mean' | 'p95'>) =>
    `${waited(mean)} on average, p95 ${waited(p95)}`,
  'evidence.pool-wait': ({ mean, p95, isProbe }: Numbers<'mean' | 'p95'> & { isProbe: boolean }) =>
    `${waited(mean)} on average, p95 ${waited(p95)} (${isProbe ? 'measured by the probe' : 'from the queue and how fast it moves'})`,
  /** Parts of the busy threads. */
  'evidence.holders': ({
    holders,
  }: {
    holders: readonly { readonly kind: string; readonly part: number }[];
  }) => holders.map(({ kind, part }) => `${kind} ${share(part)}`).join(', '),
  'evidence.no-end': ({ longest }: Numbers<'longest'>) => `no end so far (more than ${time(longest)})`,
  'evidence.pool-time': ({
    running,
    waitedForCpu,
    atLock,
    blocked,
  }: Numbers<'running' | 'waitedForCpu' | 'atLock' | 'blocked'>) =>
    `running ${share(running)} · waiting for a CPU ${share(waitedForCpu)} · lock ${share(atLock)} · blocked ${share(blocked)}`,
  'evidence.found-in': ({ state, part }: { state: State; part: number }) =>
    `${stateName(state)}, ${share(part)} of the threads' time`,
  'evidence.found-threads': ({ state, threads }: { state: State; threads: number }) =>
    `${stateName(state)} (${counted(threads, 'thread')})`,
  'evidence.main-found-in': ({ state, part }: { state: State; part: number }) =>
    `${stateName(state)}, ${share(part)} of the time`,
  'evidence.stuck': ({ stuck, size, longest }: Numbers<'stuck' | 'size' | 'longest'>) =>
    `${stuck} of ${size}, the longest for ${time(longest)}`,
  /** @param kinds a mean time in a thread for each, in milliseconds */
  'evidence.job-times': ({ kinds }: { kinds: readonly { readonly kind: string; readonly ms: number }[] }) =>
    kinds.map(({ kind, ms }) => `${kind} ${waited(ms)} a job`).join(', '),
  'evidence.alike': ({ counts }: Strings<'counts'>) =>
    `the queue has about as many of each (${counts}), so the jobs cannot be separated: add --capture 3s (for a running process also --attach)`,

  /** `p99`: milliseconds; `max`: with its unit. */
  'evidence.late': ({ p99, max }: Numbers<'p99'> & Strings<'max'>) => `p99 ${amount(p99)} ms, at most ${max}`,
  'evidence.stalls': ({ stalls }: Numbers<'stalls'>) => `in ${stalls} quarter seconds`,
  'evidence.loop': ({ part, isProbe }: Numbers<'part'> & { isProbe: boolean }) =>
    `${share(part)}${isProbe ? ' (as Node counts it)' : ''}`,
  'evidence.hot': ({ hot }: { hot: Hot }) => `${hotText(hot)}, ${share(hot.total)}`,
  'evidence.hot-of-profile': ({ hot }: { hot: Hot }) => `${hotText(hot)}, ${share(hot.total)} of the profile`,
  'evidence.call': ({ name, part, caller }: { name: string; part: number; caller: CodePlace | null }) =>
    `${name}, ${share(part)}${caller ? `, called by ${placeText(caller)}` : ''}`,

  'evidence.workers-on-cpu': ({ ran, waits }: Numbers<'ran' | 'waits'>) =>
    `${amount(ran)} CPUs in all; waiting for one ${amount(waits)}`,
  'evidence.cpus': ({ used, cpus }: Numbers<'used' | 'cpus'>) => `${amount(used)} of ${amount(cpus)} in use`,
  'evidence.cpus-and-others': ({ used, cpus, others }: Numbers<'used' | 'cpus' | 'others'>) =>
    `${amount(used)} of ${amount(cpus)} in use, ${amount(others)} by others`,
  'evidence.cpus-of-process': ({
    used,
    cpus,
    others,
    all,
  }: Numbers<'used' | 'cpus' | 'all'> & Maybe<'others'>) =>
    `${amount(used)} of ${amount(cpus)} in use by the process${others === null ? '' : `, ${amount(others)} of the machine's ${amount(all)} by others`}`,
  'evidence.cpus-of-server': ({
    used,
    cpus,
    others,
    all,
    left,
    isLoaded,
  }: Numbers<'used' | 'cpus' | 'others' | 'all' | 'left'> & { isLoaded: boolean }) =>
    `${amount(used)} of ${amount(cpus)} in use by the server, ${amount(others)} of ${amount(all)} by other programs${isLoaded ? ' and the load' : ''}, ${amount(left)} left`,
  /** Threads of a library, by their name. */
  'evidence.native': ({
    threads,
  }: {
    threads: readonly ({ name: string | null } & Numbers<'threads' | 'ran'>)[];
  }) =>
    threads
      .map(({ name, threads: count, ran }) => `${name ?? 'without a name'} × ${count}: ${amount(ran)} CPUs`)
      .join(', '),
  'evidence.cpus-in-seconds': ({ cpus }: Numbers<'cpus'>) =>
    `${amount(cpus)} CPUs in half of the watch, or more`,
  'evidence.quota': ({ cpus }: Numbers<'cpus'>) => `${amount(cpus)} CPUs`,
  'evidence.gc': ({ part, count }: Numbers<'part' | 'count'>) => `${share(part)} of the time, ${count} times`,
  'evidence.growth': ({ rate }: Numbers<'rate'>) => `${bytes(rate)} a second`,
  /** Ages in milliseconds. */
  'evidence.calls': ({
    pending,
    connections,
    age,
  }: Numbers<'pending' | 'connections'> & { age: Numbers<'p50' | 'p95' | 'max'> | null }) => {
    const ages = age
      ? `, age p50 ${waited(age.p50)}, p95 ${waited(age.p95)}, at most ${waited(age.max)}`
      : '';
    return `${amount(pending)} of ${connections} connections wait${ages}`;
  },
};
