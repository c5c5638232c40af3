/** The search of a stored run: what it asks for next, and what it can recommend, from the run's own trials. */
import type { Load, Plan } from '../model/plan.ts';
import { problem, type Problem } from '../model/problem.ts';
import type { Trial } from '../model/sample.ts';
import type {
  Constraint,
  Objective,
  Recommendation,
  TuneOptions,
  TuneTrial,
  TuneStop,
} from '../model/tune.ts';
import { modelFrom, type RunSoFar } from '../predict/calibrate.ts';
import { queueLoad } from '../predict/model.ts';
import { foretell, isKnownToModel } from '../predict/of-run.ts';
import { answerSoFar, nextPlan } from './tune.ts';
import { requestsBeyond } from '../judge/summarize.ts';
import { ahead, type Ahead } from './ahead.ts';
import { isSmall, type Grid } from './grid.ts';
import { historyOf as searchTrials } from './history.ts';
import { withoutAnswer, withoutEffect } from './without-effect.ts';

/** @throws Error if the plan is of no search */
function tuneOptions(run: RunSoFar): TuneOptions {
  const { search, factors, seed } = run.plan;
  if (!search) throw new Error('a plan without a search');
  const {
    anchors,
    constraints,
    isGuided = false,
    trials: _usual,
    range: _range,
    script: _script,
    ...rest
  } = search;
  const prediction = isGuided ? predictionOf(run) : null;
  return {
    ...rest,
    constraints: constraints as readonly Constraint[],
    factors: factors.map(({ key, levels }) => ({ key, levels, anchors: anchors[key] ?? [] })),
    seed,
    budget: null,
    isGuided,
    ...(prediction && { prediction }),
  };
}

/** Who is in the next block, in this order; `stop` when the search has its answer; `ahead` guesses the trials that are to come. */
export function nextOfSearch(run: RunSoFar): {
  readonly live: readonly string[];
  readonly stop: string | null;
  readonly why?: string;
  readonly ahead?: () => Ahead | null;
} {
  const { plan, trials } = run;
  if (withoutEffect(plan, trials)) return { live: [], stop: stops['not in force'] };
  const options = tuneOptions(run);
  const history = historyOf(run, options);
  const step = nextPlan(history, options);
  if (step.type === 'measure') {
    const cells = step.blocks[0]?.cells ?? [];
    // What runs today comes first of all: if its windows are too short, nothing else need be tried.
    const isFirst = trials.length === 0 && cells.includes(plan.baseline);
    const live = isFirst ? [plan.baseline, ...cells.filter((id) => id !== plan.baseline)] : cells;
    const why = `${step.phase}: ${step.why}`;
    return { live, stop: null, why, ahead: () => ahead(history, options) };
  }
  return { live: [], stop: stops[step.recommendation.stopped] };
}

/**
 * Whether the model can say where a search may begin. A small grid is measured whole, and the CPU that a request needs is
 * the same at every setting for the model.
 */
export function isGuidable(grid: Grid, objective: Objective, load: Load): boolean {
  const isKnown = grid.axes.every(({ key }) => isKnownToModel(key));
  return isKnown && !isSmall(grid) && objective !== 'cpuPerRequest' && queueLoad(load) !== null;
}

/** By the trial that it rests on: it is asked for again after every block, and takes a second. */
const predictions = new WeakMap<Trial, TuneOptions['prediction'] | null>();

/** The objective of all cells, foretold from the first good trial of what runs today; null where the model has nothing to say. */
function predictionOf(run: RunSoFar): TuneOptions['prediction'] | null {
  const { baseline } = run.plan;
  const inOrder = run.trials.toSorted((a, b) => a.ordinal - b.ordinal);
  const other = inOrder.findIndex(({ cell }) => cell !== baseline);
  const alone = other < 0 ? inOrder : inOrder.slice(0, other);
  const first = alone.find(({ problem: why }) => why === null);
  if (!first) return null;
  const known = predictions.get(first);
  if (known !== undefined) return known;
  const found = foretold({ ...run, trials: [first] });
  predictions.set(first, found);
  return found;
}

function foretold(run: RunSoFar): TuneOptions['prediction'] | null {
  const { search, cells, baseline } = run.plan;
  const cell = cells.find(({ id }) => id === baseline);
  if (!cell || !search || search.objective === 'cpuPerRequest') return null;
  const { objective } = search;
  const model = modelFrom(run, cell);
  if ('refused' in model) return null;
  const figures = cells.flatMap((one) => foretell(one, cell, model));
  return Object.fromEntries(
    figures.flatMap((one) => {
      const value = one[objective];
      return value === null ? [] : [[one.cell, value]];
    }),
  );
}

const stops: Readonly<Record<TuneStop, string>> = {
  certificate: 'the best setting is certified',
  'one survivor': 'one setting is left',
  'last look': 'all looks were taken',
  budget: 'the trials are used up',
  'no candidate': 'no setting is feasible',
  'not in force': 'the variable has no effect on the server',
  interrupted: 'interrupted',
};

/** What runs today, and does not even come up: then it is the command, the URL or the load, and no setting mends it. */
const startFailures: ReadonlySet<string> = new Set([
  'PORT_TAKEN',
  'SERVER_EXITED',
  'SERVER_NOT_READY',
  'NO_ANSWER',
  'ANSWERS_UNFINISHED',
]);

/** Whether the first trial has shown that no other would tell anything. */
export function isVain({ search, baseline }: Plan, { ordinal, cell, problem: why }: Trial): boolean {
  return (
    search !== undefined && ordinal === 0 && cell === baseline && why !== null && startFailures.has(why.code)
  );
}

/** A slower setting answers less in the same time: so much longer than what runs today would need. */
const slowerSettings = 1.5;
const percentiles: Readonly<Record<string, number>> = { p50: 0.5, p90: 0.9, p99: 0.99 };

/**
 * A percentile with too few requests behind it has no figure, and a search for one would find nothing. Asked after each
 * trial; only what runs today is told of, since a setting may well be so slow that it has none.
 */
export function windowProblem(
  { search, baseline }: Plan,
  { cell, sample, problem: why }: Trial,
): Problem | null {
  if (!search || cell !== baseline || !sample || why) return null;
  const asked = [search.objective, ...search.constraints.map(({ figure }) => figure)];
  const { response, window } = sample.outcome;
  const needs = (figure: string) => Math.round(requestsBeyond.shown / (1 - (percentiles[figure] ?? 0)));
  const [figure] = asked
    .filter((one) => one in percentiles && response.count < needs(one))
    .toSorted((a, b) => needs(b) - needs(a));
  if (figure === undefined) return null;
  const needed = needs(figure);
  const factor = (slowerSettings * needed) / Math.max(1, response.count);
  return problem('WINDOW_TOO_SHORT', {
    figure,
    answered: response.count,
    needed,
    setting: baseline,
    duration: `${Math.ceil((factor * window.duration) / 1000)}s`,
  });
}

/** The recommendation as far as the trials go; asked of a run that is not over it says how sure it is so far. */
export function recommendationOf(run: RunSoFar, stopped: TuneStop): Recommendation {
  const vain = withoutEffect(run.plan, run.trials);
  const options = tuneOptions(run);
  const found = answerSoFar(historyOf(run, options), options, stopped);
  return vain ? withoutAnswer({ ...found, stopped: 'not in force' }, `${vain.sentence}.`) : found;
}

/**
 * A run counts its blocks on; the search numbers its own, and repeats a failed trial in the block where it failed. Which
 * block of the search each block of the run was is found as it was when it ran: by asking.
 */
function historyOf({ trials }: RunSoFar, options: TuneOptions): TuneTrial[] {
  const history: TuneTrial[] = [];
  const blocks = Map.groupBy(trials, ({ block }) => block);
  for (const block of [...blocks.keys()].toSorted((a, b) => a - b)) {
    const step = nextPlan(history, options);
    const asked = step.type === 'measure' ? step.blocks[0] : undefined;
    if (!asked) break;
    for (const trial of searchTrials(blocks.get(block) ?? [])) {
      history.push({ ...trial, block: asked.block });
    }
  }
  return history;
}
