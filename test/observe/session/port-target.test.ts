import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { processAtPort } from '../../../src/observe/session/port-target.ts';
import { freePort } from '../../../src/server/launch.ts';
import { whyNotLinux as skip } from '../../kit/nodes.ts';
import { startNode } from '../../kit/targets.ts';
import { startServer } from '../../kit/watched.ts';

suite('The process at a port is', { skip }, () => {
  test('the primary of a cluster', async () => {
    await using cluster = await startServer('cluster.cjs');
    assert.equal(processAtPort(Number(cluster.first)), cluster.pid);
  });

  test('the parent, where each of its children has a socket of its own', async () => {
    const port = await freePort();
    const worker = `require('node:http').createServer().listen({ port: ${port}, reusePort: true }, () => console.log('open'))`;
    await using parent = await startNode([
      '-e',
      `let open = 0;
       for (let i = 0; i < 2; i++)
         require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(worker)}])
           .stdout.once('data', () => ++open === 2 && console.log(1));`,
    ]);
    assert.equal(processAtPort(port), parent.pid);
  });

  test('missed where nobody listens', async () => {
    const port = await freePort();
    assert.throws(() => processAtPort(port), { code: 'PORT_SILENT' });
  });
});
