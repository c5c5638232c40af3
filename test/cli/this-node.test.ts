import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { chosenNode } from '../../src/cli/another-node.ts';
import { isSuitable } from '../../src/cli/this-node.ts';
import { usersPath } from '../../src/host/tools.ts';
import { accepting } from '../kit/localhost.ts';
import { until } from '../kit/until.ts';
import { entry, finished, freePort, place, root } from './chokepoint.ts';

const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>;

/** The Node of the machine, which has started npm; null if it is new enough. */
function olderNode(): string | null {
  try {
    const ask = ['-p', 'process.versions.node + " " + process.execPath'];
    const env = { ...process.env, PATH: usersPath() };
    const [version = '', path = ''] = execFileSync('node', ask, { env, encoding: 'utf8' }).trim().split(' ');
    return isSuitable(version) ? null : path;
  } catch {
    return null;
  }
}

suite('chokepoint runs', () => {
  test('on Node 22.13, 23.4 and newer, where node:sqlite needs no flag', () => {
    for (const version of ['18.20.8', '20.20.2', '22.12.0', '23.3.0'])
      assert.equal(isSuitable(version), false, version);
    for (const version of ['22.13.0', '22.22.2', '23.4.0', '24.0.0', '26.10.0'])
      assert.equal(isSuitable(version), true, version);
  });

  test('on the Node of the checkout where it has to start another one: the one that the tests run on', () => {
    assert.equal(chosenNode, json('checkout-node/package.json')['version']);
    assert.ok(isSuitable(chosenNode));
  });

  test('without a complaint of npm from Node 20 on', () => {
    assert.deepEqual(json('package.json')['engines'], { node: '>=20' });
  });
});

const older = olderNode();
const skip = older === null ? "the machine's own Node is new enough" : false;
const onOlder = (folder: string, args: readonly string[]) =>
  spawn(older ?? '', [entry, ...args], { cwd: folder, env: { ...process.env, NO_COLOR: '1' } });

suite('On a Node that is too old', { skip }, () => {
  test('--version, --help and the help of a verb need no other one', () => {
    for (const args of [
      ['--version'],
      ['--help'],
      ['sweep', '--help'],
      ['help', 'doctor'],
      ['--help', '--lang', 'ko'],
    ]) {
      const { status, stderr, stdout } = spawnSync(older ?? '', [entry, ...args], { encoding: 'utf8' });
      assert.equal(stderr, '', args.join(' '));
      assert.equal(status, 0);
      assert.notEqual(stdout, '');
    }
  });

  test('a command runs on another one, says so in one line, and has its exit code', async () => {
    using here = place();
    const fine = await finished(onOlder(here.folder, ['runs', 'list', '--json']));
    assert.match(
      fine.stderr,
      /^Node \d+\S+ is too old for chokepoint itself\. It runs on Node 26\.\d+\.\d+ \(of this checkout\).*\n$/,
    );
    assert.deepEqual(JSON.parse(fine.stdout), { schema: 1, runs: [], reports: [] });
    assert.equal(fine.code, 0);
    const wrong = await finished(onOlder(here.folder, ['runs', 'show', 'nothing', '--no-color']));
    assert.match(wrong.stderr, /^Node .*\nerror: /);
    assert.equal(wrong.code, 2);
  });

  for (const [signal, how] of [
    ['SIGTERM', 'hands a signal on'],
    ['SIGKILL', 'is missed when it is killed'],
  ] as const)
    test(`the process that was started ${how}, and the server of chokepoint ends`, async () => {
      using here = place();
      const port = await freePort();
      const child = onOlder(here.folder, ['serve', 'pool-size', '--port', String(port)]);
      const ended = once(child, 'exit');
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (text += String(chunk)));
      await until(() => text.includes(`:${port}`) || child.exitCode !== null);
      assert.equal(await isFree(port), false, text);
      child.kill(signal);
      await ended;
      await until(() => isFree(port));
    });
});

async function isFree(port: number): Promise<boolean> {
  try {
    await using server = await accepting(() => {}, '127.0.0.1', port);
    return server.port === port;
  } catch {
    return false;
  }
}
