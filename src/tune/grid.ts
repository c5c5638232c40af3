/**
 * The settings as points of a grid: neighbours, starting points, and which of two equally good ones is preferred.
 * Sizes act by ratio, so distances are measured in factors.
 */
import { describeSetting, type Level } from '../model/plan.ts';
import type { GridSetting, TuneFactor, SearchOptions } from '../model/tune.ts';
import { maximumPool, ownPool } from '../model/factor.ts';

/** Most settings of a grid whose first blocks hold all of it. */
const wholeGrid = 7;
/** Factor between the levels of the first blocks: larger with several variables, since the points of a grid multiply. */
const coarseFactor = { one: 4, several: 8 } as const;
/** Most levels of an axis that is taken whole. */
const wholeAxis = 4;

export interface Axis {
  readonly key: string;
  /** Numbers in ascending order; words as they were given. */
  readonly levels: readonly Level[];
  readonly anchors: readonly Level[];
  /** Whether neighbours on it resemble each other. */
  readonly isNumeric: boolean;
}

export interface Grid {
  readonly axes: readonly Axis[];
  /** All settings, in the order of their places. */
  readonly settings: readonly GridSetting[];
  readonly default: GridSetting;
  get(id: string): GridSetting;
}

/** @throws Error if a level is asked for that the grid does not hold */
export function gridOf({ factors, default: today }: Pick<SearchOptions, 'factors' | 'default'>): Grid {
  const axes = factors.map((factor) => axisOf(factor, today[factor.key]));
  const settings = axes
    .reduce<number[][]>(
      (places, { levels }) => places.flatMap((place) => levels.map((_, i) => [...place, i])),
      [[]],
    )
    .map((place): GridSetting => {
      const setting = Object.fromEntries(axes.map(({ key, levels }, i) => [key, levels[place[i] ?? 0] ?? 0]));
      return { id: describeSetting(setting), setting, place };
    });
  const byId = new Map(settings.map((one) => [one.id, one]));
  const get = (id: string) => {
    const found = byId.get(id);
    if (!found) throw new Error(`${id} is not a setting of this grid`);
    return found;
  };
  const own = Object.fromEntries(axes.map(({ key, levels }) => [key, levelOf(key, levels, today[key])]));
  return { axes, settings, default: get(describeSetting(own)), get };
}

/** The current level as the axis names it: 4 where the axis has `default` for it. */
function levelOf(key: string, levels: readonly Level[], today: Level | undefined): Level {
  const same = levels.find(
    (level) =>
      level === today || (today !== undefined && sizeOfLevel(key, level) === sizeOfLevel(key, today)),
  );
  return same ?? levels[0] ?? 0;
}

function axisOf({ key, levels, anchors = [] }: TuneFactor, today: Level | undefined): Axis {
  const all = [...new Set([...levels, ...anchors, ...(today === undefined ? [] : [today])])];
  const size = (level: Level) => sizeOfLevel(key, level);
  const isNumeric = all.every((level) => size(level) > 0);
  if (!isNumeric) return { key, levels: all, anchors, isNumeric };
  // A pool of `default` is one of 4: measured twice they would differ by noise alone.
  const isDouble = (level: Level) =>
    typeof level === 'number' && all.some((one) => one !== level && size(one) === level);
  const ascending = all.filter((level) => !isDouble(level)).toSorted((a, b) => size(a) - size(b));
  return { key, levels: ascending, anchors, isNumeric };
}

/** The size of a level; NaN for a word. */
function sizeOfLevel(key: string, level: Level): number {
  return key === 'pool' && level === 'default' ? ownPool : typeof level === 'number' ? level : Number.NaN;
}

/** The size of the level at this place of a numeric axis. */
export function sizeAt({ key, levels }: Axis, index: number): number {
  return sizeOfLevel(key, levels[index] ?? Number.NaN);
}

/** The pool sizes that are searched if the user names none: 1 to 1024 in doublings, and as many threads as there are CPUs. */
export function poolFactor(cpus: number): TuneFactor {
  const doublings = Array.from({ length: 11 }, (_, i) => 2 ** i);
  return { key: 'pool', levels: doublings, anchors: [Math.min(maximumPool, Math.max(1, Math.ceil(cpus)))] };
}

/** Number of variables that differ from today's: a change without effect is not worth its line in a configuration. */
export function changes(grid: Grid, { place }: GridSetting): number {
  return place.filter((index, axis) => index !== grid.default.place[axis]).length;
}

/**
 * The settings, preferred ones first: those that change the fewest variables from today's, so the default before all. Then the
 * smallest: fewer processes before fewer threads, since a process needs the memory of hundreds of them; then the order given.
 */
export function preferred(grid: Grid, settings: readonly GridSetting[]): GridSetting[] {
  return inOrder(grid, settings, (one) => changes(grid, one));
}

/** The first by the same order, except that the default counts as if it changed one variable. */
export function smallest(grid: Grid, settings: readonly GridSetting[]): GridSetting | undefined {
  return inOrder(grid, settings, (one) => Math.max(1, changes(grid, one)))[0];
}

function inOrder(
  grid: Grid,
  settings: readonly GridSetting[],
  cost: (one: GridSetting) => number,
): GridSetting[] {
  const weight = ({ key }: Axis) => (key === 'processes' ? 0 : 1);
  const order = [...grid.axes.keys()].toSorted(
    (a, b) => weight(grid.axes[a] as Axis) - weight(grid.axes[b] as Axis),
  );
  return settings.toSorted((a, b) => {
    const axis = order.find((i) => a.place[i] !== b.place[i]) ?? 0;
    return cost(a) - cost(b) || (a.place[axis] ?? 0) - (b.place[axis] ?? 0);
  });
}

/** The setting with one of its variables set back to today's, for each that differs; none where fewer than two do. */
export function nearerToday(grid: Grid, one: GridSetting): GridSetting[] {
  if (changes(grid, one) < 2) return [];
  return grid.axes.flatMap((_, axis) => {
    const today = grid.default.place[axis] ?? 0;
    return one.place[axis] === today ? [] : (at(grid, one, axis, today) ?? []);
  });
}

/** Whether a grid is small enough to be measured whole. */
export const isSmall = ({ settings }: Grid): boolean => settings.length <= wholeGrid;

/** The settings with which a search begins when nothing is known: levels a factor apart, the ends, the anchors, the default. */
export function coarseGrid(grid: Grid): GridSetting[] {
  if (isSmall(grid)) return [...grid.settings];
  const factor = grid.axes.length === 1 ? coarseFactor.one : coarseFactor.several;
  const chosen = grid.axes.map((axis) => coarseLevels(axis, factor));
  return grid.settings.filter(
    (one) => one.id === grid.default.id || one.place.every((index, axis) => chosen[axis]?.has(index)),
  );
}

function coarseLevels(axis: Axis, factor: number): ReadonlySet<number> {
  const { levels, anchors } = axis;
  const all = [...levels.keys()];
  if (!axis.isNumeric || levels.length <= wholeAxis) return new Set(all);
  const size = (index: number) => sizeAt(axis, index);
  const steps: number[] = [];
  for (const index of all) {
    if (steps.length === 0 || size(index) >= factor * size(steps.at(-1) ?? 0)) steps.push(index);
  }
  const last = all.length - 1;
  // A step close to the end is replaced by the end.
  if (steps.length > 1 && size(last) < Math.sqrt(factor) * size(steps.at(-1) ?? 0)) steps.pop();
  return new Set([
    ...steps,
    last,
    ...all.filter((index) => anchors.some((level) => sizeOfLevel(axis.key, level) === size(index))),
  ]);
}

/**
 * The smallest setting that a model predicts to be as good as the best. With several variables it is the one that changes the
 * fewest, if any: the settings that are tried around it change one variable each.
 * @param score of a setting, higher is better, on the scale of logarithms; null where nothing was predicted
 */
export function predictedBest(
  grid: Grid,
  score: (one: GridSetting) => number | null,
  margin: number,
): GridSetting | undefined {
  const scored = grid.settings.flatMap((one) => {
    const value = score(one);
    return value === null ? [] : [{ one, value }];
  });
  const top = Math.max(...scored.map(({ value }) => value));
  const good = scored.filter(({ value }) => value >= top - margin).map(({ one }) => one);
  return grid.axes.length > 1 ? preferred(grid, good)[0] : smallest(grid, good);
}

/**
 * The settings with which a search begins when a model points to one: that one, those at half and at four times its size, the
 * largest, and the default.
 */
export function gridAround(grid: Grid, good: GridSetting): GridSetting[] {
  const around = grid.axes.flatMap((axis, i) => {
    const last = axis.levels.length - 1;
    const index = good.place[i] ?? 0;
    const indices = axis.isNumeric
      ? [nearest(axis, index, 1 / 2), nearest(axis, index, 4), last]
      : [...axis.levels.keys()];
    return indices.map((one) => at(grid, good, i, one));
  });
  const ids = new Set([good, grid.default, ...around].flatMap((one) => one?.id ?? []));
  return grid.settings.filter(({ id }) => ids.has(id));
}

function nearest(axis: Axis, from: number, factor: number): number {
  const wanted = Math.log(sizeAt(axis, from) * factor);
  const distance = (index: number) => Math.abs(Math.log(sizeAt(axis, index)) - wanted);
  return [...axis.levels.keys()].reduce((best, one) => (distance(one) < distance(best) ? one : best), from);
}

function at({ settings }: Grid, one: GridSetting, axis: number, index: number): GridSetting | undefined {
  return settings.find(({ place }) => place.every((own, i) => own === (i === axis ? index : one.place[i])));
}

/** The settings one step away on each axis, in both directions; on an axis of words every other word. */
export function neighbours(grid: Grid, one: GridSetting): GridSetting[] {
  return grid.axes.flatMap((axis, i) => {
    const index = one.place[i] ?? 0;
    const others = axis.isNumeric
      ? [index - 1, index + 1]
      : [...axis.levels.keys()].filter((other) => other !== index);
    return others.flatMap((other) => at(grid, one, i, other) ?? []);
  });
}

/** The nearest settings of `among` in both directions on each axis, everything else equal. */
export function nearestOf(grid: Grid, one: GridSetting, among: readonly GridSetting[]): GridSetting[] {
  return grid.axes.flatMap((_, i) => {
    const line = onLine(one, among, i);
    const below = line.findLast(({ place }) => (place[i] ?? 0) < (one.place[i] ?? 0));
    const above = line.find(({ place }) => (place[i] ?? 0) > (one.place[i] ?? 0));
    return [below, above].flatMap((found) => found ?? []);
  });
}

/**
 * The settings that lie between two of `kept` on a line through one of `centres`. With two variables, all settings between those
 * of a plateau would be most of the grid.
 */
export function between(
  grid: Grid,
  kept: readonly GridSetting[],
  centres: readonly GridSetting[],
): GridSetting[] {
  const lines = centres.flatMap((centre) => grid.axes.map((_, axis) => ({ centre, axis })));
  const found = new Set(
    lines.flatMap(({ centre, axis }) => {
      const indices = onLine(centre, kept, axis).map(({ place }) => place[axis] ?? 0);
      const [low, high] = [Math.min(...indices), Math.max(...indices)];
      return onLine(centre, grid.settings, axis).filter(({ place }) => {
        const own = place[axis] ?? 0;
        return own > low && own < high;
      });
    }),
  );
  return grid.settings.filter((one) => found.has(one));
}

/** The settings that differ from `one` on this axis at most, in its order. */
function onLine(one: GridSetting, among: readonly GridSetting[], axis: number): GridSetting[] {
  return among
    .filter(({ place }) => place.every((own, i) => i === axis || own === one.place[i]))
    .toSorted((a, b) => (a.place[axis] ?? 0) - (b.place[axis] ?? 0));
}
