import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { suite, test } from 'node:test';
import { evaluate, inspectorAt } from '../../../src/observe/attach/inspector.ts';
import { systemClock } from '../../../src/host/clock.ts';
import { accepting } from '../../kit/localhost.ts';

/** A server that does with each connection what is given. */
async function listening(onCall: (socket: Socket) => void) {
  const server = await accepting(onCall);
  return { ...server, address: { host: '127.0.0.1', port: server.port } };
}

/** What would hold a limit for silence off for ever. */
function drip(socket: Socket, text: string): void {
  socket.write(text);
  const timer = setInterval(() => socket.write(' '), 50);
  socket.once('close', () => clearInterval(timer));
}

const answers = (body: string) => (socket: Socket) =>
  socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);

suite('What answers in the place of an inspector', { timeout: 60_000 }, () => {
  for (const [what, text] of [
    ['head', 'HTTP/1.1 200 OK\r\nA:'],
    ['body', 'HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n['],
  ] as const) {
    test(`is none if its ${what} does not come to an end`, async () => {
      await using server = await listening((socket) => drip(socket, text));
      assert.equal(await inspectorAt(server.address), null);
    });
  }

  for (const body of ['', '{}', '[null]', '[{"type":"node","webSocketDebuggerUrl":"no address"}]']) {
    test(`is none if it says ${body || 'nothing'}`, async () => {
      await using server = await listening(answers(body));
      assert.equal(await inspectorAt(server.address), null);
    });
  }

  test('is not asked if that was called off before', async () => {
    await using server = await listening(answers('[]'));
    assert.equal(await inspectorAt(server.address, AbortSignal.abort()), null);
    assert.equal(server.calls(), 0);
  });

  test('is waited for no longer than was said, or until that is called off', async () => {
    await using server = await listening((socket) => drip(socket, 'HTTP/1.1 101 Switching'));
    const inspector = { address: server.address, path: '/' };
    const clock = systemClock;
    assert.deepEqual(await evaluate(inspector, ['1'], { timeout: 200, clock }), { type: 'late' });
    const stop = new AbortController();
    const said = evaluate(inspector, ['1'], { timeout: 3_600_000, clock, signal: stop.signal });
    stop.abort();
    assert.deepEqual(await said, { type: 'late' });
  });
});
