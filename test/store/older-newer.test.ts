import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { emptyFolder } from '../kit/place.ts';
import { message, quoted } from '../../src/messages/message.ts';
import { openStore } from '../../src/store/store.ts';
import { host, planOf, trialOf } from '../kit/trials.ts';
import { writer } from './writers.ts';

const folder = emptyFolder('older');
const file = (name: string) => join(folder, name);
const plan = planOf('1', '4');

/** As version 0.0 made it: the tables, the header and the rows of schema 1. */
function schema1(path: string, controller: number): void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  database.exec(`
    BEGIN; PRAGMA application_id = 0x63686f6b; PRAGMA user_version = 1;
    CREATE TABLE runs (
      id TEXT PRIMARY KEY, created REAL NOT NULL, status TEXT NOT NULL, reason TEXT NOT NULL,
      controller INTEGER NOT NULL, plan TEXT NOT NULL, host TEXT NOT NULL
    ) STRICT;
    CREATE TABLE trials (
      run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE, ordinal INTEGER NOT NULL, body TEXT NOT NULL,
      PRIMARY KEY (run, ordinal)
    ) STRICT, WITHOUT ROWID;
    COMMIT;`);
  const run = database.prepare('INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?)');
  const texts = [JSON.stringify(plan), JSON.stringify(host)];
  run.run('20261101-100000-aaaa', 1, 'finished', 'all blocks done', controller, ...texts);
  run.run('20261102-100000-bbbb', 2, 'running', '', controller, ...texts);
  const trial = database.prepare('INSERT INTO trials VALUES (?, ?, ?)');
  trial.run('20261101-100000-aaaa', 0, JSON.stringify({ ...trialOf(0, '1'), ordinal: 0 }));
  database.close();
}

const aboveAllPids = 4194304;
const schemaOf = (path: string) => {
  const database = new DatabaseSync(path);
  const { user_version: version } = database.prepare('PRAGMA user_version').get() ?? {};
  database.close();
  return version;
};

suite('A store of schema 1', () => {
  test('is read as it is, and stays as it is', () => {
    schema1(file('read.db'), aboveAllPids);
    using store = openStore(file('read.db'), 'read');
    assert.deepEqual(
      store.list().map(({ id, status, trials }) => [id, status, trials]),
      [
        ['20261102-100000-bbbb', 'interrupted', 0],
        ['20261101-100000-aaaa', 'finished', 1],
      ],
    );
    const { plan: read, trials } = store.read('20261101');
    assert.deepEqual(read, plan);
    assert.deepEqual(trials, [{ ...trialOf(0, '1'), ordinal: 0 }]);
    assert.equal(schemaOf(file('read.db')), 1);
  });

  test('is migrated when it is written, with all its runs, and goes on', () => {
    schema1(file('write.db'), aboveAllPids);
    using store = openStore(file('write.db'), 'write');
    assert.equal(schemaOf(file('write.db')), 2);
    assert.equal(store.read('20261101').trials.length, 1);
    assert.deepEqual(
      store.read('20261101').head.reason,
      quoted('all blocks done'),
      'a sentence, as it was stored',
    );
    assert.equal(store.whyForeign('20261102')?.code, 'run.unsealed');
    const { head } = store.resume('20261102');
    store.add(head.id, { ...trialOf(0, '1'), ordinal: 0 });
    store.finish(head.id, 'finished', message('stop.all-blocks'));
    assert.equal(store.read(head.id).trials.length, 1);
    assert.deepEqual(store.read(head.id).head.reason, message('stop.all-blocks'));
    assert.equal(store.remove('20261101'), '20261101-100000-aaaa');
  });

  test('is migrated once by two processes that open it at once', async () => {
    schema1(file('both.db'), aboveAllPids);
    await using one = await writer(file('both.db'));
    await using other = await writer(file('both.db'));
    assert.deepEqual(await Promise.all([one.ask('open'), other.ask('open')]), ['done', 'done']);
    assert.equal(await one.ask('status 20261101'), 'finished');
  });

  test('does not tell whether a number that is in use is still its controller', () => {
    schema1(file('number.db'), process.pid);
    using store = openStore(file('number.db'), 'write');
    assert.equal(store.list()[0]?.status, 'unknown');
    assert.throws(() => store.resume('20261102'), { code: 'RUN_OUT_OF_SIGHT' });
    assert.equal(store.resume('20261102', true).head.status, 'running');
  });
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
