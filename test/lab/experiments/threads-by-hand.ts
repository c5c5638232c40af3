/** Trials of the loop-or-threads experiment as a world would give them: its ratios put in by hand. */
import { computedBy, published } from '../../../src/lab/experiments/loop-or-threads/grid.ts';
import type { Cell, Plan } from '../../../src/model/plan.ts';
import type { RequestTrace, Trial } from '../../../src/model/sample.ts';
import { trialOf, withOutcome, withSample } from '../../kit/trials.ts';
import { trialsOf } from './two-cpus.ts';

/** How the servers behave: what a pool has against the single thread, in each metric, and what its answers are worth. */
export interface World {
  /** Throughput of the pools for computing, for files and delays (their time is its inverse), and for waits. */
  readonly computing: number;
  readonly files: number;
  readonly delays: number;
  /** With JavaScript behind a wait: where the loop idles, and where it is full. */
  readonly idle: number;
  readonly full: number;
  readonly cpu: number;
  /** Mean time of the single thread's requests in batches; ten clients, so ten of these are 100 ms of work. */
  readonly inFlight: number;
  readonly wrong: number;
  readonly fastest: number;
  /** Mean answer of the pool that numbers its tasks. */
  readonly honest: number;
  readonly noise: number;
}

/** What the arithmetic says: computing gains up to the CPUs, waiting does not, and the published pool is wrong. */
export const expected: World = {
  computing: 1.9,
  files: 0.8,
  delays: 0.99,
  idle: 1,
  full: 1.8,
  cpu: 2,
  inFlight: 9,
  wrong: 1,
  fastest: 2,
  honest: 28,
  noise: 0.01,
};

function gainOf(world: World, { setting, load }: Cell): number {
  const { work } = setting;
  if (work === 'prime' || work === 'file') return world.computing;
  if (work === 'io-test') return world.files;
  const computed = computedBy(String(work));
  if (computed === null || computed === 0) return world.delays;
  const clients = load.kind === 'closed' ? load.clients : 0;
  return clients >= 10 ? world.full : world.idle;
}

function utilizationOf({ setting, load }: Cell): number {
  const clients = load.kind === 'closed' ? load.clients : 1;
  return Math.min(0.99, clients * (0.002 + (computedBy(String(setting['work'])) ?? 0) / 24));
}

/** Two hundred requests a trial, so that their median is compared. */
const count = 200;

export const simulated = (plan: Plan, world: World): Trial[] =>
  trialsOf(plan, 7, world.noise, (block, cell, jitter, more) => {
    const isSingle = cell.setting['topology'] === 'node';
    const gain = (isSingle ? 1 : gainOf(world, cell)) * jitter;
    const isBatch = cell.load.kind === 'batch';
    const mean = isBatch && cell.setting['topology'] === 'own-pool' ? world.honest : 20 / gain;
    const throughput = cell.load.kind === 'rate' ? cell.load.perSecond : 100 * gain;
    const trial = trialOf(block, cell.id, {
      throughput: isBatch && isSingle ? ((world.inFlight * more()) / mean) * 1000 : throughput,
      responses: Array.from({ length: count }, () => mean),
      cpu: [(isSingle ? 1 : world.cpu) * count * more()],
    });
    const loops = [{ pid: 1, utilization: utilizationOf(cell) }];
    const told = withSample({ ...trial, load: cell.load }, () => ({ loops }));
    return isBatch ? inBatches(told, cell, world) : told;
  });

/** A hundred requests that are all among the traces, as the generator keeps them. */
function inBatches(trial: Trial, cell: Cell, world: World): Trial {
  const wrong = cell.expectsWrong ? Math.round(world.wrong * published.requests) : 0;
  const took = cell.expectsWrong ? world.fastest : 20;
  const traces = Array.from({ length: published.requests }, (_, i): RequestTrace => ({
    client: i % 10,
    due: i,
    sent: i,
    firstByte: i + took,
    done: i + took,
    status: 200,
    error: i < wrong ? 'proof' : null,
  }));
  const all = published.requests;
  const told = withOutcome(trial, ({ errors, throughput }) => ({
    counts: { due: all, sent: all, answered: all, verified: all - wrong },
    errors: { ...errors, proof: wrong },
    traces,
    throughput: wrong === all ? 0 : throughput,
  }));
  return {
    ...told,
    output: cell.expectsWrong
      ? ['(node:1) MaxListenersExceededWarning: Possible EventEmitter memory leak']
      : [],
  };
}
