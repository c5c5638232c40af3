import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { serverTiming } from '../../../src/load/http-parser.ts';
import { chain, clusterWorkload, expectedProofKey } from '../../../src/lab/workloads/cluster.ts';
import type { Parameters } from '../../../src/lab/workloads/workload.ts';
import { answerOf, proofOf, serving } from './serving.ts';

const iterations = 100_000;

const serve = (parameters: Parameters) => serving(clusterWorkload, { iterations, ...parameters });

const elapsedOf = ({ headers }: { readonly headers: Headers }) =>
  serverTiming(headers.get('server-timing') ?? '');

suite('The cluster server', () => {
  test('as published answers "hello world" after an empty loop, in 12 bytes, and logs what it took', async () => {
    await using server = await serve({});
    const { body, headers } = await server.ask('/');
    assert.deepEqual([body, headers.get('content-length')], ['hello world\n', '12']);
    assert.match(server.lines[0] ?? '', /^response complete, elapsed time : \d+$/);
    assert.deepEqual(server.jobs(), { begun: 1, ended: 1 });
  });

  test('corrected answers with its id and the proof of its loop', async () => {
    await using server = await serve({ answer: 'proof' });
    const proof = proofOf(expectedProofKey(iterations));
    assert.deepEqual(answerOf(await server.ask('/')), { id: 'r-7', proof });
  });

  test('that leaves out a single turn of the loop cannot give that proof', async () => {
    await using server = await serve({ answer: 'proof', iterations: iterations - 1 });
    assert.notEqual(answerOf(await server.ask('/')).proof, proofOf(expectedProofKey(iterations)));
  });

  test('with its clock in the handler tells what a request took; with the worker’s, how old the worker is', async () => {
    for (const [clock, form] of [
      ['handler', /^response complete, elapsed time : \d+$/],
      ['worker', /^response complete elapsed time \d+$/],
    ] as const) {
      await using server = await serve({ clock });
      const begin = performance.now();
      const first = elapsedOf(await server.ask('/'));
      const asked = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 30));
      const second = elapsedOf(await server.ask('/'));
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
