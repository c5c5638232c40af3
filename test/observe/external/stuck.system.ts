import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type ProcessSampler, openSampler } from '../../../src/observe/external/process-snapshot.ts';
import type { ThreadSpan } from '../../../src/model/process-snapshot.ts';
import { assertEach } from '../../kit/assert.ts';
import { onEachNode, whyNotLinux as skip } from '../../kit/nodes.ts';
import { until } from '../../kit/until.ts';
import { canPeek, Pipes, target } from './targets.ts';
import { takeSnapshot } from './take-snapshot.ts';

/** What the pool's threads do, once all of them wait. */
const waiting = (open: ProcessSampler) =>
  until(
    () => {
      const pool = open.sample(0)?.threads.filter(({ role }) => role === 'pool') ?? [];
      const found = pool.flatMap(({ doing }) =>
        doing.state === 'waiting' && doing.at === 'other' ? [doing] : [],
      );
      return pool.length === 4 && found.length === 4 && found;
    },
    { every: 1 },
  );

suite('Threads that do not go on', { skip }, async () => {
  await onEachNode(({ label, binary }) => {
    const poolOf = (threads: readonly ThreadSpan[]) => threads.filter(({ role }) => role === 'pool');

    test(`are told from those that begin a new wait each time: Node ${label}`, async (t) => {
      using pipes = new Pipes(4);
      await using held = await target(binary, ['held', pipes.folder]);
      await using sleeping = await target(binary, ['68', '5000'], { script: 'backlog.cjs' });
      using open = await openSampler(held.pid);
      if (!canPeek(open, t)) return;
      while (open.sample(0)?.pool?.busy !== 4) await new Promise((resolve) => setImmediate(resolve));
      const options = { duration: 300, interval: 20 };
      const [still, moving] = await Promise.all([
        takeSnapshot(held.pid, options),
        takeSnapshot(sleeping.pid, options),
      ]);
      const stuck = poolOf(still.threads);
      assertEach(stuck, ({ isStill, last }) => isStill && last.state, Array(4).fill('blocked'));
      assert.ok(stuck.every(({ stillFor }) => (stillFor ?? 0) > 0));
      const others = poolOf(moving.threads);
      assertEach(others, ({ isStill }) => isStill, Array(4).fill(false));
      // Both look alike in a single reading: blocked, and off the CPU nearly always.
      assert.ok(others.every(({ ran }) => (ran ?? 1) < 0.5));
    });

    test(`are seen at one lock, or each at its own: Node ${label}`, async (t) => {
      await using one = await target(binary, ['mutex'], { script: 'locks.cjs' });
      await using own = await target(binary, ['own'], { script: 'locks.cjs' });
      using atOne = await openSampler(one.pid);
      using atOwn = await openSampler(own.pid);
      if (!canPeek(atOne, t)) return;
      const same = await waiting(atOne);
      assert.equal(new Set(same.map(({ lock }) => lock)).size, 1);
      assert.match(same[0]?.lock ?? '', /^[\da-f]+$/);
      assert.deepEqual(new Set(same.map(({ by }) => by)), new Set(['mutex']));
      const different = await waiting(atOwn);
      assert.equal(new Set(different.map(({ lock }) => lock)).size, 4);
      assert.deepEqual(new Set(different.map(({ by }) => by)), new Set(['condition']));
    });
  });
});
