/** Servers with a real flaw, measured like any other: what comes back from them trips its check, and a sound one none. */
import { emptyFolder } from '../../kit/place.ts';
import { say } from '../../../src/messages/message.ts';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { planExperiment } from '../../../src/lab/lab.ts';
import type { CheckId } from '../../../src/model/check.ts';
import { requestSchema, type Plan } from '../../../src/model/plan.ts';
import type { RunResult } from '../../../src/model/verdict.ts';
import { expectedProofKey } from '../../../src/lab/workloads/pool-size.ts';
import { freePort } from '../../cli/chokepoint.ts';
import assert from 'node:assert/strict';
import { assertEach } from '../../kit/assert.ts';
import { measuredRun, sweepOf } from '../../kit/sweep.ts';

const folder = emptyFolder('checks');

/** One sweep over all flaws, one trial each. */
async function sweepOverFlaws(): Promise<RunResult> {
  const port = await freePort();
  const flaws = ['none', 'fast', 'swapped', 'errors', 'warns', 'pool', 'uneven', 'clock', 'blind'];
  const url = `http://127.0.0.1:${port}/`;
  const plan = sweepOf(url, {
    command: [process.execPath, join(import.meta.dirname, 'servers/flawed.mjs')],
    cwd: folder,
    factors: [
      { key: 'env:FLAW', levels: flaws },
      { key: 'pool', levels: [2] },
      { key: 'env:PORT', levels: [port] },
    ],
    // Node's timers may fire a millisecond early.
    requests: [requestSchema.parse({ url, floor: 10, proof: { idHeader: 'x-id', key: 'key' } })],
    load: { kind: 'closed', clients: 4, requestsEach: 40 },
    timeout: 2000,
    startTimeout: 5000,
  });
  // What naive benchmark loops do, against answers that are not equally fast.
  const cells = plan.cells.map((cell): Plan['cells'][number] =>
    cell.setting['env:FLAW'] === 'uneven' ? { ...cell, load: { kind: 'batch', size: 4, batches: 40 } } : cell,
  );
  return measuredRun({ ...plan, cells });
}

suite('Of servers that were really measured', async () => {
  const result = await sweepOverFlaws();
  const flawOf = (id: string) => result.plan.cells.find((cell) => cell.id === id)?.setting['env:FLAW'];
  const check = (id: CheckId) => {
    const found = result.checks.find((one) => one.id === id);
    assert.ok(found);
    return found;
  };

  for (const [id, flaw, says] of [
    ['F1', 'fast', /first response came after [\d.]+ ms, and the work takes at least 10 ms/],
    ['P2', 'swapped', /\d+ of 160 responses belong to another request/],
    ['T1', 'clock', /^Trial \d+ .*: the server/],
    ['E1', 'errors', /1 of 160 requests failed \(0.625%: 1 status\)/],
    ['E2', 'warns', /MaxListenersExceededWarning/],
    ['P1', 'pool', /pool size 2 was requested, 7 is in force/],
    ['L2', 'uneven', /of 4 declared requests were in flight: each batch waits for its slowest/],
  ] as const) {
    test(`${id} fails for the server with the flaw "${flaw}", and for no other`, () => {
      const { outcome, cells, sentence } = check(id);
      assert.equal(outcome, 'fail');
      assert.deepEqual(cells.map(flawOf), [flaw]);
      assert.match(say(sentence), says);
    });
  }

  test('T2 fails for a server that times a part of its work, whoever else waits on a busy machine', () => {
    const { outcome, cells, sentence } = check('T2');
    assert.equal(outcome, 'fail');
    assert.ok(cells.map(flawOf).includes('blind'));
    assert.match(say(sentence), /the server reports 1 ms, the clients waited [\d.]+ ms/);
  });

  test('settings with an answer too fast, unproved or wrong do not count', () => {
    const voided = result.summaries.filter(({ problems }) => 'SETTING_VOID' in problems);
    const wrong = result.summaries.filter(({ problems }) => 'ANSWERS_WRONG' in problems);
    assert.deepEqual(new Set(voided.map(({ cell }) => flawOf(cell))), new Set(['errors', 'fast', 'pool']));
    assertEach(wrong, ({ cell }) => flawOf(cell), ['swapped']);
    for (const { trials } of [...voided, ...wrong]) assert.equal(trials, 0);
  });

  test('one trial for each setting silences the whole run', () => {
    assert.equal(check('R1').outcome, 'fail');
    assert.equal(check('R1').effect, 'silence');
    assert.ok(result.comparisons.every(({ word }) => word === 'undecided'));
  });
});

/** Jobs of about two milliseconds: what is tested is who waits for them, not how long. */
const iterations = 1000;
const measured =
  /^node\/pool-[12]\/case-3\/after|^node\/pool-2\/case-[13]\/before|^cluster\/pool-1\/case-3\/after/;

async function shortBursts(): Promise<Plan> {
  const plan = await planExperiment('pool-size', {
    scale: 'quick',
    seed: 1,
    blocks: 2,
    only: [
      { key: 'pool', levels: [1, 2] },
      { key: 'topology', levels: ['node', 'cluster'] },
      { key: 'case', levels: [1, 3] },
    ],
    node: null,
  });
  const key = await expectedProofKey(iterations);
  const cells = plan.cells
    .filter(({ id }) => measured.test(id))
    // As if nobody knew that some answer before their work.
    .map((cell): Plan['cells'][number] => ({
      ...cell,
      answersFirst: false,
      parameters: { ...cell.parameters, iterations },
      requests: cell.requests.map(({ proof, ...request }) =>
        proof ? { ...request, proof: { ...proof, key } } : request,
      ),
    }));
  assert.equal(cells.length, 5);
  return { ...plan, cells, baseline: cells[0]?.id ?? '' };
}

suite('The lab’s pool-size server', async () => {
  const plan = await shortBursts();
  const result = await measuredRun(plan);
  const failed = (id: CheckId) => {
    const found = result.checks.find((one) => one.id === id);
    return found?.outcome === 'fail' ? found.cells : [];
  };

  test('fails F2 where it answers before its work, and only there', () => {
    const early = plan.cells.filter(({ setting }) => setting['answer'] === 'before').map(({ id }) => id);
    assert.ok(early.length > 0 && early.length < plan.cells.length);
    assert.deepEqual(failed('F2').toSorted(), early.toSorted());
  });

  test('fails L1 where one client after the other cannot have started so many jobs', () => {
    assert.ok(failed('L1').every((cell) => cell.endsWith('/before')));
    assert.ok(failed('L1').some((cell) => cell.includes('/case-1/')));
  });

  test('proves every answer that waits for the work, within every bound, and as set', () => {
    for (const id of ['P2', 'B1', 'S1', 'T1', 'E1', 'E2', 'Q1', 'P1', 'R1'] as const) {
      const found = result.checks.find((one) => one.id === id);
      assert.equal(found?.outcome, 'pass', `${id}: ${found && say(found.sentence)}`);
    }
  });

  test('tells how many requests each of its workers had', () => {
    assert.notEqual(result.checks.find(({ id }) => id === 'I1')?.outcome, 'not applicable');
  });
});
