/** Whole searches in virtual time: each window that is asked for is answered as a server of known truth would. */
import assert from 'node:assert/strict';
import { capacityOf } from '../../src/capacity/answer.ts';
import { nextOfCapacity, windowsOf } from '../../src/capacity/next.ts';
import type { RateTrial } from '../../src/capacity/reading.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { RateWindow } from '../../src/model/sample.ts';
import type { Milliseconds } from '../../src/model/units.ts';
import { planCapacity } from '../../src/run/plans.ts';
import { host } from '../kit/trials.ts';
import { windowOf } from './window.ts';

/** Milliseconds of p99. */
export const limit = 200;

export function planOf(given: {
  objective?: readonly { figure: 'p99'; limit: number }[];
  expect?: number;
  settings?: number;
  precision?: number;
}): Plan {
  const { objective = [{ figure: 'p99', limit }], expect, settings = 1, precision = 0.05 } = given;
  return planCapacity({
    command: ['node', 'server.js'],
    cwd: '/',
    factors: settings === 2 ? [{ key: 'pool', levels: [4, 64] }] : [],
    requests: [],
    seed: 7,
    timeout: 5000,
    startTimeout: 5000,
    capacity: { objective: [...objective], precision, ...(expect !== undefined && { expect }) },
    budget: 300_000,
  });
}

/** A server whose p99 is k ÷ (C − λ): 200 ms at 80% of what it can do. */
const p99 = (rate: number, top: number) => (rate < 0.995 * top ? (limit * 0.2 * top) / (top - rate) : 40_000);

export interface Server {
  /** Requests a second that it can do, in each block. */
  readonly tops: readonly number[];
  /** The rate from which on the load generator is late. */
  readonly generator?: number;
  readonly diesAt?: number;
  /** Share of what it can do that it loses from one window to the next. */
  readonly loses?: number;
  /** Share of the machine's CPU time that other programs take. */
  readonly others?: number;
  /** What one client alone waits. */
  readonly alone?: Milliseconds;
  /** So long after its start everything takes four times as long. */
  readonly cold?: Milliseconds;
}

/** Asks the search for each window, and answers as the server would. */
export function runOf(plan: Plan, servers: readonly Server[], blocks: number): RateTrial[] {
  let trials: RateTrial[] = [];
  for (let block = 0; block <= blocks; block++) {
    const { live, stop } =
      block === 0 ? { live: plan.cells.map(({ id }) => id), stop: null } : nextOfCapacity(plan, trials);
    if (stop !== null) break;
    for (const cell of plan.cells.filter(({ id }) => live.includes(id))) {
      const server = servers[plan.cells.indexOf(cell)];
      assert.ok(server);
      const next = windowsOf(plan, cell, block, trials);
      const rates: RateWindow[] = [];
      let age = 0;
      for (let ask = next(rates); ask; ask = next(rates)) {
        age += ask.warmup;
        rates.push(answered(ask, server, { block, age, before: rates.length }));
        age += ask.duration;
      }
      const [first] = rates;
      const sample = first?.outcome ? { outcome: first.outcome, jobs: null, rates } : null;
      trials = [
        ...trials,
        {
          ordinal: trials.length,
          block,
          cell: cell.id,
          sample,
          host: { foreign: server.others ?? 0, steal: null },
        },
      ];
    }
  }
  return trials;
}

type Ask = NonNullable<ReturnType<ReturnType<typeof windowsOf>>>;

function answered(
  { purpose, load, duration }: Ask,
  { tops, generator = Infinity, diesAt = Infinity, loses = 0, alone = 5, cold = 0 }: Server,
  { block, age, before }: { readonly block: number; readonly age: Milliseconds; readonly before: number },
): RateWindow {
  const slower = (age < cold ? 4 : 1) / (1 - loses) ** before;
  const top = (tops[block % tops.length] ?? 0) / slower;
  const rate = load.kind === 'poisson' ? load.perSecond : null;
  if (rate !== null && rate >= diesAt) return { purpose, load, outcome: null };
  // A late request waits for the generator, and its time counts from when it was due.
  const late = rate !== null && rate > generator ? 400 : 0;
  const time = rate === null ? alone * slower : p99(rate, top) + late;
  const count = Math.round(((rate ?? top) * duration) / 1000);
  const done = Math.min(count, Math.round((top * duration) / 1000));
  const times = Array.from({ length: done }, (_, i) => (i < 0.03 * done ? time : time / 4));
  return { ...windowOf({ rate, times, purpose, due: count, lateness: late, duration, start: age }), load };
}

/** The trials with something else in each of their windows. */
export const withRates = (
  trials: readonly RateTrial[],
  change: (window: RateWindow, trial: RateTrial) => RateWindow,
): RateTrial[] =>
  trials.map((trial) => ({
    ...trial,
    sample: trial.sample && {
      ...trial.sample,
      rates: trial.sample.rates?.map((one) => change(one, trial)) ?? [],
    },
  }));

/** Processes that differ by some per cent, around 500 a second: the crossing is at 400. */
export const usual: Server = { tops: [500, 505, 494, 502, 497, 508, 500, 492, 503, 499] };
export const answerOf = (plan: Plan, server: Server) => capacityOf(plan, host, runOf(plan, [server], 9), []);
