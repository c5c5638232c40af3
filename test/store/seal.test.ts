import assert from 'node:assert/strict';
import { chmodSync, chownSync, copyFileSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, suite, test } from 'node:test';
import { environment } from '../kit/environment.ts';
import { emptyFolder } from '../kit/place.ts';
import { openStore } from '../../src/store/store.ts';
import { host, planOf } from '../kit/trials.ts';
import { writer } from './writers.ts';

const folder = emptyFolder('seal');
const state = environment({ XDG_STATE_HOME: folder });
after(() => state[Symbol.dispose]());
const stateOf = (user: string) => (process.env['XDG_STATE_HOME'] = join(folder, user));
const file = (name: string) => join(folder, name);

function begun(name: string): string {
  using store = openStore(file(name), 'write');
  return store.create(planOf('1', '4'), host);
}

function foreign(name: string, id: string): string | null {
  using store = openStore(file(name), 'read');
  return store.whyForeign(id)?.code ?? null;
}

suite('A stored run', () => {
  test('is the own one of who began it, and of nobody else', () => {
    stateOf('ann');
    const id = begun('a.db');
    assert.equal(foreign('a.db', id), null);
    copyFileSync(file('a.db'), file('copy.db'));
    assert.equal(foreign('copy.db', id), null, 'a copy is the same command');
    stateOf('mallory');
    assert.equal(foreign('a.db', id), 'run.unsealed');
    begun('b.db');
    assert.equal(foreign('a.db', id), 'run.unsealed', 'a key of their own does not help');
  });

  test('is foreign once its plan was changed, or was given to another id', () => {
    stateOf('ann');
    const [id, two] = [begun('c.db'), begun('c.db')];
    const database = new DatabaseSync(file('c.db'));
    database
      .prepare("UPDATE runs SET plan = json_set(plan, '$.subject.command[0]', 'sh') WHERE id = ?")
      .run(id);
    assert.notEqual(foreign('c.db', id), null);
    assert.equal(foreign('c.db', two), null);
    database.prepare("UPDATE runs SET id = '20261101-000000-abcd' WHERE id = ?").run(two);
    database.close();
    assert.notEqual(foreign('c.db', '20261101'), null);
  });

  test('is foreign where the key could have been read by others, or cannot be kept', () => {
    const key = join(stateOf('careless'), 'chokepoint', 'key');
    const id = begun('d.db');
    assert.equal(statSync(key).mode & 0o777, 0o600);
    chmodSync(key, 0o644);
    assert.notEqual(foreign('d.db', id), null);
    chmodSync(key, 0o600);
    assert.equal(foreign('d.db', id), null);
    writeFileSync(key, 'short');
    assert.notEqual(foreign('d.db', id), null);
    process.env['XDG_STATE_HOME'] = '/dev/null';
    assert.notEqual(foreign('d.db', begun('d.db')), null);
  });

  test('is sealed with one key by two processes that begin at once', async () => {
    for (let round = 0; round < 5; round++) {
      stateOf(`both-${round}`);
      await using one = await writer(file('one.db'));
      await using other = await writer(file('other.db'));
      await Promise.all([one.ask('open'), other.ask('open')]);
      const [a, b] = await Promise.all([one.ask('create'), other.ask('create')]);
      assert.equal(foreign('one.db', a), null);
      assert.equal(foreign('other.db', b), null);
    }
  });

  const skip = process.geteuid?.() !== 0 && 'only root can be another user';
  test('is foreign in a store that belongs to another user', { skip }, async () => {
    const uid = 65533;
    const home = join(folder, 'his');
    chmodSync(folder, 0o755);
    stateOf('his');
    begun('e.db');
    for (const path of [home, join(home, 'chokepoint'), join(home, 'chokepoint', 'key')])
      chownSync(path, uid, uid);
    // Root's, and all may write it.
    chmodSync(file('e.db'), 0o666);
    const user = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
    const shared = mkdtempSync(join(folder, 'shared-'));
    copyFileSync(file('e.db'), join(shared, 'e.db'));
    chmodSync(join(shared, 'e.db'), 0o666);
    chownSync(shared, uid, uid);
    await using his = await writer(join(shared, 'e.db'), ...user);
    const id = await his.ask('create');
    assert.equal(await his.ask(`foreign ${id}`), 'run.other-owner');
    chownSync(join(shared, 'e.db'), uid, uid);
    assert.equal(await his.ask(`foreign ${id}`), 'own');
  });
});
