import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SnapshotSummary } from '../../../src/observe/external/summary.ts';
import type { ThreadState, ProcessSample, ThreadReading } from '../../../src/model/process-snapshot.ts';
import type { SamplePoint } from '../../../src/model/watch.ts';
import { total } from '../../../src/stats/mean-and-spread.ts';
import { assertNone } from '../../kit/assert.ts';
import { poolReading, looked } from '../../kit/watches.ts';
import { near } from '../../kit/near.ts';

const { subject } = looked();
const summary = () => new SnapshotSummary({ subject, poolKnownBy: () => 'libuv', hasEnded: () => false });

/** What a thread does at a time, and what the kernel has counted by then. */
type Life = (at: number) => {
  readonly doing: ThreadState;
  readonly ran: number;
  readonly waited?: number;
  readonly slices?: number;
};
const asleep: Life = () => ({ doing: { state: 'idle' }, ran: 5, slices: 7 });

function thread(tid: number, role: ThreadReading['role'], at: number, life: Life): ThreadReading {
  const { doing, ran, waited = 0, slices = Math.ceil(at) + 1 } = life(at);
  return { tid, name: role, role, doing, at, ran, waitedForCpu: waited, slices };
}

function sample(at: number, main: Life, pool: Life, queued = 0): ProcessSample {
  return {
    at,
    pool: poolReading({
      threads: 1,
      idle: queued > 0 ? 0 : 1,
      busy: queued > 0 ? 1 : 0,
      queued,
      queuedKinds: queued > 0 ? { fs: queued } : {},
      started: at === 0 || queued === 0 ? null : { jobs: 1, within: 20, isGlimpse: false, isLeast: false },
    }),
    threads: [thread(1, 'main', at, main), thread(2, 'pool', at, pool)],
    cpu: at / 2,
    rss: 1000 + at,
    isStopped: false,
    cost: 100,
  };
}

const polling: Life = () => ({ doing: { state: 'polling' }, ran: 0 });
/** Half of the time on a CPU; of the other half a third in a synchronous read, the rest polling. */
const halfBlocked: Life = (at) => ({
  doing:
    (at / 20) % 2 === 0
      ? { state: 'running' }
      : (at / 20) % 6 === 1
        ? { state: 'blocked', syscall: 'pread64', on: '/data' }
        : { state: 'polling' },
  ran: at / 2,
});

suite('A look summed up sample by sample', () => {
  test('keeps readings that are spread evenly over all of it, however long it is', () => {
    const whole = summary();
    const readings = 50_000;
    for (let tick = 0; tick < readings; tick++) whole.add(sample(tick * 20, polling, asleep, 8));
    const { pool, samples, wait } = whole.value(readings * 20);
    assert.ok(pool.length >= 6000 && pool.length < 12_000, String(pool.length));
    assert.equal(samples.taken, readings);
    assert.equal(samples.inconsistent, 0);
    const steps = new Set(pool.slice(1).map(({ at }, index) => at - (pool[index]?.at ?? 0)));
    assert.deepEqual([...steps], [160]);
    // What started between two that are kept is what started between all that lie there.
    assertNone(pool.slice(1), ({ started }) => started?.jobs !== 8 || started.within !== 160);
    near(wait.fast?.mean, 160, 2);
    assert.equal(wait.fast?.rate, 50);
  });

  test('tells the same at any time, and goes on', () => {
    const whole = summary();
    for (let tick = 0; tick < 100; tick++) whole.add(sample(tick * 20, polling, asleep, 8));
    assert.deepEqual(whole.value(2000), whole.value(2000));
    const before = whole.value(2000).pool.length;
    whole.add(sample(2000, polling, asleep, 8));
    assert.equal(whole.value(2020).pool.length, before + 1);
  });

  test('tells how long a thread has stood still, and where', () => {
    const whole = summary();
    const stuckFrom400: Life = (at) => ({
      doing: at < 400 ? { state: 'idle' } : { state: 'blocked', syscall: 'flock', on: '/lock' },
      ran: Math.min(at, 400),
      slices: Math.min(at, 400) + 1,
    });
    for (let at = 0; at <= 1000; at += 20) whole.add(sample(at, polling, stuckFrom400));
    const last = { state: 'blocked', syscall: 'flock', on: '/lock' };
    assert.partialDeepStrictEqual(whole.value(1000).threads[1], { isStill: false, stillFor: 600, last });
    const still = summary();
    for (let at = 0; at <= 1000; at += 20) still.add(sample(at, polling, asleep));
    assert.partialDeepStrictEqual(still.value(1000).threads[1], { isStill: true, stillFor: 1000 });
  });

  test('begins anew with a thread that got the number of one that has ended', () => {
    const whole = summary();
    const restarted: Life = (at) => ({ doing: { state: 'running' }, ran: at < 500 ? at : at - 500 });
    for (let at = 0; at <= 1000; at += 20) whole.add(sample(at, polling, restarted));
    assert.equal(whole.value(1000).threads[1]?.readings, 26);
  });

  test('adds to what the main thread ran the time in which it was blocked elsewhere than in polling', () => {
    const whole = summary();
    for (let at = 0; at < 12_000; at += 20) whole.add(sample(at, halfBlocked, asleep));
    // ½ on a CPU, and of the other half a third.
    near(whole.value(12_000).loop, 2 / 3, 0.01);
  });
});

suite('The series of a look', () => {
  const points = (life: Life, samples: number, queued: (at: number) => number): SamplePoint[] => {
    const series = summary();
    return Array.from({ length: samples }, (_, tick) => tick * 20).flatMap(
      (at) =>
        series.add(sample(at, life, (now) => ({ doing: { state: 'running' }, ran: now / 4 }), queued(at))) ??
        [],
    );
  };

  test('has four points a second, each of the time since the one before', () => {
    const found = points(halfBlocked, 501, (at) => (at > 5000 ? 10 : 0));
    assert.ok(found.length >= 38 && found.length <= 42, String(found.length));
    for (const { at, cpu, rss, running, loop, queued, busy } of found) {
      assert.equal(cpu, 0.5);
      assert.equal(rss, 1000 + at);
      near(running, 0.25, 1e-9);
      assert.ok((loop ?? 0) >= 0.5 && (loop ?? 0) < 0.8);
      if (at <= 5000 || at >= 5300) assert.deepEqual([queued, busy], at > 5000 ? [10, 1] : [0, 0]);
    }
  });

  test('has no zero for what could not be read', () => {
    const series = summary();
    const blind = (at: number): ProcessSample => {
      const { pool: _, ...rest } = sample(at, polling, asleep);
      const threads = rest.threads.map((one) => ({ ...one, ran: null, waitedForCpu: null, slices: null }));
      return { ...rest, rss: 0, pool: null, threads };
    };
    series.add(blind(0));
    const { at, cpu, ...unread } = series.add(blind(250)) ?? assert.fail();
    assert.deepEqual([at, cpu], [250, 0.5]);
    assertNone(Object.values(unread), (value) => value !== null);
  });
});

suite("What V8's own threads take of the CPUs", () => {
  /** By each tenth of a second: one of them took a share of each second. */
  function middleOf(shares: readonly number[]): number | null {
    const whole = summary();
    for (let at = 0; at <= shares.length * 1000; at += 100) {
      const ran = total(
        shares.map((share, second) => share * Math.min(1000, Math.max(0, at - second * 1000))),
      );
      const threads = [ran, 0, 0, 0].map((each, tid) =>
        thread(tid, 'v8', at, () => ({ doing: { state: 'asleep' }, ran: each })),
      );
      whole.add({ ...sample(at, polling, asleep), threads });
    }
    return whole.value(1).v8;
  }

  test('does not count compilation in the first seconds, but garbage collection in every second', () => {
    assert.ok((middleOf([0.9, 0.8, 0.02, 0.01, 0.01]) ?? 1) < 0.03);
    assert.ok((middleOf([0.3, 0.4, 0.35, 0.4, 0.3]) ?? 0) > 0.3);
  });

  test('is not known after a second and a half', () => {
    assert.equal(middleOf([0.9]), null);
  });
});
