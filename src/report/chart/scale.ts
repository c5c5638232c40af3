/** Scales from values to pixels, with the ticks that belong to them. */
import type { Level } from '../../model/plan.ts';
import { brief } from '../../format/number.ts';
import { estimatedWidth } from './svg.ts';

interface Tick {
  readonly at: number;
  readonly label: string;
}

/** @template X what stands on the axis */
export interface Axis<X> {
  /** Pixel of a value; one beyond the axis is at its edge. */
  readonly at: (value: X) => number;
  readonly ticks: readonly Tick[];
}

export interface Scale extends Axis<number> {
  readonly beyond: (value: number) => 'up' | 'down' | null;
  readonly isLog: boolean;
}

/** @param at pixel of a value from `first` to `last` */
function within(first: number, last: number, at: (value: number) => number): Pick<Scale, 'at' | 'beyond'> {
  return {
    at: (value) => at(Math.max(first, Math.min(last, value))),
    beyond: (value) => (value > last * 1.000_1 ? 'up' : value < first * 0.999_9 ? 'down' : null),
  };
}

/** Values further apart than this are drawn on a logarithmic axis: on a linear one the small ones would lie on zero. */
const widestLinear = 25;

/** A value axis over `values`: linear from 0, or logarithmic where they span more than a factor 25. */
export function valueScale(values: readonly number[], from: number, to: number): Scale {
  const positive = values.filter((value) => value > 0);
  const [low, high] = [Math.min(...positive), Math.max(...positive)];
  if (positive.length === 0) return linearScale(0, 1, from, to);
  return high / low > widestLinear ? logScale(low, high, from, to) : linearScale(0, high, from, to);
}

/** A linear axis from `low` to the first round number at or above `high`. */
export function linearScale(low: number, high: number, from: number, to: number): Scale {
  const step = roundStep((high - low) / 4);
  const first = Math.floor(low / step + 1e-9) * step;
  const last = Math.ceil(high / step - 1e-9) * step;
  const scale = within(first, last, (value) => from + ((value - first) / (last - first)) * (to - from));
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const ticks = Array.from({ length: Math.round((last - first) / step) + 1 }, (_, i) => {
    const value = first + i * step;
    const label = value >= 1000 ? brief(value) : value.toFixed(decimals);
    return { at: scale.at(value), label };
  });
  return { ...scale, ticks, isLog: false };
}

/** A logarithmic axis with a tick at 1, 2 and 5 of each power of ten, or at the powers alone where there are many. */
export function logScale(low: number, high: number, from: number, to: number): Scale {
  const decades = Math.log10(high / low);
  const steps = decades > 2.5 ? [1] : [1, 2, 5];
  const candidates: number[] = [];
  for (let power = Math.floor(Math.log10(low)) - 1; power <= Math.ceil(Math.log10(high)); power++) {
    for (const step of steps) candidates.push(step * 10 ** power);
  }
  const first = candidates.findLast((value) => value <= low * 1.0001) ?? low;
  const last = candidates.find((value) => value >= high * 0.9999) ?? high;
  const span = Math.log(last / first) || 1;
  const scale = within(first, last, (value) => from + (Math.log(value / first) / span) * (to - from));
  const ticks = candidates
    .filter((value) => value >= first && value <= last)
    .map((value) => ({
      at: scale.at(value),
      label: value >= 1000 ? brief(value) : String(Number(value.toPrecision(1))),
    }));
  return { ...scale, ticks, isLog: true };
}

/** The levels of a factor: by their logarithm, as they are, or at equal distances. Labels that would overlap are left out. */
export function levelScale(
  levels: readonly Level[],
  kind: 'log2' | 'linear' | 'category',
  from: number,
  to: number,
): Axis<Level> {
  const place = levels.map((level, i) =>
    kind === 'log2' ? Math.log2(Number(level)) : kind === 'linear' ? Number(level) : i,
  );
  const low = Math.min(...place);
  const high = Math.max(...place);
  const pixel = (value: number) =>
    high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from);
  const ticks: Tick[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const [i, level] of levels.entries()) {
    const at = pixel(place[i] ?? 0);
    const half = estimatedWidth(String(level)) / 2 + 3;
    const fits = at - half >= free;
    ticks.push({ at, label: fits ? String(level) : '' });
    if (fits) free = at + half;
  }
  return { at: (level) => pixel(place[levels.indexOf(level)] ?? 0), ticks };
}

/** The next of 1, 2 or 5 times a power of ten. */
export function roundStep(step: number): number {
  if (!(step > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(step));
  const first = step / power;
  return power * (first <= 1 ? 1 : first <= 2 ? 2 : first <= 5 ? 5 : 10);
}
