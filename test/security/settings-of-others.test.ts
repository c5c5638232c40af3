/** A settings file names a program: one that somebody else could have written must not make anybody start it. */
import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { findSettings } from '../../src/cli/options/settings-file.ts';
import { doubtAbout } from '../../src/files.ts';
import { emptyPlace } from '../kit/place.ts';
import { place } from '../cli/chokepoint.ts';
import { asRoot } from '../kit/nodes.ts';

const stranger = 54_321;
const settings = JSON.stringify({ command: ['node', 'evil.cjs'] });
const evil = "require('node:fs').writeFileSync('started', '')";

/** Files that wait in a folder for whoever comes by. */
function trap(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'chokepoint.json'), settings);
  writeFileSync(join(folder, 'evil.cjs'), evil);
}

suite('Nothing is started that a stranger has put into a folder:', () => {
  test('which all may write', async () => {
    using here = place();
    trap(here.folder);
    chmodSync(here.folder, 0o1777);
    const { stdout, stderr } = await here.run([]);
    assert.ok(!existsSync(join(here.folder, 'started')));
    assert.match(stderr, /note: chokepoint\.json is not used/);
    assert.match(stdout, /Usage/);
    // The trap works where it is the user's own.
    chmodSync(here.folder, 0o700);
    await here.run([]);
    assert.ok(existsSync(join(here.folder, 'started')));
  });

  test('in a file that all may write', () => {
    using here = emptyPlace('trap');
    trap(here.folder);
    chmodSync(join(here.folder, 'chokepoint.json'), 0o666);
    const { settings: found, doubted } = findSettings(here.folder);
    assert.deepEqual([found, doubted?.doubt], [null, { by: 'writers' }]);
  });

  test('which is his own, also where root comes by', asRoot, async () => {
    using here = place();
    const his = join(here.folder, 'his');
    trap(his);
    for (const path of [his, join(his, 'chokepoint.json'), join(his, 'evil.cjs')])
      chownSync(path, stranger, stranger);
    const { settings: found, doubted } = findSettings(his);
    assert.deepEqual([found, doubted?.doubt], [null, { by: 'owner', uid: stranger }]);
    // A link to the victim's own settings, in the folder of the stranger, whose programs it would start.
    const own = join(here.folder, 'chokepoint.json');
    writeFileSync(own, settings);
    const other = join(here.folder, 'other');
    mkdirSync(other);
    linkSync(own, join(other, 'chokepoint.json'));
    writeFileSync(join(other, 'evil.cjs'), evil);
    chownSync(other, stranger, stranger);
    assert.equal(findSettings(other).settings, null);
  });

  test("above the user's own, in the folder of somebody else", asRoot, () => {
    using here = emptyPlace('trap');
    const [his, own] = [join(here.folder, 'his'), join(here.folder, 'his', 'own')];
    trap(his);
    writeFileSync(join(his, 'package.json'), '{}');
    mkdirSync(own);
    chownSync(his, stranger, stranger);
    assert.equal(findSettings(own).settings, null, 'his folder with files of the victim in it');
    for (const name of ['chokepoint.json', 'package.json']) chownSync(join(his, name), stranger, stranger);
    assert.equal(findSettings(own).settings, null);
  });
});

test('Who may have written a file is told by its owner and its rights', () => {
  const own = process.geteuid?.() ?? 0;
  const other = { by: 'owner', uid: stranger };
  const rows: readonly [uid: number, gid: number, mode: number, doubt: unknown][] = [
    [own, own, 0o644, null],
    [0, 0, 0o644, null],
    // A group of its own has the number of its user.
    [own, own, 0o664, null],
    [own, own + 1, 0o664, { by: 'writers' }],
    [own, own + 1, 0o640, null],
    [own, own, 0o666, { by: 'writers' }],
    [own, own, 0o1777, { by: 'writers' }],
    [stranger, stranger, 0o600, other],
    [stranger, own, 0o664, other],
  ];
  for (const [uid, gid, mode, doubt] of rows)
    assert.deepEqual(doubtAbout({ uid, gid, mode }), doubt, `${uid}:${gid} ${mode.toString(8)}`);
});
