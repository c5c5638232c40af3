import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { onEachNode, whyNoSockets as skip } from '../../kit/nodes.ts';
import { until } from '../../kit/until.ts';
import { Ear, Folder, Target, threads, Voice } from './probes.ts';

const folder = new Folder();

const uid = process.getuid?.() ?? 0;

/** A script in a folder of its own. */
function script(name: string, text: string): string {
  const path = join(mkdtempSync(join(folder.path, 'script-')), name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const cluster = `
const cluster = require('node:cluster');
const fs = require('node:fs');
if (cluster.isPrimary) for (let worker = 0; worker < 2; worker++) cluster.fork();
else setInterval(() => fs.stat('/', () => {}), 20);
process.send?.({ did: 'start' });`;

const modules = `
import { stat } from 'node:fs';
setInterval(() => stat('/', () => {}), 20);
process.send({ did: 'start' });`;

suite('Started with a process, the probe', { skip, concurrency: 3 }, async () => {
  await onEachNode(({ label, binary }) => {
    test(`listens for whoever comes, if that is its user, and takes its socket along: Node ${label}`, async () => {
      const temporary = mkdtempSync(join(folder.path, 'tmp-'));
      const own = join(temporary, `chokepoint-${uid}`);
      mkdirSync(own, { mode: 0o700 });
      // Left by one that was killed; no process can have this number.
      const stale = createServer().listen(join(own, '999999999.sock'));
      stale.unref();
      await once(stale, 'listening');
      writeFileSync(join(own, 'notes.txt'), '');
      await using target = await Target.start(binary, {
        flags: ['--require', folder.register],
        env: { TMPDIR: temporary },
      });
      const path = join(own, `${target.pid}.sock`);
      const mode = () => (existsSync(path) ? statSync(path).mode & 0o777 : null);
      await until(() => mode() === 0o600);
      assert.equal(statSync(own).mode & 0o777, 0o700);
      assert.deepEqual(readdirSync(own).toSorted(), ['notes.txt', `${target.pid}.sock`].toSorted());
      stale.close();

      await target.do('use');
      for (let visit = 0; visit < 2; visit++) {
        const voices = [new Voice(connect(path)), new Voice(connect(path))];
        for (const voice of voices) {
          assert.equal((await voice.hello()).pid, target.pid);
          await voice.hear('reading', ({ fast }) => fast.waits.length > 0);
          voice.socket.destroy();
        }
      }
      const count = process.platform === 'linux' ? threads(target.pid) : null;
      await target.do('use');
      if (count !== null) assert.equal(threads(target.pid), count, 'it stays for the next one');
      await target.do('quit');
      assert.equal(await target.end(), 0);
      assert.deepEqual(readdirSync(own), ['notes.txt']);
      assert.equal(target.errors, '');
    });

    test(`does not listen where others could: Node ${label}`, async () => {
      const temporary = mkdtempSync(join(folder.path, 'tmp-'));
      const own = join(temporary, `chokepoint-${uid}`);
      mkdirSync(own, { mode: 0o755 });
      await using target = await Target.start(binary, {
        flags: ['--require', folder.register],
        env: { TMPDIR: temporary },
      });
      const { mark } = await target.do<{ mark: boolean }>('belongings');
      assert.equal(mark, false);
      assert.deepEqual(readdirSync(own), []);
    });

    test(`is in each process of a cluster: Node ${label}`, async () => {
      await using ear = new Ear(folder);
      const options = { CHOKEPOINT_PROBE_SOCKET: ear.path, NODE_OPTIONS: `--require ${folder.register}` };
      await using target = await Target.start(binary, {
        env: options,
        script: script('cluster.cjs', cluster),
      });
      const hellos = await Promise.all([0, 1, 2].map(async (index) => (await ear.voice(index)).hello()));
      const pids = hellos.map(({ pid }) => pid);
      assert.ok(new Set(pids).size === 3 && pids.includes(target.pid));
    });

    test(`is in a program of modules, and in no package manager: Node ${label}`, async () => {
      await using ear = new Ear(folder);
      for (const [name, isIn] of [
        ['app.mjs', true],
        ['npm-cli.js', false],
        ['pm2/lib/Daemon.js', false],
      ] as const) {
        const text = isIn ? modules : `process.send({ did: 'start' }); setInterval(() => {}, 1000);`;
        const path = script(name, text);
        for (const flag of ['--require', '--import']) {
          const calls = ear.voices.length;
          await using target = await Target.start(binary, {
            flags: [flag, folder.register],
            env: { CHOKEPOINT_PROBE_SOCKET: ear.path },
            script: path,
          });
          if (isIn) assert.equal((await (await ear.voice(calls)).hello()).script, path);
          else if (process.platform === 'linux') assert.equal(ear.voices.length, calls, `${target.pid}`);
        }
      }
    });
  });
});
