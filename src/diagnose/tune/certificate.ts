/**
 * One look at the fresh blocks: who is worse than the best for sure, and who is close enough to it for sure.
 *
 *     below the best   0          margin
 *                      |            |
 *     certified      [-|----]       |
 *     not yet        [-|------------|---]
 *     dropped          |  [---------|---]
 */
import type { Feasibility, GridSetting } from '../../model/tune.ts';
import { certificateCritical, field, type Field } from '../../stats/best.ts';
import { feasibilityOf } from './feasible.ts';
import { scoreTable, type Ledger } from './ledger.ts';
import { promising, type Progress } from './progress.ts';

/** Looks that a certificate waits for a default that may be as good. */
const patience = 1;

/** How far the settings are apart for sure. */
export interface Race {
  readonly field: Field;
  readonly has: (id: string) => boolean;
  /** Score of a over score of b: its value and the distance to each one-sided bound. */
  difference(a: string, b: string): { readonly value: number; readonly half: number };
}

/** Null where fewer than two settings can be compared. `rivals`: what the confidence is divided among. */
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
    field: fitted,
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

/** Of each setting, all constraints together: one that is broken breaks it, one that is undecided leaves it so. */
export function feasible(
  { options, field: finalists }: Progress,
  ledger: Ledger,
  settings: readonly GridSetting[],
  blocks: readonly number[],
): (id: string) => Feasibility {
  const { confidence, constraints } = options;
  const family = Math.max(1, finalists.length);
  const words = constraints.map((one) =>
    feasibilityOf(one, { ledger, confidence, settings, blocks, family }),
  );
  return (id) => {
    const all = words.map((word) => word.get(id) ?? 'undecided');
    return all.find((word) => word === 'broken') ?? all.find((word) => word === 'undecided') ?? 'kept';
  };
}

/** Writes down who leaves, who is certified, and whether that is the end. */
export function lookAt(progress: Progress, ledger: Ledger): void {
  const { field: finalists, fresh, margin } = progress;
  const end = Math.max(...fresh) + 1;
  const leave = (one: GridSetting, reason: 'worse' | 'constraint' | 'failed') =>
    progress.left.set(one.id, { phase: 'certify', blocks: fresh.length, reason });
  const before = progress.alive;
  const keeps = feasible(progress, ledger, before, fresh);
  const racing = before.filter((one) => {
    const isFailed = ledger.hasFailed(one.id, end);
    if (isFailed) leave(one, 'failed');
    else if (keeps(one.id) === 'broken') leave(one, 'constraint');
    return !isFailed && keeps(one.id) !== 'broken';
  });
  const race = raceOf(progress, ledger, racing, fresh, finalists.length - 1);
  const alive = racing.filter((one) => {
    const isWorse = racing.some((other) => {
      if (other === one || !race?.has(one.id) || !race.has(other.id)) return false;
      const { value, half } = race.difference(other.id, one.id);
      // Only what may be recommended itself can send another home.
      return value > half && keeps(other.id) === 'kept';
    });
    if (isWorse) leave(one, 'worse');
    return !isWorse;
  });
  const ids = alive.map(({ id }) => id);
  const certified = ids.filter((id) => {
    if (keeps(id) !== 'kept') return false;
    if (ids.length === 1) return true;
    return race !== null && ids.every((other) => race.has(other)) && atMostBelow(race, id, ids) <= margin;
  });
  progress.alive = alive;
  progress.certified = [...new Set([...progress.certified, ...certified])];
  progress.looks.push({
    blocks: fresh.length,
    alive: ids,
    dropped: before.filter((one) => !alive.includes(one)).map(({ id }) => id),
    certified,
  });
  if (ids.length === 0 && progress.certified.length === 0) progress.stopped = 'no candidate';
  else if (progress.certified.length > 0 && !mayKeepDefault(progress, race))
    progress.stopped = ids.length === 1 && certified.length === 1 ? 'one survivor' : 'certificate';
}

/**
 * Something else is certified already, and the default is still so near that it may be as good: one look more, since not
 * to change anything is worth a few trials. A certificate is not lost by looking again.
 */
function mayKeepDefault({ grid, certified, alive, margin, looks }: Progress, race: Race | null): boolean {
  const { id } = grid.default;
  if (looks.filter((look) => look.certified.length > 0).length > patience) return false;
  if (certified.includes(id) || !alive.includes(grid.default) || !race?.has(id)) return false;
  const behind = alive.map((one) => (race.has(one.id) ? race.difference(one.id, id).value : 0));
  return Math.max(...behind) <= promising * margin;
}
