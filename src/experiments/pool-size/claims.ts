/**
 * What the documents claim, and when it holds. A rule looks at intervals only: beyond 1 (or beyond a stated factor) it
 * decides, else the claim stays undecided. "Equal" means that the whole interval lies within a factor of 1.1.
 */
import type { Claim } from '../experiment.ts';
import type { Measured } from '../../model/verdict.ts';
import { readingClaims } from './claims-reading.ts';
import {
  at,
  cpusOf,
  equality,
  figure,
  isAbove,
  isBelow,
  isEqual,
  measuredSizes,
  notRun,
  sizeRatio,
  tooFewBlocks,
  type Judgement,
} from './evidence.ts';

const article = 'seed 001, article';
const tables = 'seeds 000 and 001, tables';

/** Average job time of every size against the size that the seed marks as best: as many threads as CPUs. */
function bestSize(measured: Measured): Judgement {
  const cpus = cpusOf(measured);
  const others = measuredSizes(measured).filter((pool) => pool !== cpus);
  const compared = measured.compareAll(
    'jobMean',
    others.map((pool) => at(pool)),
    at(cpus),
  );
  if (compared.length === 0) return notRun(tooFewBlocks);
  const evidence = compared.map((one) => sizeRatio('jobMean', one, poolOf(measured, one.cell), cpus));
  const better = compared.filter((one) => isBelow(one.ratio, 1 / equality));
  const worse = compared.filter((one) => isAbove(one.ratio));
  const highest = compared.at(-1);
  if (better.length > 0) {
    const best = better.reduce((a, b) => (a.ratio.value < b.ratio.value ? a : b));
    return {
      verdict: 'refuted',
      because: `Pool ${poolOf(measured, best.cell)} has an average of ${figure(best.ratio)} times that of ${cpus}.`,
      evidence,
    };
  }
  const isHold =
    highest !== undefined && isAbove(highest.ratio) && compared.every((one) => one.ratio.low > 1 / equality);
  const because = `Against ${cpus} threads (the CPUs of this machine) no size has a lower average by more than a tenth; ${worse.length} of ${compared.length} have a higher one.`;
  return { verdict: isHold ? 'holds' : 'undecided', because, evidence };
}

/** Beyond the CPUs: jobs per second stay, the average job time rises. */
function flatThenWorse(measured: Measured): Judgement {
  const cpus = cpusOf(measured);
  const larger = measuredSizes(measured).filter((pool) => pool > cpus);
  const most = larger.at(-1);
  if (most === undefined) return notRun('No size above the CPUs was measured.');
  const cells = larger.map((pool) => at(pool));
  const rates = measured.compareAll('jobRate', cells, at(cpus));
  const averages = measured.compareAll('jobMean', cells, at(cpus));
  const rise = averages.find((one) => one.cell === at(most));
  if (rates.length === 0 || !rise) return notRun(tooFewBlocks);
  const evidence = [
    ...rates.map((one) => sizeRatio('jobRate', one, poolOf(measured, one.cell), cpus)),
    sizeRatio('jobMean', rise, most, cpus),
  ];
  const lowest = rates.reduce((a, b) => (a.ratio.value < b.ratio.value ? a : b));
  const because = `From ${cpus} to ${most} threads the rate stays between ${figure(lowest.ratio)} and ${figure(rates.reduce((a, b) => (a.ratio.value > b.ratio.value ? a : b)).ratio)} of that at ${cpus}, while the average job takes ${figure(rise.ratio)} times as long.`;
  if (rates.every((one) => isEqual(one.ratio)) && isAbove(rise.ratio))
    return { verdict: 'holds', because, evidence };
  const broken =
    rates.some((one) => isAbove(one.ratio, equality) || isBelow(one.ratio, 1 / equality)) ||
    isBelow(rise.ratio);
  return { verdict: broken ? 'refuted' : 'undecided', because, evidence };
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
  const below = all.filter((pool) => pool < cpus)[0];
  if (beyond.length === 0 || below === undefined)
    return notRun('This needs a size below the number of CPUs and one above it.');
  const gain = measured.compare('jobRate', at(cpus), at(below));
  const further = measured.compareAll(
    'jobRate',
    beyond.map((pool) => at(pool)),
    at(cpus),
  );
  if (!gain || further.length === 0) return notRun(tooFewBlocks);
  const evidence = [
    sizeRatio('jobRate', gain, cpus, below),
    ...further.map((one) => sizeRatio('jobRate', one, poolOf(measured, one.cell), cpus)),
  ];
  const most = further.reduce((a, b) => (a.ratio.value > b.ratio.value ? a : b));
  const because = `From ${below} to ${cpus} threads the jobs per second grow ${figure(gain.ratio)} times; beyond the ${cpus} CPUs the best size gives ${figure(most.ratio)}. That is how CPU work behaves: pbkdf2 waits for no device.`;
  if (isAbove(most.ratio, equality)) return { verdict: 'holds', because, evidence };
  const stops = further.every((one) => isBelow(one.ratio, 1.25)) && isAbove(gain.ratio, equality);
  return { verdict: stops ? 'refuted' : 'undecided', because, evidence };
}

function poolOf({ plan }: Measured, id: string): number {
  return Number(plan.cells.find((cell) => cell.id === id)?.setting['pool']);
}

export const claims: readonly Claim[] = [
  {
    id: 'pool-size/best-size',
    text: 'The average is best with as many threads as the machine has CPUs (12 in the seed).',
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
    source: `${article} and tables`,
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
