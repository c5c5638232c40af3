import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { expectedProofKey, poolSize } from '../../../src/lab/workloads/pool-size.ts';
import type { Parameters } from '../../../src/lab/workloads/workload.ts';
import { answerOf, proofOf, serving } from './serving.ts';

const iterations = 5;
const honest = proofOf(await expectedProofKey(iterations));

const serve = (parameters: Parameters) => serving(poolSize, { iterations, ...parameters });

suite('The pool-size server', () => {
  test('starts ten jobs for a request, and answers when they are done, with the proof', async () => {
    await using server = await serve({ answer: 'after' });
    assert.deepEqual(answerOf(await server.ask('/test')), { id: 'r-7', proof: honest, jobs: 10 });
    assert.deepEqual(server.jobs(), { begun: 10, ended: 10 });
  });

  test('that did other work, or less of it, cannot give that proof', async () => {
    await using server = await serve({ answer: 'after', iterations: iterations - 1 });
    assert.notEqual(answerOf(await server.ask('/test')).proof, honest);
  });

  test('as published answers at once: "server: ok"', async () => {
    await using server = await serve({ answer: 'before' });
    assert.equal((await server.ask('/test')).body, 'server: ok');
    assert.equal(server.jobs().begun, 10);
  });

  test('knows no other path', async () => {
    await using server = await serve({});
    assert.equal((await server.ask('/other')).status, 404);
    assert.equal(server.jobs().begun, 0);
  });
});
