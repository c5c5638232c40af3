/**
 * The article's advice, kind by kind: a sentence that is true of jobs that wait and false of jobs that compute gets a
 * verdict for each. A rule says something of several kinds only if all of them agree.
 */
import { message, type Message } from '../../../messages/message.ts';
import type { Measured } from '../../../model/verdict.ts';
import type { Nature } from '../../workloads/pool-classes/kind.ts';
import { kinds as allKinds } from '../../workloads/pool-classes/workload.ts';
import {
  cpusOf,
  equality,
  judged,
  measuredLevels,
  notInNode,
  notRun,
  ratioOf,
  same,
  tooFewBlocks,
  whole,
  type Claim,
  type Claims,
  type Judgement,
} from '../judgement.ts';
import {
  above,
  agreedWord,
  allLie,
  allAbove,
  allBelow,
  anyLies,
  below,
  between,
  need,
  outcomesOf,
  undecidedOf,
  type Estimated,
  type Outcome,
} from '../outcome.ts';
import { cellId, usualSize } from './grid.ts';

const article = 'the article on the thread pool';

export const at = (kind: string, pool: number) => cellId({ kind, pool });

/** Sizes of a kind that were measured, ascending. */
export const sizesOf = (measured: Measured, kind: string): number[] =>
  measuredLevels(measured, 'pool', (pool) => at(kind, pool));

/** Kinds of which sizes were measured, in the catalogue's order; whole files only if they are asked for. */
export function measuredKinds(measured: Measured, nature?: Nature): string[] {
  return allKinds
    .filter((kind) => (nature === undefined ? kind.nature !== 'whole' : kind.nature === nature))
    .map(({ name }) => name)
    .filter((name) => sizesOf(measured, name).length > 0);
}

/** Why kinds of this nature are not in the plan; empty if they are. */
export function reasonsWithout({ plan }: Measured, nature: Nature): string[] {
  if (plan.subject.kind === 'command') return [];
  const { parameters } = plan.subject;
  return allKinds
    .filter((kind) => kind.nature === nature)
    .flatMap(({ name }) => {
      const why = parameters[`without-${name}`];
      return why === undefined ? [] : `${name}: ${why}`;
    });
}

/** The throughput of one size over that of another; null where intervals need more blocks. */
export function against(measured: Measured, kind: string, pool: number, base: number): Estimated | null {
  const text = `${kind}: throughput, pool ${pool} ÷ pool ${base}`;
  return ratioOf(measured, text, at(kind, pool), at(kind, base));
}

/** What is known of one kind: its figures, where they have to lie, and those that a sentence names. */
interface KindPart {
  readonly outcomes: readonly Outcome[];
  readonly evidence: readonly Estimated[];
  readonly shown: readonly Estimated[];
}

/** @returns null where intervals need more blocks */
type KindRule = (measured: Measured, kind: string) => KindPart | null;

type OfKinds = Omit<Claim, 'id'>;

/** A claim about several kinds: one word for all of them. A kind of which nothing is known leaves it undecided. */
function ofKinds(
  text: string,
  kinds: (measured: Measured) => readonly string[],
  judge: KindRule,
  why: (measured: Measured) => Message | null,
): OfKinds {
  const partsOf = (measured: Measured) => kinds(measured).flatMap((kind) => judge(measured, kind) ?? []);
  return {
    text,
    source: article,
    outcomes: (measured) => partsOf(measured).map(({ outcomes }) => outcomes),
    judge(measured) {
      const names = kinds(measured);
      const reason = why(measured);
      if (names.length === 0) return notRun(reason ?? message('claim.no-such-kind'));
      const parts = partsOf(measured);
      if (parts.length === 0) return notRun(tooFewBlocks);
      const ways = parts.map(({ outcomes }) => outcomes);
      const word = parts.length === names.length ? agreedWord(ways, measured) : 'undecided';
      return judged(
        word,
        parts.flatMap(({ evidence }) => evidence),
        [reason],
        parts.flatMap(({ shown }) => shown),
        word === 'undecided' ? undecidedOf(ways, measured) : undefined,
      );
    },
  };
}

/** A claim about all kinds of a nature. */
const ofNature = (text: string, nature: Nature, judge: KindRule): OfKinds =>
  ofKinds(
    text,
    (measured) => measuredKinds(measured, nature),
    judge,
    (measured) => {
      const reasons = reasonsWithout(measured, nature);
      return reasons.length > 0 ? message('claim.kinds-left-out', { reasons }) : null;
    },
  );

/** Why a kind was not measured; null if it was. */
function whyMissing(measured: Measured, kind: string): Message | null {
  if (measuredKinds(measured).includes(kind)) return null;
  const reason = reasonsWithout(measured, 'waits').find((each) => each.startsWith(`${kind}: `));
  return reason === undefined
    ? message('claim.no-such-kind')
    : message('claim.kinds-left-out', { reasons: [reason] });
}

/**
 * Whether the throughput of this kind goes on growing beyond the CPUs. Where jobs wait, twice the threads do up to twice the jobs.
 */
const growsBeyondCpus: KindRule = (measured, kind) => {
  const cpus = cpusOf(measured);
  const pools = sizesOf(measured, kind);
  const beyondCpus = pools.filter((pool) => pool > cpus);
  const [least] = pools;
  if (!pools.includes(cpus) || beyondCpus.length === 0 || least === undefined) return null;
  const figures = whole(beyondCpus.map((pool) => against(measured, kind, pool, cpus)));
  const upTo = least < cpus ? whole([against(measured, kind, cpus, least)]) : [];
  const [best] = figures?.toSorted((a, b) => b.value - a.value) ?? [];
  if (!figures || !best || !upTo) return null;
  return {
    outcomes: outcomesOf(
      {
        holds: anyLies(above(same)),
        refuted: () => [[...figures.map(need(below(same))), ...upTo.map(need(above(equality)))]],
      },
      figures,
    ),
    evidence: [...upTo, ...figures],
    shown: [best, ...upTo],
  };
};

/** The largest pool against a single thread. */
const tooHighAgainstTooLow: KindRule = (measured, kind) => {
  const pools = sizesOf(measured, kind);
  const [least, most] = [pools[0], pools.at(-1)];
  if (least === undefined || most === undefined || least === most) return null;
  const compared = against(measured, kind, most, least);
  if (!compared) return null;
  return { outcomes: outcomesOf(allAbove(), [compared]), evidence: [compared], shown: [compared] };
};

/** Sizes that every kind was measured with. */
function commonSizes(measured: Measured): number[] {
  const [first = [], ...others] = measuredKinds(measured).map((kind) => sizesOf(measured, kind));
  return first.filter((pool) => others.every((sizes) => sizes.includes(pool)));
}

/** Ratios for each size: every other size of every kind over it. Null where intervals need more blocks. */
function overEachSize(measured: Measured): Estimated[][] | null {
  const pools = commonSizes(measured);
  const lists = pools.map((base) =>
    whole(
      measuredKinds(measured).flatMap((kind) =>
        pools.filter((pool) => pool !== base).map((pool) => against(measured, kind, pool, base)),
      ),
    ),
  );
  const known = lists.flatMap((list) => (list ? [list] : []));
  return known.length === lists.length ? known : null;
}

/** Outcomes for one size: it suits all kinds if none does more than a quarter better with another. */
const sizeSuits = (figures: readonly Estimated[]) =>
  outcomesOf({ holds: allLie(below(same)), refuted: anyLies(above(same)) }, figures);

/** Judges whether one size is nearly the best for every kind. */
function oneSizeSuitsAll(measured: Measured): Judgement {
  const pools = commonSizes(measured);
  if (measuredKinds(measured).length < 2 || pools.length < 2) return notRun(message('claim.needs-kinds'));
  const lists = overEachSize(measured);
  if (!lists) return notRun(tooFewBlocks);
  const parts = lists.map(sizeSuits);
  const fitting = pools.find((_, i) => agreedWord(parts.slice(i, i + 1), measured) === 'holds');
  const losses = lists.flatMap((figures) => figures.toSorted((a, b) => b.value - a.value).slice(0, 1));
  if (fitting !== undefined)
    return { ...judged('holds', losses), because: message('claim.size-fits-all', { size: fitting }) };
  if (agreedWord(parts, measured) === 'refuted')
    return judged('refuted', losses, [message('claim.every-size-loses')]);
  const open = parts.filter((part) => agreedWord([part], measured) === 'undecided');
  return judged(
    'undecided',
    losses,
    [message('claim.other-sizes-unknown')],
    losses,
    undecidedOf(open, measured),
  );
}

/** Size of the pool for DNS lookups: half of it is far from all of it, and the CPUs limit neither kind. */
const pool = 16;
const half = Math.floor((pool + 1) / 2) / pool;
/** Factor from a half beyond which nobody calls a part "half" any more. */
const other = 1.5;

const cores =
  'The number of CPU cores is no good criterion for the size, because this is I/O and not CPU work';
const tooHigh = 'A pool that is too large costs less throughput than one that is too small';

/** Kinds that hold a thread without a CPU, as a sentence names them. */
const waiting = [
  ['held', 'jobs that hold a thread and wait'],
  ['direct', 'reads that reach the device (O_DIRECT)'],
  ['fsync', 'fsync'],
  ['dns', 'DNS lookups through getaddrinfo'],
] as const;

const files = 'readFile ÷ open + fstat + read + close';
const bothWays = [at('readfile', usualSize), at('steps', usualSize)] as const;

/** Claims of the article about jobs that compute, and about each kind that waits: kinds that wait for devices may differ. */
const eachKind = (id: string, text: string, computing: string, judge: KindRule): Claims => ({
  [`${id}-computing`]: ofNature(`${text}: of ${computing}.`, 'computes', judge),
  ...Object.fromEntries(
    waiting.map(([kind, name]) => {
      const why = (measured: Measured) => whyMissing(measured, kind);
      const own = (measured: Measured) => (why(measured) ? [] : [kind]);
      return [`${id}-${kind}`, ofKinds(`${text}: of ${name}.`, own, judge, why)];
    }),
  ),
});

export const claims: Claims = {
  ...eachKind('cores', cores, 'pbkdf2, scrypt and gzip', growsBeyondCpus),
  ...eachKind('too-high', tooHigh, 'jobs that compute', tooHighAgainstTooLow),
  'too-high-cached': ofNature(
    `${tooHigh}: of small file system calls that find all in memory.`,
    'cached',
    tooHighAgainstTooLow,
  ),
  'stat-slower': {
    text: 'Small cached file system calls get slower with more threads than four.',
    source: 'libuv issue 5236',
    // The issue compares 8 and 16 threads with 4: here every size above 4.
    figures: (measured) =>
      sizesOf(measured, 'stat')
        .filter((size) => size > usualSize)
        .map((size) => against(measured, 'stat', size, usualSize)),
    // "Slower" is wrong when no larger size loses even a twentieth.
    outcomes: allBelow(1 / equality, 0.95),
    remarks: () => [message('claim.slower-by-a-tenth')],
  },
  'dns-half': {
    text: 'DNS lookups through getaddrinfo get only half of the threads of the pool, rounded up.',
    source: 'libuv src/threadpool.c',
    unless: (measured) => whyMissing(measured, 'dns') ?? whyMissing(measured, 'held'),
    figures: [[`throughput, pool ${pool}: dns ÷ held`, at('dns', pool), at('held', pool)]],
    outcomes: {
      holds: allLie(between(half / same, half * same)),
      refuted: allLie([{ high: half / other }, { low: half * other }]),
    },
  },
  'whole-file': {
    text: 'A small file is read faster in one job of the pool than in four: open, fstat, read and close.',
    source: 'nodejs/node pull request 65327',
    unless: (measured) => notInNode(measured, 'whole-files'),
    figures: [[`throughput, pool ${usualSize}: ${files}`, ...bothWays]],
    beside: [[`server CPU per request: ${files}`, ...bothWays, 'cpuPerRequest']],
    outcomes: allAbove(same, equality),
  },
  'one-size': {
    text: 'One size of the pool suits all kinds of jobs.',
    source: article,
    judge: oneSizeSuitsAll,
    outcomes: (measured) => (overEachSize(measured) ?? []).map(sizeSuits),
  },
};
