/**
 * The plan's cells as a grid that can be drawn: which factor is the axis, which one separates the lines, and which
 * part the panels. A load that differs between cells of the same setting counts as one more factor.
 */
import type { Factor } from '../../model/factor.ts';
import { describeLoad, type Level, type Plan } from '../../model/plan.ts';

export interface PlotLayout {
  /** Every factor with two levels or more, or the first one where nothing varies. */
  readonly factors: readonly Factor[];
  /** The factor on the axis: `pool` if it varies, else the numeric factor with the most levels, else the first. */
  readonly axis: Factor;
  /** log2 where all levels of the axis are positive numbers. */
  readonly axisScale: 'log2' | 'category';
  /** The factor that separates the lines of one panel; null if only the axis varies. */
  readonly series: Factor | null;
  levelOf(cell: string, factor: Factor): Level;
  /** What tells this cell from the others: `pool 4 · node`. */
  label(cell: string): string;
  /** The label without what all of `cells` have in common: `pool 4`, where only the pool differs. */
  labelAmong(cell: string, cells: readonly string[]): string;
  /** What all of `cells` have in common: `case 3 · answer after`; empty if nothing. */
  common(cells: readonly string[]): string;
  /** Everything but the axis and the factor that separates the lines: one panel for each of their combinations. */
  panelOf(cell: string): string;
}

/** Most lines in one panel: more cannot be distinguished. */
const mostLines = 6;
const loadKey = 'load';

export function plotLayout(plan: Plan): PlotLayout {
  const cells = new Map(plan.cells.map((cell) => [cell.id, cell]));
  const level = (id: string, key: string): Level => {
    const cell = cells.get(id);
    if (cell === undefined) return id;
    return key === loadKey ? describeLoad(cell.load) : (cell.setting[key] ?? cell.parameters[key] ?? '–');
  };
  const all = varied(plan, level);
  const factors = all.length > 0 ? all : [{ key: 'setting', levels: plan.cells.map(({ id }) => id) }];
  const levelOf = (cell: string, factor: Factor): Level => (all.length > 0 ? level(cell, factor.key) : cell);

  const axis = chooseAxis(factors);
  const others = factors.filter((factor) => factor !== axis);
  const series =
    others
      .filter(({ levels }) => levels.length <= mostLines)
      .toSorted((a, b) => b.levels.length - a.levels.length)[0] ?? null;
  const named = (cell: string, shown: readonly Factor[]) =>
    shown.map((factor) => levelLabel(factor.key, levelOf(cell, factor))).join(' · ');
  const isShared = (factor: Factor, ids: readonly string[]) =>
    new Set(ids.map((id) => levelOf(id, factor))).size < 2;
  return {
    factors,
    axis,
    axisScale: axis.levels.every((value) => typeof value === 'number' && value > 0) ? 'log2' : 'category',
    series,
    levelOf,
    label: (cell) => named(cell, factors),
    labelAmong: (cell, ids) => {
      const telling = factors.filter((factor) => !isShared(factor, ids));
      return named(cell, telling.length > 0 ? telling : factors);
    },
    common: (ids) =>
      named(ids[0] ?? '', ids.length === 0 ? [] : factors.filter((factor) => isShared(factor, ids))),
    panelOf: (cell) =>
      named(
        cell,
        others.filter((factor) => factor !== series),
      ),
  };
}

/** `pool 4`, `answer after`; a level that names its own kind (`pm2-cluster`) stays alone. */
export function levelLabel(key: string, level: Level): string {
  return key === 'topology' || key === 'setting' || key === loadKey ? String(level) : `${key} ${level}`;
}

/** What tells the cells apart: their settings; where these do not suffice, parameters, and at last the load. */
function varied(plan: Plan, level: (id: string, key: string) => Level): Factor[] {
  const factor = (key: string): Factor => {
    const levels = [...new Set(plan.cells.map(({ id }) => level(id, key)))];
    // Words stay in the order of the plan.
    return {
      key,
      levels: levels.every((one) => typeof one === 'number') ? levels.toSorted((a, b) => a - b) : levels,
    };
  };
  const telling = (keys: Iterable<string>) => [...keys].map(factor).filter(({ levels }) => levels.length > 1);
  const settings = new Set([
    ...plan.factors.map(({ key }) => key),
    ...plan.cells.flatMap(({ setting }) => Object.keys(setting)),
  ]);
  const parameters = new Set(plan.cells.flatMap((cell) => Object.keys(cell.parameters))).difference(settings);
  const distinct = telling(settings);
  for (const more of [parameters, [loadKey]]) {
    const told = new Set(
      plan.cells.map(({ id }) => JSON.stringify(distinct.map(({ key }) => level(id, key)))),
    );
    if (told.size < plan.cells.length) distinct.push(...telling(more));
  }
  return distinct.length > 0 ? distinct : [...settings].map(factor).slice(0, 1);
}

function chooseAxis(factors: readonly Factor[]): Factor {
  const numeric = factors
    .filter(({ levels }) => levels.length > 1 && levels.every((value) => typeof value === 'number'))
    .toSorted((a, b) => b.levels.length - a.levels.length);
  const chosen = factors.find(({ key }) => key === 'pool') ?? numeric[0] ?? factors[0];
  if (chosen === undefined) throw new Error('a plan without cells has no axis');
  return chosen;
}
