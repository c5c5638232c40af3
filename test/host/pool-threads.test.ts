import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ofThePool } from '../../src/host/processes.ts';

test('threads that a library starts later, under the name of a pool thread, are none of the pool', () => {
  const pool = [7000, 7000, 7001, 7003];
  assert.equal(ofThePool(pool), 4);
  assert.equal(ofThePool([...pool, 7391, 7392, 7392]), 4);
  assert.equal(ofThePool(Array.from({ length: 1024 }, (_, i) => 7000 + Math.floor(i / 40))), 1024);
});
