import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { BundleModule } from '../../../src/observe/probe/bundle.cts';
import { onEachNode, whyNoSockets as skip } from '../../kit/nodes.ts';
import { until } from '../../kit/until.ts';
import { Ear, Folder, Target } from './probes.ts';

const folder = new Folder();

const { bundle } = createRequire(import.meta.url)('../../../src/observe/probe/bundle.cts') as BundleModule;

interface Belongings {
  readonly threads: number;
  readonly files: number;
  readonly resources: readonly string[];
  readonly channels: readonly string[];
  /** To the end of each connection that its server has. */
  readonly listeners: readonly number[];
  readonly mark: boolean;
}

const belongings = (target: Target) => target.do<Belongings>('belongings');

/** As the doctor brings it: one text, and one for the thread. */
const brought = (ear: Ear, workerText = bundle('worker')) => ({
  text: bundle('install'),
  options: { socket: ear.path, entry: 'attached', period: 20, workerText },
});

suite('Brought into a running process, the probe', { skip, concurrency: 3 }, async () => {
  await onEachNode(({ label, binary }) => {
    test(`says who it is, and leaves nothing when it is not wanted any more: Node ${label}`, async () => {
      await using ear = new Ear(folder);
      await using target = await Target.start(binary, { env: { UV_THREADPOOL_SIZE: '5' } });
      await target.do('use');
      await target.do('listen');
      // Through a connection that is kept.
      await target.do('call', '/');
      const before = await belongings(target);
      assert.deepEqual(await target.do('install', brought(ear)), { ok: true });
      const voice = await ear.voice();
      const { tid, ...hello } = await voice.hello();
      assert.deepEqual(hello, {
        type: 'hello',
        schema: 1,
        pid: target.pid,
        node: label,
        entry: 'attached',
        script: target.child.spawnargs[1],
        poolSize: '5',
        period: 20,
        lanes: { fast: process.platform === 'linux' ? 'readlink' : 'randomFill', slow: 'getaddrinfo' },
      });
      assert.equal(tid !== null, process.platform === 'linux');
      await voice.hear('reading', ({ fast, slow }) => fast.waits.length > 0 && slow.waits.length > 0);
      await target.do('call', '/');
      const during = await belongings(target);
      assert.ok(during.mark && during.channels.length === 2);
      if (process.platform === 'linux') assert.equal(during.threads, before.threads + 1);
      assert.deepEqual(await target.do('install', brought(ear)), {
        ok: false,
        why: 'a probe is in this process already',
      });

      voice.socket.destroy();
      await until(async () => isDeepStrictEqual(await belongings(target), before));
      assert.deepEqual([before.listeners.length, during.listeners.length], [1, 1]);
      // And can come again.
      assert.deepEqual(await target.do('install', brought(ear)), { ok: true });
      await (await ear.voice(1)).hello();
      assert.equal(target.errors, '');
    });

    test(`goes though the pool is full and the main thread is busy: Node ${label}`, async () => {
      await using ear = new Ear(folder);
      await using target = await Target.start(binary);
      await target.do('use');
      const before = await belongings(target);
      await target.do('install', brought(ear));
      const voice = await ear.voice();
      await voice.hello();
      voice.tell({ type: 'use pool' });
      await voice.hear('reading', ({ fast }) => fast.waits.length > 0);
      await target.do('hold', 4);
      await voice.hear('reading', ({ fast, slow }) => fast.skipped > 0 && slow.skipped > 0);
      await target.do('block', 1500);
      await voice.hear('reading', ({ silent }) => silent > 200);
      voice.tell({ type: 'profile', duration: 100 });
      await voice.hear('profile');
      voice.socket.destroy();
      await until(async () => {
        const { threads, mark } = await belongings(target);
        return threads === before.threads && !mark;
      });
    });

    test(`works where code from strings is forbidden and intrinsics are frozen: Node ${label}`, async () => {
      await using ear = new Ear(folder);
      await using target = await Target.start(binary, {
        flags: ['--disallow-code-generation-from-strings', '--frozen-intrinsics', '--no-warnings'],
      });
      // What an application does to its own environment is not for the probe's thread.
      await target.do('environment', { NODE_OPTIONS: '--there-is-no-such-option' });
      assert.deepEqual(await target.do('install', brought(ear)), { ok: true });
      const voice = await ear.voice();
      await voice.hear('reading', ({ loop }) => loop !== null, 0);
      voice.tell({ type: 'use pool' });
      await voice.hear('reading', ({ fast, slow }) => fast.waits.length > 0 && slow.waits.length > 0);
      assert.equal(target.errors, '');
    });

    test(`does not keep a process from ending, nor a profile: Node ${label}`, async () => {
      await using ear = new Ear(folder);
      await using target = await Target.start(binary);
      await target.do('install', brought(ear));
      const voice = await ear.voice();
      await voice.hear('reading', undefined, 0);
      voice.tell({ type: 'profile', duration: 30_000 });
      await voice.hear('reading');
      await target.do('quit');
      assert.equal(await target.end(), 0);
      assert.equal(target.errors, '');
      assert.equal(voice.said.filter(({ type }) => type === 'profile').length, 0, 'and it did not wait');
    });

    test(`is gone when nobody listens, or its thread fails: Node ${label}`, async () => {
      await using ear = new Ear(folder);
      await using target = await Target.start(binary);
      const { text, options } = brought(ear);
      for (const wrong of [{ socket: `${ear.path}.none` }, { workerText: 'throw new Error();' }]) {
        await target.do('install', { text, options: { ...options, ...wrong } });
        await until(async () => !(await belongings(target)).mark);
      }
      assert.equal(target.errors, '');
    });
  });
});
