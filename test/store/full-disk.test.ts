import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { planSweep } from '../../src/run/plans.ts';
import { run } from '../../src/run/run.ts';
import { freePort } from '../../src/server/launch.ts';
import { requestSchema, type Plan } from '../../src/model/plan.ts';
import { openStore } from '../../src/store/store.ts';
import { example } from '../cli/chokepoint.ts';
import { host, planOf, trialOf } from '../kit/trials.ts';

const folder = mkdtempSync(join(tmpdir(), 'chokepoint-full-'));
const mount = join(folder, 'disk');
mkdirSync(mount);
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', mount]).status === 0;
after(() => {
  if (isMounted) execFileSync('umount', [mount]);
  rmSync(folder, { recursive: true });
});
const skip = !isMounted && 'this user cannot mount a tmpfs';

const filler = join(mount, 'filler');
/** Writes until not a byte is left. */
const fill = () => spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4096', 'count=2000']);

async function sweep(): Promise<Plan> {
  const port = await freePort();
  return planSweep({
    asked: [],
    command: ['env', `PORT=${port}`, process.execPath, example('http-files.mjs')],
    cwd: process.cwd(),
    factors: [{ key: 'pool', levels: [1, 4] }],
    requests: [requestSchema.parse({ url: `http://127.0.0.1:${port}/` })],
    load: { kind: 'closed', clients: 2, requestsEach: 5 },
    blocks: 9,
    strategy: { kind: 'all' },
    seed: 1,
    warmup: 0,
    duration: null,
    timeout: 10_000,
    startTimeout: 30_000,
  });
}

suite('A full disk', { skip }, () => {
  test('does not hide the problem that ended the run', async () => {
    using store = openStore(join(mount, 'run.db'), 'write');
    const events = run(await sweep(), store, { signal: AbortSignal.timeout(60_000) });
    let event = await events.next();
    while (!event.done && event.value.type !== 'trial-ended') event = await events.next();
    fill();
    await assert.rejects(events.throw(new Error('what came first')), { message: 'what came first' });
    assert.throws(() => store.create(planOf('1', '4'), host), { code: 'STORE_FULL' });
    rmSync(filler);
    assert.ok(store.read('last').trials.length > 0);
  });

  test('is told by what there is to do, and what comes after it is stored', () => {
    using store = openStore(join(mount, 'add.db'), 'write');
    const id = store.create(planOf('1', '4'), host);
    fill();
    const trial = {
      ...trialOf(0, '1', { responses: Array.from({ length: 3000 }, (_, i) => i) }),
      ordinal: 0,
    };
    assert.throws(() => store.add(id, trial), {
      code: 'STORE_FULL',
      todo: new RegExp(`--resume ${id}`),
    });
    assert.throws(() => openStore(join(mount, 'new.db'), 'write'), { code: 'STORE_FULL' });
    rmSync(filler);
    store.add(id, trial);
    assert.equal(store.read(id).trials.length, 1);
  });
});
