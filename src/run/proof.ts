/** An advised setting against the one that runs now: a sweep of two cells in ABBA blocks, and what its run says. */
import { message } from '../messages/message.ts';
import { lateCost, type Comparison, type RunResult } from '../model/verdict.ts';
import type { Metric } from '../model/metric.ts';
import { optionWords } from '../messages/command-line.ts';
import { describeLoad, describeSetting, type Plan } from '../model/plan.ts';
import type { Advice, Proof, ProofWord } from '../model/proof.ts';
import type { Milliseconds } from '../model/units.ts';
import { planSweep, type SweepOptions } from './plans.ts';

/** Of fresh servers, which are measured where they may not be loaded in turn; rounds are longer, and fewer. */
export const proofBlocks = { most: 12, least: 4 } as const;
/** Of each server in a round: servers that are alike differ by some percent, so many rounds are worth more than long ones. */
const turns = { warmup: 750, measured: 1500 } as const;
/** Of a trial, besides what the server needs to come up. */
const overhead: Milliseconds = 400;
/** Of a fresh server: short, since many blocks are worth more than long ones. */
const fresh = { warmup: 750, duration: 1500 } as const;

/** @returns about how long a round takes, of servers that come up in `ready` */
const roundTime = (ready: Milliseconds) => 2 * (ready + overhead + turns.warmup + 1.25 * turns.measured);

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
}

/** The server runs on all CPUs, as when it was diagnosed. */
export function planProof({ advice, left, ready, asked = [], ...options }: ProofOptions): Plan {
  const { today, setting } = advice;
  const blocks = Math.min(proofBlocks.most, Math.max(proofBlocks.least, Math.ceil(left / roundTime(ready))));
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
    expected: Math.min(left, blocks * roundTime(ready)),
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
