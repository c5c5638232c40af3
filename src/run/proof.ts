/** An advised setting against the one that runs now: a sweep of two cells in ABBA blocks, and what its run says. */
import { message } from '../messages/message.ts';
import { lateCost, type Comparison, type RunResult } from '../model/verdict.ts';
import type { Metric } from '../model/metric.ts';
import { optionWords } from '../messages/command-line.ts';
import { describeLoad, describeSetting, type Plan } from '../model/plan.ts';
import type { Advice, Proof, ProofWord } from '../model/proof.ts';
import type { Milliseconds } from '../model/units.ts';
import { planSweep, type SweepOptions } from './plans.ts';

/** Blocks of two servers: as many as the time holds, within these bounds. */
export const proofBlocks = { most: 12, least: 4 } as const;
/** Load of each server in a round: servers that are alike differ by some percent, so many rounds are worth more than long ones. */
const turns = { warmup: 750, measured: 1500 } as const;
/** What a trial takes beside its load and the start of its server. */
const overhead: Milliseconds = 400;

/**
 * The load of a fresh server, where two may not be loaded in turn: short, but so long that the clients, which all begin at once, have
 * long had an answer when the window begins, and have several in it.
 */
function freshLoad(answer: Milliseconds) {
  const each = Math.min(answer, longest);
  return { warmup: Math.round(Math.max(750, 1.5 * each)), duration: Math.round(Math.max(1500, 2.5 * each)) };
}
/** Answers that take longer than this get no longer windows: too few blocks would be left. */
const longest: Milliseconds = 2000;

export interface ProofOptions extends Omit<
  SweepOptions,
  'factors' | 'blocks' | 'strategy' | 'affinity' | 'warmup' | 'duration'
> {
  readonly advice: Pick<Advice, 'today' | 'setting'>;
  /** Of the words of a command line only those of the request; the rest is that of a sweep. */
  readonly asked?: readonly string[];
  /** For all trials; a block that would not end within it is not begun. */
  readonly left: Milliseconds;
  readonly ready: Milliseconds;
  /** What an answer takes under this load, on average. */
  readonly answer: Milliseconds;
}

/** The server runs on all CPUs, as when it was diagnosed. */
export function planProof({ advice, left, ready, answer, asked = [], ...options }: ProofOptions): Plan {
  const { today, setting } = advice;
  const fresh = freshLoad(answer);
  const loaded = Math.max(turns.warmup + 1.25 * turns.measured, fresh.warmup + fresh.duration);
  const blockTime = 2 * (ready + overhead + loaded);
  const blocks = Math.min(proofBlocks.most, Math.max(proofBlocks.least, Math.ceil(left / blockTime)));
  const keys = Object.keys(setting);
  const factors = keys.map((key) => ({ key, levels: [today[key] ?? 'default', setting[key] ?? 'default'] }));
  const plan = planSweep({
    ...options,
    ...fresh,
    asked: [
      'sweep',
      ...optionWords({
        vary: factors.map(({ key, levels }) => `${key}=${levels.join(',')}`),
        load: describeLoad(options.load),
        duration: `${fresh.duration}ms`,
        warmup: `${fresh.warmup}ms`,
        blocks,
      }),
      ...asked,
      '--',
      ...options.command,
    ],
    factors,
    blocks,
    strategy: { kind: 'all' },
    affinity: null,
  });
  return {
    ...plan,
    name: 'find',
    baseline: describeSetting(today),
    ...(plan.turns && { turns: { ...plan.turns, ...turns } }),
    limit: left,
    expected: Math.min(left, blocks * blockTime),
  };
}

/** Pure: what a judged run says of the advice. Throughput decides; where it is the same, the 99th percentile does. */
export function proofOf(result: RunResult, advice: Advice): Proof {
  const { run, plan, comparisons, summaries, trials } = result;
  const today = plan.baseline;
  const tried = plan.cells.find(({ id }) => id !== today)?.id;
  const compared = (metric: Metric) =>
    comparisons.find((one) => one.metric === metric && one.cell === tried && one.baseline === today);
  const figure = (cell: string | undefined, metric: Metric) =>
    summaries.find((one) => one.cell === cell)?.metrics[metric]?.value;
  const figures = (['throughput', 'p99'] as const).flatMap((metric) => {
    const [then, now] = [figure(today, metric), figure(tried, metric)];
    return then === undefined || now === undefined ? [] : [{ metric, today: then, tried: now }];
  });
  const blocks = new Set(trials.filter(({ problem }) => problem === null).map(({ block }) => block)).size;
  const common = { ...advice, run: run.id, blocks, figures, cost: null };
  const throughput = compared('throughput');
  if (!throughput) {
    const first = trials.find((trial) => trial.problem)?.problem;
    const because = first ? message('find.because.problem', { what: first.what, code: first.code }) : null;
    return { ...common, verdict: 'unmeasured', metric: 'throughput', ratio: null, because };
  }
  const late = compared('p99');
  const isByLate = throughput.word === 'equivalent' && (late?.word === 'better' || late?.word === 'worse');
  const { metric, word, ratio, withheld } = isByLate && late ? late : throughput;
  const cost = word === 'better' && !isByLate ? lateCost(result, tried, today) : null;
  return { ...common, cost, verdict: words[word], metric, ratio, because: withheld ?? null };
}

const words: Readonly<Record<Comparison['word'], ProofWord>> = {
  better: 'proved',
  worse: 'worse',
  equivalent: 'same',
  undecided: 'undecided',
};
