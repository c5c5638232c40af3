import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { processAtPort } from '../../../src/observe/session/port-target.ts';
import { freePort } from '../../../src/server/launch.ts';
import { started } from '../../kit/process.ts';

const run = (...args: string[]) =>
  started(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] }), /(\d+)\n/);

const skip = process.platform !== 'linux' && 'only Linux tells whose a socket is';

suite('The process at a port is', { skip }, () => {
  test('the one that listens there', async () => {
    await using server = await run(
      '-e',
      `const server = require('node:net').createServer().listen(0, '127.0.0.1', () => console.log(server.address().port));`,
    );
    assert.equal(processAtPort(Number(server.first)), server.pid);
  });

  test('the primary of a cluster', async () => {
    await using cluster = await run(join(import.meta.dirname, 'cluster.cjs'));
    assert.equal(processAtPort(Number(cluster.first)), cluster.pid);
  });

  test('the parent, where each of its children has a socket of its own', async () => {
    const port = await freePort();
    const worker = `require('node:http').createServer().listen({ port: ${port}, reusePort: true }, () => console.log('open'))`;
    await using parent = await run(
      '-e',
      `let open = 0;
       for (let i = 0; i < 2; i++)
         require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(worker)}])
           .stdout.once('data', () => ++open === 2 && console.log(1));`,
    );
    assert.equal(processAtPort(port), parent.pid);
  });

  test('missed where nobody listens', async () => {
    const port = await freePort();
    assert.throws(() => processAtPort(port), { code: 'PORT_SILENT' });
  });
});
