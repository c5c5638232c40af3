/** A heap near its limit gets room, one that fills is to be looked into, and young objects are another thing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vitalsOf } from '../../../src/doctor/vitals.ts';
import { probed, processByHand, watchByHand } from '../../kit/watches.ts';
import { both, changesOf, resultOf, wordsOf, type Seen } from './case.ts';
import { collected, mebibytes } from './vitals-by-hand.ts';

const full67 = both(collected(0.6, 90, 40, 0.5), mebibytes({ kept: 67, heapLimit: 90, heap: 80, rss: 150 }));
const first = (...more: readonly Seen[]) => changesOf('heap-limit', full67, ...more)[0];

test('A heap near its limit gets three times what it keeps, in place of the limit that it has', () => {
  const text = 'node --max-old-space-size=256 server.js';
  assert.equal(first()?.text, text);
  assert.deepEqual(first()?.setting, { 'env:NODE_OPTIONS': '--max-old-space-size=256' });
  assert.equal(first({ command: 'node --max_old_space_size=90 server.js' })?.text, text);
});

test('A heap gets no more than the container has, and nothing where that is no more than it has', () => {
  assert.match(first(mebibytes({ room: 400 }))?.text ?? '', /=192 /);
  assert.match(first(mebibytes({ room: 200 }))?.text ?? '', /LRUCache/);
});

test('A heap that fills is told with the time that is left, and a higher limit does not come first', () => {
  const words = wordsOf(resultOf('heap-limit', full67, mebibytes({ keptGrowth: 1 })));
  assert.match(words, /^title: .*in about 23 s at this rate/);
  assert.match(words, /^text 1: .*heapsnapshot/m);
});

test('What full collections take is to be smaller, and only young objects get more room', () => {
  assert.match(wordsOf(resultOf('long-gc', collected(0.3, 60, 9, 0.25))), /^change 1: Keep less/m);
  assert.match(changesOf('long-gc', collected(0.3, 60, 9, 0.05))[0]?.text ?? '', /semi-space/);
});

/** What readings half a second apart tell, each with a full collection that left so many MiB. */
function keptOf(...kept: readonly number[]): unknown {
  const gc = { count: 1, time: 5, longest: 5, full: 4 };
  const readings = kept.map((each, at) => ({ at: 500 * at, gc: { ...gc, kept: each * 2 ** 20 } }));
  const process = processByHand({ probe: probed(readings) });
  const { memory } = vitalsOf(process, watchByHand(process));
  return [memory.kept, memory.keptGrowth].map((bytes) => bytes && bytes / 2 ** 20);
}

test('What full collections leave grows by the later half of the watch, and its last figure is what is kept', () =>
  assert.deepEqual(keptOf(40, 60, 80, 90, 100), [100, 20]));

test('A few megabytes more or less, and what grows no more, are no growth', () => {
  for (const kept of [
    [67, 68, 68, 69, 71],
    [40, 70, 90, 90, 90],
    [40, 90],
  ])
    assert.deepEqual(keptOf(...kept), [kept.at(-1), null]);
});
