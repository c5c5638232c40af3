import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { Threads } from '../../../src/observe/external/threads.ts';

test('A thread whose name begins a URL is shown without its password', async () => {
  const program =
    "process.title = 'redis://me:pass-word@h'; console.log('ready'); setInterval(() => {}, 1000);";
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  try {
    await Promise.race([once(child.stdout, 'data'), ended]);
    using threads = new Threads(child.pid ?? 0, false);
    const [main] = threads.read();
    assert.equal(main?.name, 'redis://me:***');
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
});

test('A thread that a library starts later under the name of a pool thread is none of the pool', async () => {
  // The kernel counts starts in hundredths of a second, and half of one belongs to the pool's own start.
  const program = `
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
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  try {
    await Promise.race([once(child.stdout, 'data'), ended]);
    const named = new Threads(child.pid ?? 0, false).read().filter(({ name }) => name === 'libuv-worker');
    assert.deepEqual(named.map(({ role }) => role).toSorted(), ['other', 'pool', 'pool', 'pool', 'pool']);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
});
