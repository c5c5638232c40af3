import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bounds, kneeOfPool } from '../../src/queueing/bounds.ts';
import { hinge } from '../../src/queueing/capacity.ts';
import { closedNetwork, poolStation } from '../../src/queueing/closed-network.ts';
import type { Demand, Load, SystemSetting, DemandStep } from '../../src/queueing/system.ts';
import { simulate, type System } from '../../src/queueing/simulate.ts';
import { seeded, type Random } from '../../src/stats/random.ts';
import { setting } from './setting.ts';

const limitOf = (steps: readonly DemandStep[], change: Partial<SystemSetting> = {}) => {
  const [{ limit, throughput }] = bounds(steps, setting(change));
  return [limit, Number(throughput.toPrecision(6))];
};
const clients = (count: number, think?: number): Load => ({
  kind: 'closed',
  clients: count,
  ...(think && { think }),
});

test('each resource has its bound, and the smallest one is the explanation', () => {
  const waits: DemandStep[] = [
    { kind: 'loop', cpu: 0.5 },
    { kind: 'jobs', count: 1, cpu: 5, wait: 20 },
  ];
  const loop: DemandStep[] = [{ kind: 'loop', cpu: 2 }];
  const calls: DemandStep[] = [{ kind: 'call', time: 20 }];
  for (const [steps, change, limit, throughput] of [
    [waits, {}, 'pool threads', 4 / 25],
    [waits, { processes: 2 }, 'pool threads', 8 / 25],
    [waits, { pool: 128 }, 'CPU', 8 / 5.5],
    [waits, { load: clients(2, 14.5) }, 'clients', 2 / 40],
    [loop, {}, 'event loop', 0.5],
    [loop, { processes: 9 }, 'CPU', 4],
    [calls, { connections: 4, processes: 2 }, 'connections', 8 / 20],
    [calls, {}, 'clients', 64 / 20],
    [loop, { load: { kind: 'rate', rate: 0.09 } }, 'arrivals', 0.09],
  ] as const)
    assert.deepEqual(limitOf(steps, change), [limit, Number(throughput.toPrecision(6))]);
});

test('threads that share cores are slower: with hyper-threads the pool limits up to the last CPU', () => {
  const work: DemandStep[] = [{ kind: 'jobs', count: 1, cpu: 1 }];
  const capacity = hinge(6, 12, 0.2);
  assert.deepEqual(limitOf(work, { capacity, pool: 9 }), ['pool threads', 6.6]);
  assert.deepEqual(limitOf(work, { capacity, pool: 12 }), ['CPU', 7.2]);
});

test('a client alone waits for its own request, whose jobs wait for the threads', () => {
  const steps: DemandStep[] = [{ kind: 'jobs', count: 10, cpu: 0, wait: 3 }];
  // 10 jobs on 4 threads hold each for 7.5 on average.
  assert.deepEqual(limitOf(steps, { load: clients(1, 2.5) }), ['clients', 0.1]);
  assert.deepEqual(limitOf(steps, { load: clients(1, 2), pool: 16 }), ['clients', 0.2]);
  assert.throws(() => bounds([], setting({ load: clients(1) })), RangeError);
});

test('the knee: the CPUs for jobs that compute; the familiar formula and its square root for jobs that wait', () => {
  for (const [cpu, wait, most, knee] of [
    [5, 0, 1000, 8],
    [5, 20, 1000, Math.ceil((8 * 25) / 5 + Math.sqrt(32))],
    [5, 20, 16, 16],
    [0, 20, 64, 64],
  ] as const)
    assert.equal(kneeOfPool({ cpu, wait }, most, hinge(8, 8, 0)), knee);
  assert.equal(kneeOfPool({ cpu: 5, wait: 0 }, 1000, hinge(6, 12, 0.2)), 12);
});

test('at the knee 95% of the bound is reached, and not with the fluid limit alone', () => {
  for (const [cpu, wait, cores] of [
    [5, 20, 8],
    [5, 20, 2],
    [5, 5, 2],
    [1, 9, 4],
    [1, 30, 2],
    [1, 0.05, 2],
  ] as const) {
    const capacity = hinge(cores, cores, 0);
    const count = Math.ceil((3 * cores * (wait + cpu)) / cpu) + 20;
    const reached = (threads: number) =>
      (closedNetwork(count, 1e-3, [poolStation(threads, { cpu, wait }, capacity, count)]).throughput * cpu) /
      cores;
    const knee = kneeOfPool({ cpu, wait }, count, capacity);
    assert.ok(reached(knee) > 0.95, `${wait}: ${reached(knee)}`);
    const fluid = Math.ceil((cores * (wait + cpu)) / cpu);
    if (wait >= cpu) assert.ok(reached(fluid) < 0.93, `${wait}: ${reached(fluid)} without the root`);
  }
});

const between = (random: Random, low: number, high: number) => low + (high - low) * random();
const whole = (random: Random, low: number, high: number) => Math.floor(between(random, low, high + 1));

/** Anything: one to four steps, one to three processes, few or many threads, CPUs, clients. */
function anySystem(random: Random, demand: (mean: number) => Demand, each: number | undefined): System {
  const time = () => (random() < 0.3 ? 0 : demand(between(random, 0.1, 2)));
  const cores = whole(random, 1, 8);
  const step = (): DemandStep => {
    const kind = random();
    if (kind < 0.35) return { kind: 'loop', cpu: demand(between(random, 0.01, 0.5)), wait: time() };
    if (kind < 0.5) return { kind: 'delay', time: time() };
    return { kind: 'jobs', count: whole(random, 1, 6), cpu: time(), wait: time() };
  };
  const load = { kind: 'closed', clients: whole(random, 1, 40), think: time() } as const;
  return {
    processes: whole(random, 1, 3),
    pool: whole(random, 1, 16),
    capacity: hinge(cores, cores + whole(random, 0, 8), random()),
    spread: random() < 0.5 ? 'connection' : 'request',
    steps: [{ kind: 'loop', cpu: demand(0.05) }, ...Array.from({ length: whole(random, 0, 3) }, step)],
    load: each === undefined ? load : { ...load, each },
  };
}

test('no bound is ever passed: 300 systems of any kind, run until all work is done', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const each = 15;
    const system = anySystem(seeded(seed), (mean) => mean, each);
    const { throughput } = simulate(system);
    for (const bound of bounds(system.steps, system)) {
      // A client that asks so often thinks once less.
      const allowed = bound.limit === 'clients' ? each / (each - 1) : 1 + 1e-9;
      assert.ok(
        throughput <= bound.throughput * allowed,
        `${seed}: ${throughput}, ${bound.limit} ${bound.throughput}`,
      );
    }
  }
});

test('nor in the long run with exponential demands, up to the luck of the run', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const system = anySystem(seeded(seed), (exponential) => ({ exponential }), undefined);
    const { throughput } = simulate(system, { requests: 4000, warmup: 400, seed });
    const [first] = bounds(system.steps, system);
    assert.ok(
      throughput <= first.throughput * 1.06,
      `${seed}: ${throughput}, ${first.limit} ${first.throughput}`,
    );
  }
});
