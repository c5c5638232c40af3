/** What a capacity must not be read without: a server that died, times that grow, rates at which it got better again. */
import { message, type Message } from '../messages/message.ts';
import type { CapacityWord, RateBounds, RatePoint } from '../model/capacity.ts';
import type { ObjectiveFigure } from '../model/objective.ts';
import type { LoadOutcome } from '../model/sample.ts';
import { mean, median } from '../stats/interval.ts';
import { slowingOf } from './ageing.ts';
import { atLeast } from './reading.ts';
import { blocksOf, latenessOf } from './points.ts';
import { warmingOf } from './search.ts';
import { stallsOf } from './stalls.ts';
import type { CellWindows } from './trials.ts';

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
