/** How much trials scatter, and whether a machine drifted under them. All on logarithms. */
import { chiSquareQuantile } from './chi-square.ts';
import { studentCritical } from './distributions.ts';
import { mean, type Bounds } from './interval.ts';

/** The interval of a standard deviation that was estimated with so many degrees of freedom, from normal noise. */
export function deviationBounds(value: number, degrees: number, confidence = 0.95): Bounds {
  const bound = (p: number) => value * Math.sqrt(degrees / chiSquareQuantile(p, degrees));
  return { value, low: bound((1 + confidence) / 2), high: bound((1 - confidence) / 2) };
}

/** One trial: the setting that it measured, its place in the run, and the logarithm of what came out. */
export interface DriftPoint {
  readonly setting: string;
  readonly at: number;
  readonly value: number;
}

/**
 * By how much the values rose from the first place to the last: the least-squares slope within settings, times the
 * distance. Its interval takes what is left over as independent from trial to trial: it says what this run saw, not what
 * the machine will do next. Null if no degree of freedom is left, or nothing was measured at two places.
 */
export function driftBounds(points: readonly DriftPoint[], confidence = 0.95): Bounds | null {
  const settings = [...Map.groupBy(points, ({ setting }) => setting).values()];
  const degrees = points.length - settings.length - 1;
  const centred = settings.flatMap((own) => {
    const [at, value] = [mean(own.map((point) => point.at)), mean(own.map((point) => point.value))];
    return own.map((point) => ({ x: point.at - at, y: point.value - value }));
  });
  const squares = centred.reduce((sum, { x }) => sum + x * x, 0);
  if (degrees < 1 || squares === 0) return null;
  const slope = centred.reduce((sum, { x, y }) => sum + x * y, 0) / squares;
  const left = centred.reduce((sum, { x, y }) => sum + (y - slope * x) ** 2, 0);
  const places = points.map(({ at }) => at);
  const span = Math.max(...places) - Math.min(...places);
  const half = studentCritical(confidence, degrees) * Math.sqrt(left / degrees / squares);
  return { value: slope * span, low: (slope - half) * span, high: (slope + half) * span };
}
