/** A first look, `chokepoint -- COMMAND`: its steps, what the proof of a setting says, and why there may be none. */
import { clockTime, counted, percent } from '../../format/number.ts';
import { amount, listed, ratioFigures, rounded, time } from '../../format/words.ts';
import type { Maybe, Nested, Numbers, Strings } from '../nested.ts';
import { quoted } from '../shell.ts';

export interface FoundRatio {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** `what`: as it is set, `UV_THREADPOOL_SIZE=1`. `label`: of the figure that decides; `isTime`: less of it is better. */
export interface Verdict {
  readonly what: string;
  readonly label: string;
  readonly isTime: boolean;
  readonly ratio: FoundRatio;
}

const measured = ({ label, isTime, ratio }: Omit<Verdict, 'what'>) => {
  const { value, low, high } = ratioFigures(ratio);
  return isTime ? `${label} × ${value} (${low}–${high})` : `${value}× the ${label} (${low}–${high})`;
};

const steps = {
  'find.step.started': 'started',
  'find.step.load': 'load',
  'find.step.diagnosed': 'diagnosed',
  'find.step.proved': 'proved',
  'find.step.refuted': 'refuted',
  'find.step.same': 'no gain',
  'find.step.undecided': 'undecided',
  'find.step.unmeasured': 'no result',
  'find.step.unproved': 'no proof',
  /** `where`: host and port. `others`: further ports. */
  'find.started': ({
    where,
    pid,
    method,
    path,
    status,
    location,
    others,
  }: Strings<'where' | 'method' | 'path'> &
    Numbers<'status'> &
    Maybe<'pid'> & { location: string | null; others: readonly number[] }) =>
    [
      `listening on ${where}${pid === null ? '' : ` (pid ${pid})`}`,
      `${method} ${path} answers ${status}${location === null ? '' : ` and leads to ${location} (--path ${quoted(location)} asks for that)`}`,
      ...(others.length === 0 ? [] : [`also at port ${listed(others.map(String))}`]),
    ].join(', '),
  /** `last`: most clients that were tried; `knee`: fewest with nearly all the throughput. */
  'find.load.flat': ({ last, knee, throughput }: Numbers<'last' | 'knee' | 'throughput'>) =>
    `1 to ${last} clients: throughput stops growing at ${knee} (${rounded(throughput)} requests/s)`,
  'find.load.most': ({ last, throughput }: Numbers<'last' | 'throughput'>) =>
    `1 to ${last} clients: throughput still grows (${rounded(throughput)} requests/s)`,
  'find.load.generator': ({ last, throughput }: Numbers<'last' | 'throughput'>) =>
    `1 to ${last} clients: the load generator is at its limit (${rounded(throughput)} requests/s)`,
  'find.load.failures': ({ last, failed }: Numbers<'last' | 'failed'>) =>
    `${counted(last, 'client')}: ${(100 * failed).toFixed(failed < 0.1 ? 1 : 0)}% of the requests fail`,
  'find.load.time': ({ last, throughput }: Numbers<'last' | 'throughput'>) =>
    `1 to ${last} clients, as many as the time allowed (${rounded(throughput)} requests/s)`,
  'find.diagnosed': ({
    ms,
    clients,
    rules,
    rate,
    p99,
  }: Numbers<'ms' | 'clients' | 'rules'> & Maybe<'rate' | 'p99'>) =>
    `${time(ms)} at ${counted(clients, 'client')}, ${rate === null ? '' : `${rounded(rate)} requests/s, `}${p99 === null ? '' : `p99 ${time(p99)}, `}${counted(rules, 'rule')}`,
  'find.as-it-is': ({ name }: Strings<'name'>) => `${name} as it is`,
  'find.compared': ({ now, what, blocks }: Strings<'now' | 'what'> & Numbers<'blocks'>) =>
    `${now} against ${what}, alternating, ${counted(blocks, 'block')}`,
};

const answers = {
  'find.proved': ({ what, ...rest }: Verdict) => `${what} gives ${measured(rest)}: proved`,
  'find.refuted': ({ what, ...rest }: Verdict) => `Do not set ${what}: measured, it gives ${measured(rest)}`,
  'find.same': ({ what, ...rest }: Verdict) => `${what} makes no difference: ${measured(rest)}`,
  'find.undecided': ({ what, ...rest }: Verdict) => `${what} is undecided: ${measured(rest)}`,
  'find.unmeasured': ({ what }: Strings<'what'>) => `${what} was tried without a result`,
  /** Of one figure, from today's setting to the other one. */
  'find.change': ({ label, from, to }: Strings<'label'> & Numbers<'from' | 'to'>) =>
    `${label} ${time(from)} → ${time(to)}`,
  'find.rates': ({ from, to }: Numbers<'from' | 'to'>) => `${rounded(from)} → ${rounded(to)} requests/s`,
  'find.price': ({ blocks, seconds }: Numbers<'blocks' | 'seconds'>) =>
    `about ${counted(blocks, 'more block')} (${clockTime(1000 * seconds)}) would decide it`,
  'find.no-price': 'more blocks would hardly decide it on this machine',
  'find.because.problem': ({ what, code }: Strings<'what' | 'code'>) => `${what} [${code}]`,
  /** `work`: CPUs that the jobs need. */
  'find.short-jobs': ({ work, threads }: Numbers<'work' | 'threads'>) =>
    `The jobs of the pool are short: one thread can do them all (${amount(work)} CPUs of work), and to share them among ${threads} costs more than they take`,
  'find.tried-short': ({ work, threads }: Numbers<'work' | 'threads'>) =>
    `It was tried because the jobs of the pool are short (${amount(work)} CPUs of work on ${counted(threads, 'thread')})`,
  /** `title`: of a finding that is not the first. */
  'find.tried-other': ({ title }: { title: Nested }) =>
    `It was tried because the first finding has nothing to set from outside, and another one has: ${title}`,
  'find.tried-beside':
    'It was tried because the first change is in the code, and this setting can be changed from outside',
  /** `longer`: share. A gain in throughput costs it. */
  'find.cost.p99': ({ longer, from, to, isSure }: Numbers<'longer' | 'from' | 'to'> & { isSure: boolean }) =>
    `p99 ${isSure ? 'gets' : 'was'} ${percent(longer)} longer, ${time(from)} → ${time(to)}${isSure ? '' : ', which is not significant'}`,
  'find.finding': ({ title, because }: { title: Nested; because: Nested }) => `${title}. ${because}`,
  'find.not-helped': ({ title }: { title: Nested }) =>
    `${title}. That is true, and measured, the change does not help here`,
  'find.takes': ({ throughput, clients }: Numbers<'throughput' | 'clients'>) =>
    `It answers ${rounded(throughput)} requests/s from ${counted(clients, 'client')}, and nothing is saturated.`,
  'find.at-least': ({ throughput }: Numbers<'throughput'>) =>
    `At least ${rounded(throughput)} requests/s: the load generator was at its limit, so the server may do more`,
  'find.fails': ({ clients, failed }: Numbers<'clients' | 'failed'>) =>
    `With ${counted(clients, 'client')} ${(100 * failed).toFixed(failed < 0.1 ? 1 : 0)}% of the requests failed`,

  'find.unproved.unknown': 'without a diagnosis there is nothing to try',
  'find.unproved.code': 'the change is in code or configuration: nothing to set from outside',
  'find.unproved.others': 'other programs have the CPUs, so a small effect cannot be seen',
  'find.unproved.healthy': 'no setting is advised',
  'find.unproved.own-size': ({ size, asked }: Numbers<'size' | 'asked'>) =>
    `the pool has ${counted(size, 'thread')} and not ${asked}: the command or its code sets it`,
  'find.unproved.processes': 'more processes can be tried for "node SCRIPT" alone',
  'find.unproved.same': 'the advised setting is in force already',
  'find.unproved.interrupted': 'interrupted before it',
  'find.unproved.failed': ({ what, code }: Strings<'what' | 'code'>) => `${what} [${code}]`,

  'find.next.tune': 'all sizes and processes',
  'find.next.longer': 'looks longer, with more clients',
  'find.next.capacity': 'how much load it takes',
  'find.next.again': 'after the change',
  'find.next.decide': 'decides it',
};

const progress = {
  /** `most`: with the proof of a setting. */
  'find.announcement': ({ ms, most }: Numbers<'ms' | 'most'>) =>
    `about ${clockTime(ms)} to find what limits it, at most ${clockTime(most)} if a setting is to be proved`,
  'find.starting': 'starting the server',
  'find.warming': 'the server answers, and warms up',
  'find.raising': ({ clients, throughput }: Numbers<'clients' | 'throughput'>) =>
    `raising the load: ${counted(clients, 'client')}, ${rounded(throughput)} requests/s`,
  'find.watching': ({ clients, at, all }: Numbers<'clients' | 'at' | 'all'>) =>
    `watching it under ${counted(clients, 'client')}: ${(at / 1000).toFixed(1)} of ${(all / 1000).toFixed(1)} s`,
  'find.proving': ({ what, now, ms }: Strings<'what' | 'now'> & Numbers<'ms'>) =>
    `proving ${what} against ${now}: about ${clockTime(ms)}`,
};

const page = {
  'find.badge.proved': 'proved',
  'find.badge.refuted': 'refuted',
  'find.badge.same': 'no gain',
  'find.badge.undecided': 'undecided',
  'find.page.proof': 'Proof of the setting',
  'find.page.run': ({ run }: Strings<'run'>) => `All trials, checks and the noise of the run ${run}`,
  'find.page.load': 'Throughput by clients',
  'find.page.clients': 'clients',
  'find.page.rate': 'requests/s',
  'find.page.knee': 'knee',
  'find.page.diagnosed': 'diagnosed here',
  'find.page.generator': 'generator',
  'find.page.failed': 'failed',
  'find.page.mean': 'mean response',
  'find.page.ratio': 'ratio',
};

export const find = { ...steps, ...answers, ...progress, ...page };
