import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireRoom } from '../../../src/lab/experiments/room.ts';

test('files that have no room are refused before anything starts, with how much is missing', () => {
  assert.doesNotThrow(() => requireRoom(1));
  assert.throws(() => requireRoom(2 ** 60), { code: 'ROOM_MISSING', what: /\d{9,} MiB are missing/ });
});
