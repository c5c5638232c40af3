/** Whoever attaches may be killed at any moment: no inspector stays open, and the process goes on. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { say } from '../../../src/messages/message.ts';
import type { Note } from '../../../src/model/watch.ts';
import { doctor } from '../../../src/doctor/doctor.ts';
import { attach } from '../../../src/observe/attach/attach.ts';
import { earlierCloser } from '../../../src/observe/attach/closer.ts';
import { identity } from '../../../src/host/processes.ts';
import { whyNotLinux as skip } from '../../kit/nodes.ts';
import { emptyFolder } from '../../kit/place.ts';
import { until } from '../../kit/until.ts';
import type { Target } from '../../kit/targets.ts';
import { answer, belongings, inspectable, isOpen, openings } from './targets.ts';

const folder = emptyFolder('attach');
const env = { ...process.env, TMPDIR: folder };

function attacher(server: Target, step: string, how: string): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'attacher.ts'), String(server.pid), step, how], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
}

const closerOf = (server: Target) => earlierCloser(identity(server.pid) ?? '');

/** Its main thread goes on, if it was in a long call; its inspector has opened, was closed, and stays closed; it answers. */
async function isClosedAgain(server: Target & { readonly inspector: number }): Promise<void> {
  server.child.stdin?.write('.');
  await until(() => openings(server) > 0);
  await until(() => !isOpen(server.pid, server.inspector));
  await until(() => closerOf(server) === null);
  assert.equal(isOpen(server.pid, server.inspector), false, 'it has stayed closed');
  assert.equal(await answer(server.port), 'well');
}

const opens = new Set(['signalled', 'open', 'asked', 'closed', 'live', 'never']);

// They wait most of the time, each for processes of its own.
suite('A process is unharmed', { skip, concurrency: 3 }, () => {
  for (const how of ['killed', 'interrupted twice']) {
    for (const step of ['examined', 'signalled', 'open', 'asked', 'closed', 'live', 'never']) {
      if (step === 'never' && how !== 'killed') continue;
      const when = step === 'never' ? 'later' : `when it is ${step}`;
      test(`if the one who attaches is ${how} ${when}`, async () => {
        await using server = await inspectable('idle');
        const before = belongings(server.pid);
        const child = attacher(server, step, how.split(' ')[0] ?? '');
        const ended = once(child, 'exit');
        if (step === 'never' && child.stdout) {
          await once(child.stdout, 'data');
          child.kill('SIGKILL');
        }
        assert.deepEqual(await ended, [null, how === 'killed' ? 'SIGKILL' : 'SIGINT']);
        if (opens.has(step)) await until(() => openings(server) > 0);
        const seen = () => [before, belongings(server.pid), closerOf(server), server.printed()];
        await until(() => isDeepStrictEqual(belongings(server.pid), before), { seen });
        await until(() => closerOf(server) === null, { seen });
        assert.equal(isOpen(server.pid, server.inspector), false, 'it has stayed closed');
        assert.equal(await answer(server.port), 'well');
        await using link = await attach(server.pid);
        assert.equal(link.visit?.wasOpen, false);
        assert.equal(server.hasEnded(), false);
      });
    }
  }
});

suite('A process is unharmed as well', { skip }, () => {
  for (const [step, how] of [
    ['signalled', 'killed'],
    ['silent', 'of its own accord'],
  ] as const) {
    test(`if its main thread is in a long call, and the one who attaches ends before it, ${how}`, async () => {
      await using server = await inspectable('frozen');
      const child = attacher(server, step, how);
      let said = '';
      child.stdout?.on('data', (text: Buffer) => (said += String(text)));
      await once(child, 'close');
      if (step === 'silent') {
        const closer = new RegExp(`^INSPECTOR_SILENT .*PID ${closerOf(server)}\\) runs until \\d\\d:\\d\\d`);
        assert.match(said, closer);
      }
      assert.notEqual(closerOf(server), null, 'its closer is at work');
      assert.equal(openings(server), 0);
      await isClosedAgain(server);
    });
  }

  test('if its main thread is in a long call when it is attached to a second time', async () => {
    await using server = await inspectable('frozen');
    await assert.rejects(attach(server.pid, { timeout: 300 }), { code: 'INSPECTOR_SILENT' });
    const first = closerOf(server);
    const onStep = (step: string) => step === 'signalled' && server.child.stdin?.write('.');
    await using link = await attach(server.pid, { onStep });
    assert.equal(link.visit?.wasOpen, false);
    assert.notEqual(first, null);
    assert.notEqual(closerOf(server), first, 'it has handed over');
    await isClosedAgain(server);
  });

  test('if the one who attaches is stopped while its inspector is open', async () => {
    await using server = await inspectable('idle');
    const child = attacher(server, 'signalled', 'stopped');
    const ended = once(child, 'exit');
    try {
      await isClosedAgain(server);
    } finally {
      child.kill('SIGKILL');
    }
    assert.deepEqual(await ended, [null, 'SIGKILL'], 'it was stopped until then');
  });

  test('if the doctor ends before its main thread lets the probe in, and the report says who goes on', async () => {
    await using server = await inspectable('frozen');
    let notes: readonly Note[] = [];
    const options = { target: { type: 'pid', pid: server.pid }, duration: 1500, attach: true } as const;
    for await (const event of doctor(options)) {
      if (event.type === 'ended') ({ notes } = event.watch);
    }
    const goesOn = new RegExp(`PID ${closerOf(server)}\\) runs until \\d\\d:\\d\\d`);
    assert.match(notes.map(say).join('\n'), goesOn);
    await isClosedAgain(server);
  });

  test('if it ends itself while a closer waits for it', async () => {
    await using server = await inspectable('frozen');
    await assert.rejects(attach(server.pid, { timeout: 300 }), { code: 'INSPECTOR_SILENT' });
    const who = identity(server.pid) ?? '';
    assert.notEqual(earlierCloser(who), null);
    await server[Symbol.asyncDispose]();
    await until(() => earlierCloser(who) === null);
  });

  test('if the attach is called off after the signal, and a note says who goes on', async () => {
    await using server = await inspectable('frozen');
    const stop = new AbortController();
    const reason = new Error('called off');
    const notes: Note[] = [];
    const attached = attach(server.pid, {
      signal: stop.signal,
      onStep: (step) => step === 'signalled' && stop.abort(reason),
      onNote: (note) => notes.push(note),
    });
    await assert.rejects(attached, reason);
    assert.match(notes.map(say).join('\n'), new RegExp(`PID ${closerOf(server)}\\) runs until`));
    await isClosedAgain(server);
  });
});

/** More of them: CHOKEPOINT_KILLS=50. Then each has to be closed within the two seconds that are promised. */
const wanted = Number(process.env['CHOKEPOINT_KILLS'] ?? 0);
const kills = wanted || 9;
const promised = 2000;

suite('A doctor that is killed at any moment of its attach', { skip }, () => {
  test(`leaves no inspector open, ${kills} times`, { timeout: 60_000 + kills * 10_000 }, async (t) => {
    await using server = await inspectable('idle');
    const main = join(import.meta.dirname, '../../../src/cli/main.ts');
    const args = ['doctor', '--pid', String(server.pid), '--attach', '--for', '60s'];
    const moments: ((closer: number | null, opened: number) => Promise<unknown>)[] = [
      // Any time, from before it looks until the probe is in.
      () => sleep(Math.random() * 2500),
      // Around the signal: the closer has just been started.
      async (before) => {
        await until(() => ![null, before].includes(closerOf(server)));
        await sleep(Math.random() * 300);
      },
      // While it is open, or just after.
      async (_before, opened) => {
        const isOver = () => openings(server) > opened;
        await until(() => isOpen(server.pid, server.inspector) || isOver());
        await sleep(Math.random() * 10);
      },
    ];

    const openFor: number[] = [];
    for (let kill = 0; kill < kills; kill++) {
      const before = openings(server);
      const closerBefore = closerOf(server);
      const child = spawn(process.execPath, [main, ...args], { stdio: 'ignore', env, cwd: folder });
      const ended = once(child, 'exit');
      const began = performance.now();
      await moments[kill % moments.length]?.(closerBefore, before);
      const moment = performance.now() - began;
      child.kill('SIGKILL');
      await ended;
      const killed = performance.now();
      let lastOpen = 0;
      let closed = 0;
      // It may open later than it was killed: so it is looked at for as long as it could stay open, and longer where it is.
      for (let at = 0; at < promised || closed < 20; at = performance.now() - killed) {
        const isStill = isOpen(server.pid, server.inspector);
        closed = isStill ? 0 : closed + 1;
        if (isStill) lastOpen = at;
        assert.ok(at < 20_000, 'it stays open');
        await sleep(5);
      }
      openFor.push(lastOpen);
      t.diagnostic(
        `killed after ${Math.round(moment)} ms: opened ${openings(server) - before} times, open until ${Math.round(lastOpen)} ms later`,
      );
      assert.equal(await answer(server.port), 'well');
      assert.equal(server.hasEnded(), false);
    }
    t.diagnostic(`the longest was open until ${Math.round(Math.max(...openFor))} ms after the kill`);
    if (wanted > 0) assert.ok(Math.max(...openFor) < promised);
  });
});
