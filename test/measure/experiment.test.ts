import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { virtualClock } from '../../src/measure/clock.ts';
import { steps } from '../../src/measure/experiment.ts';
import { planOf } from '../diagnose/trials-by-hand.ts';

const order = (cells: readonly string[], blocks: number, seed: number) => {
  const all = steps({ ...planOf(...cells), blocks, seed });
  return Array.from({ length: blocks }, (_, block) =>
    all.filter((step) => step.block === block).map((step) => step.cell.id),
  );
};

suite('The order of trials', () => {
  test('holds every cell once in each block', () => {
    for (const block of order(['1', '4', '16', '64'], 6, 3))
      assert.deepEqual(
        block.toSorted((a, b) => Number(a) - Number(b)),
        ['1', '4', '16', '64'],
      );
  });

  test('is the same for the same seed, so that a run can be resumed, and another for another', () => {
    assert.deepEqual(order(['1', '4', '16', '64'], 6, 3), order(['1', '4', '16', '64'], 6, 3));
    assert.notDeepEqual(order(['1', '4', '16', '64'], 6, 3), order(['1', '4', '16', '64'], 6, 4));
  });

  test('of two cells is ABBA or BAAB, which takes a steady drift out of the difference', () => {
    for (let seed = 0; seed < 20; seed++) {
      const [first = [], second = [], third = [], fourth = []] = order(['A', 'B'], 4, seed);
      assert.deepEqual(second, first.toReversed());
      assert.deepEqual(fourth, third.toReversed());
    }
  });

  test('begins with each cell about equally often', () => {
    const first = Array.from({ length: 300 }, (_, seed) => order(['A', 'B', 'C'], 1, seed)[0]?.[0]);
    for (const cell of ['A', 'B', 'C']) {
      const share = first.filter((each) => each === cell).length / first.length;
      assert.ok(share > 0.25 && share < 0.42, `${cell}: ${share}`);
    }
  });

  test('counts on from block to block', () => {
    const ordinals = steps({ ...planOf('A', 'B', 'C'), blocks: 3 }).map((step) => step.ordinal);
    assert.deepEqual(ordinals, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

suite('The virtual clock', () => {
  test('moves when somebody sleeps, and not otherwise', async () => {
    const clock = virtualClock();
    await clock.sleep(3_600_000);
    assert.equal(clock.now(), 3_600_000);
  });

  test('does not let an interrupted sleeper sleep', async () => {
    const clock = virtualClock();
    await assert.rejects(clock.sleep(5, AbortSignal.abort(new Error('stopped'))), /stopped/);
    assert.equal(clock.now(), 0);
  });
});
