import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { virtualClock } from '../../src/host/clock.ts';
import { blockOrders, schedule, type NextBlock } from '../../src/run/schedule.ts';
import type { Trial } from '../../src/model/sample.ts';
import { planOf, trialOf } from '../judge/trials-by-hand.ts';

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

  test('of two cells is ABBA or BAAB, which takes a steady drift out of the difference', () => {
    for (let seed = 0; seed < 20; seed++) {
      const [first = [], second = [], third = [], fourth = []] = blocksOf(['A', 'B'], 4, seed);
      assert.deepEqual(second, first.toReversed());
      assert.deepEqual(fourth, third.toReversed());
    }
  });

  test('of two cells and a control is mirrored as a whole, so that the two stay ABBA when it has left', () => {
    const plan = planOf('A', 'B', 'C');
    const cells = plan.cells.map((cell) => (cell.id === 'C' ? { ...cell, control: true } : cell));
    for (let seed = 0; seed < 20; seed++) {
      const orders = blockOrders({ ...plan, cells, blocks: 4, seed }).map((order) =>
        order.map(({ id }) => id),
      );
      const [first = [], second = [], third = [], fourth = []] = orders;
      assert.deepEqual(second, first.toReversed());
      assert.deepEqual(fourth, third.toReversed());
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
  const run = (nextBlock: NextBlock) => {
    const order = schedule(plan, [], nextBlock);
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
      stop: trials.length >= 4 ? 'all decided' : null,
    }));
    assert.deepEqual(sizes, [3, 1]);
    assert.equal(stopped, 'all decided');
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

suite('A trial that something else disturbed', () => {
  const plan = { ...planOf('A', 'B', 'C', 'D'), blocks: 2 };
  const trial = (
    step: { ordinal: number; block: number; cell: { id: string } },
    foreign: number | null,
  ): Trial => {
    const made = trialOf(step.block, step.cell.id);
    return { ...made, ordinal: step.ordinal, host: { ...made.host, foreign } };
  };

  test('does not count, and comes again at the end of its block', () => {
    const order = schedule(plan, []);
    const first = order.next();
    assert.ok(first);
    assert.equal(order.settle(trial(first, 0.4)).problem?.code, 'TRIAL_DISTURBED');
    assert.equal(order.size(), 9);
    const rest = Array.from({ length: 8 }, () => order.next());
    assert.deepEqual(
      rest.map((step) => step?.block),
      [0, 0, 0, 0, 1, 1, 1, 1],
    );
    assert.equal(rest[3]?.cell.id, first.cell.id);
    assert.equal(rest[3]?.ordinal, 4);
    assert.equal(order.next(), null);
  });

  test('has one second chance, not more', () => {
    const order = schedule(plan, []);
    const steps = Array.from({ length: 4 }, () => order.next());
    const codes = steps.map((step) => step && order.settle(trial(step, 0.4)).problem?.code);
    assert.deepEqual(codes, ['TRIAL_DISTURBED', 'TRIAL_DISTURBED', undefined, undefined]);
    const repeated = [order.next(), order.next()];
    assert.deepEqual(
      repeated.map((step) => step && order.settle(trial(step, 0.4)).problem),
      [null, null],
    );
  });

  test('is also one for which the CPU was slower than it usually is', () => {
    const order = schedule({ ...plan, blocks: 3 }, []);
    const settled = Array.from({ length: 9 }, (_, index) => {
      const step = order.next();
      assert.ok(step);
      const made = trial(step, 0);
      return order.settle({ ...made, host: { ...made.host, speed: index === 7 ? 80 : 100 + index } });
    });
    assert.deepEqual(
      settled.flatMap(({ problem }, index) => (problem ? [index] : [])),
      [7],
    );
    assert.match(settled[7]?.problem?.why ?? '', /only 78 % of its usual work/);
  });

  test('counts when a quarter of the run has been repeated already: more would mend nothing', () => {
    const order = schedule(plan, []);
    const codes: (string | undefined)[] = [];
    for (let step = order.next(); step; step = order.next())
      codes.push(order.settle(trial(step, 0.4)).problem?.code);
    assert.equal(codes.filter((code) => code === 'TRIAL_DISTURBED').length, 2);
    assert.equal(codes.length, 10);
  });

  test('is not one that was quiet, or of which nothing is known', () => {
    const order = schedule(plan, []);
    const step = order.next();
    assert.ok(step);
    assert.equal(order.settle(trial(step, 0.05)).problem, null);
    assert.equal(order.settle(trial(step, null)).problem, null);
    assert.equal(order.size(), 8);
  });

  test('still comes again when the run was interrupted in between', () => {
    const order = schedule(plan, []);
    const first = order.next();
    assert.ok(first);
    const stored = order.settle(trial(first, 0.4));
    const resumed = schedule(plan, [stored]);
    const block = Array.from({ length: 4 }, () => resumed.next()?.cell.id);
    assert.deepEqual(new Set(block), new Set(['A', 'B', 'C', 'D']));
    assert.equal(resumed.size(), 9);
    const whole = schedule(plan, [stored, trial({ ...first, ordinal: 8 }, 0)]);
    const rest = Array.from({ length: 8 }, () => whole.next()).filter(Boolean);
    assert.equal(rest.length, 7);
  });
});
