/**
 * Whether a server gets slower with the age of its process: a leak, a list that grows, a disk that fills. Each block is a fresh
 * process with three windows, one after the other, at rates in an order that has nothing to do with their place. So a block
 * design, with the place as what is compared and the rate as a covariate (Cochran, Biometrics 13, 1957), tells the two apart:
 *
 *     room(block, place) = block + place + slope · ln rate + noise
 *
 *     room │ ·
 *          │   ·         each window of a process leaves less room than the one before at the same rate:
 *          │     ·       what the last place has lost on the first is tested with Student's t
 *            1 2 3
 */
import type { RatePoint } from '../model/capacity.ts';
import type { PerSecond, Ratio } from '../model/units.ts';
import { connectedDesign, fitCells } from '../stats/design.ts';
import { studentCritical } from '../stats/distributions.ts';
import { deviation, mean, total } from '../stats/mean-and-spread.ts';
import { blocksOf } from './points.ts';

/**
 * The chance of a false alarm of one look, one-sided. There are six looks at most. Together they may find a fall of a
 * steady server in one session of twenty (test/capacity/ageing-coverage.system.ts).
 */
const chance = 0.01;
/**
 * The chance of a false alarm of one look where one client alone was slower after the first search. An overload leaves a large heap
 * or caches behind, which slow a healthy server as well: here all looks together may find a fall in one session of ten.
 */
const chanceWithHint = 0.1 / 6;
/** Response time of one client after the first search ÷ before it. Noise alone makes this factor in fewer than one session of thirty. */
const slowed = 1.5;
/** A smaller loss of rate, from the first window of a process to the last, does not make an interval of ±5% wrong. */
const leastLost: Ratio = 0.05;

/** The rates that keep the objective in the first and in the last window of a process; null where the line says no rate. */
export interface Fall {
  readonly first: PerSecond | null;
  readonly last: PerSecond | null;
}

/** How many times as long one client alone waited after the first search as before it; null unless it is more than `slowed`. */
export function slowingOf(points: readonly RatePoint[]): number | null {
  const alone = points.flatMap(({ purpose, mean: time }) =>
    purpose === 'alone' && time !== null ? time : [],
  );
  const [first, last] = [alone[0] ?? 0, alone.at(-1) ?? 0];
  return alone.length > 1 && first > 0 && last > slowed * first ? last / first : null;
}

/** Fits room to the block, the place and the rate. @returns null where too little was measured for it */
function planeOf(points: readonly RatePoint[]) {
  const blocks = blocksOf(points).filter(isTelling);
  const rooms = blocks.map((block) => block.map(({ room, isLate }) => (isLate ? null : room)));
  const design = connectedDesign(rooms, 0);
  const degrees = (design?.degrees ?? 0) - 1;
  if (!design || degrees < 1) return null;
  const values = design.observations.map(({ value }) => value);
  const rates = design.observations.map(({ row, column }) => Math.log(blocks[row]?.[column]?.rate ?? 1));
  const [room, rate] = [fitCells(design, values), fitCells(design, rates)];
  const squares = total(rate.residuals.map((one) => one ** 2));
  if (!(squares > 0)) return null;
  const slope = total(room.residuals.map((one, i) => one * (rate.residuals[i] ?? 0))) / squares;
  const noise =
    total(room.residuals.map((one, i) => (one - slope * (rate.residuals[i] ?? 0)) ** 2)) / degrees;
  const effects = room.effects.map((one, i) => one - slope * (rate.effects[i] ?? 0));
  return { design, degrees, rates, rate, squares, slope, noise, effects };
}

/** @returns null where nothing is shown to fall */
export function fallOf(points: readonly RatePoint[]): Fall | null {
  const plane = planeOf(points);
  if (!plane) return null;
  const { design, degrees, rates, rate, squares, slope, noise, effects } = plane;
  const lastPlace = design.cells.length - 1;
  const effect = effects[lastPlace] ?? 0;
  const known =
    (design.covariance[lastPlace]?.[lastPlace] ?? 0) + (rate.effects[lastPlace] ?? 0) ** 2 / squares;
  const risk = slowingOf(points) === null ? chance : chanceWithHint;
  const critical = studentCritical(1 - 2 * risk, degrees);
  if (!(-effect > critical * Math.sqrt(noise * known))) return null;
  // Room falls with the place, but not demonstrably with the rate: then no rate can be named.
  if (!(-slope > critical * Math.sqrt(noise / squares))) return { first: null, last: null };
  const level = mean(
    design.observations.map(({ value, cell }, i) => value - slope * (rates[i] ?? 0) - (effects[cell] ?? 0)),
  );
  const [first, last] = [Math.exp(-level / slope), Math.exp(-(level + effect) / slope)];
  return last <= (1 - leastLost) * first ? { first, last } : null;
}

/**
 * Whether even the first window of a fresh process breaks the objective at `asked`: its room there, as the mean over blocks, lies below
 * zero. Processes differ, so the block is the unit.
 * @param level chance of error of a two-sided interval, of which the upper end is used
 */
export function isBrokenWhenFresh(points: readonly RatePoint[], asked: PerSecond, level: number): boolean {
  const plane = planeOf(points);
  if (!plane || plane.design.blocks < 2) return false;
  const { design, degrees, rates, rate, squares, slope, noise, effects } = plane;
  const { observations, blocks, cells, covariance } = design;
  const distances = rates.map((one) => one - Math.log(asked));
  const fresh = observations.map(
    ({ value, cell }, i) => value - slope * (distances[i] ?? 0) - (effects[cell] ?? 0),
  );
  const ofBlocks = [...Map.groupBy(fresh.keys(), (i) => observations[i]?.block).values()].map((own) =>
    mean(own.map((i) => fresh[i] ?? 0)),
  );
  // The share of each place among the windows: the error of the means holds that part of the error of its effect.
  const shares = cells.map(
    (_, place) => observations.filter(({ cell }) => cell === place).length / fresh.length,
  );
  const ofPlaces = total(
    covariance.map((row, i) => (shares[i] ?? 0) * total(row.map((one, j) => one * (shares[j] ?? 0)))),
  );
  const away = mean(distances) - total(rate.effects.map((one, i) => one * (shares[i] ?? 0)));
  const error = Math.sqrt(deviation(ofBlocks) ** 2 / blocks + noise * (ofPlaces + away ** 2 / squares));
  return mean(ofBlocks) < -studentCritical(1 - level, Math.min(degrees, blocks - 1)) * error;
}

/** Whether a block shows how rooms differ. If all its windows are far from the limit it does not, and makes the noise look small. */
function isTelling(block: readonly RatePoint[]): boolean {
  const rooms = new Set(block.flatMap(({ room, isLate }) => (isLate ? [] : room)));
  return rooms.size > 1;
}
