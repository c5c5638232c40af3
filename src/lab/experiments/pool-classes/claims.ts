/**
 * The article's advice, kind by kind: a sentence that is true of jobs that wait and false of jobs that compute gets a
 * verdict for each. A rule says something of several kinds only if all of them agree.
 */
import type { Claim } from '../experiment.ts';
import type { Nature } from '../../../workloads/pool-classes/kind.ts';
import type { ClaimWord, Evidence, Measured } from '../../../model/verdict.ts';
import { equality, figure, isAbove, isBelow, notRun, tooFewBlocks, type Judgement } from '../evidence.ts';
import {
  against,
  around,
  at,
  measuredKinds,
  othersAgainst,
  reasonsWithout,
  sizeRatio,
  sizesOf,
} from './evidence.ts';
import { usualSize } from './grid.ts';
import { halfLaneClaim } from './half-lane.ts';

const article = 'the article on the libuv thread pool size';

interface Part {
  readonly word: ClaimWord;
  readonly text: string;
  readonly evidence: readonly Evidence[];
}

/** One word for all kinds of a nature: theirs, if it is the same; a kind of which nothing is known leaves it undecided. */
function together(
  measured: Measured,
  nature: Nature,
  judge: (kind: string) => Part | null,
  missing = tooFewBlocks,
): Judgement {
  const names = measuredKinds(measured, nature);
  const without = reasonsWithout(measured, nature);
  if (names.length === 0) return notRun(without.join('; ') || 'No such kind of job was measured.');
  const parts = names.flatMap((kind) => judge(kind) ?? []);
  if (parts.length === 0) return notRun(missing);
  const words = new Set(parts.map(({ word }) => word));
  const [only = 'undecided'] = words;
  const notRunParts = without.length > 0 ? ` Not run: ${without.join('; ')}.` : '';
  return {
    verdict: words.size === 1 && parts.length === names.length ? only : 'undecided',
    because: parts.map(({ text }) => text).join(' ') + notRunParts,
    evidence: parts.flatMap(({ evidence }) => evidence),
  };
}

/** The word of one kind alone: what a device does with it is the device's affair. */
function ofKind(measured: Measured, kind: string, judge: (kind: string) => Part | null): Judgement {
  if (!measuredKinds(measured).includes(kind)) {
    const why = reasonsWithout(measured, 'waits').find((reason) => reason.startsWith(`${kind}: `));
    return notRun(why ?? 'This kind of job was not measured.');
  }
  const part = judge(kind);
  return part ? { verdict: part.word, because: part.text, evidence: part.evidence } : notRun(tooFewBlocks);
}

/**
 * Of jobs that wait, twice the threads do up to twice the jobs: a quarter more is far below that, and above the noise.
 * What lies between the two is neither.
 */
const gains = { much: 1.25, little: 1.15 } as const;

/** Does the throughput of this kind go on growing beyond the CPUs? */
function growsBeyondCpus(measured: Measured, kind: string): Part | null {
  const found = around(measured, kind);
  if (!found) return null;
  const { cpus, least, beyond } = found;
  const alone = beyond.flatMap((pool) => {
    const compared = against(measured, kind, pool, cpus);
    return compared ? { pool, compared } : [];
  });
  const best = alone.toSorted((a, b) => b.compared.ratio.value - a.compared.ratio.value)[0];
  const gain = against(measured, kind, cpus, least);
  if (alone.length < beyond.length || !best || (least < cpus && !gain)) return null;
  const evidence = [
    ...(gain ? [sizeRatio(kind, gain, cpus, least)] : []),
    ...alone.map(({ pool, compared }) => sizeRatio(kind, compared, pool, cpus)),
  ];
  const text = `${kind}: ${best.pool} threads do ${figure(best.compared.ratio)} times the jobs of ${cpus}, the CPUs${gain ? `, and those ${figure(gain.ratio)} times the jobs of ${least}` : ''}.`;
  if (othersAgainst(measured, kind, beyond, cpus).some(({ ratio }) => isAbove(ratio, gains.much)))
    return { word: 'holds', text, evidence };
  const isOver = alone.every(({ compared }) => isBelow(compared.ratio, gains.little));
  const isUpTo = least === cpus || (gain !== null && isAbove(gain.ratio, equality));
  return { word: isOver && isUpTo ? 'refuted' : 'undecided', text, evidence };
}

/** The largest pool against a single thread. */
function tooHighAgainstTooLow(measured: Measured, kind: string): Part | null {
  const pools = sizesOf(measured, kind);
  const [least, most] = [pools[0], pools.at(-1)];
  if (least === undefined || most === undefined || least === most) return null;
  const compared = against(measured, kind, most, least);
  if (!compared) return null;
  const { ratio } = compared;
  return {
    word: isAbove(ratio) ? 'holds' : isBelow(ratio) ? 'refuted' : 'undecided',
    text: `${kind}: ${most} threads do ${figure(ratio)} times the jobs per second of ${least}.`,
    evidence: [sizeRatio(kind, compared, most, least)],
  };
}

/** libuv's issue compares 8 and 16 threads with 4: here every size above 4. */
function statIsSlower(measured: Measured): Judgement {
  const larger = sizesOf(measured, 'stat').filter((pool) => pool > usualSize);
  const compared = larger.flatMap((pool) => against(measured, 'stat', pool, usualSize) ?? []);
  const [next] = compared;
  if (!next || compared.length < larger.length) return notRun(tooFewBlocks);
  const evidence = compared.map((one, index) => sizeRatio('stat', one, larger[index] ?? 0, usualSize));
  const because = `Against ${usualSize} threads ${larger.map((pool, index) => `${pool} do ${figure(compared[index]?.ratio ?? next.ratio)} times`).join(', ')} the calls per second; slower means by more than a tenth, with the whole interval.`;
  if (compared.every(({ ratio }) => isBelow(ratio, 1 / equality)))
    return { verdict: 'holds', because, evidence };
  // "Slower" is wrong when no larger size loses even a twentieth.
  const isNoSlower = compared.every(({ ratio }) => ratio.low > 0.95);
  return { verdict: isNoSlower ? 'refuted' : 'undecided', because, evidence };
}

/** Is there a size that is within a tenth of the best for every kind? */
function oneSizeSuitsAll(measured: Measured): Judgement {
  const names = measuredKinds(measured);
  const [first, ...others] = names.map((kind) => sizesOf(measured, kind));
  const pools = (first ?? []).filter((pool) => others.every((sizes) => sizes.includes(pool)));
  if (names.length < 2 || pools.length < 2) return notRun('This needs two kinds and two sizes.');
  const evidence: Evidence[] = [];
  const losses: string[] = [];
  let fitting: number | null = null;
  for (const base of pools) {
    const better = names.flatMap((kind) =>
      othersAgainst(measured, kind, pools, base)
        .filter(({ ratio }) => isAbove(ratio, equality))
        .map((compared) => ({
          kind,
          compared,
          pool: pools.find((pool) => at(kind, pool) === compared.cell) ?? 0,
        })),
    );
    const worst = better.toSorted((a, b) => b.compared.ratio.value - a.compared.ratio.value)[0];
    if (worst) {
      losses.push(
        `${base} threads give ${worst.kind} away: ${worst.pool} do ${figure(worst.compared.ratio)} times as much`,
      );
      evidence.push(sizeRatio(worst.kind, worst.compared, worst.pool, base));
    } else if (fitting === null) {
      const alone = names.map((kind) =>
        pools.filter((pool) => pool !== base).map((pool) => against(measured, kind, pool, base)),
      );
      if (alone.flat().some((one) => one === null)) return notRun(tooFewBlocks);
      if (alone.flat().every((one) => one && isBelow(one.ratio, equality))) fitting = base;
    }
  }
  if (losses.length === pools.length)
    return { verdict: 'refuted', because: `${losses.join('; ')}.`, evidence };
  if (fitting !== null)
    return {
      verdict: 'holds',
      because: `With ${fitting} threads no kind is a tenth below its best.`,
      evidence,
    };
  return {
    verdict: 'undecided',
    because:
      losses.length > 0 ? `${losses.join('; ')}; of the other sizes too little is known.` : tooFewBlocks,
    evidence,
  };
}

const cores =
  'The number of CPU cores is no good criterion for the size, because this is I/O and not CPU work';
const tooHigh = 'A pool that is too large costs less throughput than one that is too small';

/** Kinds that hold a thread without a CPU, as a sentence names them. */
const waiting = [
  ['held', 'jobs that hold a thread and wait'],
  ['direct', 'reads that reach the device (O_DIRECT)'],
  ['fsync', 'fsync'],
  ['dns', 'look-ups of names through getaddrinfo'],
] as const;

export const claims: readonly Claim[] = [
  {
    id: 'pool-classes/cores-computing',
    text: `${cores}: of pbkdf2, scrypt and gzip.`,
    source: article,
    judge: (measured) => together(measured, 'computes', (kind) => growsBeyondCpus(measured, kind)),
  },
  ...waiting.map(([kind, name]): Claim => ({
    id: `pool-classes/cores-${kind}`,
    text: `${cores}: of ${name}.`,
    source: article,
    judge: (measured) => ofKind(measured, kind, (one) => growsBeyondCpus(measured, one)),
  })),
  {
    id: 'pool-classes/too-high-computing',
    text: `${tooHigh}: of jobs that compute.`,
    source: article,
    judge: (measured) => together(measured, 'computes', (kind) => tooHighAgainstTooLow(measured, kind)),
  },
  ...waiting.map(([kind, name]): Claim => ({
    id: `pool-classes/too-high-${kind}`,
    text: `${tooHigh}: of ${name}.`,
    source: article,
    judge: (measured) => ofKind(measured, kind, (one) => tooHighAgainstTooLow(measured, one)),
  })),
  {
    id: 'pool-classes/too-high-cached',
    text: `${tooHigh}: of small file system calls that find all in memory.`,
    source: article,
    judge: (measured) => together(measured, 'cached', (kind) => tooHighAgainstTooLow(measured, kind)),
  },
  {
    id: 'pool-classes/stat-slower',
    text: 'Small cached file system calls get slower with more threads than four.',
    source: 'libuv issue 5236',
    judge: statIsSlower,
  },
  halfLaneClaim,
  {
    id: 'pool-classes/one-size',
    text: 'One size of the pool suits all kinds of jobs.',
    source: 'the advice of the article to set one size for the application',
    judge: oneSizeSuitsAll,
  },
];
