/** What was measured so far, as the search asks for it. Nothing that was measured later changes an answer about a block. */
import type { Constraint, Figure, GridSetting, Objective, TuneBlock, TuneTrial } from '../model/tune.ts';
import { metrics } from '../model/metric.ts';
import { mean } from '../stats/interval.ts';
import type { BlockTable } from '../stats/blocks.ts';

/** A trial that failed is repeated so often. */
const repetitions = 1;

export interface Ledger {
  readonly trials: readonly TuneTrial[];
  /** What is still to be run of a block: first each cell once, then those again that failed. */
  missing(wanted: TuneBlock): TuneBlock;
  /** Whether a setting has failed twice in a row before this block. */
  hasFailed(id: string, before: number): boolean;
  /** Whether a trial is at fault for its answers alone, of which more were wrong than was asked for: that breaks a constraint. */
  isWrong(trial: TuneTrial): boolean;
  /** Share of a given-up setting's requests without a right answer, if that broke a constraint; null if it failed, or did not. */
  errorsOf(id: string): number | null;
  /** The figure of one setting in one block: the mean of its trials that count, null where there is none. */
  value(id: string, block: number, figure: Figure): number | null;
}

export function ledgerOf(
  trials: readonly TuneTrial[],
  { objective, constraints }: { readonly objective: Objective; readonly constraints: readonly Constraint[] },
): Ledger {
  const needed: readonly Figure[] = [objective, ...constraints.map(({ figure }) => figure)];
  // A percentile with too few requests behind it has no figure: such a trial has not answered what was asked.
  const counts = (trial: TuneTrial) =>
    trial.ok && needed.every((figure) => isFigure(trial, figure)) && !isWrong(trial);
  // One error among some is in the figure; where none may be, or there were so many that the trial does not count, it is a fault.
  const isWrong = ({ ok, wrong, figures: { errors = 0 } }: TuneTrial) =>
    constraints.some(
      ({ figure, relation, limit }) =>
        figure === 'errors' &&
        relation === 'at most' &&
        errors > limit &&
        (ok ? limit === 0 : wrong === true),
    );
  const key = (setting: string, block: number) => `${block} ${setting}`;
  const attempts = Map.groupBy(trials, ({ setting, block }) => key(setting, block));
  const of = (id: string, block: number) => attempts.get(key(id, block)) ?? [];
  const isVain = (tried: readonly TuneTrial[]) => tried.length > repetitions && !tried.some(counts);

  const givenUp = new Map<string, number>();
  for (const [id, own] of Map.groupBy(trials, ({ setting }) => setting)) {
    const isFault = (trial: TuneTrial | undefined) => trial && !trial.disturbed && !counts(trial);
    const second = own.find((trial, i) => i > 0 && isFault(trial) && isFault(own[i - 1]));
    if (second) givenUp.set(id, second.block);
  }
  const hasFailed = (id: string, before: number) => (givenUp.get(id) ?? Infinity) < before;

  return {
    trials,
    missing({ block, cells }) {
      const open = cells.filter((id) => !hasFailed(id, block));
      const untried = open.filter((id) => of(id, block).length === 0);
      const again = open.filter(
        (id) => !of(id, block).some(counts) && !isVain(of(id, block)) && !givenUp.has(id),
      );
      return { block, cells: untried.length > 0 ? untried : again };
    },
    hasFailed,
    isWrong,
    errorsOf(id) {
      if (!givenUp.has(id)) return null;
      const faults = trials.filter((trial) => trial.setting === id && !trial.disturbed && !counts(trial));
      return faults.every(isWrong) ? mean(faults.map(({ figures }) => figures.errors ?? 0)) : null;
    },
    value(id, block, figure) {
      const values = of(id, block).flatMap((trial) => (counts(trial) ? (trial.figures[figure] ?? []) : []));
      return values.length > 0 ? mean(values) : null;
    },
  };
}

/** Of something that has a logarithm; a share of errors may be 0. */
function isFigure({ figures }: TuneTrial, figure: Figure): boolean {
  const value = figures[figure];
  return value !== undefined && Number.isFinite(value) && (figure === 'errors' || value > 0);
}

/** Higher is better: the logarithm, with the sign of the metric's direction. */
export function scored(objective: Objective, value: number): number {
  return metrics[objective].better === 'higher' ? Math.log(value) : -Math.log(value);
}

/** How far below the best, on the scale of scores, is still as good: 5 % less of a rate, 5 % more of a time. */
export function marginOf(objective: Objective, within: number): number {
  return metrics[objective].better === 'higher' ? -Math.log1p(-within) : Math.log1p(within);
}

/** The other way: how much worse a setting is that lies so far below the best. */
export function shareOf(objective: Objective, distance: number): number {
  return metrics[objective].better === 'higher' ? -Math.expm1(-distance) : Math.expm1(distance);
}

/** [block][setting] of scores. */
export function scoreTable(
  ledger: Ledger,
  objective: Objective,
  settings: readonly GridSetting[],
  blocks: readonly number[],
): BlockTable {
  return blocks.map((block) =>
    settings.map(({ id }) => {
      const value = ledger.value(id, block, objective);
      return value === null ? null : scored(objective, value);
    }),
  );
}
