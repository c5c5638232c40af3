import { quoted } from '../../src/messages/message.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { deeperCommand } from '../../src/cli/options/doctor.ts';
import type { DoctorOptions } from '../../src/doctor/doctor.ts';
import type { ProcessSnapshot } from '../../src/model/process-snapshot.ts';
import type { Watch } from '../../src/model/watch.ts';
import { snapshotByHand, processByHand, watchByHand } from '../doctor/watch-by-hand.ts';

const untried: ProcessSnapshot['subject']['peek'] = {
  ok: false,
  code: 'PEEK_UNTRIED',
  why: quoted('no official build'),
};

function watch(peek?: ProcessSnapshot['subject']['peek']): Watch {
  const look = snapshotByHand();
  const subject = { ...look.subject, ...(peek && { peek }) };
  return watchByHand([processByHand({ look: { ok: true, ...look, subject } })]);
}

const after = (options: Partial<DoctorOptions>, seen: Watch) =>
  deeperCommand({ target: { type: 'pid', pid: 42 }, duration: 1000, ...options }, seen);

suite('The command that would see more', () => {
  test('brings the probe in where all was seen from outside', () => {
    assert.equal(after({}, watch()), 'chokepoint doctor 42 --attach');
    assert.equal(after({ attach: true }, watch()), null);
  });

  test('lets an unknown build be tried before the process is entered', () => {
    assert.equal(after({}, watch(untried)), 'chokepoint doctor 42 --try-binary');
    assert.equal(after({ attach: true }, watch(untried)), 'chokepoint doctor 42 --attach --try-binary');
  });

  test('sends the load that was sent', () => {
    const target = { type: 'pid', pid: 42, load: 'closed:8' } as const;
    assert.equal(after({ target }, watch()), 'chokepoint doctor 42 --load closed:8 --attach');
  });

  test('keeps the consent to a trial, and does not ask for it twice', () => {
    const command = 'chokepoint doctor 42 --attach --try-binary';
    assert.equal(after({ tryBinary: true }, watch(untried)), command);
    assert.equal(after({ tryBinary: true, attach: true }, watch(untried)), null);
  });
});
