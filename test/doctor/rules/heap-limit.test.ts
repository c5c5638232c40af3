/** A heap near its limit gets room, one that fills is to be looked into, and young objects are another thing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vitalsOf } from '../../../src/doctor/vitals.ts';
import { probedByHand, probeReading, processByHand, watchByHand } from '../../kit/watches.ts';
import { findingOf, resultOf } from './case.ts';
import { type Parts } from './vitals-by-hand.ts';

const full67: Parts = {
  gc: { share: 0.6, full: 0.5, longest: 90, count: 40 },
  memory: { kept: 67 * 2 ** 20, heapLimit: 90 * 2 ** 20, heap: 80 * 2 ** 20, rss: 150 * 2 ** 20 },
};

test('A heap near its limit gets three times what it keeps, in place of the limit that it has', () => {
  const first = (parts: Parts) => resultOf('heap-limit', parts).changes[0];
  const { text, setting } = first(full67) ?? {};
  assert.equal(text, 'node --max-old-space-size=256 server.js');
  assert.deepEqual(setting, { 'env:NODE_OPTIONS': '--max-old-space-size=256' });
  const command = 'node --max_old_space_size=90 server.js';
  assert.equal(first({ ...full67, command })?.text, text);
});

test('A heap gets no more than the container has, and nothing where that is no more than it has', () => {
  const first = (room: number) =>
    resultOf('heap-limit', { ...full67, memory: { ...full67.memory, room: room * 2 ** 20 } }).changes[0];
  assert.match(first(400)?.text ?? '', /=192 /);
  assert.match(first(200)?.text ?? '', /LRUCache/);
});

test('A heap that fills is told with the time that is left, and a higher limit does not come first', () => {
  const memory = { ...full67.memory, keptGrowth: 2 ** 20 };
  const { title, changes } = findingOf('heap-limit', { ...full67, memory });
  assert.match(title, /in about 23 s at this rate/);
  assert.match(changes[0]?.text ?? '', /heapsnapshot/);
});

test('What full collections take is to be smaller, and only young objects get more room', () => {
  const first = (full: number) =>
    findingOf('long-gc', { gc: { share: 0.3, full, longest: 60, count: 9 } }).changes[0];
  assert.match(first(0.25)?.what ?? '', /^Keep less/);
  assert.match(first(0.05)?.text ?? '', /semi-space/);
});

/** The figures of readings half a second apart, each with a full collection that left so many MiB. */
function memoryOf(...kept: readonly number[]) {
  const readings = kept.map((each, at) =>
    probeReading({ at: 500 * at, gc: { count: 1, time: 5, longest: 5, full: 4, kept: each * 2 ** 20 } }),
  );
  const process = processByHand({ probe: { ok: true, ...probedByHand(readings) } });
  return vitalsOf(process, watchByHand([process])).memory;
}

test('What full collections leave grows by the later half of the watch, and its last figure is what is kept', () => {
  const { kept, keptGrowth } = memoryOf(40, 60, 80, 90, 100);
  assert.equal(kept, 100 * 2 ** 20);
  assert.equal(keptGrowth, 20 * 2 ** 20);
});

test('A few megabytes more or less, and what grows no more, are no growth', () => {
  assert.equal(memoryOf(67, 68, 68, 69, 71).keptGrowth, null);
  assert.equal(memoryOf(40, 70, 90, 90, 90).keptGrowth, null);
  assert.equal(memoryOf(40, 90).keptGrowth, null);
});
