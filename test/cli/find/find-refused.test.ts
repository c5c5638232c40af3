/** What a first look refuses before it sends any load, as the built command says it. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { place } from '../chokepoint.ts';

/** Answers everything but /health with 404, and leaves behind how often it was asked. */
const server = `
  const fs = require('node:fs');
  let asked = 0;
  require('node:http').createServer((request, response) => {
    fs.writeFileSync('asked', String(++asked));
    response.writeHead(request.url === '/health' ? 200 : 404).end();
  }).listen(0, '127.0.0.1');`;

suite('A first look', { concurrency: 3, skip: process.platform !== 'linux' && 'only on Linux' }, () => {
  // Which answers are refused: test/server/ready/find-address.test.ts.
  test('ends with 2 and the way to another path where the first one answers 404, before any load', async () => {
    using here = place();
    writeFileSync(join(here.folder, 'server.cjs'), server);
    const { code, stderr } = await here.run(['--', process.execPath, 'server.cjs']);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^hint: .*--path \/health/m);
    assert.match(stderr, /^\[PATH_REFUSED\]$/m);
    const asked = Number(readFileSync(join(here.folder, 'asked'), 'utf8'));
    assert.ok(asked < 50, `${asked} requests`);
  });

  test('takes -d, and it is said where another option makes it a doctor', async () => {
    using here = place();
    writeFileSync(join(here.folder, 'server.cjs'), server);
    const look = await here.run(['-d', '1', '--', process.execPath, 'server.cjs']);
    assert.match(look.stdout, /^chokepoint {5}/);
    assert.match(look.stderr, /^\[PATH_REFUSED\]$/m);
    const doctor = await here.run(['-c', '2', '--', process.execPath, 'server.cjs']);
    assert.match(doctor.stderr, /^-c is no option of a first look: /);
  });

  test('prints one document where JSON was asked for', async () => {
    using here = place();
    writeFileSync(join(here.folder, 'server.cjs'), server);
    const { code, stdout } = await here.run(['--json', '--', process.execPath, 'server.cjs']);
    const { schema, problem } = JSON.parse(stdout) as { schema: number; problem: { code: string } };
    assert.deepEqual([code, schema, problem.code], [2, 1, 'PATH_REFUSED']);
  });

  test('shows the last lines of a server that ends before it answers', async () => {
    using here = place();
    writeFileSync(join(here.folder, 'server.cjs'), "console.log('no database'); process.exit(7);");
    const { code, stderr } = await here.run(['--', process.execPath, 'server.cjs']);
    assert.equal(code, 3, stderr);
    assert.match(stderr, /^ {2}\| no database$/m);
    assert.match(stderr, /exit code 7/);
  });
});
