import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { emptyFolder } from '../kit/place.ts';
import { message } from '../../src/messages/message.ts';
import { openStore } from '../../src/store/store.ts';
import { host, planOf, trialOf } from '../kit/trials.ts';
import { writer } from './writers.ts';

const folder = emptyFolder('writers');
const file = (name: string) => join(folder, name);

/** A store with one run that was interrupted after one trial. */
function interrupted(name: string): string {
  using store = openStore(file(name), 'write');
  const id = store.create(planOf('1', '4'), host);
  store.add(id, { ...trialOf(0, '1'), ordinal: 0 });
  store.finish(id, 'interrupted', message('stop.interrupted'));
  return id;
}

/** Writes over a part of the controller of every run. */
function rewrite(name: string, part: string, value: string): void {
  const database = new DatabaseSync(file(name));
  database.prepare(`UPDATE runs SET controller = json_set(controller, '$.${part}', ?)`).run(value);
  database.close();
}

suite('Of two processes that write to one store', () => {
  test('one alone goes on with a run, however often both ask at once', async () => {
    const id = interrupted('resume.db');
    await using one = await writer(file('resume.db'));
    await using other = await writer(file('resume.db'));
    await Promise.all([one.ask('open'), other.ask('open')]);
    for (let round = 0; round < 20; round++) {
      const said = await Promise.all([one.ask(`resume ${id}`), other.ask(`resume ${id}`)]);
      assert.deepEqual(said.toSorted(), ['1', 'RUN_STILL_RUNNING'], `round ${round}`);
      const [winner] = said[0] === '1' ? [one] : [other];
      assert.equal(await winner.ask(`finish ${id}`), 'done');
    }
  });

  test('the second goes on from what the first has stored, not from what it read before', async () => {
    const id = interrupted('fresh.db');
    using store = openStore(file('fresh.db'), 'write');
    assert.equal(store.read(id).trials.length, 1);
    await using other = await writer(file('fresh.db'));
    await other.ask(`resume ${id}`);
    await other.ask(`add ${id} 1`);
    await other.ask(`finish ${id}`);
    assert.equal(store.resume(id).trials.length, 2);
  });

  test('neither removes the run of the other while it goes on', async () => {
    await using other = await writer(file('remove.db'));
    const id = await other.ask('create');
    using store = openStore(file('remove.db'), 'write');
    assert.throws(() => store.remove(id), {
      code: 'RUN_STILL_RUNNING',
      why: new RegExp(`process ${other.pid} on`),
    });
    assert.equal(await other.ask(`add ${id} 0`), 'done');
    await other.ask(`finish ${id}`);
    assert.equal(store.remove(id), id);
    assert.equal(await other.ask(`add ${id} 1`), 'RUN_REMOVED');
  });

  test('the one whose run was taken over stores nothing more, and says so', async () => {
    const id = interrupted('taken.db');
    await using first = await writer(file('taken.db'));
    await first.ask(`resume ${id}`);
    rewrite('taken.db', 'pid', String(process.pid));
    assert.equal(await first.ask(`add ${id} 1`), 'RUN_TAKEN');
    assert.equal(await first.ask(`finish ${id}`), 'done');
    using store = openStore(file('taken.db'), 'read');
    assert.notEqual(store.read(id).head.reason?.code, 'stop.interrupted');
  });

  test('one that waits longer than five seconds for the lock of the other says so', async () => {
    const id = interrupted('busy.db');
    await using one = await writer(file('busy.db'));
    await using other = await writer(file('busy.db'));
    await one.ask(`resume ${id}`);
    await other.ask('lock');
    assert.equal(await one.ask(`add ${id} 1`), 'STORE_BUSY');
    assert.throws(() => openStore(file('busy.db'), 'write'), { code: 'STORE_BUSY' });
    await other.ask('unlock');
    assert.equal(await one.ask(`add ${id} 1`), 'done');
  });

  test('a trial that is stored twice is told as what it is', () => {
    const id = interrupted('twice.db');
    using store = openStore(file('twice.db'), 'write');
    store.resume(id);
    assert.throws(() => store.add(id, { ...trialOf(0, '1'), ordinal: 0 }), {
      code: 'RUN_TAKEN',
      why: /UNIQUE/,
    });
  });
});

suite('A run whose controller', () => {
  test('was killed is interrupted, and goes on', async () => {
    const child = await writer(file('killed.db'));
    const id = await child.ask('create');
    using store = openStore(file('killed.db'), 'write');
    assert.equal(store.list()[0]?.status, 'running');
    await child.kill();
    assert.equal(store.list()[0]?.status, 'interrupted');
    assert.equal(store.resume(id).trials.length, 0);
  });

  test('has given its number to another process is interrupted', async () => {
    await using child = await writer(file('reused.db'));
    await child.ask('create');
    rewrite('reused.db', 'start', '1');
    using store = openStore(file('reused.db'), 'read');
    assert.equal(store.list()[0]?.status, 'interrupted');
  });

  test('ran before the machine was started again is interrupted', async () => {
    await using child = await writer(file('boot.db'));
    await child.ask('create');
    rewrite('boot.db', 'boot', '6a8e4d2c-0000-4000-8000-000000000000');
    using store = openStore(file('boot.db'), 'read');
    assert.equal(store.list()[0]?.status, 'interrupted');
  });

  test('runs on another machine is neither gone on with nor removed, unless the user says that it has ended', () => {
    const id = interrupted('host.db');
    {
      using store = openStore(file('host.db'), 'write');
      store.resume(id);
    }
    rewrite('host.db', 'host', `not-${hostname()} 0`);
    using store = openStore(file('host.db'), 'write');
    assert.equal(store.list()[0]?.status, 'unknown');
    assert.throws(() => store.resume(id), { code: 'RUN_OUT_OF_SIGHT', todo: /--take-over/ });
    assert.throws(() => store.remove(id), { code: 'RUN_OUT_OF_SIGHT' });
    assert.equal(store.resume(id, true).trials.length, 1);
    store.finish(id, 'interrupted', message('stop.interrupted'));
    assert.equal(store.remove(id), id);
  });

  const unshare = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const can = spawnSync(unshare[0] ?? '', [...unshare.slice(1), 'true']).status === 0;
  const skip = !can && 'this user cannot make a pid namespace';
  test('runs in another pid namespace cannot be judged from here', { skip }, async () => {
    await using inside = await writer(file('namespace.db'), ...unshare);
    const id = await inside.ask('create');
    assert.equal(await inside.ask(`add ${id} 0`), 'done');
    using store = openStore(file('namespace.db'), 'write');
    assert.equal(store.list()[0]?.status, 'unknown');
    assert.throws(() => store.resume(id), { code: 'RUN_OUT_OF_SIGHT' });
    assert.equal(store.resume(id, true).trials.length, 1);
    assert.equal(await inside.ask(`add ${id} 1`), 'RUN_TAKEN');
  });
});
