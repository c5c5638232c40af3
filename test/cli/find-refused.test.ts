/** What a first look refuses before it sends any load, as the built command says it. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { place } from './chokepoint.ts';

/** Answers everything but /health with a status, and leaves behind how often it was asked. */
const server = (status: number) => `
  const fs = require('node:fs');
  let asked = 0;
  require('node:http').createServer((request, response) => {
    fs.writeFileSync('asked', String(++asked));
    response.writeHead(request.url === '/health' ? 200 : ${status}).end();
  }).listen(0, '127.0.0.1');`;

suite('A first look', { concurrency: 3, skip: process.platform !== 'linux' && 'only on Linux' }, () => {
  for (const status of [401, 403, 404, 405, 500]) {
    test(`ends with 2 and the way to another path where the first one answers ${status}, before any load`, async () => {
      using here = place();
      writeFileSync(join(here.folder, 'server.cjs'), server(status));
      const { code, stderr } = await here.run(['--', process.execPath, 'server.cjs']);
      assert.equal(code, 2, stderr);
      assert.match(
        stderr,
        new RegExp(`^error: GET / answered ${status} at http://127\\.0\\.0\\.1:\\d+\\.$`, 'm'),
      );
      assert.match(stderr, /^hint: .*--path \/health/m);
      assert.match(stderr, /^\[PATH_REFUSED\]$/m);
      const asked = Number(readFileSync(join(here.folder, 'asked'), 'utf8'));
      assert.ok(asked < 50, `${asked} requests`);
    });
  }

  test('shows the last lines of a server that ends before it answers', async () => {
    using here = place();
    writeFileSync(join(here.folder, 'server.cjs'), "console.log('no database'); process.exit(7);");
    const { code, stderr } = await here.run(['--', process.execPath, 'server.cjs']);
    assert.equal(code, 3, stderr);
    assert.match(stderr, /^ {2}\| no database$/m);
    assert.match(stderr, /exit code 7/);
  });

  test('starts nothing that is not there', async () => {
    using here = place();
    const { code, stderr } = await here.run(['--', 'node', 'nowhere.js']);
    assert.equal(code, 2);
    assert.match(stderr, /\[SERVER_FILE_NOT_FOUND\]/);
  });
});
