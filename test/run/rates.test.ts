import assert from 'node:assert/strict';
import { test, suite } from 'node:test';
import { problem } from '../../src/messages/problem.ts';
import { measureRates } from '../../src/run/rates.ts';
import type { RateWindow } from '../../src/model/sample.ts';
import { planOf } from '../capacity/answered.ts';
import { fakeEngine } from '../load/fake-engine.ts';
import { job as jobOf } from '../load/jobs.ts';
import type { Engine } from '../../src/load/engine.ts';
import { steadyOutcome } from '../../src/run/outcome.ts';

const load = { kind: 'closed', clients: 4 } as const;
const job = jobOf({ url: 'http://127.0.0.1:1/' }, { load, warmup: 1000, duration: 10_000 });

/** Four windows are asked for; the engine fails in the one with this number. */
async function measured(failsAt: number, failure: Error) {
  let n = 0;
  const engine = fakeEngine({ serviceTime: 5, failure: () => (n++ === failsAt ? failure : null) });
  const arrivals = { kind: 'poisson', perSecond: 50 } as const;
  const never = new AbortController().signal;
  return measureRates({
    plan: planOf({}),
    next: (windows: readonly RateWindow[]) =>
      windows.length < 4 ? { purpose: 'climb', load: arrivals, warmup: 0, duration: 1000 } : null,
    engine,
    job: { ...job, load: arrivals, warmup: 0, duration: 1000 },
    options: { signal: never, affinity: null },
    interrupted: never,
    dead: never,
    begin() {},
    end: () => Promise.resolve(null),
    onWindow() {},
  });
}

const failed = problem('GENERATOR_FAILED', { how: 'signal SIGKILL', why: '' });

test('a generator that fails leaves the windows before it, and is told', async () => {
  const { sample, failure } = await measured(2, failed);
  assert.equal(sample.rates?.length, 2);
  assert.equal(failure?.code, 'GENERATOR_FAILED');
});

test('a generator that fails in the first window fails the trial', async () => {
  await assert.rejects(measured(0, failed), { code: 'GENERATOR_FAILED' });
});

test('a defect of this program is never taken for a finding', async () => {
  await assert.rejects(measured(2, new TypeError('a defect')), TypeError);
});

/** Each run takes the next shape: finished requests in each quarter of a second. */
function engineWith(...shapes: readonly (readonly number[])[]): Engine & { readonly warmups: number[] } {
  const fake = fakeEngine({ serviceTime: 1 });
  const warmups: number[] = [];
  return {
    ...fake,
    warmups,
    async run(asked, options) {
      const done = shapes[warmups.length] ?? [];
      warmups.push(asked.warmup);
      const outcome = await fake.run({ ...asked, warmup: 0, duration: 1000 }, options);
      return { ...outcome, series: { binWidth: 250, done, errors: done.map(() => 0), responseSum: done } };
    },
  };
}

const noisy = (level: (bin: number) => number) =>
  Array.from({ length: 40 }, (_, bin) => level(bin) + ((bin * 7) % 5));
const flat = noisy(() => 1000);
const climbing = noisy((bin) => 500 + 25 * bin);

suite('A window', () => {
  test('that is steady counts', async () => {
    const engine = engineWith(flat);
    assert.equal((await steadyOutcome(engine, job, {})).windows, 1);
    assert.deepEqual(engine.warmups, [1000]);
  });

  test('that still climbs was warm-up: the next one counts', async () => {
    const engine = engineWith(climbing, flat);
    const { outcome, windows } = await steadyOutcome(engine, job, {});
    assert.equal(windows, 2);
    assert.deepEqual(outcome.series.done, flat);
    assert.deepEqual(engine.warmups, [1000, 500]);
  });

  test('is measured twice at most', async () => {
    assert.equal((await steadyOutcome(engineWith(climbing, climbing, climbing), job, {})).windows, 2);
  });

  test('that is too short to tell, or longer than half a minute, is taken as it is', async () => {
    assert.equal((await steadyOutcome(engineWith(climbing.slice(0, 6)), job, {})).windows, 1);
    assert.equal((await steadyOutcome(engineWith(climbing), { ...job, duration: 60_000 }, {})).windows, 1);
  });
});
