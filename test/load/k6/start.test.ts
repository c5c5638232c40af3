import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { k6Start } from '../../../src/load/k6/k6-process.ts';

suite('The start of a script', () => {
  test('is answered when it is known, once, and only where it is asked for', async () => {
    const { promise: instant, resolve } = Promise.withResolvers<number>();
    let times = 0;
    using start = await k6Start(() => {
      times++;
      return instant;
    });
    assert.equal((await fetch(new URL('/', start.url))).status, 404);
    assert.equal(times, 0);
    const answer = fetch(start.url);
    await start.asked;
    assert.equal((await fetch(start.url)).status, 404);
    resolve(1_763_900_000_000.5);
    assert.equal(await (await answer).text(), '1763900000000.5');
    assert.equal(times, 1);
  });

  test('that never comes leaves nobody waiting, and nothing that listens', async () => {
    let url = '';
    let answer: Promise<Response>;
    {
      using start = await k6Start(() => new Promise(() => {}));
      ({ url } = start);
      answer = fetch(url);
      await start.asked;
    }
    await assert.rejects(answer);
    await assert.rejects(fetch(url));
  });

  test('that fails is no answer', async () => {
    using start = await k6Start(() => Promise.reject(new Error('called off')));
    await assert.rejects(fetch(start.url));
  });
});
