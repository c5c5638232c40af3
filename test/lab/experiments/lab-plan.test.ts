import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireDiskSpace } from '../../../src/lab/experiments/experiment.ts';

test('files that have no room are refused before anything starts, with how much is missing', () => {
  assert.doesNotThrow(() => requireDiskSpace(1));
  assert.throws(() => requireDiskSpace(2 ** 60), { code: 'ROOM_MISSING', what: / \d{9,} MiB / });
});
