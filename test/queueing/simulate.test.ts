import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { mean as meanOf } from '../../src/stats/mean-and-spread.ts';
import { near, nearly } from '../kit/near.ts';
import { hinge } from '../../src/queueing/capacity.ts';
import { simulate, type System } from '../../src/queueing/simulate.ts';
import { sumsOf, type DemandStep } from '../../src/queueing/system.ts';
import { setting } from './setting.ts';

const machine = { processes: 2, pool: 4, capacity: hinge(2, 4, 0.3) };
const steps: readonly DemandStep[] = [
  { kind: 'loop', cpu: 0.2, wait: 0.1 },
  { kind: 'jobs', count: 3, cpu: 0.5, wait: 1 },
  { kind: 'delay', time: 2 },
  { kind: 'jobs', count: 2, cpu: 0, wait: 0.7 },
  { kind: 'loop', cpu: 0.1 },
];
const ends: System = { ...machine, steps, load: { kind: 'closed', clients: 9, think: 1, each: 40 } };
/** One loop that computes for 1, with CPUs for all. */
const loops = (load: System['load'], more: Partial<System> = {}): System => ({
  ...setting(),
  dealing: 'in turn',
  steps: [{ kind: 'loop', cpu: 1 }],
  load,
  ...more,
});

suite('Laws of conservation, exact in a run that begins and ends empty', () => {
  const { time, throughput, response, jobs, mean, utilisation } = simulate(ends);

  test("Little's law for requests and for jobs", () => {
    assert.equal(response.count, 9 * 40);
    assert.equal(jobs.count, 9 * 40 * 5);
    nearly(mean.requests, throughput * response.mean, 1e-9);
    nearly(mean.poolQueue + utilisation.pool * 2 * 4, (jobs.count / time) * jobs.mean, 1e-9);
  });

  test('CPU time that was got is the CPU time that was asked for', () => {
    nearly(utilisation.cpu * 2.6 * time, 9 * 40 * sumsOf(steps).cpu, 1e-9);
  });

  test('the utilisation law, where nobody shares a CPU', () => {
    const roomy = simulate({ ...ends, capacity: hinge(64, 64, 0) });
    const { loop, pool } = sumsOf(steps);
    nearly(roomy.utilisation.loop, (roomy.throughput * (loop.cpu + loop.wait)) / 2, 1e-9);
    nearly(roomy.utilisation.pool, (roomy.throughput * (pool.cpu + pool.wait)) / 8, 1e-9);
  });
});

test("Little's law holds for a part of a run up to what was in flight at its edges", () => {
  const { throughput, response, mean, time } = simulate(
    { ...machine, steps, load: { kind: 'poisson', rate: 0.9 } },
    { requests: 20_000 },
  );
  assert.ok(Math.abs(mean.requests - throughput * response.mean) < (20 * response.max) / time);
});

test('one request alone takes the sum of its steps, and the longest of its jobs', () => {
  const { response } = simulate({
    ...loops({ kind: 'closed', clients: 1, each: 1 }),
    ...machine,
    capacity: hinge(8, 8, 0),
    steps,
  });
  nearly(response.mean, 0.3 + 1.5 + 2 + 0.7 + 0.1, 1e-9);
});

test('a request that is answered before its jobs frees its client and not its threads', () => {
  const answering: DemandStep[] = [
    { kind: 'loop', cpu: 1 },
    { kind: 'answer' },
    { kind: 'jobs', count: 10, cpu: 2 },
  ];
  const { response, jobs, time } = simulate(
    loops({ kind: 'closed', clients: 1, each: 3 }, { steps: answering }),
  );
  assert.deepEqual([response.count, response.max, jobs.count], [3, 1, 30]);
  // 30 jobs on 4 threads are 8 turns of 2, after 1 for the first loop turn.
  nearly(time, 1 + 8 * 2, 1e-9);
});

test('the loop does one thing at a time, and each process has a loop of its own', () => {
  const ten = loops({ kind: 'closed', clients: 10, each: 1 });
  nearly(simulate(ten).time, 10, 1e-9);
  nearly(simulate({ ...ten, processes: 2 }).time, 5, 1e-9);
  // Loops compute too: 4 of them on 2 CPUs are no faster than 2.
  const few = simulate({ ...loops(ends.load), capacity: hinge(2, 2, 0), processes: 4 });
  nearly(few.utilisation.cpu * few.time * 2, 360, 1e-9);
});

test('clients keep the process of their connection, or are dealt out anew for each request', () => {
  const three = loops({ kind: 'closed', clients: 3, each: 20 }, { processes: 2 });
  nearly(simulate({ ...three, spread: 'connection' }).time, 40, 1e-9);
  nearly(simulate({ ...three, spread: 'request' }).time, 30, 1e-9);
});

test('connections that are dealt at random: the busiest of 8 processes has 1.7 times its share of 32', () => {
  const { dealing: _, ...atRandom } = loops({ kind: 'closed', clients: 32, each: 10 }, { processes: 8 });
  // The last process is done when all requests of its connections are.
  const busiest = Array.from(
    { length: 200 },
    (_each, seed) => simulate(atRandom, { seed }).time / 10 / (32 / 8),
  );
  near(meanOf(busiest), 1.725, 0.075);
});

test('the same seed gives the same figures, another seed others', () => {
  const system: System = {
    ...machine,
    steps: [{ kind: 'jobs', count: 4, cpu: { mean: 1, cv: 0.3 } }],
    load: { kind: 'poisson', rate: 0.4 },
  };
  const run = (seed: number) => simulate(system, { seed, requests: 500 });
  assert.deepEqual(run(3), run(3));
  assert.notDeepEqual(run(3), run(4));
});

test('a server without processes or without threads is refused', () => {
  assert.throws(() => simulate({ ...ends, processes: 0 }), RangeError);
  assert.throws(() => simulate({ ...ends, pool: 0 }), RangeError);
});
