import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { started } from '../../kit/process.ts';
import { emptyPlace, type EmptyPlace } from '../../kit/place.ts';
import { processTree } from '../../../src/host/processes.ts';
import { openPrivateSocket, rootOf } from '../../../src/observe/attach/private-socket.ts';
import { startNode } from '../../kit/targets.ts';
import { until } from '../../kit/until.ts';

const skip = (process.platform !== 'linux' || process.getuid?.() !== 0) && 'only root on Linux can';
const byRoot = { skip };
const nobody = { uid: 65_534, gid: 65_534 };
const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

/** A folder of this machine, and a file in it that is root's alone. */
function canary(): EmptyPlace & { readonly file: string } {
  const place = emptyPlace('door');
  const { folder } = place;
  chmodSync(folder, 0o755);
  const file = join(folder, 'canary');
  writeFileSync(file, 'secret', { mode: 0o600 });
  return { ...place, file };
}

/** A process in a mount namespace of its own; null, with the test skipped, where none can be made. */
async function contained(t: TestContext, script: string, words: readonly string[]) {
  const child = spawn('unshare', ['--mount', 'sh', '-ec', script, 'sh', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const found = await started(child, /(ready)/).catch((error: Error) => error);
  if (!(found instanceof Error)) return found;
  t.skip(`no mount namespace can be made here: ${found.message}`);
  return null;
}

suite('For a container of another user root makes nothing', { skip }, () => {
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
    const opening = openPrivateSocket(() => {}, { owner: nobody, root });
    await assert.rejects(opening, /links are not followed/);
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
      const door = await openPrivateSocket(() => {}, { owner: nobody, root }).catch(() => null);
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

/** A process that has opened a private socket for `owner`, has said where, and goes on with `then`. */
function opened(owner: object, then: string) {
  const module = JSON.stringify(join(import.meta.dirname, '../../../src/observe/attach/private-socket.ts'));
  const code = `
    import { writeSync } from 'node:fs';
    const { openPrivateSocket } = await import(${module});
    const door = await openPrivateSocket(() => {}, { owner: ${JSON.stringify(owner)}, root: '' });
    writeSync(1, door.path + '\\n');
    ${then}`;
  return startNode(['--input-type=module', '-e', code]);
}

suite('The folder in which a probe calls', () => {
  for (const [title, owner] of [
    ['its own', { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }],
    ["another user's", nobody],
  ] as const) {
    test(`is removed if this process is killed, for ${title} process`, { skip }, async () => {
      await using caller = await opened(owner, 'setInterval(() => {}, 1000);');
      const socket = caller.first;
      const { uid, mode } = statSync(socket);
      assert.deepEqual([uid, mode & 0o777], [owner.uid, 0o600]);
      assert.deepEqual(statSync(join(socket, '..')).mode & 0o777, 0o700);
      caller.child.kill('SIGKILL');
      await until(() => caller.hasEnded() && !existsSync(join(socket, '..')));
    });
  }

  test('is removed too, and the call ended, if it is killed before it has taken a call', byRoot, async () => {
    // It never takes the call: its main thread waits for good.
    const waits = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
    await using caller = await opened(nobody, waits);
    const { pid: own, first: socket } = caller;
    const keeper = processTree(own).find((pid) => pid !== own) ?? 0;
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
    await until(() => sockets() > before);
    caller.child.kill('SIGKILL');
    await until(() => !existsSync(join(socket, '..')) && !existsSync(`/proc/${keeper}`));
    await over;
  });
});
