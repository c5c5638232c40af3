/** From what was seen to figures: every source, and what is missing. */
import { message } from '../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { serviceOf, vitalsOf } from '../../src/doctor/vitals.ts';
import type { ThreadState } from '../../src/model/process-snapshot.ts';
import type { Vitals } from '../../src/model/vitals.ts';
import type { WatchedProcess } from '../../src/model/watch.ts';
import {
  lane,
  snapshotByHand,
  poolReading,
  probedByHand,
  probeReading,
  processByHand,
  threadSpan,
  watchByHand,
} from '../kit/watches.ts';

const vitals = (parts: Partial<WatchedProcess> = {}): Vitals => {
  const process = processByHand(parts);
  return vitalsOf(process, watchByHand([process]));
};
const inRead: ThreadState = { state: 'blocked', syscall: 'pread64', on: '/data/a' };
const about = (value: number | null | undefined, expected: number, within = 1e-9) =>
  assert.ok(Math.abs((value ?? Number.NaN) - expected) <= within, `${value} is not ${expected}`);

suite('Threads of libraries', () => {
  const native = (threads: ReturnType<typeof threadSpan>[]) =>
    vitals({ look: { ok: true, ...snapshotByHand({ threads }) } }).native;
  const running: ThreadState = { state: 'running' };

  test('that have the name of a pool thread have none of their own', () => {
    const own = { role: 'other', ran: 0.9 } as const;
    const pool = threadSpan(50, inRead);
    const [first] = native([
      pool,
      threadSpan(60, running, own),
      threadSpan(61, running, { ...own, name: 'libvips worker' }),
    ]);
    assert.equal(first?.name, null);
    assert.equal(
      native([pool, threadSpan(61, running, { ...own, name: 'libvips worker' })])[0]?.name,
      'libvips worker',
    );
  });

  test('that live for moments take the part of the look in which they were there', () => {
    const short = Array.from({ length: 50 }, (_, tid) =>
      threadSpan(100 + tid, running, { name: 'hash', role: 'other', ran: 1, waitedForCpu: 0, readings: 2 }),
    );
    const [found] = native(short);
    about(found?.ran, 1);
    assert.equal(found?.threads, 1);
  });
});

suite('What holds the threads', () => {
  const looks = (kinds: Readonly<Record<string, number>>, times: number) =>
    Array.from({ length: times }, (_, at) => ({
      at,
      ...poolReading({ idle: 0, busy: 4, queued: 9, queuedKinds: { fs: 9 }, inHand: kinds }),
    }));
  const holders = (pool: ReturnType<typeof looks>) =>
    vitals({ look: { ok: true, ...snapshotByHand({ pool }) } }).pool.holders;

  test('is told by their jobs, whatever waits', () => {
    assert.deepEqual(holders(looks({ fs: 1, 'addon:@img/sharp': 3 }, 8)), [
      { kind: 'addon:@img/sharp', part: 0.75 },
      { kind: 'fs', part: 0.25 },
    ]);
  });

  test('is not told by a few looks, or where most jobs were not found', () => {
    assert.equal(holders(looks({ fs: 4 }, 3)), null);
    assert.equal(holders(looks({ fs: 2 }, 8)), null);
  });
});

suite('The pool', () => {
  const full = poolReading({ idle: 0, busy: 4, queued: 6, queuedKinds: { crypto: 4, fs: 2 } });
  const samples = [full, full, full, poolReading({ idle: 3, busy: 1 })].map((reading, i) => ({
    at: i * 100,
    ...reading,
  }));

  test('is the mean of its readings', () => {
    const { pool } = vitals({ look: { ok: true, ...snapshotByHand({ pool: samples }) } });
    about(pool.busy, 3.25);
    about(pool.full, 0.75);
    about(pool.queue?.mean, 4.5);
    about(pool.queue?.p95, 6);
    assert.deepEqual(Object.keys(pool.queue?.kinds ?? {}), ['crypto', 'fs']);
    about(pool.queue?.kinds['crypto'], 3);
    assert.equal(pool.slow.cap, 2);
  });

  test("is without the probe's own jobs, which wait like all others", () => {
    const readings = [probeReading({ fast: lane({ waits: [50], pending: 1, oldest: 40 }) })];
    const { pool } = vitals({
      look: { ok: true, ...snapshotByHand({ pool: samples }) },
      probe: { ok: true, ...probedByHand(readings) },
    });
    about(pool.queue?.mean, 3.5);
    about(pool.queue?.kinds['fs'], 0.5);
    about(pool.queue?.kinds['crypto'], 3);
  });

  test('takes a rest of the probe’s kind for its own, since it counts them when it has just had answers', () => {
    const readings = [probeReading({ fast: lane({ waits: [260], pending: 5.2, oldest: 250 }) })];
    const queued = (fs: number) => [
      { at: 0, ...poolReading({ busy: 4, queued: 26 + fs, queuedKinds: { crypto: 26, fs } }) },
    ];
    const kindsOf = (fs: number) =>
      vitals({
        look: { ok: true, ...snapshotByHand({ pool: queued(fs) }) },
        probe: { ok: true, ...probedByHand(readings) },
      }).pool.queue?.kinds;
    assert.deepEqual(Object.keys(kindsOf(5.8) ?? {}), ['crypto']);
    about(kindsOf(8.2)?.['fs'], 3);
  });

  test('is empty where only the probe’s jobs wait, though it counts too few of them', () => {
    const waiting = lane({ waits: [43.1], pending: 0.55, oldest: 20 });
    const readings = [probeReading({ fast: waiting, slow: waiting })];
    const slow = { running: 0.1, queued: 0.86, queuedKinds: { dns: 0.86 }, started: null };
    const sample = {
      ...poolReading({ busy: 4, queued: 7.56, queuedKinds: { crypto: 6.7, fs: 0.86 } }),
      slow,
    };
    const { pool } = vitals({
      look: { ok: true, ...snapshotByHand({ pool: [{ at: 0, ...sample }] }) },
      probe: { ok: true, ...probedByHand(readings) },
    });
    assert.deepEqual(Object.keys(pool.queue?.kinds ?? {}), ['crypto']);
    assert.deepEqual(pool.slow.queue, { mean: 0, p95: 0, kinds: {} });
  });

  test("divides its busy threads' time as the kernel counts it, and the rest as it was found", () => {
    const threads = [
      threadSpan(1, { state: 'running' }, { ran: 0.4, waitedForCpu: 0.5 }),
      threadSpan(2, inRead, { ran: 0, waitedForCpu: 0 }),
    ];
    const busy = [{ at: 0, ...poolReading({ busy: 2, idle: 2 }) }];
    const { pool } = vitals({ look: { ok: true, ...snapshotByHand({ threads, pool: busy }) } });
    about(pool.time?.running, 0.4 / 1.9);
    about(pool.time?.waitedForCpu, 0.5 / 1.9);
    about(pool.time?.blocked, 1 / 1.9);
    assert.deepEqual(pool.whereabouts.find(({ doing }) => doing.state === 'blocked')?.doing, inRead);
  });

  test('has a lock where threads wait for the same one, and not where each waits for its own', () => {
    const at = (lock: string): ThreadState => ({ state: 'waiting', at: 'other', lock });
    const busy = [{ at: 0, ...poolReading({ busy: 2, idle: 2 }) }];
    const timeOf = (one: string, other: string) =>
      vitals({
        look: {
          ok: true,
          ...snapshotByHand({ pool: busy, threads: [threadSpan(1, at(one)), threadSpan(2, at(other))] }),
        },
      }).pool.time;
    assert.ok((timeOf('7f00', '7f00')?.atLock ?? 0) > 0.9);
    assert.equal(timeOf('7f00', '7f10')?.atLock, 0);
  });

  test('is stuck where a thread was given no CPU for long, until the end', () => {
    const threads = [
      threadSpan(1, inRead, { ran: 0, stillFor: 9000 }),
      threadSpan(2, inRead, { stillFor: 900 }),
      threadSpan(3, { state: 'idle' }, { ran: 0, stillFor: 9000 }),
    ];
    const { pool } = vitals({ look: { ok: true, ...snapshotByHand({ threads }) } });
    assert.deepEqual(pool.stuck, [{ tid: 1, doing: inRead, since: 9000 }]);
  });

  test('is told by the names of threads where its memory cannot be read', () => {
    const threads = [threadSpan(1, { state: 'asleep' }), threadSpan(2, inRead)];
    const look = snapshotByHand({ threads, pool: [] });
    const { pool, withoutPeek } = vitals({
      look: {
        ok: true,
        ...look,
        subject: { ...look.subject, peek: { ok: false, why: message('unseen.stripped') } },
      },
    });
    about(pool.busy, 1);
    assert.equal(pool.queue, null);
    assert.equal(pool.wait, null);
    assert.deepEqual(withoutPeek, message('unseen.stripped'));
  });

  test('that was never used has no wait', () => {
    const wait = { mean: 0, p50: 0, p95: 0, max: 0, readings: 90, rate: null, unfinished: 0 };
    const { pool } = vitals({
      look: { ok: true, ...snapshotByHand({ poolSize: 0, wait: { fast: wait, slow: wait } }) },
    });
    assert.deepEqual([pool.size, pool.wait, pool.slow.cap], [0, null, null]);
  });

  test('was asked for what the process has in its environment now, if a probe tells', () => {
    const probed = probedByHand([probeReading()]);
    const hello = { ...probed.hello, poolSize: '16' };
    const { pool } = vitals({ probe: { ok: true, ...probed, hello } });
    assert.deepEqual([pool.asked, pool.askedText, pool.size], [16, '16', 4]);
  });
});

suite('The wait for a thread', () => {
  const wait = { mean: 200, p50: 190, p95: 300, max: 400, readings: 90, rate: 20, unfinished: 0 };
  const look = { ok: true, ...snapshotByHand({ wait: { fast: wait, slow: null } }) } as const;

  test('is that of the queue, without a probe', () => {
    const { pool } = vitals({ look });
    assert.deepEqual(
      [pool.wait?.from, pool.wait?.mean, pool.wait?.jobs, pool.started],
      ['queue', 200, 200, 20],
    );
  });

  test('is that of the probe, where it spoke', () => {
    const fast = lane({ waits: [100, 200, 300] });
    const { pool } = vitals({ look, probe: { ok: true, ...probedByHand([probeReading({ fast })]) } });
    assert.deepEqual([pool.wait?.from, pool.wait?.mean], ['probe', 200]);
  });

  test('counts jobs without an answer with the age that they have', () => {
    const fast = lane({ waits: [1], pending: 4, oldest: 8000 });
    const { pool } = vitals({ probe: { ok: true, ...probedByHand([probeReading({ fast })]) } });
    about(pool.wait?.mean, (1 + 2000 + 4000 + 6000 + 8000) / 5);
    assert.deepEqual([pool.wait?.oldest, pool.wait?.jobs], [8000, 1]);
  });

  test('is not known before the pool was used', () => {
    const readings = [probeReading({ isPoolUnused: true, fast: lane({ waits: [] }) })];
    assert.equal(vitals({ probe: { ok: true, ...probedByHand(readings) } }).pool.wait, null);
  });
});

suite('The event loop', () => {
  test('is what the threads show, without a probe', () => {
    const { loop } = vitals();
    assert.deepEqual(
      [loop.from, loop.utilization, loop.ran, loop.delay, loop.stalls],
      ['threads', 0.12, 0.1, null, null],
    );
  });

  test('was busy throughout a span in which it said nothing', () => {
    const readings = [probeReading(), probeReading({ loop: null, silent: 250 })];
    const { loop } = vitals({ probe: { ok: true, ...probedByHand(readings) } });
    about(loop.utilization, 0.65);
    assert.deepEqual([loop.from, loop.silent, loop.stalls], ['probe', 250, 1]);
  });

  test('is late as in the worst of ten readings', () => {
    const delay = { mean: 9, p50: 0.2, p99: 180, max: 180 };
    const readings = Array.from({ length: 10 }, (_, i) =>
      probeReading(i % 5 === 0 ? { loop: { utilization: 0.3, delay } } : {}),
    );
    const { loop } = vitals({ probe: { ok: true, ...probedByHand(readings) } });
    assert.deepEqual([loop.delay?.p99, loop.delay?.p50, loop.stalls], [180, 0.1, 2]);
  });

  test('was blocked where its thread was found', () => {
    const look = snapshotByHand();
    const [main] = look.threads;
    assert.ok(main);
    const doing = [
      { doing: { state: 'polling' } as const, readings: 60 },
      { doing: inRead, readings: 40 },
    ];
    const { loop } = vitals({ look: { ok: true, ...look, threads: [{ ...main, doing }] } });
    assert.deepEqual(loop.blockedIn, [{ doing: inRead, share: 0.4, threads: 1 }]);
  });
});

test('Memory grows by the slope of its series', () => {
  const series = Array.from({ length: 40 }, (_, i) => ({
    at: i * 250,
    cpu: 0,
    rss: 1e8 + i * 250 * 1000,
    busy: null,
    queued: null,
    slowQueued: null,
    running: null,
    waitedForCpu: null,
    loop: null,
  }));
  about(vitals({ series }).memory.growth, 1e6, 1);
  assert.equal(vitals({ series: series.slice(0, 5) }).memory.growth, null);
});

test('Limits, garbage collection and traffic are told, and null where nobody said', () => {
  const look = snapshotByHand({ throttling: { periods: 100, throttled: 40, time: 900 } });
  const seen = vitals({
    look: { ok: true, ...look },
    probe: { ok: true, ...probedByHand([probeReading()]) },
  });
  about(seen.cpu.throttled, 0.4);
  about(seen.gc?.share, 0.02);
  about(seen.requests?.rate, 100);
  assert.deepEqual([seen.taskRoom, seen.calls, seen.sockets], [80, null, null]);
  assert.deepEqual([vitals().gc, vitals().requests], [null, null]);
});

test("The probe's own jobs and its CPU are in no figure of the server", () => {
  // In a full pool 56 jobs a second get a thread; 20 of them are the probe's, and each of those waits behind all others.
  const queued = Array.from({ length: 10 }, (_, at) => ({
    at,
    ...poolReading({ idle: 0, busy: 4, queued: 6.7, queuedKinds: { crypto: 4, fs: 2.7 } }),
  }));
  const fast = { mean: 118, p50: 118, p95: 140, max: 150, readings: 10, rate: 56, unfinished: 0 };
  const look = snapshotByHand({ pool: queued, wait: { fast, slow: null }, cpuUsed: 1.9 });
  const reading = probeReading({ fast: lane({ waits: [135, 135, 135], sent: 5 }), ownCpu: 5 });
  const seen = vitals({ look: { ok: true, ...look }, probe: { ok: true, ...probedByHand([reading]) } });
  about(seen.pool.started, 36);
  about(seen.pool.queue?.mean, 4);
  about(seen.pool.wait?.mean, (1000 * 4) / 36, 1e-6);
  about(seen.cpu.used, 1.88);
  // Of ten that were sent in half a second, six still wait: only the others got a thread.
  const growing = [0, 3, 6].map((pending) => probeReading({ fast: lane({ sent: 5, pending }) }));
  const behind = vitals({ look: { ok: true, ...look }, probe: { ok: true, ...probedByHand(growing) } });
  about(behind.pool.started, 56 - 8);
  const outside = vitals({ look: { ok: true, ...look } });
  assert.deepEqual([outside.pool.started, outside.cpu.used], [56, 1.9]);
});

test('A rate that is estimated of a sample is told with its standard error', () => {
  const requests = { pending: 2, oldest: 4, started: 2500, finished: 2500, mean: 8, max: 20 };
  const readings = (counted: object) =>
    [2400, 2600, 2500, 2500].map((started) =>
      probeReading({ requests: { ...requests, ...counted, started } }),
    );
  const told = (counted: object) =>
    vitals({ probe: { ok: true, ...probedByHand(readings(counted)) } }).requests?.rateError;
  about(told({ counted: 250 }), 81.65 / 2 / 2500, 1e-4);
  assert.equal(told({}), undefined);
});

test('The mean time of requests is that of those in flight, by Little’s law: a handler sees no wait before it', () => {
  const mean = (rate: number, probe: object = {}) => {
    const inbound = { connections: 8, pending: 8, age: null, active: 8, rate };
    const sockets = { ok: true, listening: [], overflows: 0, inbound, outbound: [] } as const;
    const process = processByHand({ sockets, ...probe });
    const watch = watchByHand([process]);
    return serviceOf(watch, [vitalsOf(process, watch)]).requests?.mean;
  };
  // 100 a second, 8 ms in the handler.
  const probe = { ok: true as const, ...probedByHand([probeReading()]) };
  about(mean(100, { probe }), 80);
  about(mean(100), 80);
  about(mean(400, { probe }), 8, 1e-6);
});

test('Off Linux the probe alone speaks', () => {
  const process = processByHand({
    look: { ok: false, why: message('unseen.linux-only') },
    probe: { ok: true, ...probedByHand([probeReading({ fast: lane({ waits: [0.3, 0.5] }) })]) },
  });
  const seen = vitalsOf(process, watchByHand([process]));
  assert.deepEqual([seen.pool.size, seen.pool.wait?.mean, seen.cpu.used], [null, 0.4, 0.296]);
  assert.equal(diagnose(watchByHand([process])).status, 'healthy');
});

test('The processes together have what the machine and their own limits leave', () => {
  const process = processByHand();
  const watch = watchByHand([process], { machine: { busy: 0.9, steal: 0 } });
  const service = serviceOf(watch, [vitalsOf(process, watch)]);
  about(service.free, 0.4);
  assert.deepEqual([service.cpus, service.machineCpus, service.machineUsed, service.serving], [4, 4, 3.6, 1]);
});

test('Answers to requests that were in flight before the probe came count for the rate, and have no time', () => {
  const figures = { pending: 2, oldest: 4, started: 25, finished: 25, max: 20 };
  const readings = [null, 8].map((mean) => probeReading({ requests: { ...figures, mean } }));
  const { requests } = vitalsOf(
    processByHand({ probe: { ok: true, ...probedByHand(readings) } }),
    watchByHand([]),
  );
  assert.deepEqual([requests?.rate, requests?.mean], [100, 8]);
});
