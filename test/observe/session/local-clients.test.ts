import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LocalClients } from '../../../src/observe/session/local-clients.ts';
import { onLinux } from '../../kit/nodes.ts';
import { listens, startNode } from '../../kit/targets.ts';

const run = (script: string, ...words: string[]) => startNode(['-e', script, ...words]);

test(
  'A program that holds connections to the server is its client, with what it uses; its own calls are not',
  onLinux,
  async () => {
    await using other = await run(listens());
    await using server = await run(
      `const net = require('node:net'); net.connect(+process.argv[1], '127.0.0.1');
     const server = net.createServer().listen(0, () => console.log(server.address().port))`,
      other.first,
    );
    await using client = await run(
      `require('node:net').connect(+process.argv[1], '127.0.0.1', () => console.log('open')); setInterval(() => { for (let i = 0; i < 1e7; i++); }, 1)`,
      server.first,
    );
    const clients = new LocalClients();
    const ports = new Set([Number(server.first)]);
    const used = () => clients.used.map(({ pid, cpu }) => [pid, cpu > 0]);
    await clients.look([server.pid], ports, 1000);
    assert.deepEqual(used(), []);
    const end = performance.now() + 10_000;
    do await clients.look([server.pid], ports, 2000);
    while (used()[0]?.[1] !== true && performance.now() < end);
    assert.deepEqual(used(), [[client.pid, true]]);
  },
);
