import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aaControl } from '../../src/judge/noise.ts';
import { comparisons } from '../../src/judge/comparisons.ts';
import { decide } from '../../src/judge/sequence.ts';
import { planOf, trialOf } from '../kit/trials.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Trial } from '../../src/model/sample.ts';

const upTo28 = (plan: Plan): Plan => ({ ...plan, blocks: 28 });

/** Noise of about 1%, the same in every run. */
const wobble = (block: number, column: number) =>
  1 + 0.01 * Math.sin(12.9 * block + 78.2 * column + block * column);

/** So narrow an equivalence that a difference of 2% is worth going on for. */
const narrow = { delta: 0.001 };

/** What the loop of a run does: asks before each block, and measures what it is told to. */
function runOf(plan: Plan, rates: Readonly<Record<string, number>>, options?: Parameters<typeof decide>[2]) {
  const trials: Trial[] = [];
  const blocks: (readonly string[])[] = [];
  for (let block = 0; block < plan.blocks; block++) {
    const { live, stop } = decide(plan, trials, options);
    if (stop) break;
    blocks.push(live);
    for (const cell of live) {
      // So many answers that one more or less is nothing.
      const throughput = 100 * (rates[cell] ?? 100) * wobble(block, Object.keys(rates).indexOf(cell));
      trials.push(trialOf(block, cell, { throughput }));
    }
  }
  return { trials, blocks, ...decide(plan, trials, options) };
}

const words = (all: ReturnType<typeof decide>['comparisons']) =>
  all.filter(({ metric }) => metric === 'throughput').map(({ cell, word, look }) => [cell, word, look]);

test('a setting that is decided leaves the later blocks, the baseline stays to the end', () => {
  const run = runOf(upTo28(planOf('4', '1', '16')), { '4': 100, '1': 50, '16': 101 }, narrow);
  assert.deepEqual(
    run.blocks.slice(0, 4),
    Array.from({ length: 4 }, () => ['4', '1', '16']),
  );
  assert.deepEqual(
    run.blocks.slice(4),
    run.blocks.slice(4).map(() => ['4', '16']),
  );
  assert.ok(run.blocks.length > 4);
  assert.equal(run.stop, 'all decided');
  assert.deepEqual(run.live, []);
  assert.deepEqual(words(run.comparisons), [
    ['1', 'worse', 4],
    ['16', 'better', run.look],
  ]);
});

test('the report of the stored run says what the loop said, to the byte', () => {
  const plan = upTo28(planOf('4', '1', '16'));
  const run = runOf(plan, { '4': 100, '1': 50, '16': 101 }, narrow);
  const again = decide(plan, run.trials.toReversed(), { ...narrow, ended: 'finished' });
  const { trials: _, blocks: __, ...said } = run;
  assert.equal(JSON.stringify(again), JSON.stringify(said));
});

test('before the first look nothing is said and everything is needed', () => {
  const plan = upTo28(planOf('4', '16'));
  const three = runOf({ ...plan, blocks: 3 }, { '4': 100, '16': 200 }).trials;
  assert.deepEqual(decide(plan, three), { look: null, live: ['4', '16'], stop: null, comparisons: [] });
  assert.deepEqual(decide(plan, []), { look: null, live: ['4', '16'], stop: null, comparisons: [] });
});

test('a block that was begun and not ended waits for its look; a run that has ended is looked at as it is', () => {
  const plan = upTo28(planOf('4', '16'));
  const trials = [0, 1, 2, 3].flatMap((block) =>
    ['4', '16'].map((cell, i) => trialOf(block, cell, { throughput: 100 * (1 + i) * wobble(block, i) })),
  );
  assert.equal(decide(plan, trials.slice(0, -1)).look, null);
  const ended = decide(plan, trials.slice(0, -1), { ended: 'finished' });
  assert.deepEqual([ended.look, ended.comparisons[0]?.blocks, ended.comparisons[0]?.word], [4, 3, 'better']);
  assert.equal(decide(plan, trials).look, 4);
});

test('a run out of time has no reason of its own, and its last blocks count', () => {
  const plan = upTo28(planOf('4', '16'));
  const trials = runOf({ ...plan, blocks: 7 }, { '4': 100, '16': 100.3 }, { delta: 0 }).trials;
  assert.equal(trials.length, 14);
  assert.equal(decide(plan, trials, { delta: 0 }).look, 6);
  const ended = decide(plan, trials, { delta: 0, ended: 'finished' });
  assert.deepEqual([ended.look, ended.stop, ended.comparisons[0]?.word], [7, null, 'undecided']);
  // Nobody will look again, so the interval is as narrow as what is left allows; one who interrupts may go on.
  const cut = decide(plan, trials, { delta: 0, ended: 'interrupted' });
  const width = (one: typeof ended) =>
    (one.comparisons[0]?.ratio.high ?? 0) - (one.comparisons[0]?.ratio.low ?? 0);
  assert.ok(width(ended) < 0.85 * width(cut));
});

test('the last look ends a run in which something stays undecided', () => {
  const run = runOf({ ...planOf('4', '16'), blocks: 6 }, { '4': 100, '16': 100.3 }, { delta: 0 });
  assert.deepEqual([run.look, run.stop, run.comparisons[0]?.word], [6, 'last look', 'undecided']);
});

test('with a precision the run goes on until every ratio is known so well', () => {
  const plan = upTo28(planOf('4', '1', '16'));
  const run = runOf(plan, { '4': 100, '1': 50, '16': 101 }, { precision: 0.01 });
  assert.equal(run.stop, 'precision reached');
  assert.ok(run.look !== null && run.look > 4);
  for (const { ratio } of run.comparisons.filter(({ metric }) => metric === 'throughput'))
    assert.ok(ratio.high / ratio.value <= 1.01 && ratio.value / ratio.low <= 1.01 + 1e-9);
});

test('a failed trial is a hole, not a reason to wait', () => {
  const plan = upTo28(planOf('4', '16'));
  const trials = [0, 1, 2, 3].flatMap((block) => [
    trialOf(block, '4', { throughput: 100 * wobble(block, 0) }),
    trialOf(block, '16', { throughput: 200 * wobble(block, 1), failed: block === 2 }),
  ]);
  const { look, comparisons: found } = decide(plan, trials);
  assert.equal(look, 4);
  assert.equal(found[0]?.blocks, 3);
  const dead = trials.map((trial) =>
    trial.cell === '16' ? trialOf(trial.block, '16', { failed: true }) : trial,
  );
  assert.deepEqual(decide(plan, dead), { look: 4, live: ['4', '16'], stop: null, comparisons: [] });
});

test('under a load by the clock the response time decides, since throughput is what was asked for', () => {
  const plan = upTo28(planOf('4', '16'));
  const cells = plan.cells.map((cell) => ({ ...cell, load: { kind: 'rate' as const, perSecond: 100 } }));
  const trials = [0, 1, 2, 3].flatMap((block) =>
    ['4', '16'].map((cell, i) => {
      const each = (5 + 5 * i) * wobble(block, i);
      return trialOf(block, cell, { responses: Array.from({ length: 300 }, () => each) });
    }),
  );
  const { stop, comparisons: found } = decide({ ...plan, cells }, trials);
  assert.equal(stop, 'all decided');
  assert.deepEqual([found[0]?.metric, found[0]?.word], ['p50', 'worse']);
});

test('the control runs in the first four blocks, and is compared with nothing but its original', () => {
  const bare = upTo28(planOf('4', '16', '4 (A/A′)'));
  const plan: Plan = {
    ...bare,
    cells: bare.cells.map((cell) =>
      cell.id.endsWith(' (A/A′)') ? { ...cell, setting: { pool: '4' }, control: true } : cell,
    ),
  };
  const run = runOf(plan, { '4': 100, '16': 102.4, '4 (A/A′)': 100 }, { delta: 0.001 });
  assert.deepEqual(run.blocks[3], ['4', '16', '4 (A/A′)']);
  assert.deepEqual(run.blocks[4], ['4', '16']);
  assert.deepEqual([...new Set(run.comparisons.map(({ cell }) => cell))], ['16']);
  assert.deepEqual([...new Set(comparisons(plan, run.trials).map(({ cell }) => cell))], ['16']);
  const control = aaControl(plan, run.trials);
  assert.ok(control?.isSound);
  assert.deepEqual([control.baseline, control.cell, control.blocks], ['4', '4 (A/A′)', 4]);
  assert.equal(aaControl(planOf('4', '16'), run.trials), null);
});
