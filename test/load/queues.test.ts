import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DueQueue, Fifo } from '../../src/load/open-loop.ts';

test('connections come back in the order in which they became idle', () => {
  const fifo = new Fifo<number>();
  const plain: number[] = [];
  for (let i = 0; i < 1_000; i++) {
    fifo.push(i);
    plain.push(i);
    if (i % 3 === 0) assert.equal(fifo.shift(), plain.shift());
  }
  while (plain.length > 0) assert.equal(fifo.shift(), plain.shift());
  assert.equal(fifo.shift(), undefined);
});

test('waiting requests come back in the order in which they were due', () => {
  const queue = new DueQueue();
  const plain: [due: number, request: number][] = [];
  for (let i = 0; i < 10_000; i++) {
    queue.push(i / 7, i % 5);
    plain.push([i / 7, i % 5]);
    if (i % 3 === 0) {
      assert.deepEqual([queue.due, queue.request], plain.shift());
      queue.drop();
    }
  }
  assert.equal(queue.size, plain.length);
  for (const expected of plain) {
    assert.deepEqual([queue.due, queue.request], expected);
    queue.drop();
  }
  assert.equal(queue.due, Infinity);
});
