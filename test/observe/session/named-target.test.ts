/** What is meant by a PID, a port, a number and a name: with real processes. A real PM2 is in test/cli/doctor/pm2-app.system.ts. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { linkSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { identity } from '../../../src/host/processes.ts';
import { listensAt } from '../../../src/observe/session/port-target.ts';
import { findTarget } from '../../../src/observe/session/named-target.ts';
import { pm2AppOf, pm2Apps } from '../../../src/observe/session/pm2-apps.ts';
import { treeMembers } from '../../../src/observe/session/process-tree.ts';
import { assertEach } from '../../kit/assert.ts';
import { asRoot, whyNotLinux as skip } from '../../kit/nodes.ts';
import { emptyPlace } from '../../kit/place.ts';
import { listens as serving, startNode, startProgram } from '../../kit/targets.ts';

const run = (script: string) => startNode(['-e', script]);
/** A parent with two processes of `one` and one of `other`, as PM2 marks them; the first has a child itself. */
const daemon = (one: string, other: string) => `
  const start = (env, script = "console.log('up'); setInterval(() => {}, 1e6)") =>
    require('node:child_process')
      .spawn(process.execPath, ['-e', script], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
      .stdout.once('data', () => ++up === 3 && console.log(up));
  let up = 0;
  start({ name: '${one}', pm_id: '0' }, "require('node:child_process').spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1e6)'], { stdio: 'inherit' })");
  start({ pm2_env: JSON.stringify({ name: '${one}', pm_id: 1 }) });
  start({ name: '${other}', pm_id: '2' });
`;

suite('A process is named by', { skip }, () => {
  test('its PID, whether or not anything listens on a port of that number', () => {
    assert.deepEqual(findTarget({ pid: 4711 }), { pid: 4711, port: null });
  });

  test('a port, or a number that is a port and no PID of a Node process', async () => {
    await using server = await run(serving());
    const port = Number(server.first);
    assert.deepEqual(findTarget({ port }), { pid: server.pid, port });
    assert.deepEqual(findTarget({ number: port }), { pid: server.pid, port });
  });

  test('a number that is the PID of a Node process', async () => {
    await using server = await run(serving());
    assert.deepEqual(findTarget({ number: server.pid }), { pid: server.pid, port: null });
  });

  test('a number that is its PID and its port', async (t) => {
    await using server = await run(serving('process.pid'));
    if (server.first === '0' || server.pid > 65_535) return t.skip(`port ${server.pid} is not to be had`);
    assert.deepEqual(findTarget({ number: server.pid }), { pid: server.pid, port: server.pid });
  });

  test('neither, where the PID is of one Node process and the port of another', async (t) => {
    await using first = await run(serving());
    if (first.pid > 65_535) return t.skip(`there is no port ${first.pid}`);
    await using second = await run(serving(first.pid));
    if (second.first === '0') return t.skip(`port ${first.pid} is not to be had`);
    assert.throws(() => findTarget({ number: first.pid }), { code: 'TARGET_AMBIGUOUS' });
  });

  test('neither, where the port is of somebody who may not be looked at', asRoot, async (t) => {
    const module = JSON.stringify(join(import.meta.dirname, '../../../src/observe/session/named-target.ts'));
    // It becomes another user when all is loaded, and names itself.
    const asking = `
      import(${module}).then(({ findTarget }) => {
        process.setgroups([]), process.setgid(65534), process.setuid(65534);
        process.on('message', () => {
          try { findTarget({ number: process.pid }); process.send('found'); }
          catch (error) { process.send(error.code); }
        });
        console.log(process.pid);
      });`;
    await using own = await run(asking);
    if (own.pid > 65_535) return t.skip(`there is no port ${own.pid}`);
    await using other = await run(serving(own.pid));
    if (other.first === '0') return t.skip(`port ${own.pid} is not to be had`);
    const answer = once(own.child, 'message');
    own.child.send('ask');
    assert.deepEqual((await answer)[0], 'TARGET_AMBIGUOUS');
  });

  test('no number of which there is neither a process nor a port', () => {
    const free = [7, 9, 11, 13].find((number) => identity(number) === null && !listensAt(number)) ?? 0;
    assert.throws(() => findTarget({ number: free || 64_999 }), { code: 'PROCESS_NOT_FOUND' });
  });

  test('the name that PM2 gives its application: all its processes, and what they start', async () => {
    const [one, other] = [`one-${process.pid}`, `other-${process.pid}`];
    await using parent = await run(daemon(one, other));
    const all = pm2Apps().filter(({ daemon: pid }) => pid === parent.pid);
    assertEach(all, ({ name, pids }) => `${name} ${pids.length}`, [`${one} 2`, `${other} 1`]);
    assert.deepEqual(findTarget({ app: one }), { pid: parent.pid, port: null, app: one });
    const [only] = all[1]?.pids ?? [];
    assert.deepEqual(findTarget({ app: other }), { pid: only, port: null, app: other });
    const members = treeMembers(parent.pid, one);
    assert.equal(members.length, 3, 'two processes and the child of one');
    for (const { pid } of members) assert.equal(pm2AppOf(pid), one);
  });

  test('no name that no application has', () => {
    assert.throws(() => findTarget({ app: `none-${process.pid}` }), { code: 'PM2_APP_UNKNOWN' });
  });

  test('no name that two daemons have given', async () => {
    const name = `twice-${process.pid}`;
    await using first = await run(daemon(name, 'a'));
    await using second = await run(daemon(name, 'b'));
    assert.notEqual(first.pid, second.pid);
    assert.throws(() => findTarget({ app: name }), { code: 'TARGET_AMBIGUOUS' });
  });

  test('no port that Docker publishes: its proxy is no server', async (t) => {
    using place = emptyPlace('proxy');
    const proxy = join(place.folder, 'docker-proxy');
    try {
      linkSync(process.execPath, proxy);
    } catch {
      copyFileSync(process.execPath, proxy);
    }
    await using server = await startProgram([proxy, '-e', serving()]);
    t.diagnostic(`port ${server.first}`);
    assert.throws(() => findTarget({ port: Number(server.first) }), { code: 'PORT_PUBLISHED' });
  });
});
