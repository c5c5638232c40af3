/**
 * Whether a search finds what an exhaustive sweep finds, and what it saves. Each server is swept over the whole grid in
 * random blocks, half of them before the search and half after it, so that a machine that drifts favours neither.
 *
 * Regret: how much worse the recommended setting is than the best, by the sweep alone, which had no part in choosing it.
 * Its interval holds for every setting of the grid at once, so that the luck of the best one is allowed for.
 * "as sure": trials after which a sweep that drops nothing certifies a setting by the rule of the search; "~" where that is
 * more blocks than it had, and foreseen from its noise.
 *
 *     npm run bench -- tune [--only http-stat.mjs] [--blocks 4] [--duration 1000] [--warmup 500] [--objective throughput]
 *                        [--budget 150000] [--certified] [--seed 1] [--defaults]
 *
 * `--only`: servers whose name holds it. `--defaults`: the search chooses its window itself, and has the budget that `tune` has
 * unless told; the sweep measures as long as `--duration` says.
 *
 * "share" is of those. Where nothing is noisy three blocks of the whole grid are enough, and no search takes half of that;
 * the noisier, the more it saves. Four to five minutes for each server. Exit code 1 if a regret is above 5%.
 */
import { say } from '../src/messages/message.ts';
import { parseArgs, styleText } from 'node:util';
import { scored } from '../src/tune/trial-history.ts';
import { planSweep, planTune } from '../src/run/plans.ts';
import type { Plan } from '../src/model/plan.ts';
import { objectives, type Objective, type Recommendation } from '../src/model/tune.ts';
import { foundIn, type Measurement, type RunResult } from '../src/model/verdict.ts';
import { ranking } from '../src/stats/ranking.ts';
import type { Covariate } from '../src/stats/ratio.ts';
import type { BlockTable } from '../src/stats/design.ts';
import { mean, total, type Bounds } from '../src/stats/mean-and-spread.ts';
import { measured, requestsAtPort, timeouts } from './measured.ts';
import { asSureAfter, confidence, mostBlocks, regretOf, within } from './tune-regret.ts';
import { clients, servers, type Server } from './tune-servers.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    blocks: { type: 'string', default: '4' },
    duration: { type: 'string', default: '1000' },
    warmup: { type: 'string', default: '500' },
    objective: { type: 'string', default: 'throughput' },
    budget: { type: 'string', default: '150000' },
    certified: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    defaults: { type: 'boolean', default: false },
  },
});
const blocks = Math.max(2, Number(values.blocks));
const objective: Objective = objectives.find((one) => one === values.objective) ?? 'throughput';

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());

interface Session {
  readonly recommendation: Recommendation;
  /** Trials that the search took. */
  readonly trials: number;
  readonly cells: readonly string[];
  /** Of both halves of the sweep: scores, higher is better. */
  readonly table: BlockTable;
  /** How fast the machine was meanwhile; null where nobody looked. */
  readonly covariate: Covariate | null;
  /** Minutes that the search took. */
  readonly time: number;
}

async function session({ name, command, factors }: Server): Promise<Session> {
  const common = {
    command,
    cwd: process.cwd(),
    factors: factors.map(({ key, levels }) => ({ key, levels: [...levels] })),
    requests: await requestsAtPort(),
    load: { kind: 'closed', clients } as const,
    warmup: Number(values.warmup),
    duration: Number(values.duration),
    ...timeouts,
  };
  const seed = Number(values.seed);
  const anchors = Object.fromEntries(factors.map(({ key, anchors: own = [] }) => [key, [...own]]));
  const today = Object.fromEntries(factors.map(({ key }) => [key, key === 'pool' ? 4 : 1]));
  const tune = planTune({
    ...common,
    search: {
      objective,
      within,
      confidence,
      mode: values.certified ? 'certified' : 'fast',
      constraints: [],
      default: today,
      anchors,
      ...(values.defaults && { chooses: ['warmup', 'duration'] }),
    },
    seed,
    ...(values.defaults && { warmup: 1000, duration: 3000 }),
    budget: values.defaults ? 300_000 : Number(values.budget),
  });
  const judged = async (plan: Plan, what: string) =>
    (await measured(plan, `${name}, ${what}`, interrupted.signal)).result;
  // The settings of the search, no copy of the baseline among them.
  const half = (count: number, own: number): Plan => ({
    ...planSweep({ ...common, blocks: count, strategy: { kind: 'all' }, seed: own }),
    cells: tune.cells,
    baseline: tune.baseline,
  });
  const before = await judged(half(Math.ceil(blocks / 2), seed + 1), 'first half of the sweep');
  const start = performance.now();
  const found = await judged(tune, 'search');
  const time = (performance.now() - start) / 60_000;
  const after = await judged(half(Math.floor(blocks / 2), seed + 2), 'second half of the sweep');
  const recommendation = foundIn(found).recommendation;
  if (!recommendation) throw new Error('a search without a recommendation');
  const cells = tune.cells.map(({ id }) => id);
  const halves = [before, after];
  const table = halves.flatMap((result) => sweepTable(result, cells, scoreOf));
  const x = halves.flatMap((result) => sweepTable(result, cells, ({ speed }) => speed?.value));
  const errors = halves.flatMap((result) => sweepTable(result, cells, ({ speed }) => speed?.error));
  const error = cells.map((_, column) => {
    const own = errors.flatMap((row) => row[column] ?? []);
    return own.length > 0 ? mean(own) : 0;
  });
  const isKnown = x.some((row) => row.some((one) => one !== null));
  return {
    recommendation,
    trials: found.trials.length,
    cells,
    table,
    covariate: isKnown ? { x, error, sign: 1 } : null,
    time,
  };
}

const scoreOf = ({ metrics }: Measurement) => {
  const value = metrics[objective];
  return value === undefined ? undefined : scored(objective, value);
};

function sweepTable(
  { measurements }: RunResult,
  cells: readonly string[],
  of: (one: Measurement) => number | undefined,
): (number | null)[][] {
  return [...Map.groupBy(measurements, ({ block }) => block).values()].map((all) =>
    cells.map((id) => {
      const own = all.find(({ cell }) => cell === id);
      return (own && of(own)) ?? null;
    }),
  );
}

const percent = (value: number) => `${(100 * value).toFixed(1)}%`;
const widths = [20, 14, 20, 20, 22, 8, 8, 9, 9, 9] as const;
const line = (row: readonly string[]) =>
  row.map((cell, i) => (i < 4 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('');

interface Answer {
  /** By the sweep's own estimate. */
  readonly isRight: boolean;
  readonly trials: number;
  /** Of a sweep that is as sure. */
  readonly needed: number;
  /** Minutes that the search took. */
  readonly time: number;
}

/** Prints its row. @returns null if it cannot be measured here */
async function report(one: Server): Promise<Answer | null> {
  const why = await one.why();
  if (why !== null) {
    console.log(`${one.name.padEnd(widths[0])}skipped: ${why}`);
    return null;
  }
  const { recommendation, trials, cells, table, covariate, time } = await session(one);
  const { id, keepsDefault } = recommendation;
  const fit = ranking(table, covariate);
  const regret = id === null ? null : regretOf(table, covariate, cells.indexOf(id), objective);
  if (!fit || id === null || !regret) {
    console.log(`${one.name.padEnd(widths[0])}nothing to compare: ${say(recommendation.certainty)}`);
    return { isRight: false, trials, needed: 0, time };
  }
  const top = fit.columns.reduce((best, column) => (fit.value(column) > fit.value(best) ? column : best));
  const sure = asSureAfter(table, objective);
  const swept = cells.length * table.length;
  const needed = cells.length * (sure?.blocks ?? mostBlocks);
  console.log(
    line([
      one.name,
      one.expected,
      cells[top] ?? '',
      keepsDefault ? `${id} (kept)` : id,
      `${percent(regret.value)} [${percent(regret.low)}–${percent(regret.high)}]`,
      String(trials),
      String(swept),
      `${sure ? (sure.isForeseen ? '~' : '') : '> '}${needed}`,
      percent(trials / needed),
      time.toFixed(1),
    ]) + `  ${wordOf(regret)}; ${said(recommendation)}`,
  );
  console.log(styleText('dim', `  ${curve(table, cells)}`));
  if (recommendation.withheld) console.log(styleText('dim', `  withheld: ${say(recommendation.withheld)}`));
  return { isRight: regret.value <= within, trials, needed, time };
}

/** What the sweep says of the advice: "so far" where its blocks do not suffice to be sure. */
function wordOf({ value, low, high }: Bounds): string {
  if (high <= within) return styleText('green', 'right');
  if (low > within) return styleText('red', 'wrong');
  return styleText('yellow', value <= within ? 'right so far' : 'wrong so far');
}

/** What the search says of it itself. */
const said = ({ verdict, atMost, stopped }: Recommendation) =>
  `${verdict}${atMost === null ? '' : `, at most ${percent(atMost)}`} (${stopped})`;

const figure = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

/** Geometric mean of each setting, in the unit of the objective. */
function curve(table: BlockTable, cells: readonly string[]): string {
  const sign = Math.sign(scored(objective, Math.E));
  return cells
    .map((id, column) => {
      const scores = table.flatMap((row) => row[column] ?? []);
      return `${id} ${scores.length === 0 ? '–' : figure(Math.exp(sign * mean(scores)))}`;
    })
    .join(', ');
}

console.log(
  `${objective}, ${clients} clients, windows of ${values.duration} ms, ${blocks} blocks of the sweep, seed ${values.seed}\n` +
    line([
      'server',
      'expected',
      'best of the sweep',
      'recommended',
      'regret [95%]',
      'trials',
      'sweep',
      'as sure',
      'share',
      'minutes',
    ]),
);
const answers: Answer[] = [];
for (const one of servers.filter(({ name }) => name.includes(values.only))) {
  if (interrupted.signal.aborted) break;
  const answer = await report(one);
  if (answer) answers.push(answer);
}
const right = answers.filter(({ isRight }) => isRight).length;
const cheap = answers.filter(({ trials, needed }) => trials <= needed / 2).length;
const sum = (pick: (one: Answer) => number) => total(answers.map(pick));
console.log(
  `${right} of ${answers.length} within ${percent(within)} of the best; ${cheap} with at most half of the trials of a sweep that is as sure; ` +
    `all together ${sum(({ trials }) => trials)} trials in ${sum(({ time }) => time).toFixed(1)} minutes, ${sum(({ needed }) => needed)} as sure`,
);
process.exitCode = right === answers.length ? 0 : 1;
