import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import type { TrafficModule } from '../../../src/observe/probe/traffic.cts';
import { accepting, saying, serving } from '../../kit/localhost.ts';
import { near } from '../../kit/near.ts';

const require = createRequire(import.meta.url);
const { requestsOf } = require('../../../src/observe/probe/traffic.cts') as TrafficModule;

/** Sends so many on one connection, one behind the other, and waits until they are answered. */
async function send(server: Server, socket: Socket, count: number): Promise<void> {
  let answered = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const seen = () => ++answered === count && resolve();
  server.on('request', seen);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count));
  await promise;
  server.off('request', seen);
}

test('All requests are counted while they come by a server whose connections cannot be seen', async () => {
  await using usual = await saying();
  // One is given its connections by another listener, and never listens itself.
  const given = createServer((_request, response) => response.end());
  await using listener = await accepting((socket) => given.emit('connection', socket));
  const [one, other] = [connect(usual.port, '127.0.0.1'), connect(listener.port, '127.0.0.1')];
  for (const socket of [one, other]) socket.resume();
  const seen = requestsOf((_about, run) => run);
  try {
    seen.begin();
    await send(usual.server, one, 3000);
    const { begun, counted } = seen.figures();
    assert.equal(begun, 3000);
    // Of a sample: until some of them are counted. In this time there are two windows.
    do {
      const start = performance.now();
      while (performance.now() - start < 510) await send(given, other, 10);
    } while (seen.figures().counted === counted);
    const before = seen.figures();
    await send(usual.server, one, 100);
    const now = seen.figures();
    assert.equal(now.begun - before.begun, 100);
    // A sample counts in parts of a request.
    near(now.counted - before.counted, 100, 1e-6);
  } finally {
    seen.stop();
    for (const socket of [one, other]) socket.destroy();
  }
});

test('What was in flight before it is counted ends as well, and is in flight until then; its time is not known', async () => {
  const held: ServerResponse[] = [];
  await using place = await serving((request, response) => {
    if (request.url === '/held') held.push(response);
    else response.end();
  });
  const { server, port } = place;
  const sockets = [1, 2, 3].map(() => connect(port, '127.0.0.1').resume());
  const seen = requestsOf((_about, run) => run);
  try {
    for (const socket of sockets.slice(1)) {
      const asked = once(server, 'request');
      socket.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n');
      await asked;
    }
    seen.begin();
    const [first] = sockets;
    assert.ok(first);
    const answered = once(first, 'data');
    await send(server, first, 1);
    await answered;
    const before = seen.figures();
    assert.deepEqual([before.begun, before.pending, before.ended, before.timed], [1, 2, 1, 1]);
    const closed = held.map((response) => once(response.end(), 'close'));
    await Promise.all(closed);
    const after = seen.figures();
    assert.deepEqual([after.begun, after.pending, after.ended, after.timed], [1, 0, 3, 1]);
  } finally {
    seen.stop();
    for (const socket of sockets) socket.destroy();
  }
});
