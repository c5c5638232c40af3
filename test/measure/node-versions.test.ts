import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { suite, test } from 'node:test';
import { findNodes } from '../../src/measure/node-versions.ts';

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
});
