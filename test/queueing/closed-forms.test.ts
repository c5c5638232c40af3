import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hinge, speed, type Capacity } from '../../src/queueing/capacity.ts';
import { closedNetwork, poolStation } from '../../src/queueing/closed-network.ts';
import { simulate, type Extent, type System } from '../../src/queueing/simulate.ts';
import { openQueue, quantile } from '../../src/queueing/single-queue.ts';
import type { Demand, Load, DemandStep } from '../../src/queueing/system.ts';
import type { Times } from '../../src/queueing/collector.ts';
import { near, nearly } from '../kit/near.ts';

const roomy = hinge(64, 64, 0);
const one: Omit<System, 'load' | 'steps'> = { processes: 1, pool: 4, capacity: roomy };
const run = (steps: readonly DemandStep[], load: Load, setting: Partial<System> = {}, extent: Extent = {}) =>
  simulate({ ...one, ...setting, steps, load }, { requests: 60_000, warmup: 5000, seed: 4, ...extent });

/** Four standard errors of the simulation; and the simulation is good enough to say something. */
function assertMean({ mean, standardError }: Times, expected: number, note = ''): void {
  assert.ok(standardError < 0.03 * expected, `${note} too rough: ${mean} ± ${standardError}`);
  near(mean, expected, 4 * standardError, note);
}

const exponential = (mean: number) => ({ exponential: mean });
const waits: readonly DemandStep[] = [{ kind: 'jobs', count: 1, cpu: 0, wait: exponential(1) }];

test('M/M/1: the closed form is that of the books', () => {
  const queue = openQueue(0.7, 1, 1);
  nearly(queue.response, 1 / 0.3, 1e-12);
  // The response of M/M/1 is exponential.
  nearly(quantile(queue, 0.99), Math.log(100) / 0.3, 1e-9);
  // Erlang C with 2 servers at 1.5 Erlang is 9/14.
  nearly(openQueue(1.5, 2, 1).response, 1 + 9 / 14 / 0.5, 1e-12);
  assert.throws(() => openQueue(1, 1, 1), RangeError);
});

test('M/M/1: an event loop under Poisson arrivals', () => {
  for (const load of [0.3, 0.6, 0.8]) {
    const steps: DemandStep[] = [{ kind: 'loop', cpu: exponential(2) }];
    const result = run(steps, { kind: 'poisson', rate: load / 2 }, {}, { requests: 250_000 });
    const queue = openQueue(load / 2, 1, 2);
    assertMean(result.response, queue.response, `load ${load}`);
    nearly(result.utilisation.loop, load, 0.03);
    nearly(result.response.median, quantile(queue, 0.5), 0.06, `median at ${load}`);
    nearly(result.response.p99, quantile(queue, 0.99), 0.12, `p99 at ${load}`);
  }
});

test('M/M/c: pool threads that wait under Poisson arrivals', () => {
  for (const pool of [2, 4, 16]) {
    const queue = openQueue(0.8 * pool, pool, 1);
    const result = run(waits, { kind: 'poisson', rate: 0.8 * pool }, { pool }, { requests: 250_000 });
    assertMean(result.response, queue.response, `${pool} threads`);
    nearly(result.response.p99, quantile(queue, 0.99), 0.1, `p99 of ${pool} threads`);
  }
});

test('the machine repairman: clients that think, and a pool of threads, or of connections', () => {
  for (const [clients, think, servers] of [
    [1, 3, 1],
    [5, 4, 1],
    [20, 4, 4],
    [12, 0, 4],
  ] as const) {
    const network = closedNetwork(clients, think, [{ rate: (n) => Math.min(n, servers) }]);
    const calls: DemandStep[] = [{ kind: 'call', time: exponential(1) }];
    for (const [steps, change] of [
      [waits, { pool: servers }],
      [calls, { connections: servers }],
    ] as const) {
      const result = run(steps, { kind: 'closed', clients, think }, change);
      assertMean(result.response, network.response, `${clients} clients`);
      nearly(result.throughput, network.throughput, 0.02);
    }
  }
  // By hand: 2 clients that think 1, one server of 1: p = (1/5, 2/5, 2/5), X = 4/5, R = 2/X − 1.
  nearly(closedNetwork(2, 1, [{ rate: () => 1 }]).response, 1.5, 1e-12);
});

test('fork and join of exponential jobs: the harmonic numbers', () => {
  const harmonic = (n: number) => Array.from({ length: n }, (_, i) => 1 / (i + 1)).reduce((a, b) => a + b);
  // The last of m is the maximum: Hm. With k < m threads, m − k jobs end k times as fast first, then Hk is left.
  for (const [jobs, pool, expected] of [
    [4, 4, harmonic(4)],
    [10, 16, harmonic(10)],
    [10, 4, 6 / 4 + harmonic(4)],
    [5, 1, 5],
  ] as const) {
    const steps: DemandStep[] = [{ kind: 'jobs', count: jobs, cpu: exponential(1) }];
    const result = run(steps, { kind: 'closed', clients: 1 }, { pool }, { requests: 20_000 });
    assertMean(result.response, expected, `${jobs} jobs, ${pool} threads`);
  }
});

test('product form against simulation, where it is exact', () => {
  const capacity = hinge(2, 4, 0.3);
  const clients = 12;
  const computes = (cpu: Demand, wait: Demand): DemandStep => ({ kind: 'jobs', count: 1, cpu, wait });
  const few = { cpu: 0, wait: 1 };
  for (const [name, step, job, pool, think] of [
    // They share CPUs after they have waited, whatever the distribution.
    ['threads for all', computes({ mean: 1, cv: 0.5 }, 4), { cpu: 1, wait: 4 }, clients, 2],
    ['few threads that only wait', computes(0, exponential(1)), few, 4, 2],
    ['few threads that only compute', computes(exponential(1), 0), { cpu: 1, wait: 0 }, 3, 5],
  ] as const) {
    const exact = closedNetwork(clients, think, [poolStation(pool, job, capacity, clients)]);
    const result = run([step], { kind: 'closed', clients, think }, { pool, capacity });
    assertMean(result.response, exact.response, name);
    nearly(result.throughput, exact.throughput, 0.02, name);
  }
});

test('a loop and a pool in one network; and near to it where few threads wait and compute', () => {
  const clients = 64;
  const capacity = hinge(6, 12, 0.19);
  for (const pool of [1, 4, 8, 16, 32, 64]) {
    const job = { wait: 20, cpu: 5 };
    const network = closedNetwork(clients, 0, [
      { rate: () => 1 / 0.5 },
      poolStation(pool, job, capacity, clients),
    ]);
    const steps: DemandStep[] = [
      { kind: 'loop', cpu: 0, wait: exponential(0.5) },
      { kind: 'jobs', count: 1, cpu: exponential(5), wait: exponential(20) },
    ];
    const result = run(steps, { kind: 'closed', clients }, { pool, capacity }, { requests: 20_000 });
    nearly(result.throughput, network.throughput, 0.03, `${pool} threads`);
  }
});

test('the convolution keeps its digits with a thousand clients at a busy station', () => {
  const capacity = hinge(6, 12, 0.19);
  const network = closedNetwork(1000, 50_000, [{ rate: (n) => Math.min(n, 7.14) / 50 }]);
  assert.ok(network.throughput <= 1000 / (50_000 + 50) && network.throughput > 0.0199);
  const busy = closedNetwork(1000, 1000, [poolStation(128, { wait: 0, cpu: 50 }, capacity, 1000)]);
  nearly(busy.throughput, 7.14 / 50, 1e-9);
});

/** Times from the start of a burst. */
interface BurstTimes {
  readonly first: number;
  readonly last: number;
  readonly average: number;
}

/**
 * A burst of equal jobs of CPU, all there at time 0, on so many threads (those of all processes together): a staircase. The
 * jobs that run share the CPUs and so end together; then the next ones start.
 *
 * It says why a pool beyond the machine looks slow and is not: the last job ends at the same time, but it has become
 * time slicing instead of a queue, so that the first ends late too, and the average goes from half of the last to the whole.
 *
 * @param work CPU time of one job alone
 */
function burstTimes(jobs: number, work: number, threads: number, capacity: Capacity): BurstTimes {
  const width = Math.min(threads, jobs);
  const stair = (width * work) / speed(capacity, width);
  const stairs = Math.floor(jobs / width);
  const rest = jobs - stairs * width;
  const last = stairs * stair + (rest === 0 ? 0 : (rest * work) / speed(capacity, rest));
  return {
    first: stair,
    last,
    average: ((width * stair * stairs * (stairs + 1)) / 2 + rest * last) / jobs,
  };
}

test('a burst of equal jobs is a staircase, and the simulation climbs it to the digit', () => {
  for (const threads of [1, 4, 6, 7, 12, 16, 150, 400]) {
    const capacity = hinge(6, 12, 0.188);
    const closed = burstTimes(150, 0.5, threads, capacity);
    const { jobs } = simulate({
      ...one,
      pool: threads,
      capacity,
      load: { kind: 'closed', clients: 150, each: 1 },
      steps: [{ kind: 'jobs', count: 1, cpu: 0.5 }],
    });
    nearly(jobs.min, closed.first, 1e-9);
    nearly(jobs.max, closed.last, 1e-9);
    nearly(jobs.mean, closed.average, 1e-9);
  }
  // A larger pool than the machine: the last at the same time, the first and the average later.
  const [fit, large] = [12, 150].map((threads) => burstTimes(150, 0.5, threads, hinge(6, 12, 0.188)));
  assert.ok(fit && large && Math.abs(large.last / fit.last - 1) < 0.02);
  assert.ok(large.first > 10 * fit.first && large.average > 1.8 * fit.average);
});
