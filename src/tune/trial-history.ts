/** The trials so far, as the search asks about them. A later trial never changes an answer about an earlier block. */
import type {
  ConstraintFigure,
  GridSetting,
  Objective,
  PercentileBound,
  TuneBlock,
  SearchOptions,
  TuneTrial,
} from '../model/tune.ts';
import { metrics, percentiles, type Metric } from '../model/metric.ts';
import type { Trial } from '../model/sample.ts';
import { withSpeed } from '../judge/machine-speed.ts';
import { measurement } from '../judge/measurement.ts';
import type { Measurement } from '../model/verdict.ts';
import { Histogram } from '../stats/histogram.ts';
import { mean, total } from '../stats/mean-and-spread.ts';
import { lowerBoundRank } from '../stats/percentile-bound.ts';
import type { Covariate } from '../stats/ratio.ts';
import type { BlockTable } from '../stats/design.ts';

/** How often a failed trial is repeated. */
const repetitions = 1;

export interface TrialHistory {
  readonly trials: readonly TuneTrial[];
  /** The trials of a block still to be run: first each cell once, then those again that failed. */
  missing(wanted: TuneBlock): TuneBlock;
  /** Whether a setting has failed twice in a row before this block. */
  hasFailed(id: string, before: number): boolean;
  /** Whether a figure that was asked about is only known from below, in one of these blocks. */
  isBounded(id: string, blocks: readonly number[]): boolean;
  /** The lower bound, over all its trials, of the first figure asked about that some of them lack; null if there is none. */
  boundOf(id: string): Omit<PercentileBound, 'ratio'> | null;
  /** Whether a trial counts as bad for its wrong answers alone, more than were allowed: that breaks a constraint. */
  isWrong(trial: TuneTrial): boolean;
  /** Share of a given-up setting's requests without a right answer, if that broke a constraint; else null. */
  errorsOf(id: string): number | null;
  /**
   * The figure of one setting in one block: the mean of its trials that count, or null. A percentile that is not known is replaced
   * by its lower bound: that flatters the setting, so if it loses by it, it would lose with the true value.
   */
  value(id: string, block: number, figure: ConstraintFigure): number | null;
  /**
   * How fast the machine was in the trials of these blocks, against a setting's quiet level in the same blocks only: later trials
   * must not change what an earlier step was decided by.
   */
  speeds(blocks: readonly number[]): (id: string, block: number) => Speed | null;
}

/** Logarithm of the machine's speed over the quiet level, and the standard error of that level. */
interface Speed {
  readonly value: number;
  readonly error: number;
}

export function trialHistory(
  trials: readonly TuneTrial[],
  { objective, constraints }: Pick<SearchOptions, 'objective' | 'constraints'>,
): TrialHistory {
  const needed: readonly ConstraintFigure[] = [objective, ...constraints.map(({ figure }) => figure)];
  const counts = (trial: TuneTrial) =>
    trial.ok &&
    needed.every((figure) => isFigure(trial, figure) || trial.atLeast?.[figure] !== undefined) &&
    !isWrong(trial);
  const isShort = (trial: TuneTrial) =>
    counts(trial) && needed.some((figure) => trial.atLeast?.[figure] !== undefined);
  // Some errors among right answers are in the figure. They are a fault where none is allowed, or so many came that the trial fails.
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
    const isFault = (trial: TuneTrial | undefined) => trial && !counts(trial);
    const second = own.find((trial, i) => i > 0 && isFault(trial) && isFault(own[i - 1]));
    if (second) givenUp.set(id, second.block);
  }
  const hasFailed = (id: string, before: number) => (givenUp.get(id) ?? Infinity) < before;
  /** Speeds by the list of blocks, since several steps ask for the same. */
  const known = new Map<string, ReadonlyMap<number, Speed>>();

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
    isBounded: (id, blocks) => blocks.some((block) => of(id, block).some(isShort)),
    boundOf(id) {
      const own = trials.filter((trial) => trial.setting === id && isShort(trial));
      const figure = needed.find((one) => own.some((trial) => trial.atLeast?.[one] !== undefined));
      if (figure === undefined || figure === 'errors') return null;
      const bounds = own
        .flatMap((trial) => Math.log(trial.atLeast?.[figure] ?? Number.NaN))
        .filter(Number.isFinite);
      const answers = own.flatMap((trial) => trial.of?.sample?.outcome.response.count ?? []);
      return { figure, atLeast: Math.exp(mean(bounds)), answers: answers.length > 0 ? mean(answers) : 0 };
    },
    isWrong,
    errorsOf(id) {
      if (!givenUp.has(id)) return null;
      const faults = trials.filter((trial) => trial.setting === id && !counts(trial));
      return faults.every(isWrong) ? mean(faults.map(({ figures }) => figures.errors ?? 0)) : null;
    },
    value(id, block, figure) {
      const values = of(id, block).flatMap((trial) =>
        counts(trial) ? (trial.figures[figure] ?? trial.atLeast?.[figure] ?? []) : [],
      );
      return values.length > 0 ? mean(values) : null;
    },
    speeds(blocks) {
      const name = blocks.join();
      const speeds =
        known.get(name) ?? speedsIn(trials.filter((one) => blocks.includes(one.block) && counts(one)));
      known.set(name, speeds);
      return (id, block) => {
        const own = of(id, block).flatMap((trial) => speeds.get(trial.of?.ordinal ?? -1) ?? []);
        if (own.length === 0) return null;
        return { value: mean(own.map(({ value }) => value)), error: mean(own.map(({ error }) => error)) };
      };
    },
  };
}

/** Speeds by the ordinal of the trial; empty where the machine's speed was not measured. */
function speedsIn(trials: readonly TuneTrial[]): ReadonlyMap<number, Speed> {
  const sources = trials.flatMap((trial) => trial.of ?? []);
  const asked = sources.map(({ ordinal, block, cell }) => ({ ordinal, block, cell, metrics: {} }));
  const { measurements } = withSpeed(sources, asked);
  return new Map(
    measurements.flatMap(({ ordinal, speed }): [number, Speed][] => (speed ? [[ordinal, speed]] : [])),
  );
}

/** Whether a figure is there and has a logarithm, if it needs one: a share of errors may be 0. */
function isFigure({ figures }: TuneTrial, figure: ConstraintFigure): boolean {
  const value = figures[figure];
  return value !== undefined && Number.isFinite(value) && (figure === 'errors' || value > 0);
}

/** The score of a value, higher is better: its logarithm, with the sign of the metric's direction. */
export function scored(figure: Metric, value: number): number {
  return metrics[figure].better === 'higher' ? Math.log(value) : -Math.log(value);
}

/** Distance below the best, on the scale of scores, that is still as good: 5% less of a rate, 5% more of a time. */
export function marginOf(objective: Objective, within: number): number {
  return metrics[objective].better === 'higher' ? -Math.log1p(-within) : Math.log1p(within);
}

/** The inverse of `marginOf`: how much worse a setting is that lies so far below the best. */
export function shareOf(objective: Objective, distance: number): number {
  return metrics[objective].better === 'higher' ? -Math.expm1(-distance) : Math.expm1(distance);
}

/** The scores that a ranking is made from. */
export interface ScoreTable {
  /** Scores by [block][setting]. */
  readonly y: BlockTable;
  /** The speed of the machine; null where it is not known. */
  readonly covariate: Covariate | null;
}

/** @param figure higher scores are better, also of a time: the speed of the machine moves every score in the same direction */
export function scoreTable(
  history: TrialHistory,
  figure: Metric,
  settings: readonly GridSetting[],
  blocks: readonly number[],
): ScoreTable {
  const speed = history.speeds(blocks);
  const rows = blocks.map((block) => settings.map(({ id }) => speed(id, block)));
  const isKnown = rows.some((row) => row.some((one) => one !== null));
  return {
    y: blocks.map((block) =>
      settings.map(({ id }) => {
        const value = history.value(id, block, figure);
        return value === null || value <= 0 ? null : scored(figure, value);
      }),
    ),
    covariate: isKnown
      ? {
          x: rows.map((row) => row.map((one) => one?.value ?? null)),
          error: settings.map((_, i) => {
            const own = rows.flatMap((row) => row[i]?.error ?? []);
            return own.length > 0 ? mean(own) : 0;
          }),
          sign: 1,
        }
      : null,
  };
}

/**
 * @returns the trials of a run as a search sees them, in the order in which they ran, with the search's own block numbers. A
 * percentile with too few requests to be shown has no figure, but a lower bound.
 */
export function searchTrials(trials: readonly Trial[]): TuneTrial[] {
  return trials
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .map((trial): TuneTrial => {
      const measured = measurement(trial);
      return {
        setting: trial.cell,
        block: trial.search?.block ?? trial.block,
        ok: measured !== null,
        ...(aboutAnswers.has(trial.problem?.code ?? '') && { wrong: true }),
        figures: { ...measured?.metrics, ...errorsOf(trial) },
        ...(measured && { atLeast: boundsOf(trial, measured) }),
        of: trial,
      };
    });
}

/**
 * The chance that the bound of one trial is wrong: so small that few searches of fifty trials have a wrong one. It covers this
 * trial's window only; blocks show how trials differ.
 */
const boundError = 0.001;
/** Part of a value by which its histogram bucket reaches, at most, below the middle that stands for it. */
const bucket = 0.004;

function boundsOf({ sample }: Trial, { metrics: known }: Measurement): NonNullable<TuneTrial['atLeast']> {
  const response = sample?.outcome.response;
  const missing = Object.entries(percentiles).filter(([name]) => known[name as Metric] === undefined);
  if (!response || response.count === 0 || missing.length === 0) return {};
  const { count } = response;
  const histogram = Histogram.fromData(response);
  return Object.fromEntries(
    missing.flatMap(([name, q]) => {
      const rank = lowerBoundRank(count, q, boundError) ?? 0;
      const value = rank > 0 ? histogram.percentile(rank / count) : 0;
      return value > 0 ? [[name, (value * (1 - bucket)) / 1000]] : [];
    }),
  );
}

/** Problems of a server that ran to the end with too many wrong or missing answers. */
const aboutAnswers: ReadonlySet<string> = new Set(['ANSWERS_WRONG', 'K6_ANSWERS_WRONG', 'REQUESTS_FAILED']);

/** The share of the requests that got no right answer. */
function errorsOf({ sample }: Trial): TuneTrial['figures'] {
  if (!sample) return {};
  const { counts, errors } = sample.outcome;
  const wrong = total(Object.values(errors));
  return counts.sent > 0 ? { errors: Math.min(1, wrong / counts.sent) } : {};
}
