/**
 * Warms the generator's own code on a server inside its own process, before the server under test sees a request.
 * Cold code invents a tail: the first answers of a burst took 2 to 5 ms instead of 0.1 to 0.6. The load's own warm-up cannot
 * do it, since bursts have none: they are to meet a fresh server.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { ClosedLoop } from './closed-loop.ts';
import { ConnectionPool } from './connection-pool.ts';
import { OpenLoop } from './open-loop.ts';
import { arrivals } from './pacing.ts';
import { Recorder } from './recorder.ts';
import { scenario } from './scenario.ts';

const answer = Buffer.from(
  'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n' +
    'Connection: keep-alive\r\nKeep-Alive: timeout=5\r\nContent-Length: 2\r\n\r\nok',
);
const clients = 8;
const requestsEach = 250;
const openRequests = 200;

/** Warms the loops, parser and recorder; takes about 0.1 s of CPU. */
export async function warmSelf(): Promise<void> {
  const server = createServer((socket) => {
    socket.on('data', () => socket.write(answer));
    socket.on('error', () => {});
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const requests = [{ url: `http://127.0.0.1:${port}/`, method: 'GET', headers: {}, weight: 1 }];
  const own = scenario(requests, 1);
  {
    using connectionPool = new ConnectionPool(own.targets, 5_000);
    const recorder = new Recorder({ membership: 'due', lateAfter: 1, traces: 100, seed: 1 });
    recorder.openWindow(0, Infinity);
    await new ClosedLoop({ clients, each: requestsEach, barrier: false }, connectionPool, own, recorder).run(
      requestsEach,
      Infinity,
    );
    const open = new OpenLoop(connectionPool, own, recorder, 5_000);
    await open.open();
    const ended = open.run(arrivals({ kind: 'rate', perSecond: openRequests }, 1_000, 1), performance.now());
    // Requests are fired ahead of time, since nothing is measured here.
    for (let ahead = 0; ahead <= 1_000; ahead += 5) open.fire(performance.now() + ahead);
    await ended;
    recorder.finish(performance.now());
  }
  server.close();
}
