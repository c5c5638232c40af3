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
