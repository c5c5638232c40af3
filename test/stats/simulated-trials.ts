/**
 * Trials whose truth is known, and how often an interval holds it. `coverage.test.ts` asserts the shares,
 * `bench/coverage.ts` prints them.
 *
 * The noise is that of a shared machine: each trial has its own (3%), the machine drifts over the session (2%, from one
 * trial to the next correlated by 0.9, in the order in which the trials really run), and some trials are hit by a hiccup
 * that costs 5 to 30%.
 */
import { contrast, fit, ratioWeights } from '../../src/stats/ratio.ts';
import { meanBounds } from '../../src/stats/mean-and-spread.ts';
import { normal, seeded, shuffled } from '../../src/stats/random.ts';
import { simulatedTrials, type Trials } from './simulated-machine.ts';
import type { Bounds } from '../../src/stats/mean-and-spread.ts';
import type { Random } from '../../src/stats/random.ts';

const trialNoise = 0.03;
const driftNoise = 0.02;
const driftMemory = 0.9;

export interface Noise {
  /** Share of trials that a hiccup hits. */
  readonly hiccups?: number;
  /** Share of trials that failed: holes in the table. */
  readonly failed?: number;
  /** How much noisier the last cell is than the others. */
  readonly lastCell?: number;
  readonly steady?: boolean;
}

/** The difference of each cell to cell 0, on the scale of logarithms: each is 5% above the one before. */
const trueEffect = (cell: number) => 0.05 * cell;

/** [block][cell] of logarithms; the cells of each block ran in random order. */
function simulatedTable(random: Random, blocks: number, cells: number, noise: Noise): (number | null)[][] {
  const { hiccups = 0, failed = 0, lastCell = 1, steady = false } = noise;
  let drift = normal(random);
  return Array.from({ length: blocks }, () => {
    const row: (number | null)[] = Array.from({ length: cells }, () => null);
    for (const cell of shuffled([...row.keys()], random)) {
      drift = driftMemory * drift + Math.sqrt(1 - driftMemory ** 2) * normal(random);
      const own = trialNoise * (cell === cells - 1 ? lastCell : 1) * normal(random);
      const hiccup = random() < hiccups ? 0.05 + 0.25 * random() : 0;
      const trial = trueEffect(cell) + own + (steady ? 0 : driftNoise * drift) - hiccup;
      row[cell] = random() < failed ? null : trial;
    }
    return row;
  });
}

export interface Coverage {
  /** Share of the sessions in which every interval held its truth. */
  readonly held: number;
  /** Mean distance from value to bound. */
  readonly half: number;
}

export interface Sessions {
  readonly blocks: number;
  readonly noise?: Noise;
  readonly runs?: number;
}

/** The ratio of the last setting to the first: the interval is its own, however many others are compared. */
export function ratioCoverage({ blocks, cells, noise = {}, runs }: Sessions & { cells: number }): Coverage {
  return coverage(runs, (random) => {
    const fitted = fit(simulatedTable(random, blocks, cells, noise));
    const bounds = fitted && contrast(fitted, ratioWeights(cells - 1, 0));
    return bounds ? [{ bounds, truth: trueEffect(cells - 1) }] : [];
  });
}

/** The same on a machine that halves its speed now and then, with a probe in each window. */
export function machineCoverage(trials: Trials, runs?: number): Coverage {
  const last = trials.effects.length - 1;
  const truthOf = (column: number) => (trials.effects[column] ?? 0) + (trials.mediated?.[column] ?? 0);
  return coverage(runs, (random) => {
    const { y, covariate } = simulatedTrials(random, trials);
    const fitted = fit(y, covariate);
    const bounds = fitted && contrast(fitted, ratioWeights(last, 0));
    return bounds ? [{ bounds, truth: truthOf(last) - truthOf(0) }] : [];
  });
}

/** The mean of one setting over the trials of a session. */
export function meanCoverage({ blocks, noise = {}, runs }: Sessions): Coverage {
  return coverage(runs, (random) => {
    const bounds = meanBounds(simulatedTable(random, blocks, 1, noise).flatMap(([only]) => only ?? []));
    return bounds ? [{ bounds, truth: trueEffect(0) }] : [];
  });
}

/** Sessions in which nothing could be computed (too many failed trials) promise nothing, and do not count. */
function coverage(
  runs = 2000,
  session: (random: Random) => readonly { bounds: Bounds; truth: number }[],
): Coverage {
  const random = seeded(20_260_418);
  let sessions = 0;
  let held = 0;
  let half = 0;
  for (let run = 0; run < runs; run++) {
    const intervals = session(random);
    if (intervals.length === 0) continue;
    sessions++;
    if (intervals.every(({ bounds, truth }) => bounds.low <= truth && truth <= bounds.high)) held++;
    half += intervals.reduce((sum, { bounds }) => sum + (bounds.high - bounds.low) / 2, 0) / intervals.length;
  }
  return { held: held / sessions, half: half / sessions };
}
