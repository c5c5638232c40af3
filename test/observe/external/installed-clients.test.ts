/** Which client holds the connections to a service, by the package.json that is there. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { clientFor } from '../../../src/model/service-clients.ts';
import { installedClients } from '../../../src/observe/external/target-process.ts';
import { emptyFolder } from '../../kit/place.ts';
import { whyNotLinux as skip } from '../../kit/nodes.ts';

test('The clients of a process are those of the nearest package.json above its script', { skip }, () => {
  const folder = emptyFolder('clients');
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
  const script = join(folder, 'src/deep/server.js');
  for (const [text, clients] of [
    ['{ "dependencies": { "express": "5", "pg": "8", "ioredis": "5" } }', ['pg', 'ioredis']],
    ['{ "devDependencies": { "pg": "8" } }', []],
    ['{ "dependencies": "pg" }', []],
    ['not JSON', []],
    [`{ "dependencies": { "pg": "8" }, "more": "${'x'.repeat(1 << 20)}" }`, []],
  ] as const) {
    writeFileSync(join(folder, 'package.json'), text);
    assert.deepEqual(installedClients(process.pid, script), clients, text.slice(0, 60));
  }
  assert.deepEqual(installedClients(process.pid, null), []);
});

test('What uses another client holds the connections; of two that do not, nobody knows which', () => {
  assert.equal(clientFor('postgresql', ['express', 'pg', 'knex']), 'knex');
  assert.equal(clientFor('postgresql', ['postgres']), 'postgres');
  assert.equal(clientFor('postgresql', ['pg', 'postgres']), null);
  assert.equal(clientFor('mysql', ['pg', 'mysql2']), 'mysql2');
  assert.equal(clientFor('redis', ['pg']), null);
});
