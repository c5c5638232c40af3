/**
 * Real servers of other platforms, built here where their tools are: every path is asked for, and the proof of each answer
 * is checked as the load generator checks it. The builds are those of the user's cache, as in `chokepoint lab platforms`.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { findContestants } from '../../src/contestants/contestants.ts';
import { systemClock } from '../../src/host/clock.ts';
import { inEnglish } from '../../src/messages/message.ts';
import type { Contestant, PlatformFacts } from '../../src/model/contestant.ts';
import { freePort } from '../../src/server/launch.ts';
import { startServer } from '../../src/server/server.ts';
import { topologies } from '../../src/topologies/catalogue.ts';
import { expectedKey, expectedValues } from '../../src/workloads/loop-or-threads.ts';
import { idHeader } from '../../src/workloads/pool-size.ts';
import { emptyPlace } from '../kit/place.ts';

const lines = 50;
const paths = [
  '/prime/1000',
  '/file/large',
  '/io-test',
  '/network-io',
  '/wait/5/20',
  '/pbkdf2/1000',
  '/synchronized/5',
  '/burn/5',
];
const startTimeout = 60_000;

interface Answer {
  readonly id: string;
  readonly proof: string;
  readonly results: readonly (string | number)[];
}

async function started(contestant: Contestant) {
  const place = emptyPlace(`contestant-${contestant.id}`);
  const port = await freePort();
  const topology = topologies.get(contestant.id);
  assert.ok(topology);
  const launch = topology.launch({
    node: process.execPath,
    guest: {
      kind: 'app',
      options: { workload: 'loop-or-threads', parameters: { lines }, host: '127.0.0.1', port },
    },
    processes: undefined,
    pool: undefined,
    contestant: contestant.launch,
    directory: place.folder,
  });
  const mark = `contestants-${process.pid}`;
  const server = startServer({ launch, cwd: place.folder, mark, cpus: null, clock: systemClock });
  const url = `http://127.0.0.1:${port}`;
  const begin = systemClock.now();
  for (;;) {
    const answer = await fetch(`${url}/ready`).catch(() => null);
    if (answer?.status === 204) break;
    assert.ok(systemClock.now() - begin < startTimeout, server.output().join('\n'));
    await systemClock.sleep(50);
  }
  return {
    ask: (path: string, id: string) =>
      fetch(url + path, { headers: { [idHeader]: id, connection: 'close' } }),
    server,
    async [Symbol.asyncDispose]() {
      await server.stop();
      place[Symbol.dispose]();
    },
  };
}

const proofOf = (path: string, id: string) =>
  createHmac('sha256', expectedKey(path, lines)).update(id).digest('hex');

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
      }
      if (id === 'express') assert.equal(facts.framework, `express ${versions['express']}`);
      if (id === 'go') assert.equal(facts.goMaxProcs, facts.processors);
    });

    await t.test('another path is refused, and SIGTERM ends it', async () => {
      assert.equal((await ask('/nothing', 'r-1')).status, 404);
      assert.equal((await ask('/prime/x', 'r-1')).ok, false);
      process.kill(server.pid, 'SIGTERM');
      await server.exited;
    });
  });
}
