import assert from 'node:assert/strict';
import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { emptyFolder } from '../kit/place.ts';
import { tmpfs } from '../kit/tmpfs.ts';
import { openDatabase, fileSystemOf, sharedFileSystem } from '../../src/store/database.ts';

const folder = emptyFolder('filesystem');
const file = (name: string) => join(folder, name);

const types: readonly [type: bigint, name: string | null][] = [
  [0x6969n, 'NFS'],
  [0xff534d42n, 'CIFS'],
  // The same number where the kernel's f_type is signed.
  [0xffffffffff534d42n, 'CIFS'],
  [0xfe534d42n, 'SMB2'],
  [0x65735546n, 'FUSE'],
  [0x01021997n, '9p'],
  [0xef53n, null], // ext4
  [0x58465342n, null], // XFS
  [0x9123683en, null], // Btrfs
  [0x01021994n, null], // tmpfs
  [0x794c7630n, null], // overlayfs
  [0x2fc12fc1n, null], // ZFS
];

const nfs = () => 0x6969n;

function journalOf(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true });
  const { journal_mode: mode } = database.prepare('PRAGMA journal_mode').get() ?? {};
  database.close();
  return String(mode);
}

suite('A store', () => {
  for (const [type, name] of types) {
    test(`on 0x${type.toString(16)} ${name ? `may be shared with other machines: ${name}` : 'is local'}`, () => {
      assert.equal(sharedFileSystem(type), name);
    });
  }

  test('has a write-ahead log on a local file system, and a rollback journal on a shared one', () => {
    openDatabase(file('local.db'), 'write').close();
    assert.equal(journalOf(file('local.db')), 'wal');
    openDatabase(file('nfs.db'), 'write', nfs).close();
    assert.equal(journalOf(file('nfs.db')), 'delete');
    assert.equal(
      sharedFileSystem(fileSystemOf(file('local.db'))),
      sharedFileSystem(statfsSync(folder, { bigint: true }).type),
    );
  });

  test('with a write-ahead log that lies on a shared file system by now gets a rollback journal, and keeps its runs', () => {
    const before = openDatabase(file('moved.db'), 'write');
    before.exec("INSERT INTO runs VALUES ('a', 1, 'finished', '', '', '{}', '{}', '')");
    before.close();
    for (const mode of ['read', 'write'] as const) {
      const database = openDatabase(file('moved.db'), mode, nfs);
      assert.equal(database.prepare('SELECT count(*) AS runs FROM runs').get()?.['runs'], 1);
      assert.ok(!existsSync(file('moved.db-shm')), 'no memory is shared');
      // Another connection is not locked out.
      const other = openDatabase(file('moved.db'), 'write', nfs);
      other.exec("UPDATE runs SET reason = 'b'");
      other.close();
      database.close();
    }
    assert.equal(journalOf(file('moved.db')), 'delete');
  });

  test('with a write-ahead log that another process uses there is refused', () => {
    const other = openDatabase(file('used.db'), 'write');
    other.exec('BEGIN; SELECT * FROM runs;');
    assert.throws(() => openDatabase(file('used.db'), 'write', nfs), {
      code: 'STORE_ON_NETWORK',
      what: /NFS/,
    });
    other.close();
  });

  const { folder: disk, skip } = tmpfs('4m');
  test('on a tmpfs is local', { skip }, () => {
    const path = join(disk, 'runs.db');
    assert.equal(fileSystemOf(path), 0x01021994n);
    openDatabase(path, 'write').close();
    assert.equal(journalOf(path), 'wal');
  });
});
