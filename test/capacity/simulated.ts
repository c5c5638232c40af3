/**
 * Sessions of the search on servers of which the truth is known. A window's p99 is that of the closed form at the rate that its
 * process feels, with the error that a window of so many requests has: what one window knows of its own p99 was simulated request by
 * request for these queues (docs/method.md), and is read here from the slope of the tail.
 */
import type { RatePoint } from '../../src/model/capacity.ts';
import { nextInBracket, type WindowAsk } from '../../src/capacity/bracket.ts';
import { fallOf } from '../../src/capacity/ageing.ts';
import { estimateOf, levelAt, nextBlockPlan, nextInBlock, standingOf } from '../../src/capacity/search.ts';
import { roomOfValue } from '../../src/capacity/reading.ts';
import { openQueue, quantile } from '../../src/queueing/single-queue.ts';
import { deviation, mean } from '../../src/stats/mean-and-spread.ts';
import { normal, seeded, type Random } from '../../src/stats/random.ts';

export interface SimulatedServer {
  /** Milliseconds of the p99 at a rate, Infinity where it does not keep up; requests a second that it can do. */
  readonly p99: (rate: number) => number;
  readonly top: number;
  readonly alone: number;
  /** Standard deviation of ln p99 from 10,000 requests at a share of what it can do. */
  readonly error: (share: number) => number;
}

/** Standard deviation of ln p99 from 10,000 requests, at these shares of what the server can do. */
const errors = {
  at: [0.5, 0.7, 0.8, 0.9, 0.95],
  one: [0.065, 0.12, 0.17, 0.27, 0.33],
  several: [0.03, 0.05, 0.13, 0.21, 0.31],
} as const;

function interpolated(values: readonly number[], share: number): number {
  const right = errors.at.findIndex((at) => share <= at);
  if (right <= 0) return values[right === 0 ? 0 : values.length - 1] ?? 0;
  const [low = 0, high = 0] = [errors.at[right - 1], errors.at[right]];
  const [from = 0, to = 0] = [values[right - 1], values[right]];
  return from + ((to - from) * (share - low)) / (high - low);
}

/** M/M/c with so many servers, each of which does `each` requests a second. */
export function queueOf(servers: number, each: number): SimulatedServer {
  const top = servers * each;
  return {
    top,
    alone: (4.6 * 1000) / each,
    p99: (rate) => (rate < top ? quantile(openQueue(rate, servers, 1 / each), 0.99) * 1000 : Infinity),
    // .065 / .12 / .17 / .27 / .33 at .5 / .7 / .8 / .9 / .95 of a single server; less below for several.
    error: (share) => interpolated(servers === 1 ? errors.one : errors.several, share),
  };
}

/** Of a server whose work is heavy-tailed: p99 rises more slowly, and a window knows less of it. */
export function heavyTailed(each: number): SimulatedServer {
  return {
    top: each,
    alone: (8 * 1000) / each,
    p99: (rate) => (rate < each ? (1000 / each) * (8 + (7 * (rate / each)) / (1 - rate / each)) : Infinity),
    error: (share) => Math.min(0.5, 0.11 + 0.02 / Math.max(0.05, 1 - share)),
  };
}

export interface Session {
  readonly points: readonly RatePoint[];
  readonly word: ReturnType<typeof standingOf>['word'];
  /** Rates; null where there is none. */
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
  readonly blocks: number;
  /** The rate is said to fall with the age of a process. */
  readonly falls: boolean;
}

export interface Noise {
  /** Of the logarithm of what a process can do, between processes, and between windows of one. */
  readonly process: number;
  readonly window: number;
}

/** The rate at which the p99 is exactly the limit. */
export function truthOf({ p99, top }: Pick<SimulatedServer, 'p99' | 'top'>, limit: number): number {
  let [low, high] = [0, top];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (p99(middle) > limit) high = middle;
    else low = middle;
  }
  return low;
}

/**
 * @param generator the rate beyond which the load generator is late; `late`: the share of windows in which it is so by chance
 * @param loses by how much the logarithm of what a process can do falls in ten seconds
 * @param hint how many times as long one client alone waits after an overload, whatever the age of the process
 */
export function session(
  server: SimulatedServer,
  limit: number,
  noise: Noise,
  {
    seed,
    precision = 0.05,
    blocks = 9,
    generator = Infinity,
    late = 0,
    loses = 0,
    hint = 1,
  }: {
    seed: number;
    precision?: number;
    blocks?: number;
    generator?: number;
    late?: number;
    loses?: number;
    hint?: number;
  },
): Session {
  const random = seeded(seed);
  const isHopeless = server.alone > limit;
  const first = { broken: isHopeless ? ({ figure: 'p99', value: server.alone } as const) : null, begun: 1 };
  let points: RatePoint[] = [];
  for (let block = 0; block <= blocks; block++) {
    if (block > 0 && standingOf(points, precision, first).word !== 'open') break;
    const plan = block === 0 ? null : nextBlockPlan(points, seed + block, null);
    if (block > 0 && !plan) break;
    const level = Math.exp(noise.process * normal(random));
    const own: RatePoint[] = [];
    let age = 0;
    const next = () =>
      plan ? nextInBlock(plan, own, server.alone / 5, false) : nextInBracket(own, false, isHopeless);
    for (let ask = next(); ask; ask = next()) {
      const middle = age + ask.warmup + ask.duration / 2;
      age += ask.warmup + ask.duration;
      own.push(
        windowOf(
          server,
          limit,
          ask,
          {
            block,
            level: level * Math.exp(noise.window * normal(random) - (loses * middle) / 10_000),
            generator,
            late,
            hint: own.some(({ purpose }) => purpose === 'alone') ? hint : 1,
          },
          random,
        ),
      );
    }
    points = [...points, ...own];
  }
  const { word, blocks: done } = standingOf(points, precision, first);
  const found = estimateOf(points, levelAt(done, word === 'precise'));
  return {
    points,
    word,
    value: found && Math.exp(found.value),
    low: found ? Math.exp(found.low) : 0,
    high: found ? Math.exp(found.high) : Infinity,
    blocks: done,
    falls: word === 'falling' || fallOf(points) !== null,
  };
}

interface Conditions {
  readonly block: number;
  readonly level: number;
  readonly generator: number;
  readonly late: number;
  readonly hint: number;
}

function windowOf(
  { p99, top, alone, error }: SimulatedServer,
  limit: number,
  ask: WindowAsk,
  { block, level, generator, late, hint }: Conditions,
  random: Random,
): RatePoint {
  const common = {
    trial: block,
    block,
    purpose: ask.purpose,
    figure: 'p99',
    isOverloaded: false,
    hasDied: false,
  } as const;
  if (ask.load.kind !== 'poisson') {
    // Two seconds of one client: its mean is known to a tenth.
    const slower = (hint * Math.exp(0.1 * normal(random))) / level;
    const one = (alone / 5) * slower;
    const throughput = ask.purpose === 'clients' ? Math.min(top * level, 32_000 / one) : 1000 / one;
    const times = { median: one, mean: one, value: alone * slower };
    return {
      ...common,
      rate: null,
      room: roomOfValue(alone, limit, 0),
      word: 'kept',
      isLate: false,
      throughput,
      requests: 1000,
      ...times,
    };
  }
  const rate = ask.load.perSecond;
  const felt = rate / level;
  const requests = (rate * ask.duration) / 1000;
  const share = Math.min(1, felt / top);
  const value =
    felt >= top
      ? limit * 10
      : p99(felt) * Math.exp(error(share) * Math.sqrt(10_000 / requests) * normal(random));
  const room = roomOfValue(value, limit, alone);
  const isLate = rate > generator || (late > 0 && random() < late);
  const word = room >= 0 ? 'kept' : isLate ? 'generator' : 'broken';
  return {
    ...common,
    rate,
    room,
    word,
    isLate,
    value,
    throughput: Math.min(rate, top),
    requests,
    median: alone / 5,
    mean: alone / 5,
  };
}

export const servers: readonly (readonly [name: string, server: SimulatedServer, limit: number])[] = [
  ['M/M/1 at 90%', queueOf(1, 1000), 46],
  ['M/M/1 at 98%', queueOf(1, 1000), 200],
  ['M/M/4 at 88%', queueOf(4, 250), 40],
  ['M/M/16 at 95%', queueOf(16, 50), 150],
  ['heavy-tailed', heavyTailed(1000), 30],
];

/** How often an interval was given, and held the rate; sessions that end with "at least" or with a falling rate give none. */
export function coverageOf(found: readonly Session[], truth: number) {
  const told = found.filter(
    ({ value, low, word, falls }) => value !== null && low > 0 && word !== 'generator' && !falls,
  );
  const held = told.filter(({ low, high }) => low <= truth && truth <= high).length / told.length;
  const bias = mean(told.map(({ value }) => Math.log((value ?? truth) / truth)));
  const spread = deviation(told.map(({ value }) => Math.log(value ?? truth)));
  const blocks = mean(told.map((one) => one.blocks));
  const text = `held ${(100 * held).toFixed(1)}%, bias ${(100 * bias).toFixed(1)}%, sd ${(100 * spread).toFixed(1)}%, ${blocks.toFixed(1)} blocks, ${told.length} of ${found.length} told`;
  return { told: told.length, held, bias, text };
}
