/** What a capacity must not be read without: a server that died, times that grow, rates at which it got better again. */
import type { LoadOutcome } from '../model/sample.ts';
import type { Milliseconds, Ratio } from '../model/units.ts';
import { mean, median, total } from '../stats/mean-and-spread.ts';
import { atLeast, type CellWindows } from './reading.ts';
import { message, type Message } from '../messages/message.ts';
import type { CapacityWord, RateBounds, RatePoint } from '../model/capacity.ts';
import type { ObjectiveFigure } from '../model/objective.ts';
import { slowingOf } from './ageing.ts';
import { blocksOf, latenessOf } from './points.ts';
import { warmingOf } from './search.ts';

/** Of room, between a rate and a higher one of the same process: more is no noise of a p99. */
const betterAgain = 0.5;
/** Answers at the end of a window over those at its beginning. */
const growth = 1.3;
/** Of a server that does not slow down half of the windows would look so. */
const chance = 0.01;
/** Bins at either end of a window that are held against each other: a third of them. */
const part = 1 / 3;

/** Beyond a percentile: of fewer it is the luck of some requests. */
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

/** In half of the blocks or more a higher rate left clearly more room: the figure is no function of the rate. */
function isUneven(points: readonly RatePoint[]): boolean {
  const blocks = blocksOf(points);
  const uneven = blocks.filter((block) => {
    const inOrder = block.toSorted((a, b) => (a.rate ?? 0) - (b.rate ?? 0));
    return inOrder.some(({ room }, i) => room - (inOrder[i - 1]?.room ?? room) > betterAgain);
  });
  return uneven.length >= 2 && uneven.length >= blocks.length / 2;
}

/** Means of response times, the last third of the window over the first; null where one of them has no answer. */
function growthOf({ series: { done, responseSum } }: LoadOutcome): number | null {
  const means = done.flatMap((count, i) => (count > 0 ? (responseSum[i] ?? 0) / count : []));
  const bins = Math.floor(means.length * part);
  if (bins < 2) return null;
  const first = mean(means.slice(0, bins));
  return first > 0 ? mean(means.slice(-bins)) / first : null;
}

/** The last of many windows that were to drain it. */
function isStuck({ purpose }: RatePoint, i: number, all: readonly RatePoint[]): boolean {
  return (
    purpose === 'drain' &&
    all.slice(Math.max(0, i - 7), i + 1).filter((one) => one.purpose === 'drain').length >= 8
  );
}

/** Of what 32 waiting clients get. */
const light: Ratio = 0.6;
/** Of the usual answers in a quarter of a second: so few or less. */
const dip: Ratio = 0.6;
/** Standard deviations of a Poisson count: by chance one quarter in 4,000 has so few. */
const beyondChance = 3.5;
/** Of the usual mean time, in the quarter after it or the next: requests have waited. */
const late = 2;
/** Stops in all: one may be a neighbour on the machine. */
const fewest = 2;

interface Stalls {
  /** From one to the next, on average; and what the slowest request took in the median window that had one. */
  readonly every: Milliseconds;
  readonly longest: Milliseconds;
}

/**
 * A server that stops now and then: nothing is answered, then what came meanwhile all at once and late. Its percentiles are those
 * of the stops, whatever the rate. Looked for at light load only: near its limit a healthy server has quarters like these as well.
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

/** @returns null where a quarter of a second has too few requests to miss any */
function stopsIn({ done, errors, responseSum }: LoadOutcome['series']): number | null {
  // The last bin may be cut off by the end of the window.
  const ended = done.map((count, i) => count + (errors[i] ?? 0)).slice(0, -1);
  const usual = mean(ended);
  if (!(usual > beyondChance ** 2)) return null;
  const times = done.map((count, i) => (count > 0 ? (responseSum[i] ?? 0) / count : null));
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
