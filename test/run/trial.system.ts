import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { emptyFolder } from '../kit/place.ts';
import { httpEngine } from '../../src/load/http-engine.ts';
import type { Engine } from '../../src/load/engine.ts';
import type { Trial } from '../../src/model/sample.ts';
import { freePort } from '../cli/chokepoint.ts';
import { measuredRun, sweepOf } from '../kit/sweep.ts';
import { until } from '../kit/until.ts';
import { words } from '../kit/words.ts';
import { alive } from '../server/processes-of.ts';

const folder = emptyFolder('trial');

const illnesses = words('none exits never mute stream dies errors resets child childNever daemon deaf');

/** One sweep over all illnesses: each ends its own trial, and the others go on. */
async function sweepOverIllnesses(): Promise<ReadonlyMap<string, Trial>> {
  const port = await freePort();
  const plan = sweepOf(`http://127.0.0.1:${port}/`, {
    command: [process.execPath, join(import.meta.dirname, 'servers/ill.mjs')],
    cwd: folder,
    factors: [
      { key: 'env:ILL', levels: illnesses },
      { key: 'env:PORT', levels: [port] },
    ],
    load: { kind: 'closed', clients: 4, requestsEach: 12 },
    timeout: 500,
    startTimeout: 2000,
  });
  const trials = new Map<string, Trial>();
  await measuredRun(plan, (event) => {
    if (event.type === 'trial-ended') trials.set(String(event.trial.setting['env:ILL']), event.trial);
  });
  return trials;
}

suite('A trial', async () => {
  const trials = await sweepOverIllnesses();
  const of = (ill: string): Trial => {
    const trial = trials.get(ill);
    assert.ok(trial, `no trial of ${ill}`);
    return trial;
  };

  test('of a sound server counts, and says what was in force', () => {
    const { problem, sample, effective, readyAfter } = of('none');
    assert.equal(problem, null);
    assert.deepEqual(sample?.outcome.counts, { due: 48, sent: 48, answered: 48, verified: 48 });
    assert.equal(effective.length, 1);
    assert.equal(effective[0]?.node, process.versions.node);
    assert.equal(effective[0]?.env['ILL'], 'none');
    assert.equal(effective[0]?.env['UV_THREADPOOL_SIZE'], null);
    assert.ok(readyAfter !== null && readyAfter > 0);
  });

  test('of a server that ends at once keeps its last words', () => {
    assert.equal(of('exits').problem?.code, 'SERVER_EXITED');
    assert.match(of('exits').problem?.what ?? '', /exit code 7/);
    assert.deepEqual(of('exits').output, ['cannot read the configuration']);
  });

  for (const [ill, code, what] of [
    ['never', 'SERVER_NOT_READY', /within 2 s/],
    ['mute', 'NO_ANSWER', /timeout/],
    ['stream', 'ANSWERS_UNFINISHED', /status 200, text\/event-stream/],
    ['dies', 'SERVER_DIED', /SIGABRT/],
    ['errors', 'ANSWERS_WRONG', /48 of 48 .* 48 status/],
    ['resets', 'REQUESTS_FAILED', /reset/],
    ['child', 'CHILDREN_LEFT', /\b1\b/],
    ['daemon', 'CHILDREN_LEFT', /a daemon of the test/],
  ] as const) {
    test(`of a server with the illness "${ill}" ends with ${code}`, () => {
      assert.equal(of(ill).problem?.code, code);
      assert.match(of(ill).problem?.what ?? '', what);
    });
  }

  test('that failed says why first, and what was left behind beside it', () => {
    const { problem } = of('childNever');
    assert.equal(problem?.code, 'SERVER_NOT_READY');
    assert.match(problem.why, /nothing listened there\..* The server left processes behind/);
  });

  test('of a server that is deaf to SIGTERM counts: it is killed', () => {
    assert.equal(of('deaf').problem, null);
  });

  test('leaves no process behind', async () => {
    const mine = (environment: readonly string[]) =>
      environment.includes(folder) || environment.some((line) => line.startsWith('ILL='));
    // The kernel lets go of a process a moment after its end.
    await until(() => alive(mine).length === 0, { within: 1000 });
  });
});

test('All settings of a block get the same arrivals, and each block gets others', async () => {
  const port = await freePort();
  const plan = sweepOf(`http://127.0.0.1:${port}/`, {
    command: [process.execPath, join(import.meta.dirname, 'servers/ill.mjs')],
    cwd: folder,
    // Four, which are not loaded in turn.
    factors: [
      { key: 'env:NAME', levels: ['a', 'b', 'c', 'd'] },
      { key: 'env:PORT', levels: [port] },
    ],
    load: { kind: 'poisson', perSecond: 100 },
    blocks: 2,
    duration: 200,
  });
  const real = httpEngine();
  const seeds: number[] = [];
  const engine: Engine = {
    run(job, options) {
      seeds.push(job.seed);
      return real.run(job, options);
    },
  };
  const { trials } = await measuredRun(plan, undefined, engine);
  assert.ok(trials.every((trial) => trial.problem === null));
  const [first, second] = [new Set(seeds.slice(0, 4)), new Set(seeds.slice(4))];
  assert.equal(seeds.length, 8);
  assert.deepEqual([first.size, second.size], [1, 1]);
  assert.notDeepEqual(first, second);
});
