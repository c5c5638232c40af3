/**
 * A server whose event loop is busy: Node opens the inspector from an interrupt there, and once more from the loop. It
 * must be closed after each attach, and stay closed.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { attach } from '../../../src/observe/attach/attach.ts';
import { onEachNode, whyNotLinux as skip } from '../../kit/nodes.ts';
import { until } from '../../kit/until.ts';
import { answer, belongings, openings, target } from './targets.ts';

/** In a row, none waiting for the main thread to learn that the one before has ended. */
const visits = 4;
const profiles = 2;

/** Clients that ask again as soon as they are answered: two for what computes 180 ms, four for what does not. */
function load(port: number): AsyncDisposable {
  const over = new AbortController();
  const client = async (path: string) => {
    while (!over.signal.aborted)
      await fetch(`http://127.0.0.1:${port}${path}`, { signal: over.signal })
        .then((response) => response.text())
        .catch(() => {});
  };
  const clients = ['/report', '/report', '/', '/', '/', '/'].map(client);
  return {
    async [Symbol.asyncDispose]() {
      over.abort();
      await Promise.all(clients);
    },
  };
}

suite('The inspector of a busy server', { skip }, async () => {
  await onEachNode(({ label, binary }) => {
    test(`is closed after each of ${visits} attaches on Node ${label}`, async () => {
      await using server = await target('idle', { binary });
      const before = belongings(server.pid);
      await using _ = load(server.port);
      const isClosed = () => belongings(server.pid).ports.length === before.ports.length;
      for (let visit = 0; visit < visits; visit++) {
        const link = await attach(server.pid);
        assert.equal(link.visit?.wasOpen, false, 'none is left from the visit before');
        // A probe that had a session with the main thread waits for it before it ends: the next need not.
        if (visit < profiles) {
          link.send({ type: 'profile', duration: 50 });
          await new Promise<void>((resolve) => {
            link.onMessage(({ type }) => type === 'profile' && resolve());
            void link.closed.then(resolve);
          });
        }
        await link[Symbol.asyncDispose]();
      }
      await until(isClosed);
      assert.ok(openings(server) >= visits);
      // What is posted to the loop is served by now: if it is ever to open again, it does.
      for (let look = 0; look < 20; look++) {
        await sleep(50);
        await until(isClosed, { within: 1000 });
      }
      assert.ok(isClosed());
      await until(() => belongings(server.pid).threads === before.threads);
      assert.equal(await answer(server.port), 'well');
      assert.equal(server.hasEnded(), false);
    });
  });
});
