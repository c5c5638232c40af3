/** How often each judge calls two servers different that are the same, against what it promises. */
import { message } from '../../../messages/message.ts';
import type { ClaimWord, Interval, Measured, Undecided } from '../../../model/verdict.ts';
import type { Claim, Judgement } from '../experiment.ts';
import { countedShare, judged, notRun } from '../judgement.ts';
import type { Figure } from '../outcome.ts';
import { calledDifferent, comparisons, type Comparisons, type Judge } from './evidence.ts';
import { trialsEach } from './grid.ts';
import { hasTest } from './node-tests.ts';

/**
 * One false alarm in twenty is promised. Twice as many are not what was promised; and a share that is known to lie below
 * a quarter after some tens of comparisons agrees with it.
 */
const promised = { broken: 0.1, kept: 0.25 } as const;
/** A difference that is there has to be found more often than not, and is, if three of four are. */
const finds = { often: 0.75, seldom: 0.5 } as const;

const remarkOf = ({ all, requests, trials }: Comparisons, judge: Judge, count: number, of: number) =>
  judge === 'trials'
    ? message('claim.false-alarms-by-trials', { count, of, trials })
    : message('claim.false-alarms-by-requests', { count, of: all.length, requests: Math.round(requests) });

/** @param judge who calls the identical servers different, or not */
function keepsItsPromise(measured: Measured, judge: Judge): Judgement {
  if (judge !== 'trials' && !hasTest(judge))
    return notRun(message('claim.needs-own-node', { version: judge === 'meanCI' ? '26.9' : '26.8' }));
  const own = comparisons(measured, 'other');
  const share = calledDifferent(measured, own, judge);
  if (!share) return notRun(message('claim.no-trial'));
  const wordOf = ({ low, high }: Interval) =>
    low > promised.broken ? 'refuted' : high < promised.kept ? 'holds' : 'undecided';
  const count = Math.round(share.value * share.n);
  const remark = remarkOf(own, judge, count, share.n);
  return judged(wordOf(share), [share], [remark], [share], openOf(measured, share, wordOf));
}

/** Nobody waits for more comparisons. */
const most = 400;

/** How many further blocks would decide it if the share stayed what it is; undefined if it is decided. */
function openOf(
  { plan, trials }: Measured,
  share: Figure,
  wordOf: (share: Interval) => ClaimWord,
): Undecided | undefined {
  if (wordOf(share) !== 'undecided') return undefined;
  const isEnough = (of: number) => wordOf(countedShare('', share.value * of, of)) !== 'undecided';
  let needed = share.n + 1;
  while (needed <= most && !isEnough(needed)) needed++;
  if (needed > most) return { kind: 'on the line' };
  const blocks = (needed - share.n) * trialsEach[plan.scale];
  const spent = trials.reduce((sum, { duration }) => sum + duration, 0);
  const done = new Set(trials.map(({ block }) => block)).size;
  return { kind: 'noise', blocks, seconds: Math.ceil((blocks * spent) / done / 1000) };
}

/** Without this a judge that never says anything would be the best. */
function findsTheSlower(measured: Measured): Judgement {
  const share = calledDifferent(measured, comparisons(measured, 'slower'), 'trials');
  if (!share) return notRun(message('claim.no-trial'));
  const wordOf = ({ low, high }: Interval) =>
    low > finds.often ? 'holds' : high < finds.seldom ? 'refuted' : 'undecided';
  return judged(wordOf(share), [share], [], [share], openOf(measured, share, wordOf));
}

const documentation = 'documentation of node:perf_hooks, 26.10: comparing benchmarks';

export const claims: readonly Claim[] = [
  {
    id: 'same-or-not/welch',
    text: 'Two servers differ where the p-value of histogram.welchTest() is below 0.05: of identical ones it says so in one of twenty cases.',
    source: documentation,
    judge: (measured) => keepsItsPromise(measured, 'welchTest'),
  },
  {
    id: 'same-or-not/mann-whitney',
    text: 'Two servers differ where the p-value of histogram.mannWhitneyTest() is below 0.05: of identical ones it says so in one of twenty cases.',
    source: documentation,
    judge: (measured) => keepsItsPromise(measured, 'mannWhitneyTest'),
  },
  {
    id: 'same-or-not/mean-interval',
    text: 'Two servers differ where the 95% intervals of histogram.meanCI() do not overlap: those of identical ones do, in nineteen of twenty cases at least.',
    source: 'documentation of node:bench, 26.10, which prints these intervals',
    judge: (measured) => keepsItsPromise(measured, 'meanCI'),
  },
  {
    id: 'same-or-not/trials',
    text: 'With fresh servers as the unit instead of requests, identical ones are called different in one of twenty cases at most.',
    source: 'this project',
    judge: (measured) => keepsItsPromise(measured, 'trials'),
  },
  {
    id: 'same-or-not/finds',
    text: 'With fresh servers as the unit, a server that computes three times as long is still found.',
    source: 'this project',
    judge: findsTheSlower,
  },
];
