/** A run in which nothing is wrong, as a store would give it back: what the planted flaws are planted into. */
import { planSchema, type Plan } from '../../../src/model/plan.ts';
import type { JobSample, Trial } from '../../../src/model/sample.ts';
import { total } from '../../../src/stats/mean-and-spread.ts';
import { normal, seeded } from '../../../src/stats/random.ts';
import { histogramOf, outcomeOf, planOf, processOf, trialOf } from '../../kit/trials.ts';

export const clients = 8;
export const blocks = 8;
const windowLength = 6000;
const binWidth = 250;

/** One process and two, each request proved and with a floor; a copy of the first as control. */
export function soundPlan(): Plan {
  const cell = (id: string, processes: number, control = false) => ({
    id,
    setting: { processes, pool: 4 },
    load: { kind: 'closed', clients },
    requests: [{ url: 'http://127.0.0.1:3000/', floor: 3, proof: { idHeader: 'x-id', key: 'secret' } }],
    ...(control ? { control } : {}),
  });
  return planSchema.parse({
    ...planOf('one'),
    factors: [{ key: 'processes', levels: [1, 2] }],
    cells: [cell('one', 1), cell('two', 2), cell('copy', 1, true)],
    blocks,
    warmup: 5000,
    duration: windowLength,
    affinity: { server: [0, 1], generator: [2] },
  });
}

/** Three trials in each block, in the order of the plan's cells. */
export function soundTrials(): Trial[] {
  const random = seeded(3);
  return Array.from({ length: blocks }, (_, block) =>
    (
      [
        ['one', 1],
        ['two', 2],
        ['copy', 1],
      ] as const
    ).map(([cell, processes], at) =>
      soundTrial(block * 3 + at, block, cell, processes, Math.exp(0.02 * normal(random)), random),
    ),
  ).flat();
}

function soundTrial(
  ordinal: number,
  block: number,
  cell: string,
  processes: number,
  noise: number,
  random: () => number,
): Trial {
  const done = Array.from({ length: windowLength / binWidth }, () =>
    Math.round(75 * processes ** 0.9 * noise * Math.exp(0.03 * normal(random))),
  );
  const count = total(done);
  const throughput = (count / windowLength) * 1000;
  // Times around their mean, so that X·R is the number of clients.
  const mean = (clients / throughput) * 1000;
  const times = histogramOf(Array.from({ length: count }, () => mean * (0.6 + 0.8 * random())));
  const response = { ...times, sum: Math.round(count * mean * 1000) };
  const pids = Array.from({ length: processes }, (_, worker) => 100 + worker);
  const base = trialOf(block, cell);
  return {
    ...base,
    ordinal,
    setting: { processes, pool: 4 },
    load: { kind: 'closed', clients },
    duration: windowLength + 1000,
    effective: pids.map((pid) =>
      processOf(pid, { parent: 99, env: { UV_THREADPOOL_SIZE: '4' }, rss: 1e8, cpu: 4000 }),
    ),
    host: { ...base.host, loadAverage: 0.1, steal: 0, busy: 0.6, foreign: 0.01, throttledPeriods: 0 },
    sample: {
      outcome: outcomeOf(response, {
        window: { start: 0, duration: windowLength },
        throughput,
        serverTime: {
          ...response,
          sum: Math.round(response.sum * 0.9),
          max: Math.round(response.max * 0.95),
        },
        concurrency: clients,
        generator: { utilization: 0.2, cpu: 900, peakRss: 5e7, lateShare: 0, pid: 1 },
        traces: [{ client: 0, due: 0, sent: 0, firstByte: 20, done: 21, status: 200, error: null }],
        series: { binWidth, done, errors: done.map(() => 0), responseSum: done.map(() => 0) },
        warmup: { duration: 5000, requests: 1500 },
      }),
      jobs: jobs(count, throughput, pids, random),
    },
    output: ['listening'],
  };
}

/** One job for each request, spread evenly over the workers, done within it. */
function jobs(count: number, throughput: number, pids: readonly number[], random: () => number): JobSample {
  const mean = (clients / throughput) * 1000 * 0.8;
  return {
    count,
    min: mean / 2,
    mean: mean * (0.99 + 0.02 * random()),
    max: mean * 1.2,
    makespan: windowLength,
    afterLastResponse: 0,
    traces: Array.from({ length: 300 }, (_, i) => ({
      pid: pids[i % pids.length] ?? 0,
      start: i * 20,
      end: i * 20 + mean,
    })),
  };
}
