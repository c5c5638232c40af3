import { quoted } from '../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gateExit } from '../../src/cli/output/gate-output.ts';
import type { GateWord } from '../../src/model/verdict.ts';
import { decideGate } from '../../src/judge/gate.ts';
import { fixture } from '../report/fixture.ts';

function exitOf(verdict: GateWord): number {
  const made = decideGate({
    metric: 'throughput',
    threshold: 0.05,
    base: quoted('main'),
    head: quoted('the working tree'),
    ratio: { value: 0.9, low: 0.89, high: 0.91 },
    blocks: 4,
    ended: null,
    withheld: null,
    notes: [],
  });
  return gateExit({ ...fixture(), gate: { ...made, verdict } });
}

suite('The exit code of a gate', () => {
  test('is 1 only if it failed', () => {
    assert.equal(exitOf('fail'), 1);
    assert.equal(exitOf('pass'), 0);
    assert.equal(exitOf('undecided'), 0, 'that warns');
  });

  test('is 3 if nothing was measured', () => {
    assert.throws(() => exitOf('unmeasured'), { code: 'GATE_UNMEASURED', exit: 3 });
  });
});
