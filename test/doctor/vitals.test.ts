/** From what was seen to figures: every source, and what is missing. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { serviceOf, vitalsOf } from '../../src/doctor/vitals.ts';
import { message } from '../../src/messages/message.ts';
import type {
  PoolReading,
  ProcessSnapshot,
  ThreadSpan,
  ThreadState,
} from '../../src/model/process-snapshot.ts';
import type { ProbeReading, QueueReading } from '../../src/model/reading.ts';
import type { Vitals } from '../../src/model/vitals.ts';
import type { Probed, WatchedProcess } from '../../src/model/watch.ts';
import { near } from '../kit/near.ts';
import { socketsOf } from './rules/vitals-by-hand.ts';
import {
  inRead,
  lane,
  looked,
  poolReading,
  probed,
  processByHand,
  threadSpan,
  watchByHand,
} from '../kit/watches.ts';

function vitals(parts: Partial<WatchedProcess> = {}): Vitals {
  const process = processByHand(parts);
  return vitalsOf(process, watchByHand(process));
}
const seen = (parts: Partial<ProcessSnapshot>) => vitals({ look: looked(parts) });
const told = (readings: readonly Partial<ProbeReading>[], parts: Partial<Probed> = {}) =>
  vitals({ probe: probed(readings, parts) });
const fast = (...lanes: readonly Partial<QueueReading>[]) => lanes.map((parts) => ({ fast: lane(parts) }));
const poolOf = (...readings: readonly Partial<PoolReading>[]) =>
  readings.map((parts, i) => ({ at: i * 100, ...poolReading(parts) }));
const running: ThreadState = { state: 'running' };
const waitOf = (mean: number, rate: number) =>
  ({
    fast: { mean, p50: mean, p95: mean, max: mean, readings: 10, rate, unfinished: 0 },
    slow: null,
  }) as const;

suite('Threads of libraries', () => {
  const libvips = threadSpan(61, running, { role: 'other', ran: 0.9, name: 'libvips worker' });

  test('that have the name of a pool thread have none of their own', () => {
    const names = (...threads: readonly ThreadSpan[]) =>
      seen({ threads: [threadSpan(50, inRead), ...threads] }).native.map(({ name }) => name);
    assert.equal(names(threadSpan(60, running, { role: 'other', ran: 0.9 }), libvips)[0], null);
    assert.equal(names(libvips)[0], 'libvips worker');
  });

  test('that live for moments take the part of the look in which they were there', () => {
    const short = { name: 'hash', role: 'other', ran: 1, waitedForCpu: 0, readings: 2 } as const;
    const threads = Array.from({ length: 50 }, (_, tid) => threadSpan(100 + tid, running, short));
    const [found] = seen({ threads }).native;
    near(found?.ran, 1);
    assert.equal(found?.threads, 1);
  });
});

suite('What holds the threads', () => {
  const holders = (inHand: Readonly<Record<string, number>>, times: number) => {
    const busy = { idle: 0, busy: 4, queued: 9, queuedKinds: { fs: 9 }, inHand };
    return seen({ pool: poolOf(...Array.from({ length: times }, () => busy)) }).pool.holders;
  };

  test('is told by their jobs, whatever waits', () =>
    assert.deepEqual(holders({ fs: 1, 'addon:@img/sharp': 3 }, 8), [
      { kind: 'addon:@img/sharp', part: 0.75 },
      { kind: 'fs', part: 0.25 },
    ]));

  test('is not told by a few looks, or where most jobs were not found', () => {
    assert.equal(holders({ fs: 4 }, 3), null);
    assert.equal(holders({ fs: 2 }, 8), null);
  });
});

suite('The pool', () => {
  const full = { idle: 0, busy: 4, queued: 6, queuedKinds: { crypto: 4, fs: 2 } };
  const pool = poolOf(full, full, full, { idle: 3, busy: 1 });
  const twoBusy = poolOf({ busy: 2, idle: 2 });

  test('is the mean of its readings', () => {
    const { busy, full: part, queue, slow } = seen({ pool }).pool;
    near(busy, 3.25);
    near(part, 0.75);
    near(queue?.mean, 4.5);
    near(queue?.p95, 6);
    near(queue?.kinds['crypto'], 3);
    assert.deepEqual([Object.keys(queue?.kinds ?? {}), slow.cap], [['crypto', 'fs'], 2]);
  });

  test("is without the probe's own jobs, which wait like all others", () => {
    const probe = probed(fast({ waits: [50], pending: 1, oldest: 40 }));
    const { queue } = vitals({ look: looked({ pool }), probe }).pool;
    near(queue?.mean, 3.5);
    near(queue?.kinds['fs'], 0.5);
    near(queue?.kinds['crypto'], 3);
  });

  test('takes a rest of the probe’s kind for its own, since it counts them when it has just had answers', () => {
    const probe = probed(fast({ waits: [260], pending: 5.2, oldest: 250 }));
    const kindsOf = (fs: number) => {
      const queued = poolOf({ busy: 4, queued: 26 + fs, queuedKinds: { crypto: 26, fs } });
      return vitals({ look: looked({ pool: queued }), probe }).pool.queue?.kinds ?? {};
    };
    assert.deepEqual(Object.keys(kindsOf(5.8)), ['crypto']);
    near(kindsOf(8.2)['fs'], 3);
  });

  test('is empty where only the probe’s jobs wait, though it counts too few of them', () => {
    const waiting = lane({ waits: [43.1], pending: 0.55, oldest: 20 });
    const slow = { running: 0.1, queued: 0.86, queuedKinds: { dns: 0.86 }, started: null };
    const queued = poolOf({ busy: 4, queued: 7.56, queuedKinds: { crypto: 6.7, fs: 0.86 }, slow });
    const { pool: found } = vitals({
      look: looked({ pool: queued }),
      probe: probed([{ fast: waiting, slow: waiting }]),
    });
    assert.deepEqual(Object.keys(found.queue?.kinds ?? {}), ['crypto']);
    assert.deepEqual(found.slow.queue, { mean: 0, p95: 0, kinds: {} });
  });

  test("divides its busy threads' time as the kernel counts it, and the rest as it was found", () => {
    const threads = [
      threadSpan(1, running, { ran: 0.4, waitedForCpu: 0.5 }),
      threadSpan(2, inRead, { ran: 0, waitedForCpu: 0 }),
    ];
    const { time, whereabouts } = seen({ threads, pool: twoBusy }).pool;
    near(time?.running, 0.4 / 1.9);
    near(time?.waitedForCpu, 0.5 / 1.9);
    near(time?.blocked, 1 / 1.9);
    assert.deepEqual(whereabouts.find(({ doing }) => doing.state === 'blocked')?.doing, inRead);
  });

  test('has a lock where threads wait for the same one, and not where each waits for its own', () => {
    const atLocks = (...locks: readonly string[]) => {
      const threads = locks.map((lock, i) => threadSpan(i, { state: 'waiting', at: 'other', lock }));
      return seen({ pool: twoBusy, threads }).pool.time?.atLock;
    };
    assert.ok((atLocks('7f00', '7f00') ?? 0) > 0.9);
    assert.equal(atLocks('7f00', '7f10'), 0);
  });

  test('is stuck where a thread was given no CPU for long, until the end', () => {
    const threads = [
      threadSpan(1, inRead, { ran: 0, stillFor: 9000 }),
      threadSpan(2, inRead, { stillFor: 900 }),
      threadSpan(3, { state: 'idle' }, { ran: 0, stillFor: 9000 }),
    ];
    assert.deepEqual(seen({ threads }).pool.stuck, [{ tid: 1, doing: inRead, since: 9000 }]);
  });

  test('is told by the names of threads where its memory cannot be read', () => {
    const why = message('unseen.stripped');
    const subject = { ...looked().subject, peek: { ok: false, why } as const };
    const threads = [threadSpan(1, { state: 'asleep' }), threadSpan(2, inRead)];
    const { pool: found, withoutPeek } = seen({ threads, pool: [], subject });
    near(found.busy, 1);
    assert.deepEqual([found.queue, found.wait, withoutPeek], [null, null, why]);
  });

  test('that was never used has no wait', () => {
    const unused = { ...waitOf(0, 0).fast, rate: null };
    const { pool: found } = seen({ poolSize: 0, wait: { fast: unused, slow: unused } });
    assert.deepEqual([found.size, found.wait, found.slow.cap], [0, null, null]);
  });

  test('was asked for what the process has in its environment now, if a probe tells', () => {
    const { pool: found } = told([{}], { hello: { ...probed().hello, poolSize: '16' } });
    assert.deepEqual([found.asked, found.askedText, found.size], [16, '16', 4]);
  });
});

suite('The wait for a thread', () => {
  const look = looked({ wait: waitOf(200, 20) });

  test('is that of the queue, without a probe', () => {
    const { wait, started } = vitals({ look }).pool;
    assert.deepEqual([wait?.from, wait?.mean, wait?.jobs, started], ['queue', 200, 200, 20]);
  });

  test('is that of the probe, where it spoke', () => {
    const { wait } = vitals({ look, probe: probed(fast({ waits: [100, 200, 300] })) }).pool;
    assert.deepEqual([wait?.from, wait?.mean], ['probe', 200]);
  });

  test('counts jobs without an answer with the age that they have', () => {
    const { wait } = told(fast({ waits: [1], pending: 4, oldest: 8000 })).pool;
    near(wait?.mean, (1 + 2000 + 4000 + 6000 + 8000) / 5);
    assert.deepEqual([wait?.oldest, wait?.jobs], [8000, 1]);
  });

  test('is not known before the pool was used', () =>
    assert.equal(told([{ isPoolUnused: true, fast: lane({ waits: [] }) }]).pool.wait, null));
});

suite('The event loop', () => {
  test('is what the threads show, without a probe', () => {
    const { from, utilization, ran, delay, stalls } = vitals().loop;
    assert.deepEqual([from, utilization, ran, delay, stalls], ['threads', 0.12, 0.1, null, null]);
  });

  test('was busy throughout a span in which it said nothing', () => {
    const { utilization, from, silent, stalls } = told([{}, { loop: null, silent: 250 }]).loop;
    near(utilization, 0.65);
    assert.deepEqual([from, silent, stalls], ['probe', 250, 1]);
  });

  test('is late as in the worst of ten readings', () => {
    const late = { loop: { utilization: 0.3, delay: { mean: 9, p50: 0.2, p99: 180, max: 180 } } };
    const { delay, stalls } = told(Array.from({ length: 10 }, (_, i) => (i % 5 === 0 ? late : {}))).loop;
    assert.deepEqual([delay?.p99, delay?.p50, stalls], [180, 0.1, 2]);
  });

  test('was blocked where its thread was found', () => {
    const doing = [
      { doing: { state: 'polling' } as const, readings: 60 },
      { doing: inRead, readings: 40 },
    ];
    const look = looked();
    const { loop } = vitals({ look: { ...look, threads: look.threads.map((main) => ({ ...main, doing })) } });
    assert.deepEqual(loop.blockedIn, [{ doing: inRead, share: 0.4, threads: 1 }]);
  });
});

test('Memory grows by the slope of its series', () => {
  const nothing = {
    busy: null,
    queued: null,
    slowQueued: null,
    running: null,
    waitedForCpu: null,
    loop: null,
  };
  const series = Array.from({ length: 40 }, (_, i) => ({
    at: i * 250,
    cpu: 0,
    rss: 1e8 + i * 250_000,
    ...nothing,
  }));
  near(vitals({ series }).memory.growth, 1e6, 1);
  assert.equal(vitals({ series: series.slice(0, 5) }).memory.growth, null);
});

test('Limits, garbage collection and traffic are told, and null where nobody said', () => {
  const look = looked({ throttling: { periods: 100, throttled: 40, time: 900 } });
  const { cpu, gc, requests, taskRoom, calls, sockets } = vitals({ look, probe: probed() });
  near(cpu.throttled, 0.4);
  near(gc?.share, 0.02);
  near(requests?.rate, 100);
  assert.deepEqual([taskRoom, calls, sockets], [80, null, null]);
  assert.deepEqual([vitals().gc, vitals().requests], [null, null]);
});

test("The probe's own jobs and its CPU are in no figure of the server", () => {
  // In a full pool 56 jobs a second get a thread; 20 of them are the probe's, and each of those waits behind all others.
  const queued = { idle: 0, busy: 4, queued: 6.7, queuedKinds: { crypto: 4, fs: 2.7 } };
  const pool = poolOf(...Array.from({ length: 10 }, () => queued));
  const look = looked({ pool, wait: waitOf(118, 56), cpuUsed: 1.9 });
  const [own] = fast({ waits: [135, 135, 135], sent: 5 });
  const { pool: found, cpu } = vitals({ look, probe: probed([{ ...own, ownCpu: 5 }]) });
  near(found.started, 36);
  near(found.queue?.mean, 4);
  near(found.wait?.mean, (1000 * 4) / 36, 1e-6);
  near(cpu.used, 1.88);
  // Of ten that were sent in half a second, six still wait: only the others got a thread.
  const growing = fast(...[0, 3, 6].map((pending) => ({ sent: 5, pending })));
  near(vitals({ look, probe: probed(growing) }).pool.started, 56 - 8);
  const outside = vitals({ look });
  assert.deepEqual([outside.pool.started, outside.cpu.used], [56, 1.9]);
});

suite('Requests', () => {
  const figures = { pending: 2, oldest: 4, started: 25, finished: 25, mean: 8, max: 20 };

  test('that are estimated of a sample have a rate with its standard error', () => {
    const errorOf = (counted: object) => {
      const readings = [2400, 2600, 2500, 2500].map((started) => ({
        requests: { ...figures, finished: 2500, ...counted, started },
      }));
      return told(readings).requests?.rateError;
    };
    near(errorOf({ counted: 250 }), 81.65 / 2 / 2500, 1e-4);
    assert.equal(errorOf({}), undefined);
  });

  test('have the mean time of those in flight, by Little’s law: a handler sees no wait before it', () => {
    const mean = (rate: number, more: Partial<WatchedProcess> = {}) => {
      const inbound = { connections: 8, pending: 8, active: 8, rate };
      const process = processByHand({ sockets: { ok: true, ...socketsOf({ inbound }) }, ...more });
      const watch = watchByHand(process);
      return serviceOf(watch, [vitalsOf(process, watch)]).requests?.mean;
    };
    // 100 a second, 8 ms in the handler.
    const probe = probed();
    near(mean(100, { probe }), 80);
    near(mean(100), 80);
    near(mean(400, { probe }), 8, 1e-6);
  });

  test('that were in flight before the probe came count for the rate, and have no time', () => {
    const { requests } = told([null, 8].map((mean) => ({ requests: { ...figures, mean } })));
    assert.deepEqual([requests?.rate, requests?.mean], [100, 8]);
  });
});

test('Off Linux the probe alone speaks', () => {
  const process = {
    look: { ok: false, why: message('unseen.linux-only') },
    probe: probed(fast({ waits: [0.3, 0.5] })),
  } as const;
  const { pool, cpu } = vitals(process);
  assert.deepEqual([pool.size, pool.wait?.mean, cpu.used], [null, 0.4, 0.296]);
  assert.equal(diagnose(watchByHand(process)).status, 'healthy');
});

test('The processes together have what the machine and their own limits leave', () => {
  const watch = watchByHand({}, { machine: { busy: 0.9, steal: 0 } });
  const service = serviceOf(watch, [vitals()]);
  near(service.free, 0.4);
  assert.deepEqual([service.cpus, service.machineCpus, service.machineUsed, service.serving], [4, 4, 3.6, 1]);
});
