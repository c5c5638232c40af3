import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { quoted } from '../../../src/messages/message.ts';
import { readWatch } from '../../../src/cli/options/read-input.ts';
import { deeperCommand } from '../../../src/cli/options/doctor.ts';
import { diagnose } from '../../../src/doctor/diagnose.ts';
import type { DoctorOptions } from '../../../src/doctor/doctor.ts';
import type { ProcessSnapshot } from '../../../src/model/process-snapshot.ts';
import type { Watch } from '../../../src/model/watch.ts';
import { nextOfWatch } from '../../../src/report/next-step.ts';
import { recordedWatch } from '../../kit/recorded.ts';
import { looked, watchByHand } from '../../kit/watches.ts';

const untried: ProcessSnapshot['subject']['peek'] = {
  ok: false,
  code: 'PEEK_UNTRIED',
  why: quoted('no official build'),
};

function watchWith(peek?: ProcessSnapshot['subject']['peek']): Watch {
  const look = looked();
  const subject = { ...look.subject, ...(peek && { peek }) };
  return watchByHand({ look: { ...look, subject } });
}

const after = (options: Partial<DoctorOptions>, seen: Watch) =>
  deeperCommand({ target: { type: 'pid', pid: 42 }, duration: 1000, ...options }, seen);

suite('The command that would see more', () => {
  test('brings the probe in where all was seen from outside', () => {
    assert.equal(after({}, watchWith()), 'chokepoint doctor 42 --attach');
    assert.equal(after({ attach: true }, watchWith()), null);
  });

  test('lets an unknown build be tried before the process is entered', () => {
    assert.equal(after({}, watchWith(untried)), 'chokepoint doctor 42 --try-binary');
    assert.equal(after({ attach: true }, watchWith(untried)), 'chokepoint doctor 42 --attach --try-binary');
  });

  test('sends the load that was sent', () => {
    const target = { type: 'pid', pid: 42, load: 'closed:8' } as const;
    assert.equal(after({ target }, watchWith()), 'chokepoint doctor 42 --load closed:8 --attach');
  });

  test('asks for the route that was asked for, and so does the look after a change', () => {
    const request = ['--path=/login?x=1', '--header=Authorization:***'];
    const target = { type: 'pid', pid: 42, load: 'closed:8', request } as const;
    const route = "--path '/login?x=1' --header Authorization:@authorization.txt";
    assert.equal(after({ target }, watchWith()), `chokepoint doctor 42 ${route} --load closed:8 --attach`);
    const seen = { ...readWatch(recordedWatch), target };
    const step = nextOfWatch({ watch: seen, diagnosis: diagnose(seen), deeper: null });
    assert.equal(step?.command, `chokepoint doctor :38451 ${route} --clients 8`);
  });

  test('keeps the consent to a trial, and does not ask for it twice', () => {
    const command = 'chokepoint doctor 42 --attach --try-binary';
    assert.equal(after({ tryBinary: true }, watchWith(untried)), command);
    assert.equal(after({ tryBinary: true, attach: true }, watchWith(untried)), null);
  });
});
