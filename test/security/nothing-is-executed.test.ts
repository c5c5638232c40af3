import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { assertEach } from '../kit/assert.ts';
import { emptyPlace } from '../kit/place.ts';
import { held } from '../kit/process.ts';
import { knownBuild } from '../../src/host/binary/build.ts';
import { releaseOf } from '../../src/host/binary/release.ts';
import { findProgram } from '../../src/host/tools.ts';
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

interface HostileOptions {
  readonly uid?: number;
  /** A program that starts it. */
  readonly through?: readonly string[];
  readonly name?: string;
}

interface Hostile extends AsyncDisposable {
  readonly pid: number;
  /** How often it was started besides the once by the test. */
  readonly starts: () => number;
}

const compiled = { skip: findProgram('cc') === null && 'there is no C compiler here' };

/** A hostile program under the name `node`, running. */
async function hostile({ uid, through = [], name = 'node' }: HostileOptions = {}): Promise<Hostile> {
  // Another user may not come into the home folder.
  const place = mkdtempSync(uid === undefined ? join(folder, 'hostile-') : elsewhere);
  const binary = join(place, name);
  const started = join(place, 'started');
  const source = join(import.meta.dirname, 'hostile-node.c');
  const defined = `-DSTARTED="${started}"`;
  const flags = ['-O0', '-no-pie', '-rdynamic', '-Wl,--build-id', defined, '-o', binary, source];
  execFileSync('cc', flags, { stdio: 'ignore' });
  if (uid !== undefined) for (const path of [place, binary]) chownSync(path, uid, uid);
  const [program, ...words] = [...through, binary, 'serve'];
  const child = spawn(program, words, {
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
    for (const found of [nodeTree(pid), treeMembers(pid)]) assertEach(found, (one) => one.pid, [pid]);
    assert.equal(inspectProcess(pid, [], 0)?.node, null);
    const args = [main, 'doctor', '--pid', String(pid), '--for', '1s', '--try-binary'];
    spawnSync(process.execPath, args, { stdio: 'ignore', timeout: 60_000, cwd: place });
    assert.throws(() => readFileSync(canary), /ENOENT/, 'the script was run');
  });

  test('without consent, however much it looks like Node', compiled, async () => {
    await using server = await hostile();
    assertEach(nodeTree(server.pid), ({ pid }) => pid, [server.pid]);
    using open = await openSampler(server.pid);
    assert.match(reason(open), /^PEEK_UNTRIED: .*unseen\.untried/);
    assert.equal(server.starts(), 0);
  });

  const tried = 'with consent, where only root and this user could have written it: then it is tried';
  test(tried, compiled, async (t) => {
    await using server = await hostile();
    using open = await openSampler(server.pid, { mayTry: true });
    if (/unseen\.(?:writable|other-sandbox)/.test(reason(open))) return t.skip(reason(open));
    assert.match(reason(open), /^PEEK_UNTRIED: .*unseen\.test-not-started/);
    assert.equal(server.starts(), 1);
  });

  /** Also with consent it is not started. */
  async function isRefused(says: RegExp, options: HostileOptions): Promise<void> {
    await using server = await hostile(options);
    using open = await openSampler(server.pid, { mayTry: true });
    assert.match(reason(open), says);
    assert.equal(server.starts(), 0);
  }

  test('with consent, where another user could have written it', compiled, async (t) => {
    if (!isRoot) return t.skip('only root can make files of another user');
    await isRefused(/unseen\.writable/, { uid: 65_534 });
  });

  test('with consent, where it is not called as Node is: it may be an application', compiled, () =>
    isRefused(/^PEEK_PACKED/, { name: 'my-service' }),
  );

  const sandboxes: [name: string, through: string[], says: RegExp][] = [
    ['mounts', ['unshare', '--mount'], /other-sandbox.*mnt/],
    ['users', ['unshare', '--user', '--map-root-user'], /other-sandbox.*user/],
    ['a network', ['unshare', '--net'], /other-sandbox.*net/],
    ['fewer rights to gain', ['setpriv', '--no-new-privs'], /other-sandbox.*privileges/],
  ];
  for (const [name, through, says] of sandboxes) {
    test(`with consent, where the process has ${name} of its own`, compiled, async (t) => {
      const [program = '', ...words] = through;
      const can = spawnSync(program, [...words, 'true'], { encoding: 'utf8' });
      if (can.status !== 0) return t.skip(`${through.join(' ')} is not possible here: ${can.stderr}`);
      await isRefused(says, { through });
    });
  }
});

suite('An official build is known without being started', { skip: isHere }, () => {
  test('by its build id: the one that runs this is in the table', () => {
    const known = knownBuild(buildIdOf(process.execPath))?.node;
    assert.equal(known, process.versions.node, 'after a new Node: npm run bench -- builds --write');
  });

  test('also under another name, and its pool is read', async () => {
    using here = emptyPlace('renamed');
    const binary = join(here.folder, 'my-service');
    copyFileSync(process.execPath, binary);
    await using server = await target(binary, ['idle']);
    using open = await openSampler(server.pid);
    const subject = { node: process.versions.node, peek: { source: 'build' } };
    assert.partialDeepStrictEqual(open.subject, subject);
  });

  test('and a build without an entry says its version, and no more', async () => {
    const binary = join(mkdtempSync(join(folder, 'unknown-')), 'node');
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
