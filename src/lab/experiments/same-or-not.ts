/**
 * Are two servers the same, or not? Node's histograms have tests since 26.8, and node:bench prints intervals: both take
 * requests, or calls, as the unit. Here many pairs of servers are compared that are the same, so every difference that is
 * found is a false alarm; and a third server that takes longer shows who would find a difference that is there.
 */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { percent } from '../../format/number.ts';
import { message } from '../../messages/message.ts';
import type { Plan } from '../../model/plan.ts';
import type { Trial } from '../../model/sample.ts';
import { type HistogramData, Histogram } from '../../stats/histogram.ts';
import type { Interval, Measured, Picture, Passage, Undecided } from '../../model/verdict.ts';
import { total } from '../../stats/mean-and-spread.ts';
import { chain, expectedProofKey } from '../workloads/cluster.ts';
import { ascending, defineExperiment, fastest, proved } from './experiment.ts';
import { countedShare, judged, notRun, type Claims, type Judgement } from './judgement.ts';
import type { EvidenceFigure } from './outcome.ts';
import { intervalOf, picture, points, section, tableOf } from './tables.ts';

const servers = ['one', 'other', 'slower'] as const;
type Server = (typeof servers)[number];

/** Blocks of one comparison, that is trials of each server. */
export const trialsEach = { quick: 3, full: 5, 'as-published': 3 } as const;
/** Number of comparisons. */
export const pairs = { quick: 20, full: 40, 'as-published': 20 } as const;
/** Milliseconds of warm-up and window: some hundred requests in a quick run, thousands in a full run, as a server's benchmark has. */
const timing = {
  quick: { warmup: 80, duration: 250 },
  full: { warmup: 300, duration: 1000 },
  'as-published': { warmup: 80, duration: 250 },
} as const;
/** Milliseconds of a trial besides its window: start, readiness, stop. */
const overhead = 300;
/** Milliseconds of CPU that a request computes: less than HTTP itself costs, or more. */
const computed = { same: 0.1, slower: 0.3 } as const;
const round = 1_000_000;
const rounds = 8;

/** Blocks of each comparison, in the order in which they were measured; one that was cut off is left out. */
export function comparisonsOf({ scale }: Pick<Plan, 'scale'>, blocks: readonly number[]): number[][] {
  const each = trialsEach[scale];
  const groups = [...Map.groupBy(blocks, (block) => Math.floor(block / each)).values()];
  return groups.filter((own) => own.length === each);
}

/** Methods that Node's types do not know yet; a Node that lacks one has no answer. */
interface Tested {
  readonly welchTest?: (other: object) => { readonly pValue: number } | undefined;
  readonly mannWhitneyTest?: (other: object) => { readonly pValue: number } | undefined;
  readonly meanCI?: () => { readonly lower: number; readonly upper: number } | undefined;
}

/** The tests of Node's own histograms, as a reader of its documentation uses them: requests are the unit. */
const nodeTests = ['welchTest', 'mannWhitneyTest', 'meanCI'] as const;
type NodeTest = (typeof nodeTests)[number];

/** The p-value below which a difference is called significant, as in Node's documentation. */
const significant = 0.05;

/** Whether the Node that runs this has the test. */
export const hasTest = (test: NodeTest): boolean =>
  typeof (createHistogram() as unknown as Tested)[test] === 'function';

/** The times of a server's requests in several trials together: in whole microseconds, for Node's tests. */
function requestTimes(trials: readonly HistogramData[]): Tested {
  // No request here takes longer than an hour.
  const times: RecordableHistogram = createHistogram({ lowest: 1, highest: 3_600_000_000, figures: 4 });
  for (const data of trials) {
    for (const value of Histogram.fromData(data).values()) times.record(Math.max(1, Math.round(value)));
  }
  return times as unknown as Tested;
}

/**
 * Whether a test calls two servers different: a p-value below 0.05, or two 95% intervals that do not overlap.
 * @returns null where this Node has no such test
 */
function callsDifferent(test: NodeTest, one: Tested, other: Tested): boolean | null {
  if (test === 'meanCI') {
    const [a, b] = [one.meanCI?.(), other.meanCI?.()];
    return a && b ? a.upper < b.lower || b.upper < a.lower : null;
  }
  const found = one[test]?.(other);
  return found ? found.pValue < significant : null;
}

type Judge = NodeTest | 'trials';
type Other = Exclude<Server, 'one'>;

/** The comparisons of the run with the first server, each judged by its requests. */
interface Comparisons {
  readonly with: Other;
  readonly all: readonly {
    readonly blocks: readonly number[];
    /** Whether each of Node's tests calls the two different; null where this Node does not have it. */
    readonly byRequests: Readonly<Partial<Record<NodeTest, boolean | null>>>;
  }[];
  /** Requests of one server in one comparison, on average. */
  readonly requests: number;
  readonly trials: number;
}

/** Comparisons that have been judged: thousands of requests take some milliseconds, and every claim asks. */
const known = new WeakMap<readonly Trial[], Partial<Record<Other, Comparisons>>>();

function comparisons({ plan, trials }: Measured, other: Other): Comparisons {
  const own = known.get(trials) ?? {};
  known.set(trials, own);
  return (own[other] ??= compared(plan, trials, other));
}

/** Makes all comparisons of which every trial counts. */
function compared(plan: Plan, trials: readonly Trial[], other: Other): Comparisons {
  const counted = trials.flatMap(({ cell, block, problem, sample }) =>
    problem || !sample ? [] : { cell, block, response: sample.outcome.response },
  );
  const responses = (server: Server, blocks: readonly number[]) =>
    counted.flatMap((one) => (one.cell === server && blocks.includes(one.block) ? one.response : []));
  const whole = ascending(counted.map(({ block }) => block)).filter(
    (block) => responses('one', [block]).length > 0 && responses(other, [block]).length > 0,
  );
  const groups = comparisonsOf(plan, whole);
  const counts = groups.flatMap((blocks) => responses('one', blocks).map(({ count }) => count));
  return {
    with: other,
    all: groups.map((blocks) => {
      const [a, b] = [requestTimes(responses('one', blocks)), requestTimes(responses(other, blocks))];
      const answers = nodeTests.map((test) => [test, callsDifferent(test, a, b)] as const);
      return { blocks, byRequests: Object.fromEntries(answers) };
    }),
    requests: total(counts) / Math.max(1, groups.length),
    trials: trialsEach[plan.scale],
  };
}

/** Mean response time over that of the first server, by trials, for each comparison; null where it cannot be estimated. */
const ratios = (measured: Measured, { all, with: cell }: Comparisons): (Interval | null)[] =>
  all.map(({ blocks }) => {
    const metric = 'mean';
    const terms = [
      { metric, cell, weight: 1 },
      { metric, cell: 'one', weight: -1 },
    ] as const;
    return measured.contrast(terms, blocks);
  });

/** The share that a judge calls different, of the comparisons that it could judge; null where it could judge none. */
function calledDifferent(measured: Measured, own: Comparisons, judge: Judge): EvidenceFigure | null {
  const answers =
    judge === 'trials'
      ? ratios(measured, own).flatMap((ratio) => (ratio ? ratio.low > 1 || ratio.high < 1 : []))
      : own.all.flatMap(({ byRequests }) => byRequests[judge] ?? []);
  const count = answers.filter(Boolean).length;
  const what = own.with === 'slower' ? 'one slower' : 'identical servers';
  return answers.length > 0 ? countedShare(`called different: ${what}`, count, answers.length) : null;
}

type WordOf = (share: Interval) => 'holds' | 'refuted' | 'undecided';

/**
 * The word on the promise of one false alarm in twenty. Twice as many break it; a share that is known to lie below
 * a quarter after some tens of comparisons agrees with it.
 */
const keepsItsPromise: WordOf = ({ low, high }) =>
  low > 0.1 ? 'refuted' : high < 0.25 ? 'holds' : 'undecided';

/** The word on a difference that is there: it has to be found more often than not, and is found if three of four are. */
const findsIt: WordOf = ({ low, high }) => (low > 0.75 ? 'holds' : high < 0.5 ? 'refuted' : 'undecided');

/** @param judge who calls two servers different, or not */
function judgedBy(measured: Measured, judge: Judge, other: Other, wordOf: WordOf): Judgement {
  if (judge !== 'trials' && !hasTest(judge))
    return notRun(message('claim.needs-own-node', { version: judge === 'meanCI' ? '26.9' : '26.8' }));
  const own = comparisons(measured, other);
  const share = calledDifferent(measured, own, judge);
  if (!share) return notRun(message('claim.no-trial'));
  const remarks = other === 'other' ? [remarkOf(own, judge, share)] : [];
  return judged(wordOf(share), [share], remarks, [share], openOf(measured, share, wordOf));
}

function remarkOf({ all, requests, trials }: Comparisons, judge: Judge, { value, n }: EvidenceFigure) {
  const count = Math.round(value * n);
  return judge === 'trials'
    ? message('claim.false-alarms-by-trials', { count, of: n, trials })
    : message('claim.false-alarms-by-requests', { count, of: all.length, requests: Math.round(requests) });
}

/** The most comparisons that anybody would wait for. */
const most = 400;

/** How many further blocks would decide a claim if the share stayed what it is; undefined if it is decided. */
function openOf({ plan, trials }: Measured, share: EvidenceFigure, wordOf: WordOf): Undecided | undefined {
  if (wordOf(share) !== 'undecided') return undefined;
  const isEnough = (of: number) => wordOf(countedShare('', share.value * of, of)) !== 'undecided';
  let needed = share.n + 1;
  while (needed <= most && !isEnough(needed)) needed++;
  if (needed > most) return { kind: 'on the line' };
  const blocks = (needed - share.n) * trialsEach[plan.scale];
  const spent = total(trials.map(({ duration }) => duration));
  const done = new Set(trials.map(({ block }) => block)).size;
  return { kind: 'noise', blocks, seconds: Math.ceil((blocks * spent) / done / 1000) };
}

const documentation = "Node's documents: node:perf_hooks, 26.10";

const claims: Claims = {
  welch: {
    text: 'Two servers differ where the p-value of histogram.welchTest() is below 0.05: of identical ones it says so in one of twenty cases.',
    source: documentation,
    judge: (measured) => judgedBy(measured, 'welchTest', 'other', keepsItsPromise),
  },
  'mann-whitney': {
    text: 'Two servers differ where the p-value of histogram.mannWhitneyTest() is below 0.05: of identical ones it says so in one of twenty cases.',
    source: documentation,
    judge: (measured) => judgedBy(measured, 'mannWhitneyTest', 'other', keepsItsPromise),
  },
  'mean-interval': {
    text: 'Two servers differ where the 95% intervals of histogram.meanCI() do not overlap: those of identical ones do, in nineteen of twenty cases at least.',
    source: "Node's documents: node:bench, 26.10",
    judge: (measured) => judgedBy(measured, 'meanCI', 'other', keepsItsPromise),
  },
  trials: {
    text: 'With fresh servers as the unit, identical ones are called different in one of twenty cases at most.',
    source: 'this project',
    judge: (measured) => judgedBy(measured, 'trials', 'other', keepsItsPromise),
  },
  // Without this claim, a judge that never says anything would be the best.
  finds: {
    text: 'With fresh servers as the unit, a server that computes three times as long is still found.',
    source: 'this project',
    judge: (measured) => judgedBy(measured, 'trials', 'slower', findsIt),
  },
};

const judges: readonly (readonly [Judge, string, string])[] = [
  ['welchTest', 'histogram.welchTest(), p < 0.05', 'request'],
  ['mannWhitneyTest', 'histogram.mannWhitneyTest(), p < 0.05', 'request'],
  ['meanCI', 'histogram.meanCI(), intervals apart', 'request'],
  ['trials', 'chokepoint, 95% interval without 1', 'trial'],
];

/** A picture with one interval for each pair of identical servers. */
function intervals(measured: Measured, own: Comparisons): Picture[] {
  const found = ratios(measured, own);
  const fromOne = (ratio: Interval) => Math.abs(Math.log(ratio.value));
  const [furthest, ...rest] = found.flatMap((one) => one ?? []).toSorted((a, b) => fromOne(b) - fromOne(a));
  if (!furthest || rest.length === 0) return [];
  const title = 'Mean response time of one server over that of the same server';
  return picture('identical-servers', title, {
    sentence: message('passage.furthest-pair', { pairs: rest.length + 1, ratio: intervalOf(furthest) }),
    axis: { label: 'pair', scale: 'category' },
    unit: '×',
    lines: [{ label: 'trial, 95% interval', points: points(found.map((ratio, i) => [i + 1, ratio])) }],
  });
}

function passages(measured: Measured): Passage[] {
  const [same, slower] = [comparisons(measured, 'other'), comparisons(measured, 'slower')];
  if (same.all.length === 0) return [];
  const share = (own: Comparisons, judge: Judge) => {
    const found = calledDifferent(measured, own, judge);
    return found
      ? `${Math.round(found.value * found.n)} of ${found.n} (${percent(found.low)} to ${percent(found.high)})`
      : '–';
  };
  const table = tableOf(
    {
      title: 'Called different',
      note: 'The same measurements, judged four ways. Of identical servers every one is a false alarm; of a slower server every one is right. ksTest() of the same histograms gives a distance and no p-value.',
    },
    judges,
    {
      '<judge': ([, name]) => name,
      '<unit': ([, , unit]) => unit,
      'identical servers': ([judge]) => share(same, judge),
      'one slower': ([judge]) => share(slower, judge),
    },
  );
  return section(
    'The unit decides',
    [
      message('passage.pairs', { trials: same.trials, requests: same.requests }),
      'Requests of one start share what that start happened to be: where its memory lies, what was compiled when, what the machine did. So they are not independent. A test that counts each of them takes the difference between two starts for one between two servers. The more requests it has, the more often it does.',
      'Between starts that difference is noise like any other. It is known as soon as there are several starts of each server. That is why chokepoint starts every server anew, several times, and takes the start as its unit.',
    ],
    [table],
    intervals(measured, same),
  );
}

const clients = 8;

export const sameOrNotExperiment = defineExperiment<{ readonly server: Server }>({
  name: 'same-or-not',
  question: 'Are two servers the same, or not: what do tests say that take requests as the unit?',
  sources: [
    "Node's documentation of histogram.welchTest() and mannWhitneyTest(), 26.8, and of histogram.meanCI(), 26.9",
    "Node's documentation of node:bench, 26.9",
  ],
  keys: ['server'],
  design: [
    'Two servers that differ only in their name are compared many times. Each time has fresh processes, in an order drawn for each block. Whoever calls them different raises a false alarm. The same measurements are judged twice: by all requests, with the tests of Node’s own histograms, and by trials, as chokepoint does.',
    'A third server computes three times as long in each request: a judge that never says “different” would raise no false alarm either, and would not find this one.',
    'How often a judge is wrong is a share of so many comparisons, with the interval of a counted share (Wilson). A judge promises one false alarm in twenty. The promise is kept if the interval lies below a quarter, and broken if it lies above a tenth.',
  ],
  limits: [
    'How many requests a trial has decides how wrong a test of requests is: the more of them, the smaller the difference that it takes for one. A difference between two starts of the same server does not become smaller with more requests.',
    'node:bench times functions, not servers: what is judged here is its interval, by the times of requests.',
    'The trials ran on one machine, one after the other: of two machines, or two days, even a test of trials says nothing.',
  ],
  needs: ['Node 26.8 or newer to run chokepoint itself, for the tests of its histograms'],
  blocks: {
    quick: pairs.quick * trialsEach.quick,
    full: pairs.full * trialsEach.full,
    'as-published': pairs['as-published'] * trialsEach['as-published'],
  },
  quickLimit: 178_000,
  cellId: ({ server }) => server,
  grid({ scale }, _, narrow) {
    const wanted = narrow(servers.map((server) => ({ server })));
    const perMillisecond = round / fastest(() => chain(round), rounds);
    const { warmup, duration } = timing[scale];
    return {
      wanted,
      subject: { kind: 'workload', workload: 'cluster', parameters: {} },
      cell({ server }) {
        const time = server === 'slower' ? computed.slower : computed.same;
        const iterations = Math.max(1, Math.round(time * perMillisecond));
        return {
          load: { kind: 'closed', clients },
          requests: [proved('/', expectedProofKey(iterations))],
          parameters: { answer: 'proof', clock: 'handler', iterations },
        };
      },
      cost: () => overhead + warmup + duration,
      warmup,
      duration,
    };
  },
  claims,
  passages,
});
