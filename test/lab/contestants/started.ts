/** A server of another platform, started as a trial starts it, and how its answers are checked. */
import assert from 'node:assert/strict';
import { systemClock } from '../../../src/host/clock.ts';
import type { Contestant } from '../../../src/model/schema/contestant.ts';
import { freePort } from '../../../src/server/launch.ts';
import { startServer } from '../../../src/server/server.ts';
import { topologies } from '../../../src/topologies/catalogue.ts';
import { expectedKey } from '../../../src/lab/workloads/loop-or-threads.ts';
import { idHeader } from '../../../src/lab/workloads/workload.ts';
import { emptyPlace } from '../../kit/place.ts';
import { proofOf as proofOfKey } from '../workloads/serving.ts';
import { words } from '../../kit/words.ts';

/** Of the large file. */
export const lines = 50;
const startTimeout = 60_000;

/** One for each kind of work. */
export const paths = words(
  '/prime/1000 /file/large /io-test /network-io /wait/5/20 /pbkdf2/1000 /synchronized/5 /burn/5',
);

export async function started(contestant: Contestant) {
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

/** @returns the proof that a right answer to this request has */
export const proofOf = (path: string, id: string) => proofOfKey(expectedKey(path, lines), id);
