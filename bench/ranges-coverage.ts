/** How often a measured figure lies in its prediction range, by server, since the pairs of one server resemble each other. */
import { mean, median } from '../src/stats/mean-and-spread.ts';

export const figures = ['throughput', 'mean', 'p50', 'p99'] as const;
export type Figure = (typeof figures)[number];

/** A measured figure and the range of its prediction, in natural logarithms around the predicted one. */
export interface Pair {
  readonly server: string;
  readonly figure: Figure;
  /** Measured, from the predicted figure. */
  readonly off: number;
  /** How far the range reaches to either side, both 0 or more. */
  readonly below: number;
  readonly above: number;
}

/** Where the measured figure lies in its range: 0 at the prediction, 1 at the end of its side. */
export function reachOf({ off, below, above }: Pair): number {
  const side = off < 0 ? below : above;
  return off === 0 ? 0 : Math.abs(off) / side;
}

export interface Coverage {
  readonly pairs: number;
  readonly servers: number;
  /** Share of the pairs within the range, and the mean of the shares of the servers. */
  readonly within: number;
  readonly byServer: number;
  readonly worst: { readonly server: string; readonly within: number };
  /** Shares beyond either end. */
  readonly below: number;
  readonly above: number;
  /** End ÷ beginning of the ranges, the median. */
  readonly width: number;
  /** Mean interval score at 90%, in logarithms: the width, and 20 times what lies beyond it (Gneiting and Raftery 2007). Less is better. */
  readonly score: number;
}

const share = (pairs: readonly Pair[], is: (pair: Pair) => boolean) => pairs.filter(is).length / pairs.length;
const isWithin = (pair: Pair) => reachOf(pair) <= 1;
const byServerOf = (pairs: readonly Pair[]) => [...Map.groupBy(pairs, ({ server }) => server)];

/** @param pairs at least one */
export function coverageOf(pairs: readonly Pair[]): Coverage {
  const servers = byServerOf(pairs).map(([server, own]) => ({ server, within: share(own, isWithin) }));
  const [worst = { server: '', within: NaN }] = servers.toSorted((a, b) => a.within - b.within);
  const beyond = ({ off, below, above }: Pair) => Math.max(0, off - above, -off - below);
  return {
    pairs: pairs.length,
    servers: servers.length,
    within: share(pairs, isWithin),
    byServer: mean(servers.map(({ within }) => within)),
    worst,
    below: share(pairs, (pair) => pair.off < 0 && !isWithin(pair)),
    above: share(pairs, (pair) => pair.off > 0 && !isWithin(pair)),
    width: Math.exp(median(pairs.map(({ below, above }) => below + above))),
    score: mean(pairs.map((pair) => pair.below + pair.above + 20 * beyond(pair))),
  };
}

/**
 * What a new server's value does not pass in so many of all cases: hierarchical conformal prediction (Dunn, Wasserman and Ramdas
 * 2018; Lee, Barber and Willett 2023). Each server has the weight of one, whatever number of values it has, and the new one
 * has it too, at infinity: with 8 servers nothing is promised at 90%, with 9 the largest value of all.
 */
export function conformalQuantile(servers: readonly (readonly number[])[], part: number): number {
  const weighted = servers
    .flatMap((values) => values.map((value) => ({ value, weight: 1 / values.length / (servers.length + 1) })))
    .toSorted((a, b) => a.value - b.value);
  let sum = 0;
  for (const { value, weight } of weighted) {
    sum += weight;
    if (sum >= part - 1e-9) return value;
  }
  return Infinity;
}

const reaches = (pairs: readonly Pair[]) => byServerOf(pairs).map(([, own]) => own.map(reachOf));

/** By what the ranges have to be stretched so that 9 of 10 values of a new server lie in them. */
export const stretchFor = (pairs: readonly Pair[]) => conformalQuantile(reaches(pairs), 0.9);

export interface LeftOut {
  readonly server: string;
  /** As the other servers have it; infinite where they are too few to promise anything. */
  readonly stretch: number;
  /** Share of its pairs within ranges that are stretched so. */
  readonly within: number;
}

/** Each server held to what the others say. */
export function leaveOneServerOut(pairs: readonly Pair[]): LeftOut[] {
  return byServerOf(pairs).map(([server, own]) => {
    const stretch = stretchFor(pairs.filter((pair) => pair.server !== server));
    return { server, stretch, within: share(own, (pair) => reachOf(pair) <= stretch) };
  });
}
