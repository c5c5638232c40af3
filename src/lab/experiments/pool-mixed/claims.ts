/** What the long jobs do to the short ones, and what helps. Judged for long jobs that wait and for those that compute. */
import { message } from '../../../messages/message.ts';
import type { Measured } from '../../../model/verdict.ts';
import type { Claim } from '../experiment.ts';
import { rule } from '../judgement.ts';
import { above, allBelow, below, need } from '../outcome.ts';
import { alone, cellId, free, limited, usualCount, type MixedSetting } from './grid.ts';

export type LongKind = 'held' | 'pbkdf2';

/** Times as long as with nothing in the way: a stall is more, and what is less is none. */
const stalled = 3;
const unmoved = 1.5;
/** Of the wait behind the long jobs: what is left when they are out of the way, and when they are not. */
const freed = 0.25;
const notFreed = 0.5;

const full = (long: LongKind) => free(long, usualCount, usualCount);

/** Mean response times of the short requests, one setting over another. */
const slower = (text: string, a: MixedSetting, b: MixedSetting) =>
  [`mean response with ${text}`, cellId(a), cellId(b), 'mean'] as const;

/** Both means in milliseconds, for a sentence. */
function means(measured: Measured, a: MixedSetting, b: MixedSetting) {
  const [of, to] = [measured.estimate('mean', cellId(a)), measured.estimate('mean', cellId(b))];
  return [of && to ? message('claim.mean-times', { of: of.value, to: to.value }) : null];
}

const queue = 'libuv’s one queue for all kinds of work (src/threadpool.c)';
const wisdom = 'what follows from that queue; the article takes the number of operations itself';

/** What a remedy leaves of the wait at as many threads as long jobs, and what it costs the long jobs. */
const frees = (
  claim: Pick<Claim, 'id' | 'text'>,
  long: LongKind,
  remedy: MixedSetting,
  name: string,
): Claim =>
  rule({
    ...claim,
    source: wisdom,
    figures: () => [slower(`${name} ÷ with ${usualCount} threads`, remedy, full(long))],
    beside: () => {
      const text = `long jobs per second with ${name} ÷ with ${usualCount} threads`;
      return [[text, cellId(remedy), cellId(full(long)), 'jobRate']];
    },
    outcomes: allBelow(freed, notFreed),
    remarks: (measured) => means(measured, remedy, full(long)),
  });

export const claims: readonly Claim[] = (
  [
    ['held', 'waiting', 'that wait'],
    ['pbkdf2', 'computing', 'that compute'],
  ] as const
).flatMap(([long, suffix, which]) => [
  rule({
    id: `pool-mixed/head-of-line-${suffix}`,
    text: `Long jobs ${which} stall every short one, once there are as many of them as threads.`,
    source: queue,
    figures: () =>
      [usualCount - 1, usualCount].map((pool) =>
        slower(`${pool} threads ÷ without long jobs`, free(long, usualCount, pool), alone),
      ),
    outcomes: (figures) => [
      { word: 'holds', when: [figures.map(need(above(stalled)))] },
      { word: 'refuted', when: figures.map((one) => [need(below(unmoved))(one)]) },
    ],
    remarks: (measured) => means(measured, full(long), alone),
  }),
  frees(
    {
      id: `pool-mixed/one-more-${suffix}`,
      text: `One thread more than there are long jobs ${which} frees the short ones.`,
    },
    long,
    free(long, usualCount, usualCount + 1),
    `${usualCount + 1} threads`,
  ),
  frees(
    {
      id: `pool-mixed/limiter-${suffix}`,
      text: `A limit on the long jobs ${which}, one less than the threads, frees the short ones without a larger pool.`,
    },
    long,
    limited(long, usualCount),
    `a limit of ${usualCount - 1}`,
  ),
]);
