import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { attach, type AttachOptions } from '../../../src/observe/attach/attach.ts';
import { requireAttachable } from '../../../src/observe/attach/attach-preconditions.ts';
import { startVisitor } from '../../../src/observe/attach/visitor.ts';
import { alone } from '../../../src/observe/attach/lock.ts';
import { systemClock } from '../../../src/host/clock.ts';
import { identity } from '../../../src/host/processes.ts';
import { freePort } from '../../../src/server/launch.ts';
import type { ProblemCode } from '../../../src/messages/problem.ts';
import { asRoot, onEachNode, whyNotLinux as skip } from '../../kit/nodes.ts';
import { accepting } from '../../kit/localhost.ts';
import { emptyPlace } from '../../kit/place.ts';
import { held } from '../../kit/process.ts';
import { until } from '../../kit/until.ts';
import { stripped, type Target, type TargetOptions } from '../../kit/targets.ts';
import { answer, belongings, inspectable, isOpen, openings, target } from './targets.ts';

const inspected = /Debugger|SIGUSR1/;

/** Refused, and not signalled: a signal would have ended it, run its handler, or opened its inspector. */
async function isRefused(server: Target, code: ProblemCode, options: AttachOptions = {}) {
  const before = belongings(server.pid);
  const printed = server.printed();
  await assert.rejects(attach(server.pid, options), { code });
  assert.deepEqual(belongings(server.pid), before);
  assert.equal(server.hasEnded(), false);
  assert.equal(server.printed(), printed);
  assert.doesNotMatch(printed, inspected);
}

suite('A process is not signalled', { skip }, async () => {
  await onEachNode(({ label, binary, major }) => {
    suite(`on Node ${label}`, () => {
      const flag = major < 22 ? '--experimental-permission' : '--permission';
      const allowed = [flag, '--allow-fs-read=*', ...(major > 24 ? ['--allow-net'] : [])];
      const disabled = '--disable-sigusr1';
      const rows: [title: string, state: string, TargetOptions, ProblemCode][] = [
        ['if its application handles SIGUSR1 itself', 'handling', {}, 'SIGUSR1_HANDLED'],
        ['if it took its handler off, and would be ended', 'bare', {}, 'SIGUSR1_NOT_CAUGHT'],
        [`if it was started with ${flag}`, 'idle', { options: allowed }, 'PERMISSION_MODEL'],
        [`if it was started with ${disabled}`, 'idle', { options: [disabled] }, 'SIGUSR1_DISABLED'],
        ['if its NODE_OPTIONS say so', 'idle', { env: { NODE_OPTIONS: disabled } }, 'SIGUSR1_DISABLED'],
      ];
      for (const [title, state, options, code] of rows) {
        const whyNot = major < 22 && code === 'SIGUSR1_DISABLED' && 'Node 20 has no such flag';
        test(title, { skip: whyNot }, async () => {
          await using server = await target(state, { binary, ...options });
          await isRefused(server, code);
          assert.equal(await answer(server.port), 'well');
          if (state !== 'handling') return;
          process.kill(server.pid, 'SIGUSR1');
          await until(() => server.printed().includes('SIGUSR1'));
          assert.equal(server.printed().match(/SIGUSR1/g)?.length, 1, 'once, by this test');
        });
      }
    });
  });

  test('if the signal would make a system call fail that its main thread waits in', async () => {
    await using server = await target('reading');
    await until(() => readFileSync(`/proc/${server.pid}/syscall`, 'utf8').startsWith('0 '));
    await isRefused(server, 'MAIN_THREAD_BLOCKED', { timeout: 200 });
    server.child.stdin?.write('.');
    assert.equal(await answer(server.port), 'well');
  });

  test('if it is stopped: it would open its inspector when it goes on', async () => {
    await using server = await target('idle');
    process.kill(server.pid, 'SIGSTOP');
    await until(() => /\) T /.test(readFileSync(`/proc/${server.pid}/stat`, 'latin1')));
    await isRefused(server, 'PROCESS_STOPPED');
    process.kill(server.pid, 'SIGCONT');
    assert.equal(await answer(server.port), 'well');
    assert.doesNotMatch(server.printed(), inspected);
  });

  test('if the port of its inspector is taken', async () => {
    await using other = await accepting(() => {});
    await using server = await target('idle', { options: [`--inspect-port=${other.port}`] });
    const why = new RegExp(`PID ${process.pid} \\(`);
    await assert.rejects(attach(server.pid), { code: 'INSPECTOR_PORT_TAKEN', why });
    await isRefused(server, 'INSPECTOR_PORT_TAKEN');
  });

  for (const address of ['0.0.0.0:0', '[::]:9229', 'localhost.example:9229', '2130706433:9229']) {
    for (const how of [
      { options: [`--inspect-port=${address}`] },
      { options: [], env: { NODE_OPTIONS: `--inspect-port=${address}` } },
    ]) {
      const where = how.env ? 'NODE_OPTIONS' : 'its command line';
      test(`if others could reach its inspector, by ${address} in ${where}`, async () => {
        await using server = await target('idle', how);
        await isRefused(server, 'INSPECTOR_NOT_LOCAL');
        assert.equal(await answer(server.port), 'well');
      });
    }
  }

  test('if its signal handlers cannot be read, but where the user insists', async (t) => {
    using folder = emptyPlace('attach');
    const binary = stripped(folder.folder);
    if (!binary) return t.skip('no strip here');
    await using server = await target('idle', { binary });
    await isRefused(server, 'SIGUSR1_UNKNOWN');
    await using link = await attach(server.pid, { unsure: true });
    assert.equal(link.visit?.handlers.ok, false);
    assert.equal(await answer(server.port), 'well');
  });

  test('if what answers in the place of its inspector never comes to an end, and others need not wait', async () => {
    await using server = await inspectable('dripping');
    await using other = await target('idle');
    const refused = assert.rejects(attach(server.pid), { code: 'INSPECTOR_PORT_TAKEN' });
    await using link = await attach(other.pid);
    await refused;
    assert.equal(link.hello.pid, other.pid);
    assert.doesNotMatch(server.printed(), inspected);
  });

  test('if nothing would close its inspector when the one who attaches is killed', async () => {
    await using server = await target('idle');
    const found = await requireAttachable(server.pid, systemClock);
    const options = { startTimeout: 20_000, clock: systemClock, signal: undefined, onNote: () => {} };
    const visitor = await startVisitor({ found, text: '1', timeout: 10_000 }, options);
    process.kill(visitor.pid, 'SIGKILL');
    await until(() => identity(visitor.pid) === null);
    const going = visitor.go(() => {});
    await assert.rejects(going, { code: 'ATTACH_UNGUARDED' });
    assert.doesNotMatch(server.printed(), inspected);
  });

  test('if it is in another network', asRoot, async (t) => {
    const started = await target('idle', { through: ['unshare', '--net'] }).catch((error: Error) => error);
    if (started instanceof Error) return t.skip(`no network of its own can be made here: ${started.message}`);
    await using server = started;
    await isRefused(server, 'NETWORK_OTHER');
  });

  test('if it is no Node', async () => {
    await using child = held(spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] }));
    await assert.rejects(attach(child.pid ?? 0), { code: 'NOT_A_NODE' });
    child.stdin.end();
    await child.ended;
    assert.deepEqual([child.exitCode, child.signalCode], [0, null]);
  });

  test('if it has ended', async () => {
    const server = await target('idle');
    await server[Symbol.asyncDispose]();
    await assert.rejects(attach(server.pid), { code: 'PROCESS_NOT_FOUND' });
  });

  test('if that was called off before', async () => {
    await using server = await target('idle');
    const reason = new Error('called off');
    await assert.rejects(attach(server.pid, { signal: AbortSignal.abort(reason) }), reason);
    assert.doesNotMatch(server.printed(), inspected);
  });

  test('while another user only holds the name of the lock', asRoot, async (t) => {
    const script = `require('node:net').createServer().on('error', () => process.exit(1))
      .listen('\\0chokepoint-attach', () => console.log('held'))`;
    const nobody = { uid: 65_534, gid: 65_534 };
    let holder: ChildProcess | null = null;
    // An attach of another test may have it for a moment.
    for (let left = 40; left > 0 && holder === null; left--) {
      const child = spawn(process.execPath, ['-e', script], {
        stdio: ['ignore', 'pipe', 'ignore'],
        ...nobody,
      });
      const said = once(child.stdout, 'data').then(() => child);
      const over = once(child, 'close').then(() => null);
      holder = await Promise.race([said, over]).catch(() => null);
    }
    if (holder === null) return t.skip('another user cannot hold it here');
    try {
      assert.equal(await alone(() => Promise.resolve('alone'), 50, systemClock), 'alone');
    } finally {
      holder.kill('SIGKILL');
    }
  });

  test('while another chokepoint attaches', async () => {
    const module = JSON.stringify(join(import.meta.dirname, '../../../src/observe/attach/lock.ts'));
    const clock = JSON.stringify(join(import.meta.dirname, '../../../src/host/clock.ts'));
    const script = `
      const [{ alone }, { systemClock }] = [await import(${module}), await import(${clock})];
      await alone(async () => console.log('alone'), 50, systemClock).catch(({ code }) => console.log(code));`;
    const said = await alone(
      async () => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const [text] = (await once(child.stdout, 'data')) as [Buffer];
        return String(text).trim();
      },
      60_000,
      systemClock,
    );
    assert.equal(said, 'ATTACH_BUSY');
  });
});

suite('An inspector that others can reach', { skip }, () => {
  test('is closed at once, without the probe, where nothing told of it before', async () => {
    const port = await freePort();
    await using server = await target('titled', { options: [`--inspect-port=0.0.0.0:${port}`] });
    const before = belongings(server.pid);
    await assert.rejects(attach(server.pid), {
      code: 'INSPECTOR_NOT_LOCAL',
      message: new RegExp(`0\\.0\\.0\\.0:${port}, so it was closed`),
    });
    assert.equal(openings(server), 1);
    assert.equal(isOpen(server.pid, port), false);
    assert.deepEqual(belongings(server.pid), before);
    assert.equal(await answer(server.port), 'well');
  });

  test('is left open where it was before, and a note says so', async () => {
    await using server = await target('idle', { options: ['--inspect=0.0.0.0:0'] });
    const codes: string[] = [];
    await using link = await attach(server.pid, { onNote: ({ code }) => codes.push(code) });
    assert.equal(link.visit?.wasOpen, true);
    assert.deepEqual(codes, ['note.inspector-public']);
  });
});

suite('A process with a probe', { skip }, () => {
  test('is examined in time though it answers slowly at a hundred ports', { timeout: 60_000 }, async () => {
    await using server = await target('flooding', { options: ['--inspect=0'] });
    await until(() => belongings(server.pid).ports.length > 100);
    const found = await requireAttachable(server.pid, systemClock);
    assert.equal(found.open, null);
  });

  for (const [state, why] of [
    ['forging', /./],
    ['speechless', /gave no known answer/],
  ] as const)
    test(`is refused one if it answers with anything but what it is asked for (${state})`, async () => {
      await using server = await target(state);
      const before = belongings(server.pid);
      await assert.rejects(attach(server.pid), { code: 'PROBE_REFUSED', why });
      await until(() => belongings(server.pid).threads === before.threads);
      assert.deepEqual(belongings(server.pid), before);
      assert.equal(await answer(server.port), 'well');
    });

  test('takes no second one', async () => {
    await using server = await inspectable('idle');
    await using link = await attach(server.pid);
    await assert.rejects(attach(server.pid), { code: 'PROBE_PRESENT' });
    assert.equal(link.isClosed, false);
    assert.equal(await answer(server.port), 'well');
  });
});
