/** A binary of another process is started only where it would be as confined, and nobody else can have put it there. */
import assert from 'node:assert/strict';
import { chmodSync, closeSync, copyFileSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { otherSandbox, writableByOthers } from '../../../src/observe/external/reference-process.ts';
import { onLinux } from '../../kit/nodes.ts';
import { emptyPlace } from '../../kit/place.ts';

suite('What a process may be held in that this one is not', onLinux, () => {
  const pid = 4711;
  /** All that /proc says, of both alike, but for one name. */
  const reading = (strange: string | null, how: () => string) => {
    const read = (process: number | string, name: string) =>
      process === pid && name === strange ? how() : name;
    return { link: read, field: read, label: read };
  };
  const rows: readonly [name: string, other: string][] = [
    ...['mnt', 'user', 'pid', 'net', 'ipc', 'cgroup'].map((name): [string, string] => [`ns/${name}`, name]),
    ['root', 'root'],
    ['Seccomp', 'seccomp'],
    ['Seccomp_filters', 'seccomp'],
    ['NoNewPrivs', 'privileges'],
    ['attr/current', 'label'],
  ];
  for (const [name, other] of rows)
    test(name, () => {
      const said = { code: 'unseen.other-sandbox', params: { other } };
      const another = reading(name, () => 'another');
      assert.deepEqual(otherSandbox(pid, another), said);
      const unread = reading(name, () => {
        throw new Error('EACCES');
      });
      assert.deepEqual(otherSandbox(pid, unread), said, 'what cannot be read is a difference');
    });

  test('nothing, where all is the same; so it is with itself', () => {
    const same = reading(null, () => '');
    assert.equal(otherSandbox(pid, same), null);
    assert.equal(otherSandbox(process.pid), null);
  });
});

suite('Who could have changed a binary', onLinux, () => {
  const uid = process.getuid?.() ?? 0;
  /** @param change of the copy at `path`, after it was opened */
  function said(change: (path: string, folder: string) => void): unknown {
    using here = emptyPlace('binary');
    const path = join(here.folder, 'node');
    copyFileSync('/bin/sh', path);
    chmodSync(path, 0o755);
    const file = openSync(path, 'r');
    try {
      change(path, here.folder);
      return writableByOthers(file, uid)?.code ?? null;
    } finally {
      closeSync(file);
    }
  }

  test('is told by its rights, its place, and what stands there now', () => {
    const other = (path: string, folder: string) => {
      copyFileSync('/bin/sh', join(folder, 'other'));
      renameSync(join(folder, 'other'), path);
    };
    const rows: readonly [change: Parameters<typeof said>[0], code: string][] = [
      [(path) => chmodSync(path, 0o4755), 'unseen.setuid'],
      [(path) => chmodSync(path, 0o2755), 'unseen.setuid'],
      [(path) => chmodSync(path, 0o775), 'unseen.writable'],
      [(path) => chmodSync(path, 0o757), 'unseen.writable'],
      [(_, folder) => chmodSync(folder, 0o757), 'unseen.writable'],
      [(path) => rmSync(path), 'unseen.removed'],
      [other, 'unseen.removed'],
    ];
    for (const [change, code] of rows) assert.equal(said(change), code);
    // So the kernel names what is gone: a file of that very name is another one.
    const planted = (path: string) => {
      rmSync(path);
      copyFileSync('/bin/sh', `${path} (deleted)`);
    };
    assert.equal(said(planted), 'unseen.replaced');
  });

  test('nobody, of one that the system brought', () => {
    const file = openSync('/bin/sh', 'r');
    assert.equal(writableByOthers(file, uid), null);
    closeSync(file);
  });
});
