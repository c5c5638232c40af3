/** Notes that belong to a capacity: a server that died, times that grow, rates at which it got better again. */
import { meanTimes, type LoadOutcome } from '../model/sample.ts';
import type { Milliseconds, Ratio } from '../model/units.ts';
import { mean, median, total } from '../stats/mean-and-spread.ts';
import { atLeast, type CellWindows } from './reading.ts';
import { message, type Message } from '../messages/message.ts';
import type { CapacityWord, RateBounds, RatePoint } from '../model/capacity.ts';
import type { ObjectiveFigure } from '../model/objective.ts';
import { slowingOf } from './ageing.ts';
import { blocksOf, latenessOf } from './points.ts';
import { warmingOf } from './search.ts';

/** If room grows by more than this from one rate to a higher one, within one process, that is not noise of a p99. */
const betterAgain = 0.5;
/** Mean time at the end of a window ÷ at its beginning from which times are said to grow. */
const growth = 1.3;
/** The chance of a false alarm. In a server that does not slow down, times grow in half of the windows by chance. */
const chance = 0.01;
/** The part of a window's bins that is compared, at its beginning and at its end. */
const part = 1 / 3;

/** Requests beyond the percentile: with fewer, its value is the luck of some requests. */
const fewestBeyond = 5;
const beyond: Readonly<Partial<Record<ObjectiveFigure, number>>> = {
  p50: 0.5,
  p90: 0.1,
  p95: 0.05,
  p99: 0.01,
};

export function notesOf(
  { windows, points }: CellWindows,
  word: CapacityWord,
  rate: RateBounds | null,
): Message[] {
  const sizes = points.flatMap((one) =>
    one.purpose === 'block' && one.requests > 0
      ? { of: one.requests, tail: one.requests * (beyond[one.figure] ?? 1) }
      : [],
  );
  const died = points.filter(({ hasDied }) => hasDied).flatMap((one) => one.rate ?? []);
  const late = points.flatMap(({ word: of, isLate, purpose, rate: at }) =>
    at !== null && (of === 'generator' || (isLate && purpose === 'block')) ? at : [],
  );
  const grown = windows.flatMap(({ outcome, purpose }, i) =>
    outcome && purpose === 'block' && points[i]?.word === 'kept' ? (growthOf(outcome) ?? []) : [],
  );
  const isGrowing = atLeast(grown.filter((one) => one > 1).length, grown.length, 0.5) < chance;
  const lateness = latenessOf(points);
  const stalls = stallsOf({ windows, points });
  const warming = warmingOf(points);
  const slowing = slowingOf(points);
  return [
    ...(word === 'falling' ? [message('capacity.note.falls')] : []),
    ...(slowing !== null && word !== 'falling' ? [message('capacity.note.slower', { factor: slowing })] : []),
    ...(stalls ? [message('capacity.note.stalls', { ...stalls, isNever: word === 'never' })] : []),
    ...(died.length > 0
      ? [message('capacity.note.died', { rate: Math.min(...died), times: died.length })]
      : []),
    ...(sizes.length > 0 && median(sizes.map(({ tail }) => tail)) < fewestBeyond
      ? [message('capacity.note.few', { requests: Math.round(median(sizes.map(({ of }) => of))) })]
      : []),
    ...(isUneven(points) ? [message('capacity.note.uneven')] : []),
    ...(isGrowing && word !== 'falling' && median(grown) > growth
      ? [message('capacity.note.grows', { factor: median(grown) })]
      : []),
    ...(lateness.isTooMuch && word !== 'at least'
      ? [message('capacity.note.mostly-late', { windows: lateness.late, of: lateness.of })]
      : []),
    ...(rate !== null && late.length > 0
      ? [message('capacity.note.generator', { rate: Math.min(...late), windows: late.length })]
      : []),
    ...(points.some(isStuck) ? [message('capacity.note.stuck')] : []),
    ...(warming !== null ? [message('capacity.note.warming', { factor: warming })] : []),
  ];
}

/** Whether a higher rate left clearly more room in at least half of the blocks: the figure is no function of the rate. */
function isUneven(points: readonly RatePoint[]): boolean {
  const blocks = blocksOf(points);
  const uneven = blocks.filter((block) => {
    const inOrder = block.toSorted((a, b) => (a.rate ?? 0) - (b.rate ?? 0));
    return inOrder.some(({ room }, i) => room - (inOrder[i - 1]?.room ?? room) > betterAgain);
  });
  return uneven.length >= 2 && uneven.length >= blocks.length / 2;
}

/** The mean response time in the last third of a window ÷ that in the first; null where a third has fewer than two bins. */
function growthOf({ series }: LoadOutcome): number | null {
  const means = meanTimes(series).filter((time) => time !== null);
  const bins = Math.floor(means.length * part);
  if (bins < 2) return null;
  const first = mean(means.slice(0, bins));
  return first > 0 ? mean(means.slice(-bins)) / first : null;
}

/** Whether a window is the last of eight that were to drain the server. */
function isStuck({ purpose }: RatePoint, i: number, all: readonly RatePoint[]): boolean {
  return (
    purpose === 'drain' &&
    all.slice(Math.max(0, i - 7), i + 1).filter((one) => one.purpose === 'drain').length >= 8
  );
}

/** Light load goes up to this part of what 32 waiting clients get. */
const light: Ratio = 0.6;
/** A dip is a quarter of a second with at most this part of the usual answers. */
const dip: Ratio = 0.6;
/** Standard deviations of a Poisson count by which a dip lies below: by chance one quarter in 4,000 does. */
const beyondChance = 3.5;
/** Times the usual mean time, in one of the three quarters after a dip, from which requests are seen to have waited. */
const late = 2;
/** Fewest stops in all: a single one may come from another program on the machine. */
const fewest = 2;

interface Stalls {
  /** Mean time from one stop to the next; and the time of the slowest request, in the median window that had a stop. */
  readonly every: Milliseconds;
  readonly longest: Milliseconds;
}

/**
 * Finds stops of a server: for a while it answers nothing, then all that came meanwhile at once and late. Its percentiles are those
 * of the stops, whatever the rate. Only windows at light load count: near its limit a healthy server has such quarters as well.
 *
 *     answers in each quarter of a second   ▅ ▅ ▆ ▅ ▁ ▂ █ ▆ ▅ ▅ ▆ ▅ ▁ ▁ █
 *     their mean time                       ▁ ▁ ▁ ▁ ▁ ▅ ▇ ▁ ▁ ▁ ▁ ▁ ▁ ▅ ▇
 *
 * @returns null where fewer than half of the windows at light load have a stop, or none has requests enough to show it
 */
export function stallsOf({ windows, points }: Pick<CellWindows, 'windows' | 'points'>): Stalls | null {
  const most = points.find(({ purpose }) => purpose === 'clients')?.throughput ?? 0;
  const seen = windows.flatMap(({ outcome, purpose }, i) => {
    const { rate = null, isLate = true } = points[i] ?? {};
    const isLight = rate !== null && rate <= light * most && purpose !== 'drain' && !isLate;
    const stops = outcome && isLight ? stopsIn(outcome.series) : null;
    return outcome && stops !== null
      ? { stops, duration: outcome.window.duration, longest: outcome.response.max / 1000 }
      : [];
  });
  const stopped = seen.filter(({ stops }) => stops > 0);
  const stops = total(seen.map((one) => one.stops));
  if (stops < fewest || stopped.length < 2 || 2 * stopped.length < seen.length) return null;
  return {
    every: total(seen.map(({ duration }) => duration)) / stops,
    longest: median(stopped.map(({ longest }) => longest)),
  };
}

/** Counts stops. @returns null where a quarter of a second has too few requests for a gap to show */
function stopsIn(series: LoadOutcome['series']): number | null {
  // The last bin may be cut off by the end of the window.
  const ended = series.done.map((count, i) => count + (series.errors[i] ?? 0)).slice(0, -1);
  const usual = mean(ended);
  if (!(usual > beyondChance ** 2)) return null;
  const times = meanTimes(series);
  const usualTime = median(times.filter((time) => time !== null));
  if (!(usualTime > 0)) return null;
  const isDip = (i: number) => {
    const count = ended[i] ?? usual;
    return count <= dip * usual && usual - count > beyondChance * Math.sqrt(usual);
  };
  const isLate = (i: number) => (times[i] ?? 0) >= late * usualTime;
  // Quarters in a row are one stop; the first of them that is followed by late answers counts.
  return ended.filter((_, i) => isDip(i) && !isDip(i - 1) && [i + 1, i + 2, i + 3].some(isLate)).length;
}
