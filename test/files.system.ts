import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { emptyFolder } from './kit/place.ts';
import { makeFolder, writeWhole } from '../src/files.ts';
import { openStore } from '../src/store/store.ts';
import { host, planOf } from './kit/trials.ts';

const folder = emptyFolder('files');
chmodSync(folder, 0o755);

const program = join(import.meta.dirname, 'files', 'write.ts');
const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8);
const nobody = 65533;
const other = 65532;

interface Writing {
  readonly cwd?: string;
  readonly uid?: number;
}

/** In a process of its own: with its own folder, and perhaps as another user. */
function write(what: string, path: string, { cwd = folder, uid }: Writing = {}): string {
  const user = uid === undefined ? {} : { uid, gid: uid };
  const { stdout, stderr } = spawnSync(process.execPath, [program, what, path], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, XDG_STATE_HOME: join(cwd, 'state') },
    ...user,
  });
  return stdout.trim() || stderr;
}

/** A folder of its own for one case. @param owner 0: root's, as the test is */
function place(name: string, owner = 0, mode = 0o755): string {
  const path = join(folder, name);
  mkdirSync(path);
  chownSync(path, owner, owner);
  chmodSync(path, mode);
  return path;
}

suite('What is written by default', () => {
  test('is private: folders 0700, files 0600, and git ignores all of it', () => {
    const cwd = mkdtempSync(join(folder, 'default-'));
    const before = process.umask(0o022);
    try {
      assert.equal(write('store', '.chokepoint/runs.db', { cwd }), 'done');
      assert.equal(write('folder', '.chokepoint/reports/a', { cwd }), 'done');
      assert.equal(write('whole', '.chokepoint/reports/a/watch.json', { cwd }), 'done');
    } finally {
      process.umask(before);
    }
    const own = join(cwd, '.chokepoint');
    for (const path of ['', 'reports', 'reports/a']) assert.equal(modeOf(join(own, path)), '700', path);
    for (const path of ['.gitignore', 'runs.db', 'reports/a/watch.json'])
      assert.equal(modeOf(join(own, path)), '600', path);
    assert.equal(readFileSync(join(own, '.gitignore'), 'utf8'), '*\n');
    assert.deepEqual(readdirSync(join(own, 'reports/a')), ['watch.json']);
  });

  test('is private in a folder of an older version too, the log of the store with it', () => {
    const cwd = mkdtempSync(join(folder, 'older-'));
    const own = join(cwd, '.chokepoint');
    mkdirSync(own, { mode: 0o755 });
    openStore(join(own, 'runs.db'), 'write')[Symbol.dispose]();
    chmodSync(join(own, 'runs.db'), 0o644);
    const before = process.cwd();
    process.chdir(cwd);
    try {
      using store = openStore('.chokepoint/runs.db', 'write');
      store.create(planOf('1', '4'), host);
      assert.equal(modeOf(own), '700');
      for (const end of ['', '-wal', '-shm']) assert.equal(modeOf(join(own, `runs.db${end}`)), '600', end);
      assert.ok(!existsSync(join(own, '.gitignore')), 'the folder was there before');
    } finally {
      process.chdir(before);
    }
  });

  test('is private also if an older version made it, and it is read alone', () => {
    const cwd = mkdtempSync(join(folder, 'read-'));
    assert.equal(write('store', '.chokepoint/runs.db', { cwd }), 'done');
    assert.equal(write('store', 'named.db', { cwd }), 'done');
    for (const path of ['.chokepoint/runs.db', 'named.db']) {
      chmodSync(join(cwd, path), 0o644);
      assert.equal(write('runs', path, { cwd }), '0 runs');
    }
    assert.equal(modeOf(join(cwd, '.chokepoint/runs.db')), '600');
    assert.equal(modeOf(join(cwd, 'named.db')), '644', 'its rights are those that the user gave it');
  });

  for (const umask of [0o022, 0]) {
    test(`is private in a folder that the user names too, with umask ${umask.toString(8)}`, () => {
      const cwd = mkdtempSync(join(folder, 'named-'));
      const before = process.umask(umask);
      try {
        assert.equal(write('folder', 'reports/one', { cwd }), 'done');
        assert.equal(write('whole', 'reports/one/report.html', { cwd }), 'done');
        assert.equal(write('store', 'stores/runs.db', { cwd }), 'done');
        mkdirSync(join(cwd, 'before'));
        chmodSync(join(cwd, 'before'), 0o755);
        assert.equal(write('folder', 'before', { cwd }), 'done');
        assert.equal(write('whole', 'before/report.html', { cwd }), 'done');
      } finally {
        process.umask(before);
      }
      for (const path of ['reports', 'reports/one', 'stores'])
        assert.equal(modeOf(join(cwd, path)), '700', path);
      for (const path of ['reports/one/report.html', 'stores/runs.db', 'before/report.html'])
        assert.equal(modeOf(join(cwd, path)), '600', path);
      assert.deepEqual(readdirSync(join(cwd, 'reports/one')), ['report.html']);
      assert.equal(modeOf(join(cwd, 'before')), '755', 'a folder that was there keeps its rights');
    });
  }

  test('is there whole, and replaces a link, not what it leads to', () => {
    const cwd = mkdtempSync(join(folder, 'link-'));
    writeFileSync(join(cwd, 'target'), 'kept');
    symlinkSync('target', join(cwd, 'report.md'));
    writeWhole(join(cwd, 'report.md'), 'new');
    assert.equal(readFileSync(join(cwd, 'target'), 'utf8'), 'kept');
    assert.ok(!lstatSync(join(cwd, 'report.md')).isSymbolicLink());
    assert.throws(() => makeFolder('/proc/1/none'));
  });
});

const isRoot = process.geteuid?.() === 0;
const skip = !isRoot
  ? 'only root can be another user'
  : write('folder', folder, { uid: nobody }) !== 'done' && 'another user cannot read this checkout';

suite('Root does not write where another user owns the way:', { skip }, () => {
  test('into his folder', () => {
    const his = place('his', nobody);
    for (const [what, path] of [
      ['whole', 'report.html'],
      ['folder', '.chokepoint/reports'],
      ['store', 'runs.db'],
    ] as const) {
      assert.equal(write(what, join(his, path)), 'FOLDER_OF_OTHERS', what);
      assert.equal(write(what, path, { cwd: his }), 'FOLDER_OF_OTHERS', what);
    }
    assert.deepEqual(readdirSync(his), []);
    assert.equal(write('whole', join(his, 'report.html'), { uid: nobody }), 'done');
  });

  test('into a folder of its own below his', () => {
    const his = place('above', nobody);
    mkdirSync(join(his, 'own'));
    assert.equal(write('whole', join(his, 'own', 'report.html')), 'FOLDER_OF_OTHERS');
  });

  test('through a link that he planted in a sticky folder', () => {
    const all = place('sticky', 0, 0o1777);
    const secret = place('secret', 0, 0o700);
    symlinkSync(secret, join(all, 'out'));
    lchownSync(join(all, 'out'), nobody, nobody);
    for (const what of ['whole', 'store'])
      assert.equal(write(what, join(all, 'out', 'a')), 'FOLDER_OF_OTHERS');
    assert.deepEqual(readdirSync(secret), []);
  });

  test('into a folder that all may write, unless it is sticky', () => {
    assert.equal(write('whole', join(place('open', 0, 0o777), 'a')), 'FOLDER_OF_OTHERS');
    assert.equal(write('whole', join(place('team', 0, 0o755), 'a')), 'done');
    assert.equal(write('whole', join(place('temporary', 0, 0o1777), 'a')), 'done');
  });

  test('over a store, or its log, that he planted', () => {
    const all = place('stores', 0, 0o1777);
    const secret = join(place('etc', 0, 0o700), 'shadow');
    for (const end of ['', '-journal', '-wal', '-shm']) {
      const link = join(all, `runs.db${end}`);
      symlinkSync(secret, link);
      lchownSync(link, nobody, nobody);
      assert.equal(write('store', join(all, 'runs.db')), 'FOLDER_OF_OTHERS', end);
      rmSync(link);
    }
    assert.ok(!existsSync(secret));
    assert.equal(write('store', join(all, 'runs.db')), 'done');
  });

  test('what was tried, in the HOME that sudo kept', () => {
    const home = place('home', nobody);
    const secret = join(place('root', 0, 0o700), 'file');
    writeFileSync(secret, 'kept');
    mkdirSync(join(home, 'chokepoint'));
    chownSync(join(home, 'chokepoint'), nobody, nobody);
    for (const name of ['tried.json', 'tried.1', 'tried.2'])
      symlinkSync(secret, join(home, 'chokepoint', name));
    assert.equal(write('tried', home), 'not kept');
    assert.equal(readFileSync(secret, 'utf8'), 'kept');
    assert.equal(statSync(home).uid, nobody);
    assert.equal(write('tried', place('empty-home', nobody)), 'not kept');
    assert.deepEqual(readdirSync(join(folder, 'empty-home')), []);
    assert.equal(write('tried', place('own-home')), 'done');
  });
});

suite('Another user than root', { skip }, () => {
  test('is told that a store may not be read: neither the file nor its folder', () => {
    const cwd = place('reader', nobody);
    const closed = place('closed', 0, 0o700);
    const open = place('readable');
    for (const path of [closed, open]) {
      assert.equal(write('store', join(path, 'runs.db')), 'done');
      assert.equal(write('runs', join(path, 'runs.db'), { uid: nobody, cwd }), 'STORE_UNREADABLE', path);
    }
    assert.equal(write('runs', join(open, 'none.db'), { uid: nobody, cwd }), '0 runs');
  });

  test('does not write where a third one put a link or a folder into what all may write', () => {
    const all = place('shared', 0, 0o1777);
    const his = place('private', nobody, 0o700);
    symlinkSync(his, join(all, 'link'));
    lchownSync(join(all, 'link'), other, other);
    mkdirSync(join(all, 'folder'), { mode: 0o777 });
    chownSync(join(all, 'folder'), other, other);
    chmodSync(join(all, 'folder'), 0o777);
    symlinkSync(join(his, 'x'), join(all, 'runs.db'));
    lchownSync(join(all, 'runs.db'), other, other);
    const as = { uid: nobody, cwd: his };
    assert.equal(write('whole', join(all, 'link', 'a'), as), 'FOLDER_OF_OTHERS');
    assert.equal(write('whole', join(all, 'folder', 'a'), as), 'FOLDER_OF_OTHERS');
    assert.equal(write('store', join(all, 'runs.db'), as), 'FOLDER_OF_OTHERS');
    assert.equal(write('whole', join(all, 'own'), as), 'done');
    assert.equal(write('store', join(all, 'own.db'), as), 'done');
  });
});
