/** Each comparison of the run, judged by its requests and by its trials. */
import type { Plan } from '../../../model/plan.ts';
import type { Trial } from '../../../model/sample.ts';
import type { Interval, Measured } from '../../../model/verdict.ts';
import { countedShare } from '../judgement.ts';
import type { Figure } from '../outcome.ts';
import { comparisonsOf, trialsEach, type Server } from './grid.ts';
import { callsDifferent, nodeTests, requestTimes, type NodeTest } from './node-tests.ts';

export type Judge = NodeTest | 'trials';

export interface Comparisons {
  readonly with: Exclude<Server, 'one'>;
  readonly all: readonly {
    readonly blocks: readonly number[];
    /** Whether each of Node's tests calls the two different; null where this Node does not have it. */
    readonly byRequests: Readonly<Record<NodeTest, boolean | null>>;
  }[];
  /** Of one server in one comparison, on average. */
  readonly requests: number;
  readonly trials: number;
}

/** To judge thousands of requests takes some milliseconds, and every claim asks. */
const known = new WeakMap<readonly Trial[], Map<Server, Comparisons>>();

/** All comparisons with the first server of which every trial counts. */
export function comparisons({ plan, trials }: Measured, other: Comparisons['with']): Comparisons {
  const own = known.get(trials) ?? new Map<Server, Comparisons>();
  known.set(trials, own);
  const found = own.get(other) ?? compared(plan, trials, other);
  own.set(other, found);
  return found;
}

function compared(plan: Plan, trials: readonly Trial[], other: Comparisons['with']): Comparisons {
  const counted = trials.flatMap(({ cell, block, problem, sample }) =>
    problem || !sample ? [] : { cell, block, response: sample.outcome.response },
  );
  const responses = (server: Server, blocks: readonly number[]) =>
    counted.flatMap((one) => (one.cell === server && blocks.includes(one.block) ? one.response : []));
  const whole = [...new Set(counted.map(({ block }) => block))]
    .toSorted((a, b) => a - b)
    .filter((block) => responses('one', [block]).length > 0 && responses(other, [block]).length > 0);
  const groups = comparisonsOf(plan, whole);
  const counts = groups.flatMap((blocks) => responses('one', blocks).map(({ count }) => count));
  return {
    with: other,
    all: groups.map((blocks) => {
      const [a, b] = [requestTimes(responses('one', blocks)), requestTimes(responses(other, blocks))];
      const answers = nodeTests.map((test) => [test, callsDifferent(test, a, b)] as const);
      return { blocks, byRequests: Object.fromEntries(answers) as Record<NodeTest, boolean | null> };
    }),
    requests: counts.reduce((sum, count) => sum + count, 0) / Math.max(1, groups.length),
    trials: trialsEach[plan.scale],
  };
}

/** Mean response time over that of the first server, by trials, for each comparison; null where it cannot be estimated. */
export const ratios = (measured: Measured, { all, with: other }: Comparisons): (Interval | null)[] =>
  all.map(({ blocks }) =>
    measured.contrast(
      [
        { metric: 'mean', cell: other, weight: 1 },
        { metric: 'mean', cell: 'one', weight: -1 },
      ],
      blocks,
    ),
  );

/** How many of the comparisons that it could judge a judge calls different; null where it could judge none. */
export function calledDifferent(measured: Measured, own: Comparisons, judge: Judge): Figure | null {
  const answers =
    judge === 'trials'
      ? ratios(measured, own).flatMap((ratio) => (ratio ? ratio.low > 1 || ratio.high < 1 : []))
      : own.all.flatMap(({ byRequests }) => byRequests[judge] ?? []);
  const count = answers.filter(Boolean).length;
  const what = own.with === 'slower' ? 'pairs of which one is slower' : 'pairs of identical servers';
  return answers.length > 0 ? countedShare(`${what} that are called different`, count, answers.length) : null;
}
