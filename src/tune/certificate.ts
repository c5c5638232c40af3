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
import { certificateCritical, ranking } from '../stats/ranking.ts';
import { feasible } from './feasible.ts';
import { changes, type Grid } from './grid.ts';
import { reduce, type SearchState } from './search-state.ts';
import { scoreTable } from './trial-history.ts';

/**
 * What changes less is not given up while no other is further above it than this, in units of the margin; nor than the noise
 * puts it there, in standard errors.
 */
const inReach = { margin: 0.7, errors: 3 } as const;

/** What a certificate rests on. */
export interface Evidence {
  readonly settings: readonly GridSetting[];
  readonly blocks: readonly number[];
  /** What the confidence is divided among. */
  readonly rivals: number;
}

/**
 * @returns fresh blocks of the finalists, which had no part in choosing them; or all blocks of all that was tried. Then no luck
 * of the best of many is left out either: every setting that could have had it is in the family.
 */
export function evidence(state: Omit<SearchState, 'step'>): Evidence {
  const { reuses, tried, finalists, screening, fresh, options } = state;
  if (!reuses) return { settings: finalists, blocks: fresh, rivals: finalists.length - 1 };
  // The block that a model is fitted to holds one setting, and compares nothing.
  const compared = screening.slice(options.isGuided ? 1 : 0);
  return { settings: tried, blocks: [...compared, ...fresh], rivals: tried.length - 1 };
}

/** How far the settings are apart, with confidence. */
export interface Race {
  /** Degrees of freedom of the errors. */
  readonly degrees: number;
  readonly has: (id: string) => boolean;
  /** Score of a over score of b: its value, its standard error, and the distance to each one-sided bound. */
  difference(a: string, b: string): { readonly value: number; readonly error: number; readonly half: number };
}

/**
 * Of what may be wrong, where the finalists have fresh blocks: what is certified among them, and what was far behind before. One
 * family where the same blocks say both.
 */
const shares = { finalists: 0.9, others: 0.1 } as const;

/** @returns the part of the chance of error that words about these may take */
export const shareFor = (
  { reuses, fresh }: Pick<SearchState, 'reuses' | 'fresh'>,
  of: keyof typeof shares,
): number => (reuses || fresh.length === 0 ? 1 : shares[of]);

/**
 * @param family of one-sided bounds that shall hold together
 * @param share `shareFor`
 * @returns null where fewer than two settings can be compared
 *
 * One noise for all. Where the best of seven scatters three times as much as the others, 6.5% of certificates are false
 * in the worst case instead of 5%. Tried against it: judging such a pair by its own differences. It held 5%, and took a
 * third more trials where all scatter alike.
 */
export function raceOf(
  { options, history }: SearchState,
  settings: readonly GridSetting[],
  blocks: readonly number[],
  family: number,
  share: number,
): Race | null {
  const { y, covariate } = scoreTable(history, options.objective, settings, blocks);
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

/** How far below the best of `others` a setting may lie, at most. */
export function atMostBelow(race: Race, id: string, others: readonly string[]): number {
  const distances = others
    .filter((other) => other !== id)
    .map((other) => {
      const { value, half } = race.difference(other, id);
      return value + half;
    });
  return Math.max(0, ...distances);
}

/** @returns the state after a look: who leaves, who is certified, what the next block measures, and whether there is one */
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
  // Before anything is dropped: what is worse with confidence, but by less than the margin, is as good as the best.
  const certified = certifiedOf({ ...state, cleared }, able, keeps);
  for (const one of able) {
    const isWorse = able.some((other) => {
      if (other === one || !race?.has(one.id) || !race.has(other.id)) return false;
      const { value, half } = race.difference(other.id, one.id);
      // Only what may be recommended itself can make another one leave.
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

/** Once something is certified, only what changes less is still in question: the default, where there is one variable. */
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
 * What the next blocks need: the setting that is nearest to a certificate, whoever is in reach of it and changes less, and the
 * rivals that may still be too far above one of them. Measuring all that are left shows more than was asked.
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

/** Whether no other is so far above it that it may be given up for what changes more. */
function isInReach(race: Race, one: GridSetting, others: readonly GridSetting[], margin: number): boolean {
  return others.every((other) => {
    const { value, error } = race.difference(other.id, one.id);
    return other === one || value <= Math.max(inReach.margin * margin, inReach.errors * error);
  });
}

/** Infinity as long as nothing is certified. */
const fewestChanges = (grid: Grid, certified: readonly string[]) =>
  Math.min(...certified.map((id) => changes(grid, grid.get(id))));

/**
 * Something is certified, and another that changes fewer variables from today's, as the default does, is so near the top
 * that it may be as good: it goes on against those alone that may still be too far above it. Not to change anything is
 * worth a few trials, and a certificate is not lost by looking again; what one look has shown need not be shown by the
 * next, since the bounds of all looks hold together.
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
