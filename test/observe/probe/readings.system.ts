import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { onEachNode, whyNoSockets as skip } from '../../kit/nodes.ts';
import { Folder, probing, type Target, type Voice } from './probes.ts';
import { nearly } from '../../kit/near.ts';

const folder = new Folder();

/** Until the lanes run. */
async function running(target: Target, voice: Voice): Promise<void> {
  await target.do('use');
  voice.tell({ type: 'period', period: 10 });
  await voice.hear('reading', ({ fast, slow }) => fast.waits.length > 0 && slow.waits.length > 0);
}

suite('A reading of the probe', { skip, concurrency: 3 }, async () => {
  await onEachNode((node) => {
    const probed = probing(folder, node);
    probed('knows an idle pool from a full one, and how long it was full', async ({ target, voice }) => {
      await running(target, voice);
      // All are answered, and one of them as fast as can be.
      await voice.hear('reading', ({ fast, slow }) => fast.pending === 0 && slow.pending === 0);
      await voice.hear('reading', ({ fast, slow }) => Math.min(...fast.waits, ...slow.waits) < 1, 0);

      await target.do('hold', 4);
      const full = await voice.hear(
        'reading',
        ({ fast, slow }) => fast.skipped > 0 && fast.sent + slow.sent === 0 && (fast.oldest ?? 0) > 500,
      );
      assert.equal(full.fast.pending, 32, 'no more than that wait for an answer');
      assert.equal(full.slow.pending, 1, 'DNS lookups of the application wait for no more than one');
      assert.deepEqual([full.fast.waits, full.slow.waits], [[], []]);
      const older = await voice.hear('reading');
      assert.ok((older.fast.oldest ?? 0) > (full.fast.oldest ?? 0) && (older.slow.oldest ?? 0) > 500);
      assert.ok(older.loop, 'the loop of a process whose pool is full is fine');

      target.release(4);
      // What was the oldest then waited at least so long; less than half of that was for want of a CPU.
      const longest = (older.fast.oldest ?? 0) / 2;
      const freed = await voice.hear('reading', ({ fast }) => Math.max(...fast.waits) >= longest);
      assert.ok(freed.fast.waits.length > 30, 'and each is told');
      const isTold = (waits: readonly number[]) => waits.filter((wait) => wait >= longest).length > 5;
      await voice.hear('reading', ({ slow }) => isTold(slow.waits), 0);
      await voice.hear('reading', ({ fast, slow }) => fast.oldest === null && slow.oldest === null);
    });

    probed(
      'says that half of the threads wait for names, as the other lane does not',
      async ({ target, voice }) => {
        await running(target, voice);
        await target.do('hold', 3);
        const { fast } = await voice.hear('reading', ({ fast: lane }) => lane.waits.length > 5);
        assert.equal(fast.skipped, 0, 'one thread is left for both');
      },
    );

    probed('shows a blocked loop while it is blocked', async ({ target, voice }) => {
      const free = await voice.hear('reading', ({ loop }) => loop !== null);
      assert.ok(free.loop && free.loop.utilization < 1 && free.loop.delay.p50 <= free.loop.delay.max);
      await target.do('block', 2000);
      const { loop } = await voice.hear(
        'reading',
        ({ silent, loop: told }) => silent > 1000 && told === null,
      );
      assert.equal(loop, null);
      const told = await voice.hear('reading', ({ loop: now }) => now !== null);
      assert.ok(told.loop && told.loop.delay.max > 1000, 'and how long, when it can be told');
      assert.ok(told.loop.utilization > 0.5);
      assert.ok(told.silent < 1000);
    });

    probed(
      'counts collections of garbage, memory and CPU',
      async ({ target, voice }) => {
        await voice.hear('reading');
        await target.do('collect');
        const { gc, memory, cpu, ownCpu, span } = await voice.hear(
          'reading',
          (reading) => reading.gc.count > 0,
        );
        assert.ok(gc.longest > 0 && gc.time >= gc.longest);
        assert.ok((gc.full ?? 0) > 0 && (gc.kept ?? 0) > 0 && (gc.kept ?? 0) < (memory.heapLimit ?? 0));
        assert.ok((memory.rss ?? 0) > memory.heapUsed && memory.heapUsed > 1e6 && memory.external > 0);
        assert.ok((cpu ?? 0) > 0 && span > 0);
        if (process.platform === 'linux') assert.ok(ownCpu !== null && ownCpu >= 0);
        const next = await voice.hear('reading', ({ gc: none }) => none.count === 0);
        assert.deepEqual(next.gc, { count: 0, time: 0, longest: 0, full: 0 });
      },
      { flags: ['--expose-gc'] },
    );

    probed('counts requests and calls, ended and not', async ({ target, voice }) => {
      const { requests, calls } = await voice.hear('reading', ({ loop }) => loop !== null);
      assert.deepEqual([requests, calls], [null, null], 'there are none');
      const from = voice.said.length;
      await target.do('listen');
      for (let call = 0; call < 3; call++) await target.do('call', '/');
      await target.do('fetch');
      const ended = await voice.hear(
        'reading',
        (reading) => counted(voice, from) === 4 && reading.calls?.pending === 0,
      );
      assert.ok(ended.requests && ended.requests.oldest === null && ended.requests.pending === 0);
      assert.ok(voice.readings().some((one) => one.requests?.mean && one.requests.max && one.calls?.mean));
      // Given up by the one who asked: ended too.
      await target.do('call', '/never');
      const given = await voice.hear(
        'reading',
        ({ requests: own, calls: others }) =>
          counted(voice, from) === 5 && own?.pending === 0 && others?.pending === 0,
      );
      assert.equal(given.requests?.oldest, null);
    });

    probed(
      'counts some of many requests, and loses none of the few that are slow',
      async ({ target, voice }) => {
        await voice.hear('reading');
        await target.do('listen');
        await target.do('flood');
        await voice.hear('reading', ({ requests }) => requests?.counted !== undefined);
        const begin = voice.said.length;
        const before = await target.do<number>('answered');
        await voice.hear('reading', () => voice.readings(begin).length === 20, begin);
        const real = (await target.do<number>('answered')) - before;
        const seen = voice.readings(begin).flatMap(({ requests }) => requests ?? []);
        const finished = seen.reduce((sum, one) => sum + one.finished, 0);
        const counted = seen.reduce((sum, one) => sum + (one.counted ?? one.started), 0);
        assert.ok(counted < finished, `${counted} of ${finished} were seen`);
        // As well as some thousand of them can tell it on a machine that is busy with other things too.
        nearly(finished, real, 0.25);
        const slow = seen.filter(({ max }) => (max ?? 0) > 1000);
        assert.ok(slow.length >= 2, `the slow ones: ${slow.length} in five seconds`);
        assert.ok(seen.some(({ pending, oldest }) => pending >= 1 && (oldest ?? 0) > 700));
        const mean = seen.map((one) => one.mean ?? 0).toSorted((one, other) => one - other)[10] ?? 0;
        assert.ok(mean < 100, 'and they are few');
      },
    );
  });
});

/** Requests that ended, over all readings. */
const counted = (voice: Voice, from: number) =>
  voice.readings(from).reduce((sum, { requests }) => sum + (requests?.finished ?? 0), 0);
