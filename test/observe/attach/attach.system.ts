import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { attach } from '../../../src/observe/attach/attach.ts';
import { requireAttachable } from '../../../src/observe/attach/attach-preconditions.ts';
import { inspectorSession } from '../../../src/observe/attach/inspector-session.ts';
import type { ProbeLink } from '../../../src/observe/attach/link.ts';
import { systemClock } from '../../../src/host/clock.ts';
import { processTree } from '../../../src/host/processes.ts';
import type { Problem } from '../../../src/messages/problem.ts';
import type { ProbeReading } from '../../../src/model/reading.ts';
import { assertEach } from '../../kit/assert.ts';
import { environment } from '../../kit/environment.ts';
import { asRoot, onEachNode, whyNotLinux as skip } from '../../kit/nodes.ts';
import { emptyPlace } from '../../kit/place.ts';
import { until } from '../../kit/until.ts';
import { freePort } from '../../../src/server/launch.ts';
import { answer, belongings, target } from './targets.ts';

/** The next reading of a probe that has nobody to hear it yet. */
function reading(link: ProbeLink): Promise<ProbeReading> {
  return new Promise((resolve, reject) => {
    link.onMessage((message) => message.type === 'reading' && resolve(message));
    void link.closed.then(() => reject(new Error('The probe has ended.')));
  });
}

/** Other tests may have a process there whose main thread is too busy to close its inspector yet. */
const attachAtUsualPort = (pid: number): Promise<ProbeLink> =>
  until(
    () =>
      attach(pid).catch((error: Problem) => {
        if (error.code !== 'INSPECTOR_PORT_TAKEN') throw error;
        return null;
      }),
    { every: 300 },
  );

suite('A running process gets the probe through its inspector', { skip }, async () => {
  await onEachNode(({ label, binary }) => {
    for (const state of ['idle', 'busy', 'saturated'] as const) {
      test(`when it is ${state}, and is as before when the probe has left: Node ${label}`, async () => {
        await using server = await target(state, { binary });
        const before = belongings(server.pid);
        const link = await attach(server.pid);
        assert.partialDeepStrictEqual(link.hello, { pid: server.pid, node: label, entry: 'attached' });
        // Its handlers were looked for.
        const visit = { wasOpen: false, handlers: { ok: true } };
        assert.partialDeepStrictEqual(link.visit, visit);
        // On a machine under load Node may open it a second time, for a moment.
        await until(() => isDeepStrictEqual(belongings(server.pid).ports, before.ports));
        assert.equal((await reading(link)).type, 'reading');
        await link[Symbol.asyncDispose]();
        await until(() => isDeepStrictEqual(belongings(server.pid), before));
        if (state !== 'busy') assert.equal(await answer(server.port), 'well');
        assert.equal(server.hasEnded(), false);
      });
    }
  });

  test('and its inspector is not closed if it was open already', async () => {
    await using server = await target('idle', { options: ['--inspect=0'] });
    const before = belongings(server.pid);
    await using link = await attach(server.pid);
    assert.equal(link.visit?.wasOpen, true);
    await reading(link);
    await link[Symbol.asyncDispose]();
    await until(() => isDeepStrictEqual(belongings(server.pid), before));
  });

  test('and its inspector is found that somebody else opened after it was examined', async () => {
    await using server = await target('idle');
    const found = await requireAttachable(server.pid, systemClock);
    process.kill(server.pid, 'SIGUSR1');
    await until(() => server.printed().includes('ws://127.0.0.1:'));
    const { wasOpen, answer: said } = await inspectorSession(found, '6 * 7', {
      timeout: 10_000,
      clock: systemClock,
      onStep: () => {},
      signal: new AbortController().signal,
    });
    assert.deepEqual(said, { type: 'value', value: '42' });
    assert.equal(wasOpen, true);
  });

  test('at whichever port its inspector opens', async () => {
    const port = await freePort();
    for (const how of [
      { options: [`--inspect-port=${port}`] },
      { options: [], env: { NODE_OPTIONS: `--inspect-port=${port}` } },
    ]) {
      await using server = await target('idle', how);
      await using link = await attach(server.pid);
      assert.equal(link.visit?.address, `127.0.0.1:${port}`);
    }
    await using usual = await target('idle', { options: [] });
    await using link = await attachAtUsualPort(usual.pid);
    assert.equal(link.visit?.address, '127.0.0.1:9229');
  });

  test('one member of a cluster after the other', async () => {
    await using primary = await target('cluster', { options: [] });
    let workers: number[] = [];
    await until(() => {
      workers = processTree(primary.pid).slice(1);
      return (primary.printed().match(/ready [1-9]/g)?.length ?? 0) === 2 && workers.length === 2;
    });
    const links = await Promise.all([primary.pid, ...workers].map(attachAtUsualPort));
    try {
      assertEach(links, ({ hello }) => hello.pid, [primary.pid, ...workers]);
      await Promise.all(links.map(reading));
    } finally {
      for (const link of links) link.close();
    }
  });

  test('at a socket that its user alone can open', async () => {
    using temporary = emptyPlace('attach');
    const folder = temporary.folder;
    using _ = environment({ TMPDIR: folder });
    await using server = await target('idle');
    const modes: number[] = [];
    await using link = await attach(server.pid, {
      onStep(step) {
        if (step !== 'signalled') return;
        const [name = ''] = readdirSync(folder);
        for (const path of [name, join(name, 'probe')]) modes.push(statSync(join(folder, path)).mode & 0o777);
      },
    });
    assert.deepEqual(modes, [0o700, 0o600]);
    assert.deepEqual(readdirSync(folder), [], 'which is gone when it has called');
    await reading(link);
  });

  test("by root, also if it is another user's", asRoot, async (t) => {
    const nobody = { uid: 65_534, gid: 65_534 };
    const started = await target('idle', nobody).catch((error: Error) => error);
    if (started instanceof Error) return t.skip(`another user cannot run this Node: ${started.message}`);
    await using server = started;
    await using link = await attach(server.pid);
    assert.equal(link.hello.pid, server.pid);
  });

  test('in a container that shares the network, by its number out here', async (t) => {
    const through = ['unshare', '--pid', '--fork', '--kill-child', '--mount', '--mount-proc'];
    const started = await target('idle', { through }).catch((error: Error) => error);
    if (started instanceof Error) return t.skip(`no namespaces can be made here: ${started.message}`);
    await using outer = started;
    const [, pid = 0] = processTree(outer.pid);
    await using link = await attach(pid);
    assert.equal(link.hello.pid, 1);
    assert.equal(link.visit?.wasOpen, false);
  });
});
