/**
 * What the documents claim, and when it holds. A rule looks at intervals only: beyond 1 (or beyond a stated factor) it
 * decides, else the claim stays undecided. "Equal" means that the whole interval lies within a factor of 1.1.
 */
import type { Claim } from '../experiment.ts';
import type { Comparison, Measured, Metric } from '../../../model/verdict.ts';
import { readingClaims } from './claims-reading.ts';
import {
  cpusOf,
  equality,
  figure,
  isAbove,
  isBelow,
  isEqual,
  notRun,
  tooFewBlocks,
  type Judgement,
} from '../evidence.ts';
import { at, measuredSizes, sizeRatio } from './evidence.ts';

const article = 'the article on the libuv thread pool size';
const tables = 'tables of the article and of its repository (seeds 000, 001)';

/**
 * Sizes against one size. That *all* of them are as the claim says is shown by their own intervals (each must pass, so
 * no chance adds up); that *one* is not is shown by the simultaneous ones.
 */
function against(measured: Measured, metric: Metric, pools: readonly number[], base: number) {
  const together = measured.compareAll(
    metric,
    pools.map((pool) => at(pool)),
    at(base),
  );
  const alone = pools.flatMap((pool) => measured.compare(metric, at(pool), at(base)) ?? []);
  const evidence = (which: readonly Comparison[]) =>
    which.map((one) => sizeRatio(metric, one, poolOf(measured, one.cell), base));
  return { together, alone, evidence, isWhole: alone.length === pools.length && pools.length > 0 };
}

const byRatio = (a: Comparison, b: Comparison) => a.ratio.value - b.ratio.value;

/** Average job time of every size against the size that the article marks as best: as many threads as CPUs. */
function bestSize(measured: Measured): Judgement {
  const cpus = cpusOf(measured);
  const others = measuredSizes(measured).filter((pool) => pool !== cpus);
  const { together, alone, evidence, isWhole } = against(measured, 'jobMean', others, cpus);
  if (!isWhole) return notRun(tooFewBlocks);
  const best = together.filter((one) => isBelow(one.ratio, 1 / equality)).toSorted(byRatio)[0];
  if (best) {
    const because = `Pool ${poolOf(measured, best.cell)} has an average of ${figure(best.ratio)} times that of ${cpus}.`;
    return { verdict: 'refuted', because, evidence: evidence(together) };
  }
  const worse = alone.filter((one) => isAbove(one.ratio)).map((one) => poolOf(measured, one.cell));
  const isLargestWorse = worse.includes(others.at(-1) ?? 0);
  const isGoodAsAny = alone.every((one) => one.ratio.low > 1 / equality);
  const because = `Against ${cpus} threads (the CPUs of this machine) ${isGoodAsAny ? 'no size has an average that is lower by more than a tenth' : 'no size was shown to have an average that is lower by more than a tenth'}; ${worse.length > 0 ? `shown to have a higher one: pool ${worse.join(', ')}` : 'none was shown to have a higher one'}.`;
  return {
    verdict: isGoodAsAny && isLargestWorse ? 'holds' : 'undecided',
    because,
    evidence: evidence(alone),
  };
}

/** Beyond the CPUs: jobs per second stay, the average job time rises. */
function flatThenWorse(measured: Measured): Judgement {
  const cpus = cpusOf(measured);
  const larger = measuredSizes(measured).filter((pool) => pool > cpus);
  const most = larger.at(-1);
  if (most === undefined) return notRun('No size above the CPUs was measured.');
  const rates = against(measured, 'jobRate', larger, cpus);
  const rise = measured.compare('jobMean', at(most), at(cpus));
  if (!rates.isWhole || !rise) return notRun(tooFewBlocks);
  const [lowest, highest] = [rates.alone.toSorted(byRatio)[0], rates.alone.toSorted(byRatio).at(-1)];
  if (!lowest || !highest) return notRun(tooFewBlocks);
  const rising = sizeRatio('jobMean', rise, most, cpus);
  const because = `From ${cpus} to ${most} threads the rate stays between ${figure(lowest.ratio)} and ${figure(highest.ratio)} of that at ${cpus}, while the average job takes ${figure(rise.ratio)} times as long.`;
  if (rates.alone.every((one) => isEqual(one.ratio)) && isAbove(rise.ratio))
    return { verdict: 'holds', because, evidence: [...rates.evidence(rates.alone), rising] };
  const isBroken = rates.together.some(
    (one) => isAbove(one.ratio, equality) || isBelow(one.ratio, 1 / equality),
  );
  if (isBroken || isBelow(rise.ratio)) {
    const changed = because.replace('the rate stays between', 'the rate lies between');
    return { verdict: 'refuted', because: changed, evidence: [...rates.evidence(rates.together), rising] };
  }
  return { verdict: 'undecided', because, evidence: [...rates.evidence(rates.alone), rising] };
}

/** Too high (the largest size) against too low (one thread), in the metric that is asked for. */
function tooHighAgainstTooLow(measured: Measured, metric: 'jobRate' | 'jobMean'): Judgement {
  const all = measuredSizes(measured);
  const [low, high] = [all[0], all.at(-1)];
  if (low === undefined || high === undefined || low >= cpusOf(measured)) {
    return notRun('This needs a size below the number of CPUs and one far above it.');
  }
  const compared = measured.compare(metric, at(high), at(low));
  if (!compared) return notRun(tooFewBlocks);
  const first = measured.compare('jobMin', at(high), at(low));
  const evidence = [
    sizeRatio(metric, compared, high, low),
    ...(first ? [sizeRatio('jobMin', first, high, low)] : []),
  ];
  if (metric === 'jobRate') {
    const because = `${high} threads do ${figure(compared.ratio)} times the jobs per second of ${low}.`;
    const verdict = isAbove(compared.ratio) ? 'holds' : isBelow(compared.ratio) ? 'refuted' : 'undecided';
    return { verdict, because, evidence };
  }
  const firstJob = first
    ? ` The first job of the burst is done after ${figure(first.ratio)} times as long.`
    : '';
  const because = `The average job takes ${figure(compared.ratio)} times as long with ${high} threads as with ${low}.${firstJob}`;
  // "Costs less" is wrong also when both cost the same, which is what time slicing against a queue predicts.
  if (isBelow(compared.ratio, 1 / equality)) return { verdict: 'holds', because, evidence };
  return { verdict: isAbove(compared.ratio, 1 / equality) ? 'refuted' : 'undecided', because, evidence };
}

/** I/O would gain from threads beyond the CPUs; CPU work gains up to them. */
function coresAreNoCriterion(measured: Measured): Judgement {
  const cpus = cpusOf(measured);
  const all = measuredSizes(measured);
  const beyond = all.filter((pool) => pool > cpus);
  const below = all.find((pool) => pool < cpus);
  if (beyond.length === 0 || below === undefined)
    return notRun('This needs a size below the number of CPUs and one above it.');
  const gain = measured.compare('jobRate', at(cpus), at(below));
  const further = against(measured, 'jobRate', beyond, cpus);
  const most = further.alone.toSorted(byRatio).at(-1);
  if (!gain || !most || !further.isWhole) return notRun(tooFewBlocks);
  const evidence = [sizeRatio('jobRate', gain, cpus, below), ...further.evidence(further.alone)];
  const because = `From ${below} to ${cpus} threads the jobs per second grow ${figure(gain.ratio)} times; beyond the ${cpus} CPUs the best size gives ${figure(most.ratio)}.`;
  if (further.together.some((one) => isAbove(one.ratio, equality)))
    return { verdict: 'holds', because, evidence };
  // Work that waits would gain in proportion to the threads: a quarter is far below that, and above this noise.
  const isOver = further.alone.every((one) => isBelow(one.ratio, 1.25)) && isAbove(gain.ratio, equality);
  const why = ' That is how CPU work behaves: pbkdf2 waits for no device.';
  return { verdict: isOver ? 'refuted' : 'undecided', because: isOver ? because + why : because, evidence };
}

function poolOf({ plan }: Measured, id: string): number {
  return Number(plan.cells.find((cell) => cell.id === id)?.setting['pool']);
}

export const claims: readonly Claim[] = [
  {
    id: 'pool-size/best-size',
    text: 'The average is best with as many threads as the machine has CPUs (12 in the article).',
    source: tables,
    judge: bestSize,
  },
  {
    id: 'pool-size/flat-beyond-cpus',
    text: 'Beyond the CPUs throughput is flat, while the average time of a job rises.',
    source: tables,
    judge: flatThenWorse,
  },
  {
    id: 'pool-size/too-high-throughput',
    text: 'A pool that is too large costs less throughput than one that is too small.',
    source: article,
    judge: (measured) => tooHighAgainstTooLow(measured, 'jobRate'),
  },
  {
    id: 'pool-size/too-high-average',
    text: 'A pool that is too large costs less than one that is too small, in the average time of a job too.',
    source: article,
    judge: (measured) => tooHighAgainstTooLow(measured, 'jobMean'),
  },
  {
    id: 'pool-size/cores-no-criterion',
    text: 'The number of CPU cores is no good criterion for the size, because the ten operations are I/O.',
    source: article,
    judge: coresAreNoCriterion,
  },
  ...readingClaims,
];
