import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { assertNone } from '../../kit/assert.ts';
import { environment } from '../../kit/environment.ts';
import { emptyPlace } from '../../kit/place.ts';
import type { ProbeLink } from '../../../src/observe/attach/link.ts';
import { listenForProbes } from '../../../src/observe/attach/listen.ts';
import { payload } from '../../../src/observe/attach/payload.ts';
import { probeSocketOf } from '../../../src/observe/attach/socket.ts';
import { processTree } from '../../../src/host/processes.ts';
import { onEachNode, whyNoSockets as skip } from '../../kit/nodes.ts';
import { until } from '../../kit/until.ts';
import { answer, belongings, target } from './targets.ts';

/** Listens, and keeps who calls. */
async function listening(options = '') {
  const links: ProbeLink[] = [];
  const listener = await listenForProbes((link) => links.push(link), options);
  const socketPath = listener.environment.CHOKEPOINT_PROBE_SOCKET;
  return { ...listener, socketPath, links, first: (count: number) => until(() => links.length >= count) };
}

suite('A command that is started with the probe', { skip }, async () => {
  await onEachNode(({ label, binary }) => {
    test(`calls by itself on Node ${label}`, async () => {
      await using listener = await listening();
      await using server = await target('idle', { binary, env: listener.environment });
      await listener.first(1);
      const [link] = listener.links;
      assert.ok(link);
      const hello = { pid: server.pid, node: label, entry: 'flag' };
      assert.partialDeepStrictEqual({ hello: link.hello, visit: link.visit }, { hello, visit: null });
      await new Promise<void>((resolve) => link.onMessage(({ type }) => type === 'reading' && resolve()));
      const during = belongings(server.pid).threads;
      link.close();
      await until(() => belongings(server.pid).threads < during);
      assert.equal(await answer(server.port), 'well');
    });
  });

  test('calls from each of its Node processes', async () => {
    await using listener = await listening();
    await using server = await target('children', { env: listener.environment });
    await listener.first(3);
    const { links } = listener;
    await until(() => (server.printed().match(/ready/g)?.length ?? 0) === 3);
    assert.deepEqual(new Set(links.map(({ hello }) => hello.pid)), new Set(processTree(server.pid)));
    for (const link of links) link.close();
  });

  /** What a Node with these words prints, started with the probe. */
  async function printed(listener: { environment: NodeJS.ProcessEnv }, ...words: string[]): Promise<string> {
    const env = { ...process.env, ...listener.environment };
    const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    for await (const chunk of child.stdout) text += String(chunk);
    return text;
  }

  test('keeps the options that it has, and takes a path with spaces and quotes', async () => {
    using here = emptyPlace('listen');
    const { folder } = here;
    const odd = join(folder, 'a "b\\ c');
    mkdirSync(odd);
    using _ = environment({ TMPDIR: odd });
    await using listener = await listening('--title=kept');
    assert.ok(listener.socketPath.startsWith(odd));
    assert.equal(await printed(listener, '-p', 'process.title'), 'kept\n');
  });

  test('is not held by it, and does not start a probe in its threads', async () => {
    await using listener = await listening();
    const script = `new (require('worker_threads').Worker)('1', { eval: true }).on('exit', () => console.log('over'))`;
    assert.equal(await printed(listener, '-e', script), 'over\n');
  });
});

suite('Where probes call', { skip }, () => {
  test('is open to its user alone, and gone when it is over', async () => {
    const listener = await listening();
    const folder = join(listener.socketPath, '..');
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(statSync(listener.socketPath).mode & 0o777, 0o600);
    await listener[Symbol.asyncDispose]();
    assert.equal(existsSync(folder), false);
    assert.deepEqual(listener.links, []);
  });

  test('what is no probe is not let in', async () => {
    const listener = await listening();
    for (const line of [
      'GET / HTTP/1.1\r\n\r\n',
      '{"type":"reading"}\n',
      '{"type":"hello","schema":2}\n',
      'null\n',
    ]) {
      const socket = connect(listener.socketPath);
      const over = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      socket.on('error', () => {}).write(line);
      await over;
    }
    await listener[Symbol.asyncDispose]();
    assert.deepEqual(listener.links, []);
  });
});

suite('A process that was started with chokepoint/probe', { skip }, async () => {
  const register = join(import.meta.dirname, '../../../src/observe/probe/register.cts');

  test('is asked at its own socket, again and again', async () => {
    using here = emptyPlace('socket');
    const env = { TMPDIR: here.folder };
    await using server = await target('idle', { options: ['--require', register], env });
    const socket = join(here.folder, `chokepoint-${process.getuid?.()}`, `${server.pid}.sock`);
    await until(() => existsSync(socket));
    for (let visit = 0; visit < 2; visit++) {
      const link = await probeSocketOf(server.pid);
      assert.equal(link?.hello.pid, server.pid);
      assert.equal(link.hello.entry, 'flag');
      link.close();
    }
    // A folder that others may write to can hold anybody's socket.
    chmodSync(join(socket, '..'), 0o777);
    assert.equal(await probeSocketOf(server.pid), null);
  });

  test('has no socket if it was not', async () => {
    await using server = await target('idle');
    assert.equal(await probeSocketOf(server.pid), null);
  });
});

suite('What runs in a process', { skip }, async () => {
  test('can be read before, and says on top what it does', () => {
    assert.match(payload(), /^\/\/ What chokepoint runs in a process/);
    assertNone(payload().split('\n'), (line) => line.length >= 500, 'no program hides in a line');
  });

  await onEachNode(({ label, binary }) => {
    test(`is one text that needs no file, and is for one process, on Node ${label}`, () => {
      // As its standard input: a word of a command has at most 128 KiB.
      const said = execFileSync(binary, ['-p'], { cwd: '/', encoding: 'utf8', input: payload() });
      const { why, ...rest } = JSON.parse(said) as Record<string, unknown>;
      assert.deepEqual(rest, { ok: false, isOther: true });
      assert.match(String(why), /^\d+$/);
    });
  });
});
