/** What the long jobs do to the short ones, and what helps. Judged for long jobs that wait and for those that compute. */
import type { Claim } from '../experiment.ts';
import type { Comparison, Evidence, Measured } from '../../../model/verdict.ts';
import { figure, isAbove, isBelow, notRun, ratio, short, tooFewBlocks, type Judgement } from '../evidence.ts';
import { alone, cellId, free, limited, usualCount, type MixedSetting } from './grid.ts';

export type Waiting = 'held' | 'pbkdf2';
const names = { held: 'that wait', pbkdf2: 'that compute' } as const;

/** Times as long as with nothing in the way: a stall is more, and what is less is none. */
const stalled = 3;
const unmoved = 1.5;
/** Of the wait behind the long jobs: what is left when they are out of the way, and when they are not. */
const freed = 0.25;
const notFreed = 0.5;

const full = (long: Waiting) => free(long, usualCount, usualCount);

/** Mean response times of the short requests, one setting over another. */
function slower(measured: Measured, a: MixedSetting, b: MixedSetting): Comparison | null {
  return measured.compare('mean', cellId(a), cellId(b));
}

/** Milliseconds of a setting, for a sentence. */
function meanOf(measured: Measured, setting: MixedSetting): string {
  const mean = measured.estimate('mean', cellId(setting));
  return mean ? `${short(mean.value)} ms` : 'unknown';
}

function stalls(measured: Measured, long: Waiting): Judgement {
  const sizes = [usualCount - 1, usualCount];
  const compared = sizes.map((pool) => slower(measured, free(long, usualCount, pool), alone));
  const evidence = compared.flatMap((one, index) =>
    one ? ratio(`mean response with ${sizes[index]} threads ÷ without long jobs`, one) : [],
  );
  const [fewer, same] = compared;
  if (!fewer || !same) return notRun(tooFewBlocks);
  const because = `Behind ${usualCount} long jobs ${names[long]} a stat took ${figure(fewer.ratio)} times as long with ${sizes[0]} threads and ${figure(same.ratio)} times with ${sizes[1]}: ${meanOf(measured, full(long))} instead of ${meanOf(measured, alone)} on average.`;
  if ([fewer, same].every((one) => isAbove(one.ratio, stalled)))
    return { verdict: 'holds', because, evidence };
  const isUnmoved = [fewer, same].some((one) => isBelow(one.ratio, unmoved));
  return { verdict: isUnmoved ? 'refuted' : 'undecided', because, evidence };
}

/** What a remedy leaves of the wait at as many threads as long jobs, and what it costs the long jobs. */
function frees(measured: Measured, long: Waiting, remedy: MixedSetting, name: string): Judgement {
  const compared = slower(measured, remedy, full(long));
  if (!compared) return notRun(tooFewBlocks);
  const price = measured.compare('jobRate', cellId(remedy), cellId(full(long)));
  const evidence: Evidence[] = [
    ratio(`mean response with ${name} ÷ with ${usualCount} threads`, compared),
    ...(price ? [ratio(`long jobs per second with ${name} ÷ with ${usualCount} threads`, price)] : []),
  ];
  const cost = price ? ` The long jobs go on at ${figure(price.ratio)} times their rate.` : '';
  const because = `With ${name} a stat took ${figure(compared.ratio)} times as long as with ${usualCount} threads behind ${usualCount} long jobs ${names[long]}: ${meanOf(measured, remedy)} instead of ${meanOf(measured, full(long))} on average.${cost}`;
  if (isBelow(compared.ratio, freed)) return { verdict: 'holds', because, evidence };
  return { verdict: isAbove(compared.ratio, notFreed) ? 'refuted' : 'undecided', because, evidence };
}

const oneMore = (measured: Measured, long: Waiting) =>
  frees(measured, long, free(long, usualCount, usualCount + 1), `${usualCount + 1} threads`);
const limiter = (measured: Measured, long: Waiting) =>
  frees(measured, long, limited(long, usualCount), `a limit of ${usualCount - 1}`);

const queue = 'libuv’s one queue for all kinds of work (src/threadpool.c)';
const wisdom = 'what follows from that queue; the article takes the number of operations itself';

const suffix = { held: 'waiting', pbkdf2: 'computing' } as const;

export const claims: readonly Claim[] = (['held', 'pbkdf2'] as const).flatMap((long) => [
  {
    id: `pool-mixed/head-of-line-${suffix[long]}`,
    text: `Long jobs ${names[long]} stall every short one, once there are as many of them as threads.`,
    source: queue,
    judge: (measured: Measured) => stalls(measured, long),
  },
  {
    id: `pool-mixed/one-more-${suffix[long]}`,
    text: `One thread more than there are long jobs ${names[long]} frees the short ones.`,
    source: wisdom,
    judge: (measured: Measured) => oneMore(measured, long),
  },
  {
    id: `pool-mixed/limiter-${suffix[long]}`,
    text: `A limit on the long jobs ${names[long]}, one less than the threads, frees the short ones without a larger pool.`,
    source: wisdom,
    judge: (measured: Measured) => limiter(measured, long),
  },
]);
