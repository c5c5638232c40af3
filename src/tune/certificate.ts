/**
 * One look at the blocks that certify: which settings are worse than the best, and which are close enough to it, with confidence.
 *
 *     below the best   0          margin
 *                      |            |
 *     certified      [-|----]       |
 *     not yet        [-|------------|---]
 *     dropped          |  [---------|---]
 */
import type { Feasibility, GridSetting, Leaving } from '../model/tune.ts';
import { metrics, type Interval, type Metric } from '../model/metric.ts';
import { exponential } from '../stats/mean-and-spread.ts';
import { certificateCritical, ranking } from '../stats/ranking.ts';
import { feasible } from './feasible.ts';
import { changes, type Grid } from './grid.ts';
import { reduce, type SearchState } from './search-state.ts';
import { scoreTable } from './trial-history.ts';

/**
 * How near the top a setting that changes less must be to stay in the race: no other is further above it than so many margins,
 * or, if that is more, so many standard errors.
 */
const inReach = { margin: 0.7, errors: 3 } as const;

/** The data that a certificate rests on. */
export interface Evidence {
  readonly settings: readonly GridSetting[];
  readonly blocks: readonly number[];
  /** Rivals among which the confidence is divided. */
  readonly rivals: number;
}

/**
 * @returns fresh blocks of the finalists, which had no part in choosing them, or all blocks of all settings tried. In the latter
 * case the family holds every setting that could have been the best by luck.
 */
export function evidence(state: Omit<SearchState, 'step'>): Evidence {
  const { reuses, tried, finalists, screening, fresh, options } = state;
  if (!reuses) return { settings: finalists, blocks: fresh, rivals: finalists.length - 1 };
  // The block that a model is fitted to holds one setting, and compares nothing.
  const compared = screening.slice(options.isGuided ? 1 : 0);
  return { settings: tried, blocks: [...compared, ...fresh], rivals: tried.length - 1 };
}

/** Differences between settings, with their confidence bounds. */
export interface Race {
  /** Degrees of freedom of the errors. */
  readonly degrees: number;
  readonly has: (id: string) => boolean;
  /** Score of a minus that of b: its value, its standard error, and the distance to each one-sided bound. */
  difference(a: string, b: string): { readonly value: number; readonly error: number; readonly half: number };
}

/**
 * Parts of the chance of error, where the finalists have fresh blocks: for what is certified among them, and for the settings that
 * were far behind before. Where the same blocks serve both, they are one family.
 */
const shares = { finalists: 0.9, others: 0.1 } as const;

/** @returns the part of the chance of error that words about these may take */
export const shareFor = (
  { reuses, fresh }: Pick<SearchState, 'reuses' | 'fresh'>,
  of: keyof typeof shares,
): number => (reuses || fresh.length === 0 ? 1 : shares[of]);

/**
 * @param family number of one-sided bounds that must hold together
 * @param share `shareFor`
 * @param figure what is compared; the objective unless told
 * @returns null where fewer than two settings can be compared
 *
 * All settings share one noise. If the best of seven scatters three times as much as the others, 6.5% of certificates are false
 * instead of 5%, in the worst case. To judge such a pair by its own differences held 5%, and took a third more trials where all
 * scatter alike.
 */
export function raceOf(
  { options, history }: SearchState,
  settings: readonly GridSetting[],
  blocks: readonly number[],
  family: number,
  share: number,
  figure: Metric = options.objective,
): Race | null {
  const { y, covariate } = scoreTable(history, figure, settings, blocks);
  const fitted = ranking(y, covariate);
  if (!fitted) return null;
  const column = (id: string) => settings.findIndex((one) => one.id === id);
  const critical = certificateCritical(1 - share * (1 - options.confidence), family, fitted.degrees);
  return {
    degrees: fitted.degrees,
    has: (id) => fitted.columns.includes(column(id)),
    difference(a, b) {
      const error = fitted.error(column(a), column(b));
      return { value: fitted.value(column(a)) - fitted.value(column(b)), error, half: critical * error };
    },
  };
}

/** A figure of a ÷ that of b, by a race in this figure; null where they were not compared with each other. */
export function ratioOf(
  race: Race | null,
  figure: Metric,
  { id: a }: GridSetting,
  { id: b }: GridSetting,
): Interval | null {
  if (!race?.has(a) || !race.has(b)) return null;
  const { value, half } = race.difference(a, b);
  const sign = metrics[figure].better === 'higher' ? 1 : -1;
  return exponential({ value: sign * value, low: sign * value - half, high: sign * value + half });
}

/** The distance by which a setting may lie below the best of `others`, at most. */
export function atMostBelow(race: Race, id: string, others: readonly string[]): number {
  const distances = others
    .filter((other) => other !== id)
    .map((other) => {
      const { value, half } = race.difference(other, id);
      return value + half;
    });
  return Math.max(0, ...distances);
}

/** Looks at the blocks. @returns the state with who leaves, who is certified, and what the next block measures, or that none is left */
export function lookAt(state: SearchState): SearchState {
  const { history, alive: before } = state;
  const { settings, blocks, rivals } = evidence(state);
  const end = Math.max(...blocks) + 1;
  const keeps = feasible(state, before, blocks, rivals + 1);
  const reasons = new Map<string, Leaving['reason']>();
  for (const { id } of before) {
    if (history.hasFailed(id, end)) reasons.set(id, history.errorsOf(id) === null ? 'failed' : 'constraint');
    else if (keeps(id) === 'broken') reasons.set(id, 'constraint');
  }
  const able = before.filter(({ id }) => !reasons.has(id));
  const race = raceOf(state, settings, blocks, rivals, shareFor(state, 'finalists'));
  const cleared = clearedBy(state, race, able);
  // Certified before any setting leaves: one worse with confidence, but by less than the margin, is as good as the best.
  const certified = certifiedOf({ ...state, cleared }, able, keeps);
  for (const one of able) {
    const isWorse = able.some((other) => {
      if (other === one || !race?.has(one.id) || !race.has(other.id)) return false;
      const { value, half } = race.difference(other.id, one.id);
      // Only a setting that may be recommended itself can make another one leave.
      return value > half && keeps(other.id) === 'kept';
    });
    if (isWorse) reasons.set(one.id, 'worse');
  }
  const alive = able.filter(({ id }) => !reasons.has(id));
  const isDone = state.certified.length + certified.length > 0;
  const known = { ...state, cleared, certified: [...state.certified, ...certified] };
  const isOpen = race === null || alive.some(({ id }) => !race.has(id) || keeps(id) !== 'kept');
  const racing = isDone
    ? rivalsOfNearer(known, race, alive)
    : isOpen
      ? alive
      : contenders(known, race, alive);
  const leavers = before.flatMap(({ id }) => {
    const reason = reasons.get(id);
    return reason === undefined ? [] : [[id, reason] as const];
  });
  const looked = reduce(state, {
    type: 'looked',
    blocks: blocks.length,
    leavers,
    certified,
    cleared,
    racing,
  });
  if (racing.length > 0) return looked;
  const isAlone = looked.alive.length === 1 && certified.length === 1;
  const reason = !isDone ? 'no candidate' : isAlone ? 'one survivor' : 'certificate';
  return reduce(looked, { type: 'stopped', reason });
}

/** New certificates. Once there is one, only settings that change less are asked about: with one variable, the default. */
function certifiedOf(
  { certified, cleared, grid }: SearchState,
  able: readonly GridSetting[],
  keeps: (id: string) => Feasibility,
): string[] {
  const ids = able.map(({ id }) => id);
  const asked = ids.filter((id) => changes(grid, grid.get(id)) < fewestChanges(grid, certified));
  return asked.filter((id) => {
    if (keeps(id) !== 'kept') return false;
    if (ids.length === 1) return true;
    return ids.every((other) => other === id || cleared.has(pairOf(id, other)));
  });
}

/** @returns `a b` for each pair of which a look has shown that b is at most the margin above a */
function clearedBy({ cleared, margin }: SearchState, race: Race | null, able: readonly GridSetting[]) {
  const ids = able.flatMap(({ id }) => (race?.has(id) ? id : []));
  const pairs = ids.flatMap((id) =>
    ids.flatMap((other) => {
      if (!race || other === id) return [];
      const { value, half } = race.difference(other, id);
      return value + half <= margin ? pairOf(id, other) : [];
    }),
  );
  return new Set([...cleared, ...pairs]);
}

const pairOf = (id: string, other: string) => `${id} ${other}`;

/**
 * The settings of the next blocks: the one nearest to a certificate, those within its reach that change less, and the rivals that
 * may still be too far above one of these. To measure all that are left would take more trials than the answer needs.
 */
function contenders(
  { grid, cleared, margin }: SearchState,
  race: Race,
  alive: readonly GridSetting[],
): GridSetting[] {
  const inWay = (one: GridSetting) =>
    alive.filter((other) => other !== one && !cleared.has(pairOf(one.id, other.id)));
  const farthest = (one: GridSetting) =>
    atMostBelow(
      race,
      one.id,
      inWay(one).map(({ id }) => id),
    );
  const [lead] = alive.toSorted((a, b) => farthest(a) - farthest(b));
  if (!lead) return [];
  const nearer = alive.filter(
    (one) => changes(grid, one) < changes(grid, lead) && isInReach(race, one, alive, margin),
  );
  const racing = new Set([lead, ...nearer].flatMap((one) => [one, ...inWay(one)]));
  return grid.settings.filter((one) => racing.has(one));
}

/** Whether a setting is so near all others that it is not given up for one that changes more. */
function isInReach(race: Race, one: GridSetting, others: readonly GridSetting[], margin: number): boolean {
  return others.every((other) => {
    const { value, error } = race.difference(other.id, one.id);
    return other === one || value <= Math.max(inReach.margin * margin, inReach.errors * error);
  });
}

/** The fewest variables that a certified setting changes; Infinity as long as nothing is certified. */
const fewestChanges = (grid: Grid, certified: readonly string[]) =>
  Math.min(...certified.map((id) => changes(grid, grid.get(id))));

/**
 * The settings of the next blocks once one is certified: those that change fewer variables and may be as good, such as the
 * default, with the rivals that may still be too far above them. To change nothing is worth a few trials. A certificate is not
 * lost by looking again, and what one look has shown need not be shown again: the bounds of all looks hold together.
 */
function rivalsOfNearer(
  { grid, certified, cleared, margin }: SearchState,
  race: Race | null,
  alive: readonly GridSetting[],
): GridSetting[] {
  const fewest = fewestChanges(grid, certified);
  const racing = new Set(
    alive.flatMap((one) => {
      if (changes(grid, one) >= fewest || !race?.has(one.id)) return [];
      const others = alive.filter((other) => other !== one && race.has(other.id));
      if (!isInReach(race, one, others, margin)) return [];
      const rivals = others.filter((other) => {
        const { value, half } = race.difference(other.id, one.id);
        return value + half > margin && !cleared.has(pairOf(one.id, other.id));
      });
      return [one, ...rivals];
    }),
  );
  return grid.settings.filter((one) => racing.has(one));
}
