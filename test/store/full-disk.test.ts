import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { run } from '../../src/run/run.ts';
import { freePort } from '../../src/server/launch.ts';
import type { Plan } from '../../src/model/plan.ts';
import { openStore } from '../../src/store/store.ts';
import { example } from '../cli/chokepoint.ts';
import { sweepOf } from '../kit/sweep.ts';
import { tmpfs } from '../kit/tmpfs.ts';
import { host, planOf, trialOf } from '../kit/trials.ts';

const { folder, skip, fill, free } = tmpfs('4m');

async function sweep(): Promise<Plan> {
  const port = await freePort();
  return sweepOf(`http://127.0.0.1:${port}/`, {
    command: ['env', `PORT=${port}`, process.execPath, example('http-files.mjs')],
    cwd: process.cwd(),
    factors: [{ key: 'pool', levels: [1, 4] }],
    load: { kind: 'closed', clients: 2, requestsEach: 5 },
    blocks: 9,
    startTimeout: 30_000,
  });
}

suite('A full disk', { skip }, () => {
  test('does not hide the problem that ended the run', async () => {
    using store = openStore(join(folder, 'run.db'), 'write');
    const events = run(await sweep(), store, { signal: AbortSignal.timeout(60_000) });
    let event = await events.next();
    while (!event.done && event.value.type !== 'trial-ended') event = await events.next();
    fill();
    await assert.rejects(events.throw(new Error('what came first')), { message: 'what came first' });
    assert.throws(() => store.create(planOf('1', '4'), host), { code: 'STORE_FULL' });
    free();
    assert.ok(store.read('last').trials.length > 0);
  });

  test('is told by what there is to do, and what comes after it is stored', () => {
    using store = openStore(join(folder, 'add.db'), 'write');
    const id = store.create(planOf('1', '4'), host);
    fill();
    const trial = trialOf(0, '1', { responses: Array.from({ length: 3000 }, (_, i) => i) });
    assert.throws(() => store.add(id, trial), { code: 'STORE_FULL', todo: new RegExp(`--resume ${id}`) });
    assert.throws(() => openStore(join(folder, 'new.db'), 'write'), { code: 'STORE_FULL' });
    free();
    store.add(id, trial);
    assert.equal(store.read(id).trials.length, 1);
  });
});
