import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  controllerState,
  here,
  ownController,
  type Controller,
  type StartOf,
} from '../../src/host/controller.ts';

const now: Controller = { pid: 10, start: '500', boot: 'b1', pidNamespace: 'pid:[1]', host: 'web 1' };
const stored: Controller = { ...now, pid: 77, start: '400' };
const [lives, gone, hidden]: StartOf[] = [() => '400', () => null, () => undefined];

const rows: readonly [title: string, text: string, startOf: StartOf | undefined, state: string][] = [
  ['with its start', JSON.stringify(stored), lives, 'alive'],
  ['that is gone', JSON.stringify(stored), gone, 'dead'],
  ['whose number is that of a later process', JSON.stringify({ ...stored, start: '399' }), lives, 'dead'],
  ['that is hidden from this user', JSON.stringify(stored), hidden, 'unknown'],
  ['of another boot', JSON.stringify({ ...stored, boot: 'b0' }), lives, 'dead'],
  ['of another pid namespace', JSON.stringify({ ...stored, pidNamespace: 'pid:[2]' }), gone, 'unknown'],
  ['of another machine', JSON.stringify({ ...stored, host: 'db 2' }), gone, 'unknown'],
  ['of another machine and boot', JSON.stringify({ ...stored, host: 'db 2', boot: 'b0' }), gone, 'unknown'],
  ['in a form that is not known', '{"process":77}', gone, 'unknown'],
  ['that is no JSON', 'somebody', gone, 'unknown'],
];

suite('A controller', () => {
  for (const [title, text, startOf, state] of rows) {
    test(`${title} is ${state}`, () => assert.equal(controllerState(text, now, startOf), state));
  }

  test('is this process, alive, and always the same text', () => {
    assert.equal(ownController(), ownController());
    assert.equal(controllerState(ownController()), 'alive');
    assert.equal(here().pid, process.pid);
  });

  test('that no user may signal is none', () => {
    for (const pid of [0, -1, 1.5]) {
      assert.equal(controllerState(JSON.stringify({ ...here(), pid })), 'dead');
    }
  });
});
