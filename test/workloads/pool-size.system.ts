import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import { expectedProofKey, poolSize } from '../../src/workloads/pool-size.ts';
import { idHeader, type Parameters } from '../../src/workloads/workload.ts';

const iterations = 5;

async function serve(parameters: Parameters) {
  const open = new Set<number>();
  let begun = 0;
  const handler = poolSize.handler(
    { iterations, ...parameters },
    {
      begin() {
        const job = begun++;
        open.add(job);
        return () => open.delete(job);
      },
    },
  );
  const server: Server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    jobs: () => ({ begun, open: open.size }),
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

suite('The pool-size server', () => {
  test('starts ten jobs for a request, and answers when they are done, with the proof', async () => {
    await using server = await serve({ answer: 'after' });
    const response = await fetch(`${server.url}/test`, {
      headers: { [idHeader]: 'r-7', connection: 'close' },
    });
    const { id, proof, jobs } = (await response.json()) as { id: string; proof: string; jobs: number };
    const key = await expectedProofKey(iterations);
    assert.equal(id, 'r-7');
    assert.equal(jobs, 10);
    assert.equal(proof, createHmac('sha256', key).update('r-7').digest('hex'));
    assert.deepEqual(server.jobs(), { begun: 10, open: 0 });
  });

  test('that did other work, or less of it, cannot give that proof', async () => {
    await using server = await serve({ answer: 'after', iterations: iterations - 1 });
    const response = await fetch(`${server.url}/test`, {
      headers: { [idHeader]: 'r-7', connection: 'close' },
    });
    const { proof } = (await response.json()) as { proof: string };
    assert.notEqual(
      proof,
      createHmac('sha256', await expectedProofKey(iterations))
        .update('r-7')
        .digest('hex'),
    );
  });

  test('as published answers at once: "server: ok"', async () => {
    await using server = await serve({ answer: 'before' });
    const response = await fetch(`${server.url}/test`, { headers: { connection: 'close' } });
    assert.equal(await response.text(), 'server: ok');
    assert.equal(server.jobs().begun, 10);
  });

  test('knows no other path', async () => {
    await using server = await serve({});
    const response = await fetch(`${server.url}/other`, { headers: { connection: 'close' } });
    assert.equal(response.status, 404);
    assert.equal(server.jobs().begun, 0);
  });
});
