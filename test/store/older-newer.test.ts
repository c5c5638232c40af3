import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { emptyFolder } from '../kit/place.ts';
import { message } from '../../src/messages/message.ts';
import { openStore } from '../../src/store/store.ts';
import { host, planOf, trialOf } from '../kit/trials.ts';

const folder = emptyFolder('older');
const file = (name: string) => join(folder, name);
const plan = planOf('1', '4');

test('A store of another schema is refused with its number', () => {
  for (const schema of [1, 3]) {
    const path = file(`schema-${schema}.db`);
    openStore(path, 'write')[Symbol.dispose]();
    const database = new DatabaseSync(path);
    database.exec(`PRAGMA user_version = ${schema}`);
    database.close();
    for (const mode of ['read', 'write'] as const)
      assert.throws(() => openStore(path, mode), {
        code: 'STORE_NEWER',
        what: new RegExp(`schema ${schema}`),
      });
  }
});

/** A store with a run that can be read, and one whose row is changed by hand. */
function changed(name: string, sql: string): readonly [sound: string, other: string] {
  using store = openStore(file(name), 'write');
  const [sound, other] = [store.create(plan, host), store.create(plan, host)];
  for (const id of [sound, other]) {
    store.add(id, { ...trialOf(0, '1'), ordinal: 0 });
    store.finish(id, 'interrupted', message('stop.interrupted'));
  }
  const database = new DatabaseSync(file(name));
  database.prepare(sql).run({ id: other });
  database.close();
  return [sound, other];
}

const unreadable: readonly [title: string, sql: string, why: RegExp][] = [
  [
    'with a plan of another form',
    "UPDATE runs SET plan = json_set(plan, '$.scale', 'huge') WHERE id = $id",
    /scale/,
  ],
  [
    'with a kind of load that came later',
    "UPDATE runs SET plan = json_set(plan, '$.cells[0].load.kind', 'wave') WHERE id = $id",
    /load/,
  ],
  ['whose plan is no JSON', "UPDATE runs SET plan = '{' WHERE id = $id", /not JSON/],
];

suite('A run', () => {
  for (const [index, [title, sql, why]] of unreadable.entries()) {
    test(`${title} is listed with its code, and hides no other`, () => {
      const [sound, other] = changed(`form-${index}.db`, sql);
      using store = openStore(file(`form-${index}.db`), 'write');
      const rows = new Map(store.list().map((row) => [row.id, row]));
      assert.equal(rows.get(sound)?.name, 'sweep');
      assert.equal(rows.get(sound)?.problem, undefined);
      assert.equal(rows.get(other)?.problem?.code, 'RUN_UNREADABLE');
      assert.match(rows.get(other)?.problem?.why ?? '', why);
      assert.equal(rows.get(other)?.trials, 1);
      assert.throws(() => store.read(other), { code: 'RUN_UNREADABLE' });
      assert.equal(store.remove(other), other);
    });
  }

  test('with a trial that is no JSON hides no other', () => {
    const [sound, other] = changed('trial.db', "UPDATE trials SET body = '{' WHERE run = $id");
    using store = openStore(file('trial.db'), 'read');
    assert.equal(store.list().length, 2);
    assert.equal(store.read(sound).trials.length, 1);
    assert.throws(() => store.read(other), { code: 'RUN_UNREADABLE', why: /trials/ });
  });

  test('of a newer version is read without the optional fields that this one does not know', () => {
    const [, other] = changed(
      'field.db',
      "UPDATE runs SET plan = json_set(plan, '$.colour', 'red', '$.cells[1].requests[0].pace', 3) WHERE id = $id",
    );
    using store = openStore(file('field.db'), 'read');
    const { plan: read, unknown } = store.read(other);
    assert.deepEqual(read, plan);
    assert.deepEqual(unknown?.toSorted(), ['cells.1.requests.0.pace', 'colour']);
    assert.ok(store.list().every(({ problem }) => problem === undefined));
  });

  test('is found by nothing but letters of its id', () => {
    const [sound] = changed('ids.db', 'DELETE FROM runs WHERE id = $id');
    using store = openStore(file('ids.db'), 'write');
    for (const id of ['%', '', '2%', "' OR 1", '../2', 'a/b', '2\u0000']) {
      assert.throws(() => store.remove(id), { code: 'RUN_ID_INVALID' }, id);
      assert.throws(() => store.read(id), { code: 'RUN_ID_INVALID' }, id);
    }
    assert.throws(() => store.remove('_'), { code: 'RUN_NOT_FOUND' });
    assert.throws(() => store.remove('_'.repeat(4)), { code: 'RUN_NOT_FOUND' });
    assert.equal(store.read(sound.slice(0, 8)).head.id, sound);
    assert.equal(store.list().length, 1);
  });

  test('whose id is a path is listed, and not read', () => {
    changed(
      'path.db',
      "INSERT INTO runs SELECT '../../../tmp/x', 1e15, status, '', controller, plan, host, seal FROM runs WHERE id = $id",
    );
    using store = openStore(file('path.db'), 'read');
    assert.equal(store.list().find(({ id }) => id.includes('/'))?.problem?.code, 'RUN_UNREADABLE');
    assert.throws(() => store.read('last'), { code: 'RUN_UNREADABLE', why: /form that chokepoint uses/ });
  });
});
