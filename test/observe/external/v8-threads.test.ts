import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import type { ProcessSample, ThreadReading } from '../../../src/model/process-snapshot.ts';
import { platformThreads, V8Threads } from '../../../src/observe/external/v8-threads.ts';

/** What four threads of V8 ran by each tenth of a second: one took a share of each second. */
function middleOf(shares: readonly number[]): number | null {
  const seconds = new V8Threads();
  for (let tick = 0; tick <= shares.length * 10; tick++) {
    const ran = shares.reduce(
      (sum, share, at) => sum + share * Math.min(1000, Math.max(0, tick * 100 - at * 1000)),
      0,
    );
    const threads = [ran, 0, 0, 0].map((each, tid): ThreadReading => ({
      tid,
      name: 'V8Worker',
      role: 'v8',
      doing: { state: 'asleep' },
      at: tick * 100,
      ran: each,
      waitedForCpu: 0,
      slices: tick,
    }));
    seconds.add({
      at: tick * 100,
      pool: null,
      threads,
      cpu: 0,
      rss: 0,
      isStopped: false,
      cost: 0,
    } satisfies ProcessSample);
  }
  return seconds.middle;
}

test('Compilation in the first seconds does not count, garbage collection in every second does', () => {
  assert.ok((middleOf([0.9, 0.8, 0.02, 0.01, 0.01]) ?? 1) < 0.03);
  assert.ok((middleOf([0.3, 0.4, 0.35, 0.4, 0.3]) ?? 0) > 0.3);
});

test('A second and a half says nothing', () => {
  assert.equal(middleOf([0.9]), null);
});

test("The platform's threads are as many as a process was asked to have", async () => {
  const program = "console.log('ready'); setInterval(() => {}, 1000);";
  const told = async (flags: readonly string[], options: string, begin = '') => {
    const child = spawn(process.execPath, [...flags, '-e', begin + program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { NODE_OPTIONS: options },
    });
    const ended = once(child, 'close');
    try {
      await Promise.race([once(child.stdout, 'data'), ended]);
      return platformThreads(child.pid ?? 0);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
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
