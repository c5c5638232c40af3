/** A search is a sweep that asks after each block what is worth measuring next (diagnose/tune.ts). */
import type { Cell, Plan, Search, Setting } from '../model/plan.ts';
import { planOf, type SweepOptions } from './sweep.ts';

export interface TunePlanOptions extends Omit<SweepOptions, 'blocks' | 'stopping'> {
  /** The grid, with the ids that the search knows its settings by. */
  readonly settings: readonly { readonly id: string; readonly setting: Setting }[];
  /** What runs today: one of them. */
  readonly today: string;
  readonly search: Omit<Search, 'trials'>;
  /** Milliseconds for the whole search. */
  readonly budget: number;
}

/** More blocks than any search asks for: two to bracket, two to refine, 27 to certify, and repetitions of failed trials. */
const mostBlocks = 64;
/** What searches over twelve settings took on average at 3 % of noise, in the fast mode and in the certified one. */
const usual = { fast: 65, certified: 112 } as const;
const usualGrid = 12;

export function tunePlan({ settings, today, search, budget, factors, ...options }: TunePlanOptions): Plan {
  const { requests, load } = options;
  const cells = settings.map(({ id, setting }): Cell => ({
    id,
    setting,
    load,
    requests: [...requests],
    parameters: {},
  }));
  const base = cells.find(({ id }) => id === today);
  if (!base) throw new Error(`${today} is not among the settings`);
  const plan = planOf(cells, base, factors, { ...options, blocks: mostBlocks, stopping: null });
  const each = plan.expected / (plan.cells.length * mostBlocks);
  const most = usual[search.mode] * Math.min(1, cells.length / usualGrid);
  const trials = Math.max(1, Math.min(Math.round(most), Math.floor(budget / each)));
  return {
    ...plan,
    name: 'tune',
    // Its own fresh blocks say what a difference is worth: no copy of the baseline is measured besides.
    cells: plan.cells.filter(({ control }) => !control),
    search: { ...search, trials },
    limit: budget,
    expected: Math.min(budget, trials * each),
  };
}
