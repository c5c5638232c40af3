/** What a search for the highest rate says: the answer, what limits it there, and what to know besides. */
import { counted } from '../../format/number.ts';
import {
  capital,
  exactTime,
  listed,
  ratioFigures,
  rounded,
  shortPercent,
  time,
  wholePercent,
} from '../../format/words.ts';
import type { Maybe, Nested, Numbers } from '../nested.ts';

export interface ObjectiveText {
  readonly figure: string;
  /** Milliseconds; of errors a share. */
  readonly limit: number;
}

const value = (figure: string, amount: number) =>
  figure === 'errors' ? shortPercent(amount) : exactTime(amount);
/** A first search with a block after it, in milliseconds: less is hardly worth a start. */
export const firstSearch = 75_000;
const perSecond = (rate: number) => `${rounded(rate)} requests/s`;
const rates = (all: readonly number[]) => listed(all.map(rounded));
const interval = ({ low, high }: { readonly low: number; readonly high: number | null }) =>
  high === null ? `at least ${rounded(low)}` : `${rounded(low)}–${rounded(high)}`;

/** Shares of one CPU for each loop, of the pool threads (null: not used, or not known), of all CPUs. */
type Usage = Numbers<'loop' | 'loopWaits' | 'queued' | 'server' | 'generator'> & Maybe<'pool' | 'others'>;

/** Of all CPUs, and of one loop: less is not worth a word. */
const telling = { others: 0.05, waits: 0.1 } as const;

function usageText({ loop, loopWaits, pool, queued, server, generator, others }: Usage): string {
  return [
    `event loop ${wholePercent(loop)}${loopWaits >= 0.01 ? ` and ${wholePercent(loopWaits)} waiting for a CPU` : ''}`,
    ...(pool === null ? [] : [`pool threads ${wholePercent(pool)} with ${rounded(queued)} jobs waiting`]),
    `CPUs ${wholePercent(server)}, and ${wholePercent(generator)} by the load generator${(others ?? 0) >= telling.others ? ` and ${wholePercent(others ?? 0)} by other programs` : ''}`,
  ].join('; ');
}

const limits: Readonly<Record<string, string>> = {
  CPU: 'The CPUs are the limit there: all are in use',
  'pool threads': 'The pool threads are the limit there',
  'load generator': 'The load generator is the limit there, not the server',
};

/** `first`, `second`: what each takes, requests a second. */
export interface Compared extends Numbers<'first' | 'second'> {
  readonly what: Nested;
  readonly one: string;
  readonly other: string;
  readonly ratio: Numbers<'value' | 'low' | 'high'>;
}

export const capacity = {
  'capacity.objective': ({ parts }: { parts: readonly ObjectiveText[] }) =>
    listed(parts.map(({ figure, limit }) => `${figure} < ${value(figure, limit)}`)),
  'capacity.knee': ({ figure, limit }: ObjectiveText) =>
    `${figure} < ${value(figure, limit)} (three times the time at light load: the knee)`,

  'capacity.bounded': ({ what, ...rate }: { what: Nested; high: number | null } & Numbers<'value' | 'low'>) =>
    `${perSecond(rate.value)} (${interval(rate)}) keep ${what}.`,
  /** `within`: milliseconds from the first window of a process to its last. */
  'capacity.falling': ({
    what,
    first,
    last,
    within,
  }: { what: Nested } & Maybe<'first' | 'last' | 'within'>) => {
    const from = first === null || last === null ? '' : `From ${perSecond(first)} to ${rounded(last)}`;
    const span = from === '' || within === null ? '' : ` within ${time(within)}`;
    const falls = `the rate that keeps ${what} falls with the age of the server. No rate can be given that lasts.`;
    return from === '' ? capital(falls) : `${from}${span}: ${falls}`;
  },
  /** `isDisturbed`: other programs had the CPUs, and the generator was late for their sake. */
  'capacity.at-least': ({
    what,
    rate,
    isDisturbed,
  }: { what: Nested; isDisturbed: boolean } & Numbers<'rate'>) =>
    `At least ${perSecond(rate)} keep ${what}: ${
      isDisturbed
        ? 'above it the load generator was late while other programs used the CPUs. A quiet machine tells more'
        : 'the load generator cannot offer more'
    }.`,
  'capacity.never-alone': ({
    what,
    figure,
    value: amount,
  }: {
    what: Nested;
    figure: string;
    value: number;
  }) => `No rate keeps ${what}: one client alone gets ${figure} = ${value(figure, amount)}.`,
  'capacity.never': ({ what, rate }: { what: Nested } & Maybe<'rate'>) =>
    `No rate that was tried keeps ${what}${rate === null ? '' : `, down to ${perSecond(rate)}`}.`,
  /** `allKept`, `allBroken`: rates; two of each where some windows at higher rates did better. */
  'capacity.bracketed': ({
    what,
    about,
    kept,
    broken,
    allKept,
    allBroken,
  }: { what: Nested; allKept: number[]; allBroken: number[] } & Maybe<'about' | 'kept' | 'broken'>) =>
    kept === null
      ? `Less than ${perSecond(broken ?? 0)} keep ${what}: broken at ${rates(allBroken)}, and no rate was kept.`
      : broken === null
        ? `At least ${perSecond(kept)} keep ${what}: no rate was broken.`
        : `About ${perSecond(about ?? kept)} keep ${what}: kept at ${rates(allKept)}, broken at ${rates(allBroken)}; no interval yet.`,
  'capacity.unmeasured': 'Nothing is known: no window was measured to its end.',
  'capacity.unmeasured-late': ({ rate }: Numbers<'rate'>) =>
    `Nothing is known: the load generator was late at every rate that was tried, down to ${perSecond(rate)}. It needs more CPU: stop other programs, or take a larger machine.`,
  'capacity.compared': ({
    what,
    one,
    other,
    first,
    second,
    ratio,
    word,
  }: Compared & { word: 'better' | 'worse' | 'undecided' }) => {
    const { value: times, low, high } = ratioFigures(ratio);
    const lead =
      word === 'undecided'
        ? `${other} and ${one} do not differ significantly`
        : `${other} takes ${word === 'better' ? 'more' : 'less'} load than ${one}`;
    return `${lead}: ${times}× (${low}–${high}). ${perSecond(second)} keep ${what} with ${other}, and ${rounded(first)} with ${one}.`;
  },
  'capacity.compared-withheld': ({
    what,
    one,
    other,
    first,
    second,
    ratio,
    check,
  }: Compared & { check: string }) => {
    const { value: times, low, high } = ratioFigures(ratio);
    return `Whether ${other} takes more load than ${one} is withheld: check ${check} failed. Measured: ${times}× (${low}–${high}). ${perSecond(second)} keep ${what} with ${other}, and ${rounded(first)} with ${one}.`;
  },
  /** Of a setting whose trials do not count. */
  'capacity.void': ({ check }: { check: string }) =>
    `Nothing is known: check ${check} failed, so that its trials do not count.`,
  'capacity.both': ({
    one,
    other,
    first,
    second,
  }: {
    one: string;
    other: string;
    first: Nested;
    second: Nested;
  }) => `${one}: ${first} ${other}: ${second}`,

  'capacity.expect.kept': ({ rate, share }: { what: Nested; share: number | null } & Numbers<'rate'>) =>
    `The server takes the expected ${perSecond(rate)}${share === null ? '' : `: ${wholePercent(share)} of its capacity`}.`,
  'capacity.expect.missed': ({ what, rate }: { what: Nested; share: number | null } & Numbers<'rate'>) =>
    `The server does not take the expected ${perSecond(rate)} with ${what}.`,
  'capacity.expect.undecided': ({
    rate,
    share,
    why,
  }: { why: Nested; share: number | null } & Numbers<'rate'>) =>
    `Whether the server takes the expected ${perSecond(rate)} is undecided${share === null ? '' : `, ${wholePercent(share)} of the estimate`}. ${why}`,
  'capacity.open': ({
    check,
    low,
    high,
    kept,
    isLate,
  }: { check: string | null; isLate: boolean } & Maybe<'low' | 'high' | 'kept'>) => {
    if (check !== null) return `Check ${check} failed.`;
    if (low !== null) return `It lies in the interval of the estimate (${interval({ low, high })}).`;
    if (isLate) return `The load generator could not offer more than ${perSecond(kept ?? 0)}.`;
    return `${kept === null ? 'No rate was kept' : `${perSecond(kept)} were kept`}, but too little was measured for an interval.`;
  },
  'capacity.expect.falls': ({ rate, first, last }: Numbers<'rate'> & Maybe<'first' | 'last'>) =>
    `Whether the server takes the expected ${perSecond(rate)} is undecided: what it takes falls with its age${first === null || last === null ? '' : `, from ${perSecond(first)} to ${rounded(last)}`}.`,
  'capacity.expect.withheld': ({ rate, check }: { check: string } & Numbers<'rate'>) =>
    `Whether the server takes the expected ${perSecond(rate)} is withheld: check ${check} failed.`,

  'capacity.limit': ({ rate, limit, ...usage }: { limit: string | null } & Numbers<'rate'> & Usage) => {
    const named =
      limit === null
        ? usage.loopWaits >= telling.waits
          ? 'The server waits for a CPU there, while nothing of its own is saturated'
          : 'Nothing that can be seen from outside is saturated: requests wait in the server itself (a limit of its own, a lock) or for something behind it'
        : (limits[limit] ?? `The ${limit} is the limit there`);
    return `${named} (at ${perSecond(rate)}: ${usageText(usage)}).`;
  },
  'capacity.model': ({
    servers,
    service,
    crossing,
    isInside,
  }: { isInside: boolean } & Numbers<'servers' | 'service'> & Maybe<'crossing'>) => {
    const queue = `${counted(servers, 'request')} at a time, ${time(service)} each`;
    if (crossing === null) return `A model of a plain queue (${queue}) never keeps it.`;
    return `A model of a plain queue (${queue}) gives ${perSecond(crossing)}: ${isInside ? 'the measurement agrees' : 'the server does something else'}.`;
  },
  'capacity.beside': ({
    figure,
    rows,
  }: {
    figure: string;
    rows: readonly { readonly rate: number; readonly value: number }[];
  }) =>
    `The ${figure} is ${listed(rows.map(({ rate, value: amount }) => `${value(figure, amount)} at ${rounded(rate)}/s`))}.`,

  'capacity.note.died': ({ rate, times }: Numbers<'rate' | 'times'>) =>
    `The server ended under load at ${perSecond(rate)}${times > 1 ? `, ${times} times` : ''}; what it wrote last is in the report.`,
  'capacity.note.few': ({ requests }: Numbers<'requests'>) =>
    `A window has about ${counted(requests, 'request')}, too few for this percentile: give a lower one (p90, p95) or a longer --budget.`,
  'capacity.note.uneven':
    'In half of the blocks a higher rate did better than a lower one: the figure does not depend on the rate alone (something stalls now and then).',
  'capacity.note.grows': ({ factor }: Numbers<'factor'>) =>
    `Times grow within the windows, to ${rounded(factor)}×, at rates that keep the objective: what holds for seconds may not hold for hours (a leak, a filling disk).`,
  'capacity.note.falls':
    'Later windows of each fresh process leave less room at the same rate: something grows with the requests or with time (a leak, a list, a disk that fills).',
  'capacity.note.slower': ({ factor }: Numbers<'factor'>) =>
    `After the first search one client alone waits ${rounded(factor)}× as long as before it: the server gets slower as it runs, so that no rate may last.`,
  'capacity.note.stalls': ({
    every,
    longest,
    isNever,
  }: { isNever: boolean } & Numbers<'every' | 'longest'>) =>
    `About every ${time(every)} the server stops for up to ${time(longest)}, also at a low rate (garbage collection, a task that blocks the loop).${isNever ? ' No rate avoids that: end the stops, or set an objective that they do not break (p50).' : ''}`,
  'capacity.note.warming': ({ factor }: Numbers<'factor'>) =>
    `In its first seconds the server takes ${rounded(factor)}× as long as later: each process got 10 s more before its first window.`,
  'capacity.note.mostly-late': ({ windows, of }: Numbers<'windows' | 'of'>) =>
    `The load generator was late in ${windows} of ${counted(of, 'window')}: the others are too few for an interval. It needs more CPU: stop other programs, or take a larger machine.`,
  'capacity.note.generator': ({ rate, windows }: Numbers<'rate' | 'windows'>) =>
    `Not counted: ${counted(windows, 'window')} from ${perSecond(rate)} on in which the load generator was late.`,
  'capacity.note.stuck':
    'After an overload the server did not become quick again within 8 s: restart it before you trust it.',
  'capacity.ended': ({ reason }: { reason: Nested }) => `The search ended: ${reason}.`,
  'capacity.price': ({ blocks, seconds, share }: Numbers<'blocks' | 'seconds' | 'share'>) =>
    `About ${counted(blocks, 'more block')} (${time(seconds * 1000)}) would give ±${wholePercent(share)}.`,

  'capacity.badge.bounded': 'Measured',
  'capacity.badge.at-least': 'At least',
  'capacity.badge.falling': 'Falls with time',
  'capacity.badge.never': 'Not kept',
  'capacity.badge.bracketed': 'Between two rates',
  'capacity.badge.unmeasured': 'Not measured',
  'capacity.badge.expect.kept': 'Expected load kept',
  'capacity.badge.expect.missed': 'Expected load missed',
  'capacity.badge.expect.undecided': 'Undecided',

  'capacity.tile.capacity': 'capacity',
  'capacity.tile.expected': 'expected',
  'capacity.tile.kept': 'highest rate kept',
  'capacity.tile.broken': 'lowest rate broken',
  'capacity.tile.limit': 'limit',
  'capacity.figure': ({ figure }: { figure: string }) => `${figure} at each rate`,
  'capacity.axis': 'requests/s (Poisson arrivals)',
  'capacity.unit': ({ figure }: { figure: string }) => `${figure}, ms`,
  'capacity.series.window': 'window, a fresh process for each block',
  'capacity.series.first': 'first search',
  'capacity.series.interval': '95% interval',
  'capacity.series.model': 'plain queue (model)',
  'capacity.series.expect': 'expected',
  'capacity.point': ({
    figure,
    rate,
    value: amount,
    block,
  }: { figure: string } & Numbers<'rate' | 'block'> & Maybe<'value'>) =>
    `${perSecond(rate)}: ${amount === null ? 'no answer' : `${figure} ${value(figure, amount)}`} (block ${block})`,
  'capacity.windows': 'Every window',
  'capacity.windows-note':
    'Only windows of blocks count for the interval. "generator": the load generator was late, so that the window says nothing of the server.',
  'capacity.purpose.clients': '32 clients',
  'capacity.purpose.alone': 'one client',
  'capacity.purpose.climb': 'climb',
  'capacity.purpose.halve': 'halving',
  'capacity.purpose.drain': 'drain',
  'capacity.purpose.block': 'block',
  'capacity.word.kept': 'kept',
  'capacity.word.broken': 'broken',
  'capacity.word.generator': 'generator',
  'capacity.died': 'server ended',
  'capacity.load': 'Poisson arrivals, at rates that the search chooses',
  'capacity.plan': ({
    what,
    precision,
    time: limit,
  }: {
    what: Nested;
    precision: number;
    time: string | null;
  }) => `${what}, to ±${wholePercent(precision)}${limit === null ? '' : ` or until ${limit} are used up`}`,
  'capacity.searching': ({ what, ms }: { what: Nested; ms: number | null }) =>
    `The highest rate with ${what}: about 50 s for a first search${ms !== null && ms < firstSearch ? `, and no blocks after it: ${time(ms)} are too short for them` : `, then blocks of fresh processes${ms === null ? '' : `; at most about ${time(ms)}`}`}. Ctrl-C tells what is known.`,
  'capacity.any-knee': 'p99 below three times the time at light load (the knee)',
  'capacity.next-cause': 'what limits it, and what to change',
  'capacity.next-longer': 'more blocks, for an interval',
};
