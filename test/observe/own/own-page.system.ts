/** The page of metrics that a process serves itself: real services, on every Node, and what Prometheus would read of them. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { freePort } from '../../../src/server/launch.ts';
import { accepting } from '../../kit/localhost.ts';
import { onEachNode, onLinux, whyNoSockets as skip } from '../../kit/nodes.ts';
import { emptyFolder } from '../../kit/place.ts';
import { until } from '../../kit/until.ts';
import { root } from '../../cli/chokepoint.ts';
import { Target, type TargetOptions } from '../probe/probes.ts';

const folder = emptyFolder('own-page');
const script = join(import.meta.dirname, 'service.cjs');
const probe = join(root, 'dist/observe/probe/register.cjs');
const patience = { every: 100 };

/** The environment of a service with its page at that port; the sockets of its probes are in a folder of its own. */
const published = (address: number | string, temporary = mkdtempSync(join(folder, 'tmp-'))) => ({
  NODE_OPTIONS: `--require ${probe}`,
  CHOKEPOINT_METRICS: String(address),
  TMPDIR: temporary,
});

const service = (binary: string, options: TargetOptions) => Target.start(binary, { script, ...options });

/** The page, or null where none is served. */
const page = (port: number) =>
  fetch(`http://127.0.0.1:${port}/metrics`)
    .then((answer) => answer.text())
    .catch(() => null);

/** The values of a metric, one for each series. */
async function values(port: number, name: string): Promise<Map<string, number>> {
  const lines = ((await page(port)) ?? '').matchAll(new RegExp(`^${name}\\{(.*)\\} (\\S+)$`, 'gm'));
  return new Map(Array.from(lines, ([, labels = '', value]) => [labels, Number(value)]));
}

const value = async (port: number, name: string) => [...(await values(port, name)).values()][0] ?? null;

suite('The page of a process itself', { skip, concurrency: 2 }, async () => {
  await onEachNode(({ label, binary }) => {
    test(`answers while the loop hangs, and shows it: Node ${label}`, async (t) => {
      const [port, at] = [await freePort(), await freePort()];
      await using target = await service(binary, { env: { ...published(at), PORT: String(port) } });
      await until(() => value(at, 'nodejs_eventloop_utilization_ratio'), patience);
      // Between two looks of the probe the loop is silent, too: that is no hang.
      const idle: number[] = [];
      await until(async () => {
        idle.push((await value(at, 'nodejs_eventloop_utilization_ratio')) ?? 1);
        return idle.length === 20;
      }, patience);
      assert.ok(idle.filter((one) => one < 0.5).length > 15, idle.join(' '));
      const hung = fetch(`http://127.0.0.1:${port}/hang`);
      let isHung = true;
      void hung.then(() => (isHung = false));
      await until(async () => ((await value(at, 'chokepoint_eventloop_silence_seconds')) ?? 0) > 1, patience);
      const began = performance.now();
      assert.equal(await value(at, 'nodejs_eventloop_utilization_ratio'), 1);
      t.diagnostic(`answered in ${(performance.now() - began).toFixed(1)} ms`);
      assert.ok(isHung, 'it still hangs');
      await hung;
      await until(async () => (await value(at, 'chokepoint_eventloop_silence_seconds')) === 0, patience);
      assert.equal(target.errors, '');
    });

    test(`knows the queue of a full pool: Node ${label}`, { ...onLinux }, async () => {
      const [port, at] = [await freePort(), await freePort()];
      await using target = await service(binary, { env: { ...published(at), PORT: String(port) } });
      await until(() => page(at), patience);
      // A build that is newer than the table has none, and says so.
      if ((await value(at, 'chokepoint_thread_pool_known_ratio')) === 0) {
        assert.equal((await values(at, 'nodejs_thread_pool_queue_length')).size, 0);
        assert.match(target.errors, /is in no table/);
        return;
      }
      await fetch(`http://127.0.0.1:${port}/pool`);
      const kind = 'worker="0",nodejs_thread_pool_work_type="crypto"';
      const queued = async () => (await values(at, 'nodejs_thread_pool_queue_length')).get(kind) ?? 0;
      await until(async () => [24, 25, 26].includes(await queued()), patience);
      assert.equal(await value(at, 'nodejs_thread_pool_threads'), 4);
      await until(async () => (await value(at, 'nodejs_thread_pool_thread_busy')) === 4, patience);
      const wait = 'nodejs_thread_pool_queue_wait_seconds_count';
      await until(async () => ((await value(at, wait)) ?? 0) > 5, patience);
      assert.equal(target.errors, '');
    });

    test(`never keeps an application from its start: Node ${label}`, async () => {
      await using blocker = await accepting(() => {});
      const nowhere = join(folder, 'not-there');
      for (const [env, says] of [
        [published(blocker.port), /^chokepoint: no metrics: another program has port \d+ of 127\.0\.0\.1\n$/],
        [published('http'), /^chokepoint: no metrics: CHOKEPOINT_METRICS is "http", and has to be/],
        [published(70_000), /^chokepoint: no metrics: CHOKEPOINT_METRICS is "70000", and has to be/],
        [published('192.0.2.1:9464'), /^chokepoint: no metrics at 192\.0\.2\.1:9464: .*EADDRNOTAVAIL/],
        [published(await freePort(), nowhere), /^$/],
      ] as const) {
        await using target = await service(binary, { env });
        if (String(says) === '/^$/') await until(() => page(Number(env.CHOKEPOINT_METRICS)), patience);
        else await until(() => target.errors !== '', patience);
        assert.match(target.errors, says);
        assert.equal(target.errors.split('\n').length - 1, target.errors === '' ? 0 : 1, 'one line at most');
      }
    });
  });

  test('is one for a cluster, with as many series after its workers were replaced', async () => {
    const [port, at] = [await freePort(), await freePort()];
    const env = { ...published(at), PORT: String(port), WORKERS: '2' };
    await using target = await service(process.execPath, { env });
    const workers = async () => {
      const all = await values(at, 'chokepoint_eventloop_silence_seconds');
      return [...all.keys()].join();
    };
    const three = 'worker="0",worker="1",worker="2"';
    await until(async () => (await workers()) === three, patience);
    for (let restart = 0; restart < 10; restart++) await target.do('replace');
    await until(async () => (await workers()) === three, patience);
    // What has gone has left nothing but the sockets of those that are there.
    const sockets = readdirSync(join(env.TMPDIR, `chokepoint-${process.getuid?.()}`));
    assert.equal(sockets.filter((name) => name.includes('.metrics-')).length, 1);
    assert.equal(target.errors, '');
  });

  test('is that of the process: a thread that serves has none, and no word about it', async () => {
    const at = await freePort();
    await using target = await service(process.execPath, { env: { ...published(at), THREAD: '1' } });
    await until(() => page(at), patience);
    assert.equal((await values(at, 'chokepoint_eventloop_silence_seconds')).size, 1);
    assert.equal(target.errors, '');
  });

  test('passes on to another process of the service when its holder is killed', async () => {
    const at = await freePort();
    const env = published(at);
    await using first = await service(process.execPath, { env });
    await until(() => page(at), patience);
    await using second = await service(process.execPath, { env });
    const workers = async () => (await values(at, 'chokepoint_eventloop_silence_seconds')).size;
    await until(async () => (await workers()) === 2, patience);
    first.child.kill('SIGKILL');
    const kept = 'worker="1"';
    await until(async () => {
      const all = await values(at, 'chokepoint_eventloop_silence_seconds');
      return all.size === 1 && all.has(kept);
    }, patience);
    assert.equal(second.errors, '');
  });

  test('is not opened by a tool that runs for as long, nor does it fail', async () => {
    const at = await freePort();
    const tool = join(folder, 'node_modules/builder/bin.cjs');
    mkdirSync(join(tool, '..'), { recursive: true });
    writeFileSync(tool, "process.send({ did: 'start' }); setTimeout(() => process.exit(3), 12_000);");
    await using target = await Target.start(process.execPath, { script: tool, env: published(at) });
    let isServed = false;
    const looks = setInterval(() => void page(at).then((text) => (isServed ||= text !== null)), 200);
    assert.equal(await target.end(), 3);
    clearInterval(looks);
    assert.deepEqual([isServed, target.errors], [false, '']);
  });
});
