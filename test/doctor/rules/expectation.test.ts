/** The first change of a finding, and what is to be expected of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultOf } from './case.ts';
import { fullOfComputing, type Parts } from './vitals-by-hand.ts';

const hot = { name: 'render', file: '/srv/app.js', line: 12, self: 0.9, total: 0.95, calledBy: null };
const saturated = (functions: readonly (typeof hot)[], stalls = 0): Parts => ({
  loop: { utilization: 0.98, ran: 0.97, functions, stalls },
  cpu: { used: 1.05 },
});

test('What is to be expected is that of the first change', () => {
  const isSpread = (file: string, isProduction: boolean) => {
    const finding = resultOf('loop-saturated', { ...saturated([{ ...hot, file }]), isProduction });
    assert.ok(finding.changes.some(({ setting }) => setting?.['processes']));
    return 'isSpread' in finding.expect.params && finding.expect.params.isSpread;
  };
  assert.equal(isSpread('/srv/node_modules/ejs/lib/ejs.js', false), false);
  assert.equal(isSpread('/srv/app.js', true), true);
});

test('Where CPUs are free, more processes come first, whatever a probe saw; then the function is named', () => {
  const codes = (...given: Parameters<typeof saturated>) =>
    resultOf('loop-saturated', saturated(...given)).changes.map(({ what }) => what.code);
  assert.equal(codes([])[0], 'change.more-processes');
  for (const stalls of [0, 9])
    assert.deepEqual(codes([hot], stalls).slice(0, 2), ['change.more-processes', 'change.move-function']);
});

test('What moves a function names it, or says what belongs into the new file', () => {
  const textOf = (name: string) =>
    resultOf('loop-saturated', saturated([{ ...hot, name }])).changes[1]?.text ?? '';
  assert.match(textOf('render'), /new file: export \{ render as default \} from "\/srv\/app\.js"/);
  assert.match(textOf('(anonymous)'), /new file: .*what \/srv\/app\.js:12 computes/);
  assert.doesNotMatch(textOf('(anonymous)'), /theWork|-worker/);
});

test('What the CPUs serve is no less than the run itself has measured', () => {
  const bestOf = (best: number) => {
    const requests = { rate: 13.8, best, mean: 1000, p99: 1300, alone: 60 };
    const cpu = { used: 1, available: 2 };
    const { expect } = resultOf('pool-starved-of-cpu', { pool: fullOfComputing, cpu }, { requests });
    assert.equal(expect.code, 'pool-starved-of-cpu.expect');
    return 'best' in expect.params ? expect.params.best : assert.fail();
  };
  assert.equal(bestOf(29), 29);
  // 13.8 a second on one CPU: 27.6 on two, which is more than was measured.
  assert.equal(bestOf(20), null);
});
