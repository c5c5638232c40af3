import assert from 'node:assert/strict';
import { chownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { gateExit, requireWritable, writeGate } from '../../../src/cli/output/gate-output.ts';
import { foundIn, type GateWord, type RunResult } from '../../../src/model/verdict.ts';
import { emptyPlace } from '../../kit/place.ts';
import { fixture, gateAnswer } from '../../report/fixture.ts';

function judged(verdict: GateWord): RunResult {
  const gate = foundIn({ ...fixture(), answer: gateAnswer() }).gate ?? assert.fail();
  return { ...fixture(), answer: { kind: 'gate', gate: { ...gate, verdict } } };
}

const exitOf = (verdict: GateWord) => gateExit(judged(verdict));

suite('The exit code of a gate', () => {
  test('is 1 only if it failed', () => {
    assert.equal(exitOf('fail'), 1);
    assert.equal(exitOf('pass'), 0);
    assert.equal(exitOf('undecided'), 0, 'that warns');
    assert.equal(gateExit(judged('undecided'), 'fail'), 1, 'asked for');
    assert.equal(gateExit(judged('pass'), 'fail'), 0);
  });

  test('is 3 if nothing was measured', () => {
    assert.throws(() => exitOf('unmeasured'), { code: 'GATE_UNMEASURED', exit: 3 });
  });
});

suite('What a gate writes', () => {
  const isRoot = process.geteuid?.() === 0;

  test('lies in no folder of another', { skip: !isRoot && 'only root can give a folder away' }, () => {
    using here = emptyPlace('gate-exit');
    chownSync(here.folder, 54_321, 54_321);
    for (const option of ['summary', 'junit'] as const)
      assert.throws(() => requireWritable(option, join(here.folder, 'file')), { code: 'OPTION_INVALID' });
    assert.deepEqual(readdirSync(here.folder), []);
  });

  test('is private', () => {
    using here = emptyPlace('gate-exit');
    const junit = join(here.folder, 'made/junit.xml');
    requireWritable('junit', junit);
    writeGate(judged('pass'), { junit, quiet: true });
    assert.equal(statSync(junit).mode & 0o777, 0o600);
  });
});
