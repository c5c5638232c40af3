/**
 * Real servers of other platforms, built here where their tools are: every path is asked for, and the proof of each answer
 * is checked as the load generator checks it. The builds are those of the user's cache, as in a run of the lab.
 */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findContestants } from '../../../src/lab/contestants/contestants.ts';
import { systemClock } from '../../../src/host/clock.ts';
import { inEnglish } from '../../../src/messages/message.ts';
import type { PlatformFacts } from '../../../src/model/contestant.ts';
import { expectedValues } from '../../../src/lab/workloads/loop-or-threads.ts';
import { emptyPlace } from '../../kit/place.ts';
import type { Answer } from '../workloads/serving.ts';
import { lines, paths, proofOf, started } from './started.ts';

const found = await findContestants({ builds: true, tell: (line) => console.log(inEnglish(line)) });

for (const contestant of found) {
  const { id, state, reason, versions } = contestant;
  const skip = state === 'ready' ? false : reason ? inEnglish(reason) : state;
  test(`${id} does the work of every path, and proves it`, { skip }, async (t) => {
    await using serving = await started(contestant);
    const { ask, server } = serving;
    for (const path of paths) {
      await t.test(path, async () => {
        const begin = systemClock.now();
        for (const request of ['r-1', 'r-2']) {
          const answer = (await (await ask(path, request)).json()) as Answer;
          assert.equal(answer.id, request);
          assert.deepEqual(answer.results.map(String), expectedValues(path, lines).map(String));
          assert.equal(answer.proof, proofOf(path, request));
        }
        if (/^\/(wait|synchronized|burn)/.test(path)) assert.ok(systemClock.now() - begin >= 8);
      });
    }

    await t.test('/facts tells what runs it', async () => {
      const facts = (await (await ask('/facts', 'r-1')).json()) as PlatformFacts;
      assert.equal(facts.version, versions['java'] ?? versions['node'] ?? versions[id]);
      assert.ok(facts.processors >= 1 && facts.gc !== '' && (facts.threads ?? 1) >= 1);
      if (facts.platform === 'java') {
        assert.equal(facts.framework, `spring-boot ${versions['spring-boot']}`);
        assert.equal(facts.heapMax, 512 * 1024 * 1024);
        assert.equal(facts.virtualThreads, id === 'spring-virtual');
        assert.match(facts.gc, /^G1 /);
      }
      if (id === 'express') assert.equal(facts.framework, `express ${versions['express']}`);
      if (id === 'go') assert.equal(facts.goMaxProcs, facts.processors);
    });

    await t.test('another path is refused, and SIGTERM ends it', async () => {
      assert.equal((await ask('/nothing', 'r-1')).status, 404);
      assert.equal((await ask('/prime/x', 'r-1')).ok, false);
      assert.equal((await ask('/wait/5/x', 'r-1')).ok, false);
      process.kill(server.pid, 'SIGTERM');
      await server.exited;
    });
  });
}

const go = found.find(({ id }) => id === 'go');
const noGo = go?.state === 'ready' ? false : 'Go is not on this machine';

test('A server that skips its work is caught by the proof', { skip: noGo }, async () => {
  using place = emptyPlace('lazy');
  const sources = join(place.folder, 'sources');
  cpSync(join(import.meta.dirname, '../../../contestants'), sources, { recursive: true });
  const file = join(sources, 'go/work.go');
  const lazy = readFileSync(file, 'utf8').replace('if isPrime {', 'if isPrime && n < 100 {');
  writeFileSync(file, lazy);
  const [one] = await findContestants({
    ids: ['go'],
    builds: true,
    sources,
    cache: join(place.folder, 'cache'),
  });
  assert.ok(one);
  await using serving = await started(one);
  const answer = (await (await serving.ask('/prime/1000', 'r-1')).json()) as Answer;
  assert.equal(answer.id, 'r-1');
  assert.notEqual(answer.proof, proofOf('/prime/1000', 'r-1'));
  const honest = (await (await serving.ask('/prime/90', 'r-2')).json()) as Answer;
  assert.equal(honest.proof, proofOf('/prime/90', 'r-2'));
});
