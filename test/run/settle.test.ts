import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Engine, LoadJob } from '../../src/load/engine.ts';
import { settle } from '../../src/run/settle.ts';
import { histogramOf, outcomeOf } from '../kit/trials.ts';

/** One window of a server: requests per second, and milliseconds of CPU for each unit of work of a request. */
type Window = readonly [throughput: number, cpu: number];

/** An engine whose windows are given; the last goes on for ever. */
async function settled(
  windows: readonly Window[],
  calibrate?: { cpu: number; units: number },
  exercise?: { path: string; clients: number; windows: number },
) {
  let cpu = 0;
  let count = 0;
  const asked: number[] = [];
  const paths: string[] = [];
  const engine: Engine = {
    run({ requests }, options) {
      const [throughput, each] = windows[Math.min(count++, windows.length - 1)] ?? [0, 0];
      const units = calibrate ? Number(requests[0]?.url.split('/').at(-1)) : 1;
      asked.push(units);
      paths.push(new URL(requests[0]?.url ?? '').pathname);
      options?.onPhase?.('window');
      cpu += throughput * each * units;
      options?.onPhase?.('drain');
      const verified = { due: throughput, sent: throughput, answered: throughput, verified: throughput };
      return Promise.resolve(outcomeOf(histogramOf([]), { counts: verified, throughput }));
    },
  };
  const job: LoadJob = {
    load: { kind: 'closed', clients: 10 },
    requests: [
      { url: `http://127.0.0.1/wait/100/${calibrate?.units ?? 0}`, method: 'GET', headers: {}, weight: 1 },
    ],
    warmup: 0,
    duration: 1000,
    timeout: 1000,
    seed: 1,
    traces: 0,
  };
  const settling = { window: 1000, most: 6 };
  const found = await settle({ engine, job, options: {}, settling, calibrate, exercise, cpu: () => cpu });
  return { ...found, asked, paths };
}

suite('A server is exercised', () => {
  test('before its own load where the cell asks for it, with small requests of its own', async () => {
    const exercise = { path: '/wait/0/0', clients: 32, windows: 2 };
    const { settling, paths } = await settled(
      [
        [100, 1],
        [400, 1],
        [50, 1],
      ],
      undefined,
      exercise,
    );
    assert.deepEqual(settling.exercise, [100, 400]);
    assert.deepEqual(paths.slice(0, 3), ['/wait/0/0', '/wait/0/0', '/wait/100/0']);
    assert.deepEqual([settling.isSteady, settling.windows.length], [true, 2]);
  });

  test('not where it does not', async () => {
    const { settling } = await settled([[1000, 0.1]]);
    assert.equal(settling.exercise, undefined);
  });
});

suite('A server is steady', () => {
  test('from the start when its first two windows agree', async () => {
    const { settling } = await settled([[1000, 0.1]]);
    assert.deepEqual([settling.duration, settling.isSteady, settling.windows.length], [0, true, 2]);
  });

  test('from the first of two windows that agree in throughput', async () => {
    const { settling } = await settled([
      [300, 1],
      [600, 1],
      [900, 1],
      [950, 1],
    ]);
    assert.deepEqual([settling.duration, settling.isSteady], [2000, true]);
  });

  test('not while its CPU per request falls, though the clock sets its throughput', async () => {
    const { settling } = await settled([
      [1000, 0.8],
      [1000, 0.5],
      [1000, 0.3],
      [1000, 0.29],
    ]);
    assert.deepEqual([settling.duration, settling.isSteady], [2000, true]);
  });

  test('also where two ticks of the kernel’s clock are all that differs', async () => {
    const { settling } = await settled([
      [100, 0.1],
      [100, 0.3],
    ]);
    assert.deepEqual([settling.duration, settling.isSteady], [0, true]);
  });

  test('never, when no two windows agree: then all of the load is told', async () => {
    const { settling } = await settled([
      [100, 1],
      [200, 1],
      [400, 1],
      [800, 1],
      [1600, 1],
      [3200, 1],
    ]);
    assert.deepEqual([settling.duration, settling.isSteady, settling.windows.length], [6000, false, 6]);
  });

  test('also when it answered nothing at first', async () => {
    const { settling } = await settled([
      [0, 0],
      [0, 0],
      [500, 1],
      [500, 1],
    ]);
    assert.deepEqual([settling.duration, settling.isSteady], [2000, true]);
    assert.equal(settling.windows[0]?.cpuPerRequest, null);
  });

  test('and one that never answers is left to the measurement', async () => {
    const { settling } = await settled([[0, 0]]);
    assert.deepEqual([settling.windows.length, settling.isSteady], [4, false]);
  });
});

suite('A server that is calibrated', () => {
  test('gets the work that costs it what it should, before its windows can agree', async () => {
    const { settling, requests, asked } = await settled([[100, 0.02]], { cpu: 4, units: 100 });
    assert.deepEqual(asked, [100, 200, 200]);
    assert.equal(settling.units, 200);
    assert.deepEqual([settling.duration, settling.isSteady], [1000, true]);
    assert.match(requests[0]?.url ?? '', /\/wait\/100\/200$/);
  });

  test('follows a compiler: work that became cheaper is made more', async () => {
    const { settling, asked } = await settled(
      [
        [100, 0.04],
        [100, 0.02],
      ],
      { cpu: 4, units: 100 },
    );
    assert.deepEqual(asked, [100, 100, 200, 200]);
    assert.deepEqual([settling.units, settling.duration], [200, 2000]);
  });

  test('is not led far astray by a cold window', async () => {
    const { asked } = await settled(
      [
        [100, 1],
        [100, 0.04],
      ],
      { cpu: 4, units: 90 },
    );
    assert.deepEqual(asked.slice(0, 3), [90, 30, 90]);
  });
});
