import { emptyFolder } from '../../kit/place.ts';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { type ProcessSampler, openSampler } from '../../../src/observe/external/process-snapshot.ts';
import type { JobKinds, PoolReading, ProcessSample } from '../../../src/model/process-snapshot.ts';
import { onEachNode, whyNotLinux } from '../../kit/nodes.ts';
import { poolReading } from '../../kit/watches.ts';
import { belongings, canPeek, Pipes, target } from './targets.ts';
import { takeSnapshot } from './take-snapshot.ts';

const addonFolder = emptyFolder('addon');
const addon = join(addonFolder, 'addon.node');
const addons = { skip: whyNotLinux || compiled() };

/** @returns why there is no addon, or false */
function compiled(): string | false {
  const source = join(import.meta.dirname, 'addon.c');
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-o', addon, source], { stdio: 'pipe' });
    return false;
  } catch (error) {
    return `there is no C compiler here that could build an addon: ${(error as Error).message}`;
  }
}

/** The state of a pool, of which only what differs from an idle one of four threads is told. */
function pool(
  state: Partial<Omit<PoolReading, 'slow'>> & { slow?: Partial<PoolReading['slow']> },
): PoolReading {
  const { slow, ...rest } = state;
  const { threads, busy, slow: none } = poolReading(rest);
  return poolReading({ ...rest, idle: threads - busy, slow: { ...none, ...slow } });
}

/** A reading without what it says of the one before. */
function instant(reading: PoolReading | null | undefined) {
  if (!reading) return reading;
  const { inHand: _, ...rest } = reading;
  return { ...rest, started: null, slow: { ...reading.slow, started: null } };
}

/** What the threads have in hand, a few times: not every reading looks. */
function inHand(open: ProcessSampler, times = 5): JobKinds[] {
  const seen: JobKinds[] = [];
  for (let tries = 0; tries < 1000 && seen.length < times; tries++)
    seen.push(...[open.sample(0)?.pool?.inHand].filter((kinds) => kinds !== undefined));
  return seen;
}

/** Looks until the pool is in the expected state and stays there: a job may be followed by another (zlib's are). */
async function settles(
  open: ProcessSampler,
  expected: PoolReading,
  isOver = () => false,
): Promise<ProcessSample> {
  let sample = open.sample(0);
  for (let tries = 0, same = 0; tries < 20_000 && same < 50 && !isOver(); tries++) {
    sample = open.sample(0);
    same = isDeepStrictEqual(instant(sample?.pool), expected) ? same + 1 : 0;
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual(instant(sample?.pool), expected);
  assert.ok(sample);
  return sample;
}

/** What the pool's threads do, sorted: `idle`, `blocked openat`. */
function doing(sample: ProcessSample): string[] {
  return sample.threads
    .filter(({ role }) => role === 'pool')
    .map((thread) =>
      thread.doing.state === 'blocked' ? `blocked ${thread.doing.syscall}` : thread.doing.state,
    )
    .toSorted();
}

suite('Of a running Node is seen from outside', { skip: whyNotLinux }, async () => {
  await onEachNode(({ label, binary }) => {
    suite(`on Node ${label}`, () => {
      test('a server that has not used its pool: it has no threads yet', async (t) => {
        await using server = await target(binary, ['fresh'], { env: { UV_THREADPOOL_SIZE: '3' } });
        using open = await openSampler(server.pid);
        if (!canPeek(open, t)) return;
        assert.equal(open.subject.node, label);
        assert.deepEqual(open.subject.environment.poolSize, { ok: true, value: '3', asked: 3 });
        const sample = await settles(open, pool({ threads: 0 }));
        assert.equal(open.poolKnownBy(), null);
        assert.equal(sample.threads[0]?.role, 'main');
        assert.deepEqual(doing(sample), []);
      });

      test('an idle server, which goes on unharmed: with the same threads, the same files, and not a word', async (t) => {
        await using server = await target(binary, ['idle']);
        using open = await openSampler(server.pid);
        if (!canPeek(open, t)) return;
        const sample = await settles(open, pool({}));
        assert.deepEqual(doing(sample), ['idle', 'idle', 'idle', 'idle']);
        const before = belongings(server.pid);
        const seen = await takeSnapshot(server.pid, { duration: 60, interval: 10 });
        const known = { poolKnownBy: 'libuv', poolSize: 4, hasEnded: false, samples: { inconsistent: 0 } };
        assert.partialDeepStrictEqual(seen, known);
        assert.ok(seen.pool.length > 0 && seen.pool.every(({ busy, queued }) => busy === 0 && queued === 0));
        const main = seen.threads.find(({ role }) => role === 'main');
        assert.equal(main?.doing[0]?.doing.state, 'polling');
        assert.deepEqual(belongings(server.pid), before);
        const answer = await fetch(`http://127.0.0.1:${server.port}/`);
        assert.equal(await answer.text(), 'well');
        assert.equal(server.printed(), `ready ${server.port}\n`);
      });

      test('a pool whose threads are held, job by job: what is busy, what waits, of which kind, and at which file', async (t) => {
        using pipes = new Pipes(6);
        await using server = await target(binary, ['mixed', pipes.folder]);
        using open = await openSampler(server.pid);
        if (!canPeek(open, t)) return;
        const slow = { queued: 5, queuedKinds: { dns: 5 } };
        const held = (fs: number) =>
          pool({ busy: 4, queued: fs + 3, queuedKinds: { fs, crypto: 2, zlib: 1 }, slow });
        const sample = await settles(open, held(5));
        assert.deepEqual(doing(sample), Array(4).fill('blocked openat'));
        assert.deepEqual(new Set(inHand(open).map((kinds) => JSON.stringify(kinds))), new Set(['{"fs":4}']));
        const files = sample.threads.flatMap((thread) =>
          thread.role === 'pool' && thread.doing.state === 'blocked' ? [thread.doing.on] : [],
        );
        assert.deepEqual(new Set(files), new Set(pipes.paths.slice(0, 4)));
        pipes.release(0);
        await settles(open, held(4));
        pipes.release(1);
        await settles(open, held(3));
        pipes.release(2);
        // The first of the four that is free of a pipe works through all that is queued, the slow-I/O queue too.
        await settles(open, pool({ busy: 3 }));
        for (const index of [3, 4, 5]) pipes.release(index);
        await settles(open, pool({}));
      });

      test('hashes that keep all threads at work: they run, or wait for a CPU', async (t) => {
        await using server = await target(binary, ['hashing']);
        using open = await openSampler(server.pid);
        if (!canPeek(open, t)) return;
        const seen = await takeSnapshot(server.pid, { duration: 1000, interval: 10 });
        for (const { queued, queuedKinds } of seen.pool) {
          assert.ok(queued <= 8 && queued === (queuedKinds['crypto'] ?? 0), JSON.stringify(queuedKinds));
        }
        assert.ok(seen.pool.some(({ busy, queued }) => busy === 4 && queued === 4));
        const inHands = seen.pool.map((reading) => reading.inHand?.['crypto'] ?? 0);
        assert.ok(Math.max(...inHands) >= 3, inHands.join());
        const threads = seen.threads.filter(({ role }) => role === 'pool');
        assert.equal(threads.length, 4);
        for (const thread of threads) {
          assert.ok(thread.ran !== null && thread.waitedForCpu !== null);
          assert.ok(thread.ran + thread.waitedForCpu > 0, JSON.stringify(thread));
          assert.ok(thread.doing.some((way) => way.doing.state === 'running'));
        }
        assert.ok(seen.cpuUsed > 0);
      });

      test('a queue that changes while it is read: no job is counted that is done', async (t) => {
        await using server = await target(binary, ['churning']);
        using open = await openSampler(server.pid);
        if (!canPeek(open, t)) return;
        const seen = { whole: 0, tooLong: 0 };
        for (let sample = 0; sample < 1000; sample++) {
          const reading = open.sample(0)?.pool;
          if (!reading) continue;
          const { queued, queuedKinds } = reading;
          assert.deepEqual(queuedKinds, queued > 0 ? { fs: queued } : {});
          if (queued <= 64) seen.whole++;
          // Two instants in one, as when this process was off its CPU while it read: rare.
          else seen.tooLong++;
          if (sample % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
        }
        assert.ok(seen.whole > 900 && seen.tooLong < 10, JSON.stringify(seen));
      });

      test(
        'jobs of a native addon are named by it, asked of libuv or through Node-API',
        addons,
        async (t) => {
          using pipes = new Pipes(4);
          copyFileSync(addon, join(pipes.folder, 'addon.node'));
          await using server = await target(binary, ['addon', pipes.folder]);
          using open = await openSampler(server.pid);
          if (!canPeek(open, t)) return;
          const queuedKinds = { 'addon:addon.node': 5 };
          await settles(open, pool({ busy: 4, queued: 5, queuedKinds }));
        },
      );

      test('name resolution that hangs: half of the threads, and the rest waits in the slow-I/O queue', async (t) => {
        using pipes = new Pipes(1);
        const aliases = join(pipes.folder, '0.pipe');
        await using server = await target(binary, ['resolving'], { env: { HOSTALIASES: aliases } });
        using open = await openSampler(server.pid);
        if (!canPeek(open, t)) return;
        const isAnswered = () => server.printed().includes('answered');
        const held = pool({ busy: 2, slow: { running: 2, queued: 4, queuedKinds: { dns: 4 } } });
        try {
          const sample = await settles(open, held, isAnswered);
          assert.deepEqual(doing(sample), ['blocked openat', 'blocked openat', 'idle', 'idle']);
        } catch (error) {
          if (!isAnswered()) throw error;
          t.skip('the resolver of this machine reads no HOSTALIASES, so no lookup can be held');
        }
      });
    });
  });
});

suite('A look', { skip: whyNotLinux }, () => {
  test('ends with the process that it looks at, and tells so', async () => {
    await using server = await target(process.execPath, ['idle']);
    const looking = takeSnapshot(server.pid, { duration: 60_000, interval: 5 });
    server.child.kill('SIGKILL');
    const seen = await looking.catch((error: unknown) => error as Error & { code: string });
    // The signal may be quicker than the look.
    if (seen instanceof Error) assert.equal(seen.code, 'PROCESS_NOT_FOUND');
    else assert.equal(seen.hasEnded, true);
  });

  test('sees the size in force where another was asked for', async (t) => {
    await using server = await target(process.execPath, ['idle'], { env: { UV_THREADPOOL_SIZE: '2000' } });
    using open = await openSampler(server.pid);
    if (!canPeek(open, t)) return;
    assert.deepEqual(open.subject.environment.poolSize, { ok: true, value: '2000', asked: 1024 });
    await settles(open, pool({ threads: 1024 }));
    assert.equal(open.sample(0)?.threads.filter(({ role }) => role === 'pool').length, 1024);
  });
});
