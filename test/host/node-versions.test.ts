import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { suite, test } from 'node:test';
import { findNodes } from '../../src/host/node-versions.ts';

const current = { label: process.versions.node, binary: process.execPath };

suite('A Node to measure under', () => {
  test('is the path of a binary, named by its version', async () => {
    assert.deepEqual(await findNodes(process.execPath), [current]);
    assert.deepEqual(await findNodes(relative(process.cwd(), process.execPath)), [current]);
  });

  test('that is asked for twice is one', async () => {
    assert.deepEqual(await findNodes(`${process.execPath}, ${process.execPath},`), [current]);
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
});
