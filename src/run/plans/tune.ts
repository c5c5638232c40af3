/** A search is a sweep that asks after each block what is worth measuring next (tune/tune.ts). */
import type { Cell, Plan, Search, Setting } from '../../model/plan.ts';
import { planOf, type SweepOptions } from './sweep.ts';

export interface TunePlanOptions extends Omit<SweepOptions, 'blocks' | 'stopping'> {
  /** The grid, with the ids that the search knows its settings by. */
  readonly settings: readonly { readonly id: string; readonly setting: Setting }[];
  /** What runs today: one of them. */
  readonly today: string;
  readonly search: Omit<Search, 'trials' | 'range'>;
  /** Milliseconds for the whole search. */
  readonly budget: number;
}

/** More blocks than any search asks for: two to bracket, two to refine, 27 to certify, and repetitions of failed trials. */
const mostBlocks = 64;
/** Of a grid that is measured whole, and of one of which no more than this many are ever looked at (tune/grid.ts). */
const grids = { whole: 7, most: 20 } as const;
/** The last look of a search (stats/best.ts), and how many are left by then where noise hides every difference. */
const lastLook = 27;
const undecided = { fast: 4, certified: 16 } as const;

/**
 * Trials of nine searches in ten, from settings that differ clearly on a quiet machine to noise of 20 % (simulated servers, grids of
 * 2 to 12): two blocks, and three fresh ones of the best and the default; or up to the last look with what is left.
 */
export function usualTrials(settings: number, mode: Search['mode']): { low: number; high: number } {
  const looked = Math.min(settings, grids.most);
  const isWhole = settings <= grids.whole;
  return {
    low: isWhole ? 2 * looked + 6 : Math.round(2.2 * looked),
    high: (isWhole ? 2 : 4) * looked + lastLook * Math.min(looked, undecided[mode]),
  };
}

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
  const range = usualTrials(cells.length, search.mode);
  const trials = Math.max(
    1,
    Math.min(Math.round(Math.sqrt(range.low * range.high)), Math.floor(budget / each)),
  );
  return {
    ...plan,
    name: 'tune',
    // Its own fresh blocks say what a difference is worth: no copy of the baseline is measured besides.
    cells: plan.cells.filter(({ control }) => !control),
    search: { ...search, trials, range },
    limit: budget,
    expected: trials * each,
  };
}
