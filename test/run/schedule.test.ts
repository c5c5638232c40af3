import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { message } from '../../src/messages/message.ts';
import { plannedTrials } from '../../src/model/plan.ts';
import { nextBlock, type NextBlock } from '../../src/run/next-block.ts';
import { blockOrders, schedule } from '../../src/run/schedule.ts';
import { host, planOf, trialOf } from '../kit/trials.ts';
import { assertEach } from '../kit/assert.ts';

const blocksOf = (cells: readonly string[], blocks: number, seed: number) =>
  blockOrders({ ...planOf(...cells), blocks, seed }).map((order) => order.map((cell) => cell.id));

suite('The order of trials', () => {
  test('holds every cell once in each block', () => {
    for (const block of blocksOf(['1', '4', '16', '64'], 6, 3))
      assert.deepEqual(
        block.toSorted((a, b) => Number(a) - Number(b)),
        ['1', '4', '16', '64'],
      );
  });

  test('is the same for the same seed, so that a run can be resumed, and another for another', () => {
    assert.deepEqual(blocksOf(['1', '4', '16', '64'], 6, 3), blocksOf(['1', '4', '16', '64'], 6, 3));
    assert.notDeepEqual(blocksOf(['1', '4', '16', '64'], 6, 3), blocksOf(['1', '4', '16', '64'], 6, 4));
  });

  const isMirrored = ([first = [], second = [], third = [], fourth = []]: readonly (readonly string[])[]) => {
    assert.deepEqual(second, first.toReversed());
    assert.deepEqual(fourth, third.toReversed());
  };

  test('of two cells is ABBA or BAAB, which takes a steady drift out of the difference', () => {
    for (let seed = 0; seed < 20; seed++) isMirrored(blocksOf(['A', 'B'], 4, seed));
  });

  test('of two cells and a control is mirrored as a whole, so that the two stay ABBA when it has left', () => {
    const plan = planOf('A', 'B', 'C');
    const cells = plan.cells.map((cell) => (cell.id === 'C' ? { ...cell, control: true } : cell));
    for (let seed = 0; seed < 20; seed++) {
      const orders = blockOrders({ ...plan, cells, blocks: 4, seed });
      isMirrored(orders.map((order) => order.map(({ id }) => id)));
    }
  });

  test('begins with each cell about equally often', () => {
    const first = Array.from({ length: 300 }, (_, seed) => blocksOf(['A', 'B', 'C'], 1, seed)[0]?.[0]);
    for (const cell of ['A', 'B', 'C']) {
      const share = first.filter((each) => each === cell).length / first.length;
      assert.ok(share > 0.25 && share < 0.42, `${cell}: ${share}`);
    }
  });

  test('counts on from block to block', () => {
    const order = schedule({ ...planOf('A', 'B', 'C'), blocks: 3 }, []);
    const ordinals: number[] = [];
    for (let step = order.next(); step; step = order.next()) ordinals.push(step.ordinal);
    assert.deepEqual(ordinals, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

suite('After each block', () => {
  const plan = { ...planOf('A', 'B', 'C'), blocks: 5 };
  const run = (ask: NextBlock) => {
    const order = schedule(plan, [], ask);
    const cells: string[][] = [];
    for (let step = order.next(); step; step = order.next()) {
      (cells[step.block] ??= []).push(step.cell.id);
      order.settle({ ...trialOf(step.block, step.cell.id), ordinal: step.ordinal });
    }
    return { sizes: cells.map((block) => block.length), last: cells.at(-1), stopped: order.stopped() };
  };

  test('a setting that is decided is left out of the next', () => {
    const seen: number[] = [];
    const { sizes, last, stopped } = run((trials) => {
      seen.push(trials.length);
      return { live: trials.length >= 6 ? ['A', 'C'] : ['A', 'B', 'C'], stop: null };
    });
    assert.deepEqual(sizes, [3, 3, 2, 2, 2]);
    assert.deepEqual(seen, [3, 6, 8, 10]);
    assert.deepEqual(last?.toSorted(), ['A', 'C']);
    assert.equal(stopped, null);
  });

  test('the run stops when all is decided, and says why', () => {
    const { sizes, stopped } = run((trials) => ({
      live: ['A'],
      stop: trials.length >= 4 ? message('stop.all-decided') : null,
    }));
    assert.deepEqual(sizes, [3, 1]);
    assert.equal(stopped?.code, 'stop.all-decided');
  });
});

suite('A cell that only fills a table', () => {
  test('is in the first blocks only, and counted so', () => {
    const all = planOf('A', 'B', 'T');
    const cells = all.cells.map((cell) => (cell.id === 'T' ? { ...cell, blocks: 2 } : cell));
    const plan = { ...all, cells, blocks: 4 };
    const order = schedule(plan, [], nextBlock(plan, host));
    const blocks: string[][] = [];
    for (let step = order.next(); step; step = order.next()) {
      assert.equal(order.size(), 10);
      (blocks[step.block] ??= []).push(step.cell.id);
      order.settle({ ...trialOf(step.block, step.cell.id), ordinal: step.ordinal });
    }
    assertEach(blocks, (block) => block.toSorted().join(''), ['ABT', 'ABT', 'AB', 'AB']);
    assert.equal(plannedTrials(plan), 10);
  });
});
