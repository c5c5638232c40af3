/**
 * A server that stops now and then: nothing is answered, then what came meanwhile all at once and late. Its percentiles are those
 * of the stops, whatever the rate.
 *
 *     answers in each quarter of a second   ▅ ▅ ▆ ▅ ▁ ▂ █ ▆ ▅ ▅ ▆ ▅ ▁ ▁ █
 *     their mean time                       ▁ ▁ ▁ ▁ ▁ ▅ ▇ ▁ ▁ ▁ ▁ ▁ ▁ ▅ ▇
 *
 * Looked for at light load only: near its limit a healthy server has quarters like these as well.
 */
import type { LoadOutcome } from '../model/sample.ts';
import type { Milliseconds, Ratio } from '../model/units.ts';
import { mean, median, total } from '../stats/interval.ts';
import type { CellWindows } from './trials.ts';

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

export interface Stalls {
  /** From one to the next, on average; and what the slowest request took in the median window that had one. */
  readonly every: Milliseconds;
  readonly longest: Milliseconds;
}

/** @returns null where fewer than half of the windows at light load have a stop, or none has requests enough to show it */
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
