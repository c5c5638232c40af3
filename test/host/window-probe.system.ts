import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { affinity } from '../../src/host/host.ts';
import { processTree, statusOf } from '../../src/host/processes.ts';
import { evenly, openWindowProbe, type WindowProbe } from '../../src/host/window-probe.ts';
import { probeWorks } from '../../src/model/sample.ts';
import { assertEach } from '../kit/assert.ts';
import { started } from '../kit/process.ts';
import { until } from '../kit/until.ts';

/** Processes that this one has started, the probe among them. */
const children = (pid = process.pid) => processTree(pid).filter((one) => one !== pid);

/** A window in which every CPU has done both kinds of work. */
const wholeWindow = (probe: WindowProbe, cpus: readonly number[] | null) =>
  until(
    async () => {
      const told = await probe.end();
      const isWhole = told?.cpus.every(({ readings }) =>
        probeWorks.every((work) => readings[work].count > 1),
      );
      probe.begin(cpus);
      return isWhole ? told : null;
    },
    { every: 300 },
  );

suite('The window probe', () => {
  test('reads the time of both kinds of work on each CPU, and what it took itself', async () => {
    using probe = openWindowProbe(null);
    await probe.ready;
    const { cpus, cpu } = await wholeWindow(probe, null);
    const allowed = affinity();
    if (allowed) assertEach(cpus, ({ cpu: one }) => one, evenly(allowed, 16));
    for (const { readings } of cpus) for (const work of probeWorks) assert.ok(readings[work].min > 0);
    assert.ok(cpu > 0);
  });

  test('tells apart what it read where a main thread of the server was, and how much of the work that thread does', async (t) => {
    const cpus = affinity() ?? [];
    const own = cpus.at(-1);
    if (own === undefined || cpus.length < 2) return t.skip('needs Linux and two CPUs');
    const script = "require('fs').writeSync(1, 'ready'); for (;;);";
    await using busy = await started(
      spawn('taskset', ['-c', String(own), process.execPath, '-e', script]),
      /(ready)/,
    );
    using probe = openWindowProbe(null);
    await probe.ready;
    const told = await until(
      async () => {
        const seen = await probe.end();
        probe.begin(null, [busy.pid]);
        return seen?.mainShare !== undefined && seen.cpus.some(({ beside }) => (beside?.hash.count ?? 0) > 0)
          ? seen
          : null;
      },
      { every: 300 },
    );
    for (const { cpu, readings, beside } of told.cpus)
      assert.equal(beside?.hash.count, cpu === own ? readings.hash.count : 0, `on ${cpu}, pinned to ${own}`);
    assert.ok((told.mainShare ?? 0) > 0.5, `${told.mainShare}`);
  });

  test('reads only the CPUs that the server of a trial may use', async () => {
    const [first = 0] = affinity() ?? [];
    using probe = openWindowProbe(null);
    await probe.ready;
    const { cpus } = await wholeWindow(probe, [first]);
    assertEach(cpus, ({ cpu }) => cpu, [first]);
  });

  test('has nothing to say of a window that never began, or that ended at once', async () => {
    using probe = openWindowProbe(null);
    await probe.ready;
    assert.equal(await probe.end(), null);
    probe.begin([]);
    assert.equal(await probe.end(), null);
    for (let i = 0; i < 20; i++) {
      probe.begin(null);
      probe.begin(null);
      await probe.end();
    }
  });

  test('that is killed in mid-run says nothing any more, and nobody waits for it', async () => {
    const before = new Set(children());
    using probe = openWindowProbe(null);
    await probe.ready;
    const pid = children().find((one) => !before.has(one));
    assert.ok(pid !== undefined);
    probe.begin(null);
    process.kill(pid, 'SIGKILL');
    assert.equal(await probe.end(), null);
    probe.begin(null);
    assert.equal(await probe.end(), null);
  });

  test('ends with the run', async () => {
    const before = new Set(children());
    const probe = openWindowProbe(null);
    await probe.ready;
    probe.begin(null);
    probe[Symbol.dispose]();
    await until(() => children().every((one) => before.has(one)));
  });

  test('dies with its parent, however that ends, and does not keep it alive', async () => {
    const module = join(import.meta.dirname, '../../src/host/window-probe.ts');
    const script = (rest: string) =>
      `const { openWindowProbe } = await import(${JSON.stringify(module)});
       const probe = openWindowProbe(null); await probe.ready; probe.begin(null); console.log('ready', 1); ${rest}`;
    const parent = (rest: string) =>
      started(spawn(process.execPath, ['--input-type=module', '-e', script(rest)]), /ready (\d)/);
    await using killed = await parent('setInterval(() => {}, 1000);');
    const own = children(killed.pid);
    assert.equal(own.length, 1);
    killed.child.kill('SIGKILL');
    await until(() => own.every((pid) => /^(Z|X|$)/.test(statusOf(pid)?.('State') ?? '')));
    await using finished = await parent('');
    await until(() => finished.hasEnded());
  });

  test('looks at an even choice of many CPUs', () => {
    assert.deepEqual(evenly([0, 1], 16), [0, 1]);
    assert.deepEqual(evenly([4, 5, 6, 7, 8, 9, 10, 11], 4), [4, 6, 8, 10]);
    assert.deepEqual(evenly([0, 1, 2, 3, 4], 2), [0, 2]);
    assert.deepEqual(evenly([], 16), []);
  });
});
