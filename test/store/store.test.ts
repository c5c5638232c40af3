import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import { emptyFolder } from '../kit/place.ts';
import { message } from '../../src/messages/message.ts';
import { openDatabase } from '../../src/store/database.ts';
import { openStore } from '../../src/store/store.ts';
import { host, planOf, trialOf } from '../kit/trials.ts';

const plan = planOf('1', '4');
const trial = (ordinal: number) => ({
  ...trialOf(0, '1', { responses: Array.from({ length: 300 }, (_, i) => 1 + i) }),
  ordinal,
});

const folder = emptyFolder('store');
const file = (name: string) => join(folder, name);

suite('The store', () => {
  test('gives back what was stored, trial by trial', () => {
    using store = openStore(file('a.db'), 'write');
    const id = store.create(plan, host);
    store.add(id, trial(0));
    store.add(id, trial(1));
    store.finish(id, 'finished', message('stop.all-blocks'));
    const read = store.read(id);
    assert.deepEqual(read.plan, plan);
    assert.deepEqual(read.trials, [trial(0), trial(1)]);
    assert.equal(read.head.status, 'finished');
    assert.equal(store.read('last').head.id, id);
    assert.equal(store.read(id.slice(0, 16)).head.id, id);
  });

  test('of somebody else gives back no trial that is none: what was measured is figures, a code is a code', () => {
    const path = file('planted.db');
    using store = openStore(path, 'write');
    const id = store.create(plan, host);
    store.add(id, trial(0));
    using other = new DatabaseSync(path);
    const planted: Record<string, string> = {
      "'$.problem'": `json('{"code":"<meta>","what":"","why":"","todo":""}')`,
      "'$.duration'": "'<b>'",
      "'$.sample.throughput'": "'<b>'",
    };
    for (const [place, value] of Object.entries(planted)) {
      const body = other.prepare('SELECT body FROM trials').get()?.['body'] as string;
      other.exec(`UPDATE trials SET body = json_set(body, ${place}, ${value})`);
      assert.throws(() => store.read(id), { code: 'RUN_UNREADABLE' }, place);
      other.prepare('UPDATE trials SET body = ?').run(body);
    }
    assert.equal(store.read(id).trials.length, 1);
  });

  test('trusts no function that a schema names', () => {
    using database = openDatabase(file('trusted.db'), 'write');
    assert.deepEqual({ ...database.prepare('PRAGMA trusted_schema').get() }, { trusted_schema: 0 });
  });

  test('is read by a second connection while the first still writes', () => {
    using writer = openStore(file('b.db'), 'write');
    const id = writer.create(plan, host);
    writer.add(id, trial(0));
    using reader = openStore(file('b.db'), 'read');
    assert.equal(reader.list()[0]?.trials, 1);
    assert.equal(reader.list()[0]?.status, 'running');
  });

  test('calls a run interrupted whose controller is gone', () => {
    {
      using store = openStore(file('c.db'), 'write');
      store.create(plan, host);
    }
    const database = new DatabaseSync(file('c.db'));
    // Above the kernel's largest pid.
    database.exec("UPDATE runs SET controller = json_set(controller, '$.pid', 4194304)");
    database.close();
    using store = openStore(file('c.db'), 'read');
    assert.equal(store.list()[0]?.status, 'interrupted');
  });

  test('removes a run with its trials', () => {
    using store = openStore(file('d.db'), 'write');
    const id = store.create(plan, host);
    store.add(id, trial(0));
    store.finish(id, 'finished', message('stop.all-blocks'));
    assert.equal(store.remove(id), id);
    assert.deepEqual(store.list(), []);
    assert.throws(() => store.read(id), { code: 'RUN_NOT_FOUND' });
  });

  test('refuses a beginning that several runs share', () => {
    using store = openStore(file('e.db'), 'write');
    store.create(plan, host);
    store.create(plan, host);
    assert.throws(() => store.read('2'), { code: 'RUN_NOT_FOUND', why: /More than one/ });
  });

  test('is not made by reading', () => {
    using store = openStore(file('none/at/all.db'), 'read');
    assert.deepEqual(store.list(), []);
    assert.equal(existsSync(file('none')), false);
  });

  test('is there whole or not at all, whoever looks while it is made', async () => {
    // The reader opens it again and again, from before it is made until it has seen a run.
    for (let round = 0; round < 5; round++) {
      const path = file(`born-${round}.db`);
      const reader = spawn(process.execPath, [join(import.meta.dirname, 'watch.ts'), path]);
      let said = '';
      reader.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
      const end = once(reader, 'close');
      await once(reader.stdout, 'data');
      using store = openStore(path, 'write');
      store.create(plan, host);
      await end;
      assert.match(said, /^looking\nfound 1 run\n$/);
    }
  });

  test('that was cut short is refused, wherever it was cut', () => {
    {
      using store = openStore(file('whole.db'), 'write');
      const id = store.create(plan, host);
      for (let ordinal = 0; ordinal < 40; ordinal++) store.add(id, trial(ordinal));
    }
    const size = statSync(file('whole.db')).size;
    assert.ok(size > 40_000, `${size}`);
    for (const length of [50, 99, 4096, 5000, size >> 1, size - 1]) {
      copyFileSync(file('whole.db'), file('cut.db'));
      truncateSync(file('cut.db'), length);
      assert.throws(() => openStore(file('cut.db'), 'read'), { code: 'STORE_DAMAGED' }, `cut at ${length}`);
    }
  });

  test('is told from any other file', () => {
    writeFileSync(file('text.db'), 'this is no database, and long enough to be read as one. '.repeat(20));
    assert.throws(() => openStore(file('text.db'), 'write'), { code: 'STORE_DAMAGED' });
    const other = new DatabaseSync(file('other.db'));
    other.exec('CREATE TABLE something (a)');
    other.close();
    assert.throws(() => openStore(file('other.db'), 'write'), {
      code: 'STORE_DAMAGED',
      why: /another program/,
    });
  });

  test('that cannot be written is refused before anything starts', () => {
    writeFileSync(file('plain'), '');
    assert.throws(() => openStore(join(file('plain'), 'runs.db'), 'write'), { code: 'STORE_UNWRITABLE' });
    assert.throws(() => openStore(folder, 'write'), { code: 'STORE_UNWRITABLE' });
  });

  test('that can grow no more says so, and keeps every trial before', () => {
    // A child has the limit, so that the others do not.
    const limited = `trap '' XFSZ; ulimit -f 200; exec "$0" "$1" "$2"`;
    const words = [process.execPath, join(import.meta.dirname, 'fill.ts'), file('full.db')];
    const child = spawnSync('bash', ['-c', limited, ...words], { encoding: 'utf8' });
    assert.match(child.stdout, /^STORE_WRITE_FAILED after \d+ trials\n$/, child.stderr);
    const stored = Number(/\d+/.exec(child.stdout)?.[0]);
    assert.ok(stored > 0);
    using store = openStore(file('full.db'), 'write');
    assert.equal(store.read('last').trials.length, stored);
    store.add(store.resume('last').head.id, trial(stored));
    assert.equal(store.read('last').trials.length, stored + 1);
  });
});
