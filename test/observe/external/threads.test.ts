import assert from 'node:assert/strict';
import { test } from 'node:test';
import { platformThreads, Threads } from '../../../src/observe/external/threads.ts';
import { startNode, startProgram } from '../../kit/targets.ts';

const waits = "console.log('ready'); setInterval(() => {}, 1000);";

test('A thread whose name begins a URL is shown without its password', async () => {
  await using server = await startNode(['-e', `process.title = 'redis://me:pass-word@h'; ${waits}`]);
  using threads = new Threads(server.pid, false);
  assert.equal(threads.read()[0]?.name, 'redis://me:***');
});

test('A thread that a library starts later under the name of a pool thread is none of the pool', async () => {
  // The kernel counts starts in hundredths of a second, and half of one belongs to the pool's own start.
  const script = `
    const { readdirSync, stat, writeFileSync } = require('node:fs');
    const { Worker } = require('node:worker_threads');
    const tasks = () => readdirSync('/proc/self/task');
    stat('/', () => setTimeout(() => {
      const before = new Set(tasks());
      new Worker('setInterval(() => {}, 1000)', { eval: true }).once('online', () => {
        for (const tid of tasks()) if (!before.has(tid)) writeFileSync('/proc/self/task/' + tid + '/comm', 'libuv-worker');
        console.log('ready');
      });
    }, 700));`;
  await using server = await startNode(['-e', script]);
  const named = new Threads(server.pid, false).read().filter(({ name }) => name === 'libuv-worker');
  assert.deepEqual(named.map(({ role }) => role).toSorted(), ['other', 'pool', 'pool', 'pool', 'pool']);
});

test("The platform's threads are as many as a process was asked to have", async () => {
  const told = async (flags: readonly string[], options: string, begin = '') => {
    await using server = await startProgram([process.execPath, ...flags, '-e', begin + waits], {
      NODE_OPTIONS: options,
    });
    return platformThreads(server.pid);
  };
  const counts = await Promise.all([
    told([], ''),
    told([], '--v8-pool-size=1'),
    told(['--v8-pool-size=2'], '--v8-pool-size=1'),
    told(['--v8-pool-size=0'], ''),
    told(['--v8-pool-size=2'], '', "process.title = 'shop';"),
  ]);
  assert.deepEqual(counts, [5, 2, 3, 0, 0]);
});
