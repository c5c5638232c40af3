import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test, type TestContext } from 'node:test';
import { emptyPlace } from '../kit/place.ts';
import { held } from '../kit/process.ts';
import { knownBuild } from '../../src/host/binary/build.ts';
import { releaseOf } from '../../src/host/binary/release.ts';
import { buildIdOf } from '../../src/host/binary/elf.ts';
import { openSampler } from '../../src/observe/external/process-snapshot.ts';
import { nodeTree, treeMembers } from '../../src/observe/session/process-tree.ts';
import { inspectProcess } from '../../src/host/processes.ts';
import { target } from '../observe/external/targets.ts';

const isHere = process.platform === 'linux' ? false : 'only Linux shows a process from outside';
const isRoot = process.getuid?.() === 0;
/** Nobody else may write it or a folder above it, where that is so of the home folder. */
const folder = mkdtempSync(join(homedir(), '.chokepoint-test-'));
const elsewhere = join(tmpdir(), 'chokepoint-hostile-');
after(() => rmSync(folder, { recursive: true }));
const main = join(import.meta.dirname, '../../src/cli/main.ts');

interface Hostile extends AsyncDisposable {
  readonly pid: number;
  /** How often it was started besides the once by the test. */
  readonly starts: () => number;
}

/** A hostile program under the name `node`, running; null where there is no compiler. */
async function hostile(
  t: TestContext,
  options: { uid?: number; through?: readonly string[]; name?: string } = {},
): Promise<Hostile | null> {
  // Another user may not come into the home folder.
  const place = mkdtempSync(options.uid === undefined ? join(folder, 'hostile-') : elsewhere);
  const binary = join(place, options.name ?? 'node');
  const started = join(place, 'started');
  const source = join(import.meta.dirname, 'hostile-node.c');
  const flags = ['-O0', '-no-pie', '-Wl,--build-id', `-DSTARTED="${started}"`, '-o', binary, source];
  if (spawnSync('cc', flags, { stdio: 'ignore' }).status !== 0) {
    t.skip('there is no C compiler here');
    return null;
  }
  const { uid } = options;
  if (uid !== undefined) for (const path of [place, binary]) chownSync(path, uid, uid);
  const [program = '', ...words] = options.through ?? [];
  const child = spawn(program || binary, program ? [...words, binary, 'serve'] : ['serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  const running = held(child);
  await Promise.race([once(child.stdout, 'data'), running.ended]);
  assert.equal(child.exitCode, null, 'the hostile program runs');
  return {
    pid: child.pid ?? 0,
    starts: () => readFileSync(started, 'utf8').split('\n').length - 2,
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      rmSync(place, { recursive: true });
    },
  };
}

const reason = (open: Awaited<ReturnType<typeof openSampler>>) =>
  open.subject.peek.ok ? 'believed' : `${open.subject.peek.code}: ${JSON.stringify(open.subject.peek.why)}`;

suite('Nothing of a target is executed', { skip: isHere }, () => {
  test('when its file was replaced by a script: not for its version, nor for its layout, nor by the doctor', async () => {
    const place = mkdtempSync(join(folder, 'swapped-'));
    const [binary, canary] = [join(place, 'node'), join(place, 'canary')];
    copyFileSync('/bin/sleep', binary);
    await using child = held(spawn(binary, ['60'], { stdio: 'ignore' }));
    await once(child, 'spawn');
    const script = join(place, 'script');
    writeFileSync(script, `#!/bin/sh\nenv > ${canary}\necho v99.0.0\n`, { mode: 0o755 });
    renameSync(script, binary);
    const pid = child.pid ?? 0;
    for (const found of [nodeTree(pid), treeMembers(pid)])
      assert.deepEqual(
        found.map((one) => one.pid),
        [pid],
      );
    assert.equal(inspectProcess(pid, [], 0)?.node, null);
    const options = { stdio: 'ignore', timeout: 60_000, cwd: place } as const;
    spawnSync(
      process.execPath,
      [main, 'doctor', '--pid', String(pid), '--for', '1s', '--try-binary'],
      options,
    );
    assert.throws(() => readFileSync(canary), /ENOENT/, 'the script was run');
  });

  test('without consent, however much it looks like Node', async (t) => {
    await using server = await hostile(t);
    if (!server) return;
    assert.deepEqual(
      nodeTree(server.pid).map(({ pid }) => pid),
      [server.pid],
    );
    using open = await openSampler(server.pid);
    assert.match(reason(open), /^PEEK_UNTRIED: .*unseen\.untried/);
    assert.equal(server.starts(), 0);
  });

  test('with consent, where only root and this user could have written it: then it is tried', async (t) => {
    await using server = await hostile(t);
    if (!server) return;
    using open = await openSampler(server.pid, { mayTry: true });
    if (/unseen\.(?:writable|other-sandbox)/.test(reason(open))) return t.skip(reason(open));
    assert.match(reason(open), /^PEEK_UNTRIED: .*unseen\.test-not-started/);
    assert.equal(server.starts(), 1);
  });

  test('with consent, where another user could have written it', async (t) => {
    if (!isRoot) return t.skip('only root can make files of another user');
    await using server = await hostile(t, { uid: 65_534 });
    if (!server) return;
    using open = await openSampler(server.pid, { mayTry: true });
    assert.match(reason(open), /unseen\.writable/);
    assert.equal(server.starts(), 0);
  });

  const sandboxes: [name: string, through: string[], says: RegExp][] = [
    ['mounts', ['unshare', '--mount'], /other-sandbox.*mnt/],
    ['users', ['unshare', '--user', '--map-root-user'], /other-sandbox.*user/],
    ['a network', ['unshare', '--net'], /other-sandbox.*net/],
    ['fewer rights to gain', ['setpriv', '--no-new-privs'], /other-sandbox.*privileges/],
  ];
  for (const [name, through, says] of sandboxes) {
    test(`with consent, where the process has ${name} of its own`, async (t) => {
      const [program = '', ...words] = through;
      const can = spawnSync(program, [...words, 'true'], { encoding: 'utf8' });
      if (can.status !== 0) return t.skip(`${through.join(' ')} is not possible here: ${can.stderr}`);
      await using server = await hostile(t, { through });
      if (!server) return;
      using open = await openSampler(server.pid, { mayTry: true });
      assert.match(reason(open), says);
      assert.equal(server.starts(), 0);
    });
  }

  test('with consent, where it is not called as Node is: it may be an application', async (t) => {
    await using server = await hostile(t, { name: 'nodejs' });
    if (!server) return;
    // A name of Node's; what has another is no target at all unless it exports Node's own functions.
    using open = await openSampler(server.pid);
    assert.match(reason(open), /^PEEK_UNTRIED/);
    assert.equal(server.starts(), 0);
  });
});

suite('An official build is known without being started', { skip: isHere }, () => {
  test('by its build id: the one that runs this is in the table', () => {
    assert.equal(
      knownBuild(buildIdOf(process.execPath))?.node,
      process.versions.node,
      'after a new Node: npm run bench -- builds --write',
    );
  });

  test('also under another name, and its pool is read', async () => {
    using here = emptyPlace('renamed');
    const binary = join(here.folder, 'my-service');
    copyFileSync(process.execPath, binary);
    await using server = await target(binary, ['idle']);
    using open = await openSampler(server.pid);
    const { peek, node } = open.subject;
    assert.equal(node, process.versions.node);
    assert.equal(peek.ok && peek.source, 'build');
  });

  test('and a build without an entry says its version, and no more', async () => {
    const place = mkdtempSync(join(folder, 'unknown-'));
    const binary = join(place, 'node');
    mkdirSync(place, { recursive: true });
    const bytes = readFileSync(process.execPath);
    const id = Buffer.from(buildIdOf(process.execPath) ?? '', 'hex');
    const at = bytes.indexOf(id);
    assert.ok(at > 0);
    bytes.writeUInt8(id[0] === 0 ? 1 : 0, at);
    writeFileSync(binary, bytes, { mode: 0o755 });
    assert.equal(releaseOf(binary), process.versions.node);
    assert.equal(execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim(), process.version);
    await using server = await target(binary, ['idle']);
    using open = await openSampler(server.pid);
    assert.match(reason(open), /^PEEK_UNTRIED: .*unseen\.untried/);
    assert.equal(open.subject.node, process.versions.node);
  });
});
