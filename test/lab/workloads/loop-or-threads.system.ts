import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { emptyPlace } from '../../kit/place.ts';
import {
  delays,
  expectedKey,
  expectedValues,
  loopOrThreads,
} from '../../../src/lab/workloads/loop-or-threads.ts';
import { largeText, testData, wordsOf } from '../../../src/lab/workloads/loop-or-threads/data.ts';
import { delaysOf } from '../../../src/lab/workloads/loop-or-threads/proof.ts';
import { countPrimes, countWords, tasks } from '../../../src/lab/workloads/loop-or-threads/tasks.ts';
import type { Parameters, RunTask, Task } from '../../../src/lab/workloads/workload.ts';
import { lines, paths } from '../contestants/started.ts';
import { answerOf, proofOf, serving, type Answer } from './serving.ts';

async function serve(parameters: Parameters = {}, run?: RunTask) {
  const server = await serving(loopOrThreads, { lines, ...parameters }, undefined, run);
  return { ...server, answer: async (path: string, id = 'r-1') => answerOf(await server.ask(path, id)) };
}

const isProved = ({ id, proof }: Answer, path: string) => proof === proofOf(expectedKey(path, lines), id);

const directly = async (name: string, argument: Parameters) => {
  const task = (tasks as Readonly<Record<string, Task>>)[name];
  assert.ok(task);
  return task(argument);
};

suite(
  "The servers of the article on event loop and worker threads do a request's work, and prove it:",
  () => {
    for (const path of paths) {
      test(path, async () => {
        await using server = await serve();
        const answer = await server.answer(path);
        assert.equal(answer.id, 'r-1');
        assert.ok(isProved(answer, path));
        assert.deepEqual(answer.results.map(String), expectedValues(path, lines).map(String));
      });
    }
  },
);

suite('A server cannot give the proof', () => {
  test('that has counted something else', async () => {
    await using server = await serve({ lines: lines - 1 });
    const answer = await server.answer('/file/large');
    assert.equal(isProved(answer, '/file/large'), false);
    const fewer = await server.answer('/prime/900');
    assert.equal(isProved(fewer, '/prime/1000'), false);
  });

  test('that has not done the work', async () => {
    await using server = await serve({}, async () => ({ value: 0, seal: '00'.repeat(32) }));
    for (const path of paths) {
      const answer = await server.answer(path);
      assert.equal(isProved(answer, path), false, path);
    }
  });

  test('that hands out the results of another request, though they are the same numbers', async () => {
    let before: Parameters | null = null;
    await using server = await serve({}, async (name, argument) => {
      const own = await directly(name, argument);
      const given = before ?? own;
      before = own;
      return given;
    });
    const first = await server.answer('/prime/1000');
    const second = await server.answer('/prime/1000', 'r-2');
    assert.ok(isProved(first, '/prime/1000'));
    assert.deepEqual(second.results, first.results);
    assert.equal(isProved(second, '/prime/1000'), false);
  });
});

suite('The servers of the article on event loop and worker threads', () => {
  test('wait for the delays that a request’s id stands for, all five at once', async () => {
    const drawn = ['a', 'b', 'c'].map((id) => delaysOf(id, delays.count, delays.from, delays.to));
    assert.ok(drawn.flat().every((delay) => delay >= delays.from && delay <= delays.to));
    assert.equal(new Set(drawn.map(String)).size, 3);
    const asked: number[] = [];
    await using server = await serve({}, (name, argument) => {
      asked.push(Number(argument['milliseconds']));
      return directly(name, argument);
    });
    const begin = performance.now();
    await server.answer('/network-io', 'a');
    // Node's timers may fire a millisecond early.
    assert.ok(performance.now() - begin >= Math.max(...(drawn[0] ?? [])) - 1);
    assert.deepEqual(asked, drawn[0]);
  });

  test('tell a task that fails from one that is slow, and know no other path', async () => {
    await using server = await serve({}, () => Promise.reject(new Error('no such file')));
    const failed = await server.ask('/io-test', 'r-1');
    assert.deepEqual([failed.status, failed.body], [500, 'no such file']);
    for (const path of ['/', '/prime', '/file/small', '/wait/5'])
      assert.equal((await server.ask(path, 'r-1')).status, 404, path);
  });

  test('count as everybody counts', () => {
    assert.equal(countPrimes(10_000), 1229);
    assert.equal(countWords(largeText(7)), wordsOf(7));
  });
});

suite('The test data', () => {
  test('are written once, and are the same for all processes of a server', () => {
    using here = emptyPlace('data');
    const data = testData(lines, here.folder);
    writeFileSync(data.large, 'kept');
    assert.deepEqual(testData(lines, here.folder), data);
    assert.equal(data.small.length, 5);
  });

  test('name the folder when they cannot be written', () => {
    using here = emptyPlace('data');
    const file = here.write('no-folder', '');
    assert.throws(() => testData(lines, file), /test data \(0\.0 MB\) could not be written to .*no-folder/);
  });
});
