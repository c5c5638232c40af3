import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Engine } from '../../src/load/engine.ts';
import { lab } from '../../src/lab/lab.ts';
import { settle } from '../../src/run/settle.ts';
import { histogramOf, outcomeOf } from '../kit/trials.ts';
import { job } from '../load/jobs.ts';

/**
 * An engine whose windows are given; the last goes on for ever.
 * @param given of each window the requests per second, and milliseconds of CPU for each unit of work of a request: `100:0.1 400:1`
 */
async function settled(
  given: string,
  calibrate?: { cpu: number; units: number },
  exercise?: { path: string; clients: number; windows: number },
) {
  const windows = given.split(' ').map((one) => one.split(':').map(Number));
  let cpu = 0;
  let count = 0;
  const asked: number[] = [];
  const paths: string[] = [];
  const engine: Engine = {
    run({ requests }, options) {
      const [throughput = 0, each = 0] = windows[Math.min(count++, windows.length - 1)] ?? [];
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
  const url = `http://127.0.0.1/wait/100/${calibrate?.units ?? 0}`;
  const settling = { window: 1000, most: 6 };
  const { withUnits } = lab;
  const found = await settle({
    engine,
    job: job({ url }, { load: { kind: 'closed', clients: 10 }, duration: 1000 }),
    options: {},
    settling,
    calibrate,
    withUnits,
    exercise,
    cpu: () => cpu,
  });
  return { ...found, asked, paths };
}

suite('A server is exercised', () => {
  test('before its own load where the cell asks for it, with small requests of its own', async () => {
    const exercise = { path: '/wait/0/0', clients: 32, windows: 2 };
    const { settling, paths } = await settled('100:1 400:1 50:1', undefined, exercise);
    assert.deepEqual(settling.exercise, [100, 400]);
    assert.deepEqual(paths.slice(0, 3), ['/wait/0/0', '/wait/0/0', '/wait/100/0']);
    assert.deepEqual([settling.isSteady, settling.windows.length], [true, 2]);
  });

  test('not where it does not', async () => {
    const { settling } = await settled('1000:0.1');
    assert.equal(settling.exercise, undefined);
  });
});

suite('A server is steady', () => {
  const rows: readonly (readonly [title: string, windows: string, duration: number, isSteady: boolean])[] = [
    ['from the start when its first two windows agree', '1000:0.1', 0, true],
    ['from the first of two windows that agree in throughput', '300:1 600:1 900:1 950:1', 2000, true],
    [
      'not while its CPU per request falls, though the clock sets its throughput',
      '1000:0.8 1000:0.5 1000:0.3 1000:0.29',
      2000,
      true,
    ],
    ['also where two ticks of the kernel’s clock are all that differs', '100:0.1 100:0.3', 0, true],
    [
      'never, when no two windows agree: then all of the load is told',
      '100:1 200:1 400:1 800:1 1600:1 3200:1',
      6000,
      false,
    ],
    ['also when it answered nothing at first', '0:0 0:0 500:1 500:1', 2000, true],
    ['and one that never answers is left to the measurement', '0:0', 4000, false],
  ];
  for (const [title, windows, duration, isSteady] of rows)
    test(title, async () => {
      const { settling } = await settled(windows);
      assert.deepEqual([settling.duration, settling.isSteady], [duration, isSteady]);
      assert.equal(settling.windows.length, isSteady ? duration / 1000 + 2 : duration / 1000);
      const isSilent = windows.startsWith('0');
      assert.equal(settling.windows[0]?.cpuPerRequest === null, isSilent);
    });
});

suite('A server that is calibrated', () => {
  test('gets the work that costs it what it should, before its windows can agree', async () => {
    const { settling, requests, asked } = await settled('100:0.02', { cpu: 4, units: 100 });
    assert.deepEqual(asked, [100, 200, 200]);
    assert.equal(settling.units, 200);
    assert.deepEqual([settling.duration, settling.isSteady], [1000, true]);
    assert.match(requests[0]?.url ?? '', /\/wait\/100\/200$/);
  });

  test('follows a compiler: work that became cheaper is made more', async () => {
    const { settling, asked } = await settled('100:0.04 100:0.02', { cpu: 4, units: 100 });
    assert.deepEqual(asked, [100, 100, 200, 200]);
    assert.deepEqual([settling.units, settling.duration], [200, 2000]);
  });

  test('is not led far astray by a cold window', async () => {
    const { asked } = await settled('100:1 100:0.04', { cpu: 4, units: 90 });
    assert.deepEqual(asked.slice(0, 3), [90, 30, 90]);
  });
});
