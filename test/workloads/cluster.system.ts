import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { serverTiming } from '../../src/load/http-parser.ts';
import { chain, clusterWorkload, expectedProofKey } from '../../src/workloads/cluster.ts';
import { idHeader, type Parameters } from '../../src/workloads/workload.ts';

const iterations = 100_000;

async function serve(parameters: Parameters) {
  const lines: string[] = [];
  let [begun, ended] = [0, 0];
  const jobs = {
    begin() {
      begun++;
      return () => void ended++;
    },
  };
  const handler = clusterWorkload.handler({ iterations, ...parameters }, jobs, (line) => lines.push(line));
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    lines,
    jobs: () => ({ begun, ended }),
    ask: (id = '') => fetch(url, { headers: { [idHeader]: id, connection: 'close' } }),
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

const elapsedOf = ({ headers }: Response) => serverTiming(headers.get('server-timing') ?? '');

suite('The cluster server', () => {
  test('as published answers "hello world" after an empty loop, in 12 bytes, and logs what it took', async () => {
    await using server = await serve({});
    const response = await server.ask();
    assert.equal(await response.text(), 'hello world\n');
    assert.equal(response.headers.get('content-length'), '12');
    assert.match(server.lines[0] ?? '', /^response complete, elapsed time : \d+$/);
    assert.deepEqual(server.jobs(), { begun: 1, ended: 1 });
  });

  test('corrected answers with its id and the proof of its loop', async () => {
    await using server = await serve({ answer: 'proof' });
    const response = await server.ask('r-7');
    const key = expectedProofKey(iterations);
    assert.deepEqual(await response.json(), {
      id: 'r-7',
      proof: createHmac('sha256', key).update('r-7').digest('hex'),
    });
  });

  test('that leaves out a single turn of the loop cannot give that proof', async () => {
    await using server = await serve({ answer: 'proof', iterations: iterations - 1 });
    const { proof } = (await (await server.ask('r-7')).json()) as { proof: string };
    const expected = createHmac('sha256', expectedProofKey(iterations)).update('r-7').digest('hex');
    assert.notEqual(proof, expected);
  });

  test('with its clock in the handler tells what a request took; with the worker’s, how old the worker is', async () => {
    for (const [clock, form] of [
      ['handler', /^response complete, elapsed time : \d+$/],
      ['worker', /^response complete elapsed time \d+$/],
    ] as const) {
      await using server = await serve({ clock });
      const begin = performance.now();
      const first = elapsedOf(await server.ask());
      const asked = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 30));
      const second = elapsedOf(await server.ask());
      const whole = performance.now() - begin;
      if (clock === 'worker') assert.ok(second - first >= 29, `${first}, then ${second}`);
      // Of the pause between the requests nothing is in it.
      else assert.ok(first + second <= whole - 29, `${first}, ${second} in ${whole} from ${asked}`);
      for (const line of server.lines) assert.match(line, form);
    }
  });

  test('runs a chain of which each number follows from the one before', () => {
    // Marsaglia's own example: the first outputs of xorshift32 from his seed.
    assert.deepEqual([1, 2, 3].map(chain), [723_471_715, 2_497_366_906, 2_064_144_800]);
  });
});
