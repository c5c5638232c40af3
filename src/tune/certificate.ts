/**
 * One look at the fresh blocks: who is worse than the best for sure, and who is close enough to it for sure.
 *
 *     below the best   0          margin
 *                      |            |
 *     certified      [-|----]       |
 *     not yet        [-|------------|---]
 *     dropped          |  [---------|---]
 */
import type { Feasibility, GridSetting } from '../model/tune.ts';
import { certificateCritical, field } from '../stats/best.ts';
import { feasible } from './feasible.ts';
import { changes, type Grid } from './grid.ts';
import { scoreTable, type Ledger } from './ledger.ts';
import type { Progress } from './progress.ts';

/** What changes less is not given up while no other is further above it than this, in units of the margin. */
const inReach = 0.7;

/** How far the settings are apart for sure. */
export interface Race {
  readonly has: (id: string) => boolean;
  /** Score of a over score of b: its value and the distance to each one-sided bound. */
  difference(a: string, b: string): { readonly value: number; readonly half: number };
}

/**
 * Null where fewer than two settings can be compared. `rivals`: what the confidence is divided among.
 *
 * One noise for all. Where the best of seven scatters three times as much as the others, 6.5 % of certificates are false
 * in the worst case instead of 5 %. Tried against it: judging such a pair by its own differences. It held 5 %, and took a
 * third more trials where all scatter alike.
 */
export function raceOf(
  { options }: Progress,
  ledger: Ledger,
  settings: readonly GridSetting[],
  blocks: readonly number[],
  rivals: number,
  sides: 1 | 2 = 1,
): Race | null {
  const fitted = field(scoreTable(ledger, options.objective, settings, blocks));
  if (!fitted) return null;
  const column = (id: string) => settings.findIndex((one) => one.id === id);
  const critical = certificateCritical(options.confidence, sides * rivals, fitted.degrees);
  return {
    has: (id) => fitted.columns.includes(column(id)),
    difference: (a, b) => ({
      value: fitted.value(column(a)) - fitted.value(column(b)),
      half: critical * fitted.error(column(a), column(b)),
    }),
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

/** Writes down who leaves, who is certified, who is in the next block, and whether there is one. */
export function lookAt(progress: Progress, ledger: Ledger): void {
  const { field: finalists, fresh, racing: before } = progress;
  const end = Math.max(...fresh) + 1;
  const leave = (one: GridSetting, reason: 'worse' | 'constraint' | 'failed') =>
    progress.left.set(one.id, { phase: 'certify', blocks: fresh.length, reason });
  const keeps = feasible(progress.options, ledger, before, fresh, finalists.length);
  const able = before.filter((one) => {
    const isFailed = ledger.hasFailed(one.id, end);
    if (isFailed) leave(one, ledger.errorsOf(one.id) === null ? 'failed' : 'constraint');
    else if (keeps(one.id) === 'broken') leave(one, 'constraint');
    return !isFailed && keeps(one.id) !== 'broken';
  });
  const race = raceOf(progress, ledger, able, fresh, finalists.length - 1);
  // Before anybody is sent home: who is worse for sure, but by less than the margin, is as good as the best.
  const certified = certifiedOf(progress, race, able, keeps);
  const alive = able.filter((one) => {
    const isWorse = able.some((other) => {
      if (other === one || !race?.has(one.id) || !race.has(other.id)) return false;
      const { value, half } = race.difference(other.id, one.id);
      // Only what may be recommended itself can send another home.
      return value > half && keeps(other.id) === 'kept';
    });
    if (isWorse) leave(one, 'worse');
    return !isWorse;
  });
  const dropped = before.filter((one) => !alive.includes(one));
  progress.alive = progress.alive.filter((one) => !dropped.includes(one));
  progress.certified = [...progress.certified, ...certified];
  progress.looks.push({
    blocks: fresh.length,
    alive: progress.alive.map(({ id }) => id),
    dropped: dropped.map(({ id }) => id),
    certified,
  });
  const isDone = progress.certified.length > 0;
  progress.racing = isDone ? rivalsOfNearer(progress, race, alive) : alive;
  if (progress.racing.length > 0) return;
  if (!isDone) progress.stopped = 'no candidate';
  else
    progress.stopped = progress.alive.length === 1 && certified.length === 1 ? 'one survivor' : 'certificate';
}

/** Once something is certified, only what changes less is still in question: the default, where there is one variable. */
function certifiedOf(
  { certified, grid, margin }: Progress,
  race: Race | null,
  able: readonly GridSetting[],
  keeps: (id: string) => Feasibility,
): string[] {
  const ids = able.map(({ id }) => id);
  const asked = ids.filter((id) => changes(grid, grid.get(id)) < fewestChanges(grid, certified));
  return asked.filter((id) => {
    if (keeps(id) !== 'kept') return false;
    if (ids.length === 1) return true;
    return race !== null && ids.every(race.has) && atMostBelow(race, id, ids) <= margin;
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
  { grid, certified, margin }: Progress,
  race: Race | null,
  alive: readonly GridSetting[],
): GridSetting[] {
  const fewest = fewestChanges(grid, certified);
  const racing = new Set(
    alive.flatMap((one) => {
      if (changes(grid, one) >= fewest || !race?.has(one.id)) return [];
      const others = alive.filter((other) => other !== one && race.has(other.id));
      const above = others.map((other) => ({ other, ...race.difference(other.id, one.id) }));
      if (above.some(({ value }) => value > inReach * margin)) return [];
      const rivals = above.filter(({ value, half }) => value + half > margin).map(({ other }) => other);
      return [one, ...rivals];
    }),
  );
  return grid.settings.filter((one) => racing.has(one));
}
