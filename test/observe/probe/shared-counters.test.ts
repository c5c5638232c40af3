/** What is kept until it was read, is read once: by a reading, and by nobody who only looks. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { test } from 'node:test';
import type { SharedCountersModule } from '../../../src/observe/probe/shared-counters.cts';
import type { MainThreadModule } from '../../../src/observe/probe/main-thread.cts';

const require = createRequire(import.meta.url);
const { boardOf, countersOf, createCounters } =
  require('../../../src/observe/probe/shared-counters.cts') as SharedCountersModule;
const { mainThread } = require('../../../src/observe/probe/main-thread.cts') as MainThreadModule;

test('a look at the board between two readings leaves its longest times to the next reading', () => {
  const memory = createCounters();
  const writer = boardOf(memory);
  const main = mainThread(memory, {
    delays: monitorEventLoopDelay(),
    ask: () => {},
    polls: null,
    counts: () => true,
  });
  writer.write({ ...countersOf([]), gcLongest: 80 }, '16');
  assert.deepEqual([main.writings(), main.poolSize()], [1, '16']);
  assert.equal(writer.wasRead(), false, 'so that the main thread keeps the maximum');
  assert.equal(main.reading().gc.longest, 80);
  assert.equal(writer.wasRead(), true);
});
