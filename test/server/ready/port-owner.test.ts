import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { accepting } from '../../kit/localhost.ts';
import { emptyFolder } from '../../kit/place.ts';
import { freePort } from '../../../src/server/launch.ts';
import { findProgram } from '../../../src/host/tools.ts';
import { alive } from '../processes-of.ts';
import { asRoot } from '../../kit/nodes.ts';

const skip = process.platform !== 'linux' && 'only Linux tells whose a socket is';
const asks = join(import.meta.dirname, 'asks.ts');
const folder = emptyFolder('owner');
chmodSync(folder, 0o755);
after(() => {
  for (const pid of alive((environment) => environment.includes('CHOKEPOINT_RUN=test-asks')))
    process.kill(pid, 'SIGKILL');
});

interface Answer {
  readonly ready?: boolean;
  readonly code?: string;
  readonly what?: string;
  readonly why?: string;
  readonly pids: readonly number[];
}

/** What a wait for this server ends with. It does not block: the tests of this file answer at the same time. */
async function asked(
  url: string,
  command: readonly string[],
  user: { uid?: number; gid?: number } = {},
): Promise<Answer> {
  const child = spawn(process.execPath, [asks, url, ...command], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    ...user,
  });
  let [text, complaints] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
  child.stderr.setEncoding('utf8').on('data', (more: string) => (complaints += more));
  await once(child, 'close');
  assert.notEqual(text, '', complaints);
  return JSON.parse(text) as Answer;
}

/** A process of somebody else that listens, and counts who comes. */
const stranger = (host = '127.0.0.1', port = 0) =>
  accepting((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'), host, port);

const node = (program: string) => [process.execPath, '-e', program];
const idle = node('setInterval(() => {}, 1000)');
const answering = (port: number, host = '127.0.0.1') =>
  node(`require('node:http').createServer((q, a) => a.end('well')).listen(${port}, '${host}')`);

suite('Whoever answers in place of the server', { skip }, () => {
  test('is named, and is asked nothing', async () => {
    await using other = await stranger();
    const { code, what } = await asked(`http://127.0.0.1:${other.port}/?token=canary`, idle);
    assert.equal(code, 'PORT_TAKEN');
    assert.match(what ?? '', new RegExp(`no process that the command started: ${process.pid} .*\\(of `));
    assert.equal(other.calls(), 0);
  });

  test('is found at the other address of localhost, too', async (t) => {
    const port = await freePort();
    const started = await stranger('::1', port).catch(() => null);
    if (!started) return t.skip('this machine has no ::1');
    await using other = started;
    const { code } = await asked(`http://localhost:${port}/`, answering(port));
    assert.equal(code, 'PORT_TAKEN');
    assert.equal(other.calls(), 0);
  });
});

suite('The server itself is known where it listens', { skip }, () => {
  for (const host of ['127.0.0.1', '0.0.0.0', '::']) {
    test(`on ${host}`, async () => {
      const port = await freePort();
      assert.equal((await asked(`http://localhost:${port}/`, answering(port, host))).ready, true);
    });
  }

  test('by the child of a shell', async () => {
    const port = await freePort();
    const [file = '', ...args] = answering(port);
    const words = [file, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    assert.equal((await asked(`http://127.0.0.1:${port}/`, ['sh', '-c', `${words} & wait`])).ready, true);
  });

  const setpriv = findProgram('setpriv');
  test('by its user, where it runs as another one, whose files cannot be read', asRoot, async (t) => {
    if (!setpriv) return t.skip('there is no setpriv');
    const launcher = join(folder, 'launcher');
    copyFileSync(setpriv, launcher);
    chmodSync(launcher, 0o4755);
    const as = (uid: number) => [launcher, `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
    const port = await freePort();
    const server = [...as(65_533), ...answering(port)];
    const nobody = { uid: 65_534, gid: 65_534 };
    const found = await asked(`http://127.0.0.1:${port}/`, server, nobody);
    for (const pid of found.pids) process.kill(pid, 'SIGKILL');
    assert.equal(found.ready, true, JSON.stringify(found));

    // And another user's process is not it, though nobody can look into that one either.
    const there = await freePort();
    const foreign = spawn(setpriv, [...as(65_532).slice(1), ...answering(there)], { stdio: 'ignore' });
    try {
      const taken = await asked(`http://127.0.0.1:${there}/`, [...as(65_533), ...idle], nobody);
      for (const pid of taken.pids) process.kill(pid, 'SIGKILL');
      assert.equal(taken.code, 'PORT_TAKEN', JSON.stringify(taken));
      assert.match(taken.what ?? '', /a process of user 65532 that may not be looked at/);
    } finally {
      foreign.kill('SIGKILL');
    }
  });
});
