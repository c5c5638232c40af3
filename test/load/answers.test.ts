import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { generate } from '../../src/load/generate.ts';
import { failures, job } from './jobs.ts';
import { saying, serving, servingSecurely } from '../kit/localhost.ts';
import { near } from '../kit/near.ts';

/** In this process: what it makes of answers is the same in one of its own. */
const run = (...of: Parameters<typeof job>) => generate(job(...of), () => {});

test('an answer of another status is an error, and the first three are shown', async () => {
  await using server = await serving((_, response) => response.writeHead(503).end('too\nbusy'));
  const outcome = await run({ url: `${server.url}a?b` });
  assert.deepEqual(outcome.counts, { due: 12, sent: 12, answered: 12, verified: 0 });
  assert.deepEqual(failures(outcome), { status: 12 });
  assert.equal(outcome.throughput, 0);
  assert.equal(outcome.response.count, 0);
  assert.deepEqual(outcome.errorExamples, Array(3).fill('GET /a?b → 503: too busy'));
  const expected = await run({ url: server.url, expectStatus: [503] });
  assert.equal(expected.counts.verified, 12);
});

test('a body with another digest than the expected one is an error', async () => {
  await using server = await saying();
  const right = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
  assert.equal((await run({ url: server.url, expectSha256: right })).counts.verified, 12);
  const wrong = await run({ url: server.url, expectSha256: '0'.repeat(64) });
  assert.deepEqual(failures(wrong), { body: 12 });
});

test('a proof must repeat the id and sign it with the result of the work', async () => {
  const ids = new Set<string>();
  const prove = (key: string) => (request: IncomingMessage) => {
    const id = String(request.headers['x-id']);
    ids.add(id);
    return JSON.stringify({ id, proof: createHmac('sha256', key).update(id).digest('hex') });
  };
  const proof = { idHeader: 'X-Id', key: 'the work' };
  const answers: readonly [(request: IncomingMessage) => string, number][] = [
    [prove('the work'), 12],
    [prove('no work'), 0],
    [() => JSON.stringify({ id: 'always', proof: 'the same' }), 0],
    [() => 'not even JSON', 0],
    [() => 'null', 0],
  ];
  for (const [body, verified] of answers) {
    await using server = await serving((request, response) => response.end(body(request)));
    const outcome = await run({ url: server.url, proof });
    assert.equal(outcome.counts.verified, verified);
    assert.equal(outcome.errors.proof, 12 - verified);
  }
  assert.equal(ids.size, 12, 'each request of a run has an id of its own');
});

test('method, headers and body arrive as they were given', async () => {
  let seen: unknown;
  await using server = await serving((request, response) => {
    const { method, url, headers } = request;
    void (async () => {
      seen = [method, url, headers['x-one'], headers.host, await text(request)];
      response.end();
    })();
  });
  const request = {
    url: `${server.url}p?q=1`,
    method: 'PUT',
    headers: { 'X-One': '1', Host: 'example' },
    body: 'é!',
  };
  const outcome = await run(request);
  assert.equal(outcome.counts.verified, 12);
  assert.deepEqual(seen, ['PUT', '/p?q=1', '1', 'example', 'é!']);
});

test('several requests are chosen by their weights, also for several servers', async () => {
  const seen = { first: 0, second: 0 };
  await using first = await serving((_, response) => response.end(String(seen.first++)));
  await using second = await serving((_, response) => response.end(String(seen.second++)));
  const load = { kind: 'closed', clients: 4, requestsEach: 250 } as const;
  const outcome = await run([{ url: first.url, weight: 3 }, { url: second.url }], { load });
  assert.equal(outcome.counts.verified, 1_000);
  // Binomial(1000, 3/4): five standard deviations are 68.
  near(seen.first, 750, 68);
});

test('a connection that the server ends after each answer is opened again', async () => {
  await using server = await serving((_, response) => response.setHeader('Connection', 'close').end('hello'));
  const outcome = await run({ url: server.url });
  assert.equal(outcome.counts.verified, 12);
});

test('https works, whoever signed the certificate', async () => {
  await using server = await servingSecurely((_, response) => response.end('hello'));
  const outcome = await run({ url: server.url });
  assert.deepEqual(failures(outcome), {});
  assert.equal(outcome.counts.verified, 12);
});
