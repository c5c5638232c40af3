/** The windows of a run, with what each says of the objective. */
import type { RatePoint } from '../model/capacity.ts';
import type { Plan } from '../model/plan.ts';
import type { LoadOutcome, RateWindow, Trial } from '../model/sample.ts';
import type { Ratio } from '../model/units.ts';
import { objectiveOf, pointOf } from './reading.ts';

/** What a trial tells here. */
export type RateTrial = Pick<Trial, 'ordinal' | 'block' | 'cell' | 'sample'> & {
  readonly host?: Pick<Trial['host'], 'foreign'>;
};

/** In the order of measuring; all lists are as long. */
export interface CellWindows {
  readonly windows: readonly RateWindow[];
  readonly points: readonly RatePoint[];
  /** CPU of other programs in its trial, as a share of the machine; null if unknown. */
  readonly foreign: readonly (Ratio | null)[];
}

/** @returns the windows of one setting; without an objective yet, each is held to the one that nothing breaks */
export function trialsOf(plan: Plan, cell: string, trials: readonly RateTrial[]): CellWindows {
  const own = trials.filter((trial) => trial.cell === cell).toSorted((a, b) => a.ordinal - b.ordinal);
  const placed = own.flatMap(({ ordinal: trial, block, sample, host }) =>
    (sample?.rates ?? []).map((window) => ({
      window,
      foreign: host?.foreign ?? null,
      at: { trial, block, timeout: plan.timeout },
    })),
  );
  const windows = placed.map(({ window }) => window);
  const alone = aloneIn(windows);
  const objective = objectiveOf(plan.capacity?.objective ?? [], windows, plan.timeout) ?? anything;
  return {
    windows,
    points: placed.map(({ window, at }) => pointOf(window, objective, { ...at, alone })),
    foreign: placed.map((one) => one.foreign),
  };
}

/** What one client alone got; null before that is known. */
export const aloneIn = (windows: readonly RateWindow[]): LoadOutcome | null =>
  windows.find(({ purpose }) => purpose === 'alone')?.outcome ?? null;

/** Until the knee has its objective. */
export const anything = [{ figure: 'p99', limit: Infinity }] as const;
