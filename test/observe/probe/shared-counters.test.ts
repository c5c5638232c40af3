/** What is kept until it was read, is read once: by a reading, and by nobody who only looks. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { test } from 'node:test';
import type { Counters, SharedCountersModule } from '../../../src/observe/probe/shared-counters.cts';
import type { MainThreadModule } from '../../../src/observe/probe/main-thread.cts';

const require = createRequire(import.meta.url);
const { counterWriter, createCounters } =
  require('../../../src/observe/probe/shared-counters.cts') as SharedCountersModule;
const { mainThread } = require('../../../src/observe/probe/main-thread.cts') as MainThreadModule;

const figures = new Proxy({} as Counters, { get: (_, field) => (field === 'gcLongest' ? 80 : 0) });

test('a look at the board between two readings leaves its longest times to the next reading', () => {
  const board = createCounters();
  const writer = counterWriter(board);
  const main = mainThread(board, { delays: monitorEventLoopDelay(), ask: () => {}, polls: null });
  writer.write(figures, '16');
  assert.deepEqual([main.writings(), main.poolSize()], [1, '16']);
  assert.equal(writer.wasRead(), false, 'so that the main thread keeps the maximum');
  assert.equal(main.reading().gc.longest, 80);
  assert.equal(writer.wasRead(), true);
});
