import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { emptyFolder } from '../../kit/place.ts';
import { systemClock } from '../../../src/host/clock.ts';
import { freePort } from '../../../src/server/launch.ts';
import { awaitReady } from '../../../src/server/ready.ts';
import { startServer } from '../../../src/server/server.ts';
import { until } from '../../kit/until.ts';

const folder = emptyFolder('ready');

/** A server whose program is given, with `port` in it, and the wait for it: no longer than 20 s. */
async function waiting(program: string, timeout: number, signal = AbortSignal.timeout(20_000)) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const args = ['-e', `const port = ${port}; ${program}`];
  const launch = { file: process.execPath, args, env: {}, announces: 0 };
  const lines: string[] = [];
  const started = { launch, cwd: folder, mark: folder, cpus: null, clock: systemClock };
  const server = startServer({ ...started, onLine: (line) => lines.push(line) });
  const target = { launch, cwd: folder, url, readyUrl: url, requests: [], cpus: null, jobsPerRequest: 0 };
  const asked = { server, target, directory: folder, setting: '', timeout, signal };
  const ready = awaitReady({ ...asked, clock: systemClock });
  ready.catch(() => {}); // the test awaits it later
  return { lines, ready, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

suite('A server is ready', { timeout: 60_000 }, () => {
  test('as soon as the head of an answer has come, though the answer never ends; the connection is closed then', async () => {
    await using server = await waiting(
      `require('node:http').createServer((request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const more = setInterval(() => response.write('data: more\\n\\n'), 20);
        response.once('close', () => { clearInterval(more); console.log('closed'); });
      }).listen(port, '127.0.0.1');`,
      20_000,
    );
    await server.ready;
    await until(() => server.lines.includes('closed'));
  });

  test('never, if it sends its head byte by byte: the time to start in is over all the same', async () => {
    await using server = await waiting(
      `require('node:net').createServer((socket) => {
        socket.on('error', () => {}).write('HTTP/1.1 200 OK\\r\\nx-slow: ');
        setInterval(() => socket.writable && socket.write('x'), 100);
      }).listen(port, '127.0.0.1');`,
      2000,
    );
    await assert.rejects(server.ready, { code: 'SERVER_NOT_READY', why: /did not answer/ });
  });

  test('or not, the wait ends at once when it is interrupted', async () => {
    const stop = new AbortController();
    const reason = new Error('interrupted');
    await using server = await waiting(
      `require('node:net').createServer(() => console.log('taken')).listen(port, '127.0.0.1');`,
      600_000,
      stop.signal,
    );
    await until(() => server.lines.includes('taken'));
    stop.abort(reason);
    await assert.rejects(server.ready, reason);
  });
});
