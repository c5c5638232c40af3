/** Each row of SECURITY.md names the test that holds a promise: it has to be there. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

test('The tests that SECURITY.md names are there', () => {
  const [, table = ''] = readFileSync('SECURITY.md', 'utf8').split('## What holds it');
  const rows = [...table.matchAll(/^\| (.+?) +\| `(.+?)`: (.+?) +\|$/gm)];
  assert.ok(rows.length > 20);
  for (const [, promise, file = '', title = ''] of rows)
    assert.ok(readFileSync(file, 'utf8').includes(title), `${promise}: ${file} has no test "${title}"`);
});
