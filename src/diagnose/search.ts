/** The search of a stored run: what it asks for next, and what it can recommend, from the run's own trials. */
import type { Plan } from '../model/plan.ts';
import type { Trial } from '../model/sample.ts';
import type { Constraint, Recommendation, TuneOptions, TuneTrial, TuneStop } from '../model/tune.ts';
import { answerSoFar, nextPlan } from './tune.ts';
import { historyOf as searchTrials } from './tune/history.ts';

/** @throws Error if the plan is of no search */
export function tuneOptions({ search, factors, seed }: Plan): TuneOptions {
  if (!search) throw new Error('a plan without a search');
  const { anchors, constraints, prediction, trials: _usual, ...rest } = search;
  return {
    ...rest,
    constraints: constraints as readonly Constraint[],
    factors: factors.map(({ key, levels }) => ({ key, levels, anchors: anchors[key] ?? [] })),
    seed,
    budget: null,
    ...(prediction && { prediction }),
  };
}

/** Who is in the next block, in this order; `stop` when the search has its answer. */
export function nextOfSearch(
  plan: Plan,
  trials: readonly Trial[],
): { readonly live: readonly string[]; readonly stop: string | null } {
  const step = nextPlan(historyOf(plan, trials), tuneOptions(plan));
  if (step.type === 'measure') return { live: step.blocks[0]?.cells ?? [], stop: null };
  return { live: [], stop: stops[step.recommendation.stopped] };
}

const stops: Readonly<Record<TuneStop, string>> = {
  certificate: 'the best setting is certified',
  'one survivor': 'one setting is left',
  'last look': 'all looks were taken',
  budget: 'the trials are used up',
  'no candidate': 'no setting is feasible',
  interrupted: 'interrupted',
};

/** The recommendation as far as the trials go; asked of a run that is not over it says how sure it is so far. */
export function recommendationOf(plan: Plan, trials: readonly Trial[], stopped: TuneStop): Recommendation {
  const options = tuneOptions(plan);
  const history = historyOf(plan, trials);
  const step = nextPlan(history, options);
  return step.type === 'done' ? step.recommendation : answerSoFar(history, options, stopped);
}

/**
 * A run counts its blocks on; the search numbers its own, and repeats a failed trial in the block where it failed. Which
 * block of the search each block of the run was is found as it was when it ran: by asking.
 */
function historyOf(plan: Plan, trials: readonly Trial[]): TuneTrial[] {
  const options = tuneOptions(plan);
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
