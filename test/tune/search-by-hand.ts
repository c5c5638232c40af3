/** A search that drives a run, on servers whose figures are put in by hand and whose time does not pass. */
import assert from 'node:assert/strict';
import { foundIn } from '../../src/model/verdict.ts';

import { judge } from '../../src/run/judge.ts';
import type { Message, MessageCode } from '../../src/messages/message.ts';
import { nextBlock } from '../../src/run/next-block.ts';
import { planTune } from '../../src/run/plans.ts';
import { schedule } from '../../src/run/schedule.ts';
import { requestSchema, type Plan, type Search } from '../../src/model/plan.ts';
import type { Trial } from '../../src/model/sample.ts';
import { seeded } from '../../src/stats/random.ts';
import { head, host, trialOf, withOutcome, type Figures } from '../kit/trials.ts';

const clients = 64;
const load = { kind: 'closed', clients } as const;

/** Milliseconds that 64 clients wait who never pause (Little's law), around one mean. */
export function responsesAt(throughput: number): number[] {
  const mean = (1000 * clients) / throughput;
  return Array.from({ length: 1200 }, (_, i) => mean * (0.9 + (0.2 * i) / 1199));
}

export function searchPlan(
  levels: readonly number[],
  search: Partial<Search> = {},
  budget = 3_600_000,
  others: readonly { readonly key: string; readonly levels: number[] }[] = [],
): Plan {
  const factors = [{ key: 'pool', levels: [...levels] }, ...others];
  const whole: Omit<Search, 'rule' | 'trials'> = {
    objective: 'throughput',
    within: 0.05,
    confidence: 0.95,
    mode: 'fast',
    constraints: [],
    default: { pool: 4 },
    anchors: {},
    ...search,
  };
  return planTune({
    factors,
    search: whole,
    budget,
    command: ['node', 'server.js'],
    cwd: '/srv',
    requests: [requestSchema.parse({ url: 'http://127.0.0.1:3000/' })],
    load,
    seed: 11,
    warmup: 100,
    duration: 1000,
    timeout: 1000,
    startTimeout: 1000,
    affinity: null,
  });
}

export type Server = (pool: number, ordinal: number, cell?: string) => Figures;
const poolOf = (cell: string) => Number(/pool=(\d+)/.exec(cell)?.[1]);

interface Run {
  readonly done?: readonly Trial[];
  /** In place of what the server gives. */
  readonly asSeen?: (pool: number, block: number) => Trial;
  readonly inForce?: (pool: number) => number;
}

/** Runs a plan as `experiment` does, without waiting: every step with the trial that the server gives. */
export function runOf(plan: Plan, server: Server, { done = [], asSeen, inForce = (pool) => pool }: Run = {}) {
  const order = schedule(plan, done, nextBlock(plan, host));
  const trials = [...done];
  const steps: string[] = [];
  const whys: MessageCode[] = [];
  for (let step = order.next(); step; step = order.next()) {
    whys.push(...[order.step()].flatMap((begun) => begun?.why.code ?? []));
    steps.push(`${step.ordinal} ${step.block} ${step.cell.id}`);
    const pool = poolOf(step.cell.id);
    const figures = server(pool, step.ordinal, step.cell.id);
    const { throughput = 100 } = figures;
    const responses = responsesAt(throughput);
    const trial = withOutcome(trialOf(step.block, step.cell.id, { responses, ...figures }), () => ({
      concurrency: clients,
    }));
    // In force, as it is read back from a real server.
    const effective = trial.effective.map((one) => ({
      ...one,
      env: { UV_THREADPOOL_SIZE: String(pool) },
      poolThreads: inForce(pool),
      threads: 7 + inForce(pool),
    }));
    trials.push(
      order.settle({
        ...(asSeen?.(pool, step.block) ?? trial),
        cell: step.cell.id,
        block: step.block,
        ordinal: step.ordinal,
        setting: step.cell.setting,
        load,
        effective,
      }),
    );
  }
  return { trials, steps, whys, stopped: order.stopped() };
}

/** The run as a store would give it back, judged. */
export function judged(
  plan: Plan,
  trials: readonly Trial[],
  status: 'finished' | 'interrupted' = 'finished',
  reason: Message | null = null,
) {
  const result = judge({ head: { ...head, status, reason }, plan, host, trials: [...trials] });
  const found = foundIn(result).recommendation;
  assert.ok(found);
  return { result, found };
}

/** Grows to 16 threads; the noise of a trial belongs to its ordinal, so that a repeated run sees the same. */
export const shelf: Server = (pool, ordinal) => {
  const noise = seeded(1000 + ordinal)() - 0.5;
  return { throughput: 20 * Math.min(pool, 16) ** 0.95 * (1 + 0.01 * noise) };
};
