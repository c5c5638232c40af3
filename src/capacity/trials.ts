/** The windows of a run, with what each says of the objective. */
import type { RatePoint } from '../model/capacity.ts';
import type { ObjectivePart } from '../model/objective.ts';
import { askedIn, type Plan } from '../model/plan.ts';
import type { LoadOutcome, RateWindow, Trial } from '../model/sample.ts';
import type { Milliseconds, Ratio } from '../model/units.ts';
import { brokenAlone, figureOf, objectiveOf, pointOf } from './reading.ts';

/** What a trial tells here. */
export type RateTrial = Pick<Trial, 'ordinal' | 'block' | 'cell' | 'sample'> &
  Partial<Pick<Trial, 'duration' | 'readyAfter'>> & { readonly host?: Pick<Trial['host'], 'foreign'> };

/** In the order of measuring; all lists are as long. */
export interface CellWindows {
  readonly windows: readonly RateWindow[];
  readonly points: readonly RatePoint[];
  /** CPU of other programs in its trial, as a share of the machine; null if unknown. */
  readonly foreign: readonly (Ratio | null)[];
  /** What one client alone broke in its last window, if it broke the objective in every one. */
  readonly broken: BrokenAlone | null;
  /** First searches: trials without a block. */
  readonly begun: number;
}

type BrokenAlone = NonNullable<ReturnType<typeof brokenAlone>>;

/** @returns the windows of one setting; without an objective yet, each is held to the one that nothing breaks */
export function trialsOf(plan: Plan, cell: string, trials: readonly RateTrial[]): CellWindows {
  const own = trials.filter((trial) => trial.cell === cell).toSorted((a, b) => a.ordinal - b.ordinal);
  const searches = own.filter(({ sample }) => !sample?.rates?.some(({ purpose }) => purpose === 'block'));
  // One that was cut off and began again is replaced by the second.
  const last = searches.findLast(({ sample }) => sample?.rates);
  const told = own.filter((trial) => trial === last || !searches.includes(trial));
  const placed = told.flatMap(({ ordinal: trial, block, sample, host }) =>
    (sample?.rates ?? []).map((window) => ({
      window,
      foreign: host?.foreign ?? null,
      at: { trial, block, timeout: plan.timeout },
    })),
  );
  const windows = placed.map(({ window }) => window);
  const alone = aloneIn(windows, plan.timeout);
  const objective = objectiveOf(askedIn(plan).capacity?.objective ?? [], windows, plan.timeout) ?? anything;
  return {
    windows,
    points: placed.map(({ window, at }) => pointOf(window, objective, { ...at, alone })),
    foreign: placed.map((one) => one.foreign),
    broken: alwaysBroken(windows, objective, plan.timeout),
    begun: searches.length,
  };
}

const outcomesAlone = (windows: readonly RateWindow[]): LoadOutcome[] =>
  windows.flatMap(({ purpose, outcome }) => (purpose === 'alone' && outcome ? [outcome] : []));

/** What one client alone got, at its best (`aloneAmong` of points.ts); null before that is known. */
export function aloneIn(windows: readonly RateWindow[], timeout: Milliseconds): LoadOutcome | null {
  const time = (outcome: LoadOutcome) => figureOf(outcome, 'mean', timeout) ?? Infinity;
  return outcomesAlone(windows).toSorted((a, b) => time(a) - time(b))[0] ?? null;
}

/** @returns what one client alone broke in its last window; null where it kept the objective in one, or never was alone */
export function alwaysBroken(
  windows: readonly RateWindow[],
  objective: readonly ObjectivePart[],
  timeout: Milliseconds,
): BrokenAlone | null {
  const broken = outcomesAlone(windows).map((outcome) => brokenAlone(outcome, objective, timeout));
  return broken.includes(null) ? null : (broken.at(-1) ?? null);
}

/** Until the knee has its objective. */
export const anything = [{ figure: 'p99', limit: Infinity }] as const;
