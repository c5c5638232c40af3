import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { processTree } from '../../../src/host/processes.ts';
import { openDoor, rootOf } from '../../../src/observe/attach/door.ts';
import { until } from './targets.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };
const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

/** A folder of this machine, and a file in it that is root's alone. */
function canary(): Disposable & { readonly folder: string; readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-door-'));
  chmodSync(folder, 0o755);
  const file = join(folder, 'canary');
  writeFileSync(file, 'secret', { mode: 0o600 });
  return { folder, file, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

/** A process in a mount namespace of its own; null, with the test skipped, where none can be made. */
async function contained(t: TestContext, script: string, words: readonly string[]) {
  const child: ChildProcess = spawn('unshare', ['--mount', 'sh', '-ec', script, 'sh', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => (text += String(chunk)));
  child.stdout?.on('data', (chunk: Buffer) => (text += String(chunk)));
  const ended = once(child, 'exit').catch((error: Error) => (text += error.message));
  await Promise.race([ended, until('it is ready', () => text.includes('ready'))]);
  if (!text.includes('ready')) {
    t.skip(`no mount namespace can be made here: ${text}`);
    return null;
  }
  const pid = child.pid ?? 0;
  return {
    pid,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

suite('For a container of another user root makes nothing', { skip: !isRoot && 'only root can' }, () => {
  test('where its /tmp is a link to a folder of this machine', async (t) => {
    using host = canary();
    chmodSync(host.folder, 0o777);
    using place = canary();
    const script = `
      mount -t tmpfs none "$1"
      for each in bin lib lib64 usr; do
        if [ -L /$each ]; then cp -P /$each "$1/$each"
        elif [ -d /$each ]; then mkdir "$1/$each"; mount --bind /$each "$1/$each"; fi
      done
      ln -s "$2" "$1/tmp"
      exec chroot --userspec=65534:65534 "$1" sh -c 'echo ready; exec sleep 1000'`;
    await using target = await contained(t, script, [place.folder, host.folder]);
    if (!target) return;
    const root = rootOf(target.pid);
    assert.equal(root, `/proc/${target.pid}/root`);
    await assert.rejects(
      openDoor(() => {}, { owner: nobody, root }),
      /links are not followed/,
    );
    assert.deepEqual(readdirSync(host.folder), ['canary']);
    assert.equal(statSync(host.file).uid, 0);
  });

  test('and changes nothing where its user puts links in the place of what is made', async (t) => {
    using host = canary();
    const racer = `
      const fs = require('node:fs');
      const swapped = new Set();
      process.stdout.write('ready');
      for (;;) for (const name of fs.readdirSync('/tmp')) {
        if (!name.startsWith('chokepoint-') || swapped.has(name)) continue;
        try {
          fs.renameSync('/tmp/' + name, '/tmp/old-' + name);
          swapped.add(name);
          fs.mkdirSync('/tmp/' + name, { mode: 0o700 });
          fs.symlinkSync(process.argv[1], '/tmp/' + name + '/probe');
        } catch {}
      }`;
    const script = `mount -t tmpfs -o mode=0777 none /tmp; exec ${asNobody.join(' ')} "$@"`;
    const words = [process.execPath, '-e', racer, host.file];
    await using target = await contained(t, script, words);
    if (!target) return;
    const root = rootOf(target.pid);
    let swapped: string[] = [];
    for (let round = 0; round < 10; round++) {
      const door = await openDoor(() => {}, { owner: nobody, root }).catch(() => null);
      await door?.[Symbol.asyncDispose]();
      swapped = readdirSync(join(root, 'tmp')).filter((name) => name.startsWith('old-'));
    }
    assert.ok(swapped.length > 0, 'it was quick enough');
    const { uid, gid, mode } = statSync(host.file);
    assert.deepEqual([uid, gid, mode & 0o777], [0, 0, 0o600]);
    assert.equal(readFileSync(host.file, 'utf8'), 'secret');
    for (const name of readdirSync(join(root, 'tmp'), { recursive: true, encoding: 'utf8' })) {
      assert.equal(lstatSync(join(root, 'tmp', name)).uid, nobody.uid, name);
    }
  });
});

suite('The folder in which a probe calls', { skip: process.platform !== 'linux' && 'Linux' }, () => {
  for (const [title, owner] of [
    ['its own', { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }],
    ["another user's", nobody],
  ] as const) {
    test(
      `is removed if this process is killed, for ${title} process`,
      { skip: !isRoot && 'not root' },
      async () => {
        const module = JSON.stringify(join(import.meta.dirname, '../../../src/observe/attach/door.ts'));
        const code = `
        const { openDoor } = await import(${module});
        const door = await openDoor(() => {}, { owner: ${JSON.stringify(owner)}, root: '' });
        console.log(door.path);
        setInterval(() => {}, 1000);`;
        const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const ended = once(child, 'exit');
        const [path] = (await once(child.stdout, 'data')) as [Buffer];
        const socket = String(path).trim();
        const { uid, mode } = statSync(socket);
        assert.deepEqual([uid, mode & 0o777], [owner.uid, 0o600]);
        assert.deepEqual(statSync(join(socket, '..')).mode & 0o777, 0o700);
        child.kill('SIGKILL');
        await ended;
        await until('its folder is gone', () => !existsSync(join(socket, '..')));
      },
    );
  }

  test(
    'is removed too, and the call ended, if this process is killed before it has taken a call',
    { skip: !isRoot && 'not root' },
    async () => {
      const module = JSON.stringify(join(import.meta.dirname, '../../../src/observe/attach/door.ts'));
      const code = `
        const { openDoor } = await import(${module});
        const door = await openDoor(() => {}, { owner: ${JSON.stringify(nobody)}, root: '' });
        require('node:fs').writeSync(1, door.path);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`;
      const child = spawn(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `import { createRequire } from 'node:module'; const require = createRequire('/');${code}`,
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const ended = once(child, 'exit');
      const [path] = (await once(child.stdout, 'data')) as [Buffer];
      const socket = String(path).trim();
      const keeper = processTree(child.pid ?? 0).find((pid) => pid !== child.pid) ?? 0;
      const sockets = () =>
        readdirSync(`/proc/${keeper}/fd`).filter((fd) => {
          try {
            return readlinkSync(`/proc/${keeper}/fd/${fd}`).startsWith('socket:');
          } catch {
            return false; // closed meanwhile
          }
        }).length;
      const before = sockets();
      const call = connect(socket);
      const over = once(call.resume(), 'close');
      await until('the call is held by the one who keeps the folder', () => sockets() > before);
      child.kill('SIGKILL');
      await ended;
      await until('its folder is gone', () => !existsSync(join(socket, '..')));
      await until('nobody keeps it', () => !existsSync(`/proc/${keeper}`));
      await over;
    },
  );
});
