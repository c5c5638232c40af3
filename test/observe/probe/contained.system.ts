/** A failure inside the probe costs a figure, and is told once; the process goes on. Each of its calls is made to throw. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { ProbeMessage } from '../../../src/model/reading.ts';
import type { BundleModule } from '../../../src/observe/probe/bundle.cts';
import { whyNoSockets as skip } from '../../kit/nodes.ts';
import { until } from '../../kit/until.ts';
import { whyNoHiding, withoutProc } from '../../kit/without-proc.ts';
import { Ear, Folder, Target } from './probes.ts';

const folder = new Folder();
const plant = join(import.meta.dirname, 'plant.cjs');
const { bundle } = createRequire(import.meta.url)('../../../src/observe/probe/bundle.cts') as BundleModule;

/** Calls of the half in the main thread, and what the probe says it cannot tell then; null: there is no probe. */
const inMain: Readonly<Record<string, string | null>> = {
  'node:v8 getHeapStatistics': 'heap',
  'node:v8 getHeapSpaceStatistics': 'collections',
  'node:perf_hooks performance.eventLoopUtilization': 'loop',
  'node:perf_hooks performance.now': 'requests',
  'node:perf_hooks monitorEventLoopDelay': null,
  'node:perf_hooks PerformanceObserver': null,
  'node:perf_hooks PerformanceObserver.prototype.observe': 'collections',
  'node:diagnostics_channel subscribe': 'requests',
  'node:diagnostics_channel unsubscribe': 'requests',
  'node:worker_threads Worker': null,
  'node:worker_threads MessageChannel': null,
  'node:fs existsSync': null,
  'node:fs readFileSync': null,
  'node:path join': null,
  'globalThis process.hrtime.bigint': 'loop',
  'globalThis process.once': null,
  'globalThis process.off': 'none',
  'globalThis Atomics.add': 'loop',
  'globalThis Atomics.store': 'none',
  'globalThis Atomics.load': 'loop',
  'globalThis Reflect.get': null,
  'globalThis Reflect.deleteProperty': 'none',
};

/** Calls of the probe's own thread. */
const inThread: Readonly<Record<string, string | null>> = {
  'globalThis process.cpuUsage': 'CPU',
  'globalThis process.memoryUsage.rss': 'memory',
  'globalThis process.hrtime.bigint': 'probe',
  'globalThis Atomics.load': null,
  'globalThis Atomics.store': null,
  'node:fs readSync': 'CPU',
  'node:fs readdirSync': 'none',
  'node:fs readFileSync': 'none',
  'node:fs readlinkSync': 'none',
  'node:fs openSync': 'none',
  'node:fs readlink': 'pool',
  'node:dns lookup': 'pool',
  'node:net connect': null,
  'node:perf_hooks performance.now': null,
  'node:inspector Session.prototype.connectToMainThread': 'profile',
  'node:inspector Session.prototype.post': 'profile',
};

/** Calls that are made only where no doctor asks for the probe, where there is no /proc, in a checkout, or at the thread's end. */
const elsewhere =
  /^(fs\.(chmodSync|lstatSync|mkdirSync|rmSync|writeSync)|os\.|nodeModule\.|path\.resolve|net\.(createServer|isIP)|process\.(kill|cwd|exit|getActiveResourcesInfo|on|uptime|version)|crypto\.randomFill|Atomics\.(compareExchange|notify|wait))/;

/** It still answers. */
async function assertWell(target: Target): Promise<void> {
  const answered = await target.do<number>('answered');
  await target.do('call', '/');
  assert.equal(await target.do<number>('answered'), answered + 1);
}

/** The probe tells what it cannot tell, once, and goes on with its readings. */
async function assertTold(ear: Ear, about: string | null, target: Target): Promise<void> {
  if (about === null) return;
  const voice = await ear.voice();
  await voice.hear('reading', undefined, 0);
  voice.tell({ type: 'use pool' });
  voice.tell({ type: 'profile', duration: 20 });
  await voice.hear('reading', ({ isPoolUnused }) => !isPoolUnused);
  await target.do('call', '/');
  await target.do('collect');
  const isOf = (message: ProbeMessage) => message.type === 'note' && message.about === about;
  if (about !== 'none') await until(() => voice.said.some(isOf));
  const { said } = voice;
  await voice.hear('reading');
  if (about !== 'none') assert.equal(said.filter(isOf).length, 1, 'once');
}

/** The process goes on, with the probe and without it, and ends as it wants to. */
async function assertContained(ear: Ear, about: string | null, target: Target): Promise<void> {
  await assertTold(ear, about, target);
  await assertWell(target);
  for (const { socket } of ear.voices) socket.destroy();
  await assertWell(target);
  await target.do('exit');
  assert.deepEqual([await target.end(), target.errors], [0, '']);
}

suite('A failure inside the probe costs a figure, not the process', { skip, concurrency: 4 }, () => {
  for (const [name, about] of Object.entries(inMain))
    test(`in the main thread: ${name}`, async () => {
      await using ear = new Ear(folder);
      await using target = await Target.start(process.execPath, {
        flags: ['--expose-gc', '--require', plant, '--require', folder.register],
        env: { CHOKEPOINT_PROBE_SOCKET: ear.path, PLANT: name },
      });
      await target.do('listen');
      await assertContained(ear, about, target);
    });

  for (const [name, about] of Object.entries(inThread))
    test(`in its own thread: ${name}`, async () => {
      await using ear = new Ear(folder);
      await using target = await Target.start(process.execPath, { flags: ['--expose-gc'] });
      await target.do('use');
      await target.do('listen');
      const text = `const planted = ${JSON.stringify(name)};\n${readFileSync(plant, 'utf8')}\n${bundle('worker')}`;
      await target.do('install', {
        text: bundle('install'),
        options: { socket: ear.path, entry: 'attached', period: 20, workerText: `{${text}}` },
      });
      await assertContained(ear, about, target);
    });

  test('where /proc is hidden', { skip: whyNoHiding }, async () => {
    await using ear = new Ear(folder);
    const [file, ...flags] = withoutProc([process.execPath, '--expose-gc', '--require', folder.register]);
    await using target = await Target.start(file, {
      flags,
      env: { CHOKEPOINT_PROBE_SOCKET: ear.path },
    });
    await target.do('listen');
    await assertTold(ear, 'memory', target);
    const voice = await ear.voice();
    const { memory, fast } = await voice.hear('reading', ({ fast: lane }) => lane.waits.length > 0);
    assert.ok(memory.rss === null && memory.heapUsed > 1e6 && fast.pending < 2);
    await assertWell(target);
    assert.equal(target.errors, '');
  });

  test('each call of the probe is among these', () => {
    const probe = join(import.meta.dirname, '../../../src/observe/probe');
    const calls = readdirSync(probe).flatMap((file) =>
      Array.from(
        readFileSync(join(probe, file), 'utf8').matchAll(
          /\b(?:fs|v8|hooks|channels|process|crypto|dns|net|Atomics|Reflect|nodeModule|os|path|performance)\s*\.[\w.]+(?=\()/g,
        ),
        ([call]) => call.replace(/\s/g, ''),
      ),
    );
    const planted = new Set(Object.keys({ ...inMain, ...inThread }).map((name) => name.split(/[ .]/).at(-1)));
    const left = calls.filter((call) => !planted.has(call.split('.').at(-1)) && !elsewhere.test(call));
    assert.deepEqual([...new Set(left)], []);
  });
});
