import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { equivalentFits, calibrateRun } from '../../src/predict/predict.ts';
import { hasCode, message } from '../../src/messages/message.ts';
import { calibrate, type CalibratedRun } from '../../src/predict/calibrate.ts';
import { measuredOthers, withOthers } from '../../src/predict/predict-run.ts';
import { answersOf } from '../../src/predict/what-if.ts';
import { summarize } from '../../src/judge/summarize.ts';
import {
  type Calibration,
  type PredictedSetting,
  type RequestDemands,
  readCalibration,
} from '../../src/model/prediction.ts';
import type { Trial, Usage } from '../../src/model/sample.ts';
import type { WhatIf } from '../../src/predict/parse-what-if.ts';
import { coverageOf } from '../../bench/ranges-coverage.ts';
import { groupOf, pairsOf } from '../../bench/ranges-pairs.ts';
import { capacity, nothing, runOf, seen, servers } from '../tune/seen-servers.ts';
import { head, withOutcome, withSample } from '../kit/trials.ts';
import { assertEach } from '../kit/assert.ts';

/** As `predict` does it. */
function calibrated(run: CalibratedRun, id: string): Calibration {
  const cell = run.plan.cells.find((one) => one.id === id);
  assert.ok(cell);
  const found = calibrate(run, cell, capacity);
  assert.ok(!('refused' in found), JSON.stringify(found));
  const variants = equivalentFits(run, cell, found, capacity);
  const others = measuredOthers(run, cell, found, summarize(run.plan, run.trials));
  return withOthers({ ...found, variants }, others);
}

function told(calibration: Calibration, asked: WhatIf): PredictedSetting[] {
  return answersOf(calibration, asked, false).map((one) => {
    assert.ok(!('refused' in one), JSON.stringify(one));
    return one;
  });
}

const width = ({ range: { throughput } }: PredictedSetting) => throughput[1] / throughput[0];
const server = (name: keyof typeof servers) => servers[name] as RequestDemands;

const withUsage = (trial: Trial, change: Partial<Usage>) =>
  withSample(trial, ({ usage = assert.fail() }) => ({ usage: { ...usage, ...change } }));

suite('Between which a predicted figure lies', () => {
  test('the further from what was measured, the wider, in each direction and for each key', () => {
    const model = calibrated(runOf([seen(server('computes in the pool'), 8)]), 'pool=8');
    for (const asked of [
      { pool: [8, 16, 64, 512] },
      { pool: [8, 4, 1] },
      { processes: [1, 2, 8] },
      { cpus: [4, 8, 16] },
      { clients: [16, 32, 256] },
      { clients: [16, 8, 1] },
    ] satisfies WhatIf[]) {
      const widths = told(model, asked).map(width);
      const isRising = widths.every((one, i) => i === 0 || one > (widths[i - 1] ?? 0));
      assert.ok(isRising, `${JSON.stringify(asked)}: ${widths.map((one) => one.toFixed(2)).join(', ')}`);
    }
  });

  test('every range holds its own figure, and percentiles have wider ones than the mean', () => {
    const model = calibrated(runOf([seen(server('waits in the pool'), 4)]), 'pool=4');
    for (const one of told(model, { pool: [1, 4, 16], processes: [1, 4] })) {
      for (const key of ['throughput', 'mean', 'p50', 'p99'] as const) {
        const range = one.range[key];
        const figure = one[key];
        if (range === null || figure === null) continue;
        assert.ok(range[0] <= figure && figure <= range[1], `${one.label}: ${key}`);
      }
    }
  });

  test('known servers, seen at one setting: more than nine in ten of their other settings lie within', () => {
    let [within, all] = [0, 0];
    for (const [name, truth] of Object.entries(servers)) {
      const model = calibrated(runOf([seen(truth, 4)]), 'pool=4');
      for (const pool of [1, 2, 8, 32]) {
        const right = seen(truth, pool, undefined, 7).sample?.outcome.throughput ?? 0;
        const [one] = told(model, { pool: [pool] });
        assert.ok(one, name);
        all++;
        if (one.range.throughput[0] <= right && right <= one.range.throughput[1]) within++;
      }
    }
    assert.ok(within / all > 0.9, `${within} of ${all}`);
  });

  test('a wait that may be one for a CPU leaves a pool of one open, and says why', () => {
    // All CPUs are busy with 16 jobs at once. The kernel has not yet counted what they wait for.
    const trial = seen({ ...nothing, loopCpu: 0.2, poolCpu: 8 }, 16);
    const model = calibrated(runOf([withUsage(trial, { poolWaitedForCpu: 0 })]), 'pool=16');
    assert.ok(model.demands.poolWait > 1, 'it looks like waiting');
    assert.ok(model.variants?.some(({ because }) => because.code === 'equivalent-fit.no-wait'));
    const [one] = told(model, { pool: [1] });
    const right = seen({ ...nothing, loopCpu: 0.2, poolCpu: 8 }, 1, undefined, 7).sample?.outcome.throughput;
    assert.ok(one && right);
    assert.ok(one.throughput < 0.7 * right, 'the calibration itself takes it for waiting');
    assert.ok(one.range.throughput[0] <= right && right <= one.range.throughput[1]);
  });

  test('a load of another kind is told far less closely', () => {
    const model = calibrated(runOf([seen(server('computes on the loop'), 4)]), 'pool=4');
    const [fewer] = told(model, { clients: [8] });
    const [open] = told(model, { rate: [100] });
    assert.ok(fewer && open);
    assert.ok(open.range.mean[1] / open.range.mean[0] > 3 * (fewer.range.mean[1] / fewer.range.mean[0]));
    assert.ok(width(open) < 1.5, 'a server that keeps up answers what arrives');
  });
});

suite('What the rest of the run says', () => {
  const truth = server('computes in the pool');
  const trials = (pool: number, slower = 1) =>
    [1, 2, 3].map((seed) =>
      withOutcome(seen(truth, pool, undefined, seed), ({ throughput }) => ({
        throughput: throughput / slower,
      })),
    );

  test('what was measured there stands beside what is predicted', () => {
    const run = runOf([...trials(4), ...trials(16)]);
    const [there, nowhere] = told(calibrated(run, 'pool=4'), { pool: [16, 32] });
    assert.equal(there?.measuredThere?.cell, 'pool=16');
    assert.equal(there?.measuredThere?.trials, 3);
    assert.ok(Math.abs((there?.measuredThere?.throughput ?? 0) / (there?.throughput ?? 1) - 1) < 0.1);
    assert.equal(nowhere?.measuredThere, undefined);
  });

  test('settings that the model fits make answers narrower, and one that contradicts it makes them wider', () => {
    const right = calibrated(runOf([...trials(4), ...trials(8), ...trials(16)]), 'pool=4');
    const wrong = calibrated(runOf([...trials(4), ...trials(8), ...trials(16, 2)]), 'pool=4');
    assert.equal(right.band.because.code, 'calibration.others-within');
    const { because } = wrong.band;
    assert.ok(
      hasCode(because, 'calibration.other-beyond') &&
        because.params.cell === 'pool=16' &&
        because.params.beyond > 0.5,
    );
    const [alone, narrow, broad] = [{ ...right, others: [] }, right, wrong].map((one) => {
      const [found] = told(one, { pool: [2] });
      assert.ok(found);
      return width(found);
    });
    assert.ok(alone && narrow && broad && narrow < alone && broad > 2 * alone, `${narrow} ${alone} ${broad}`);
  });

  test('each setting is predicted from each other one, for what is stored of pairs', () => {
    const run = runOf([...trials(4), ...trials(8), ...trials(16)]);
    const stored = { ...run, head };
    const group = groupOf('a server', stored, capacity);
    assertEach(
      group.settings,
      ({ calibration, pairs }) => [calibration.from.server, pairs.length],
      [4, 8, 16].map(() => ['a server', 2]),
    );
    const [alone, after] = [false, true].map((isTold) => {
      const pairs = pairsOf(group, isTold).filter(({ figure }) => figure === 'throughput');
      assert.equal(pairs.length, 6);
      return coverageOf(pairs);
    });
    assert.ok(alone?.within === 1 && after?.within === 1 && after.width < alone.width);
    for (const { calibration } of group.settings) {
      const again: unknown = JSON.parse(JSON.stringify(calibration));
      assert.ok('demands' in readCalibration(again), 'it can be read again');
    }
  });

  test('a pool that the server set itself is calibrated as what it was', () => {
    const model = calibrated(runOf(trials(4).map((trial) => withUsage(trial, { poolSize: 8 }))), 'pool=4');
    assert.equal(model.setting.pool, 8);
    const note = message('calibration.pool-in-force', { asked: 4, inForce: 8 });
    assert.deepEqual(model.notes[0], note);
  });

  test('another setting is taken where the first cannot be used, and is named where it was asked for', async () => {
    const early = trials(4).map((trial) => withUsage(trial, { poolHeld: null }));
    const run = runOf([...early, ...trials(16)]);
    const { signal } = new AbortController();
    const stored = { ...run, head };
    const found = await calibrateRun(stored, null, signal);
    assert.equal(found.from.cell, 'pool=16');
    const why = message('no-model.pool-unread');
    const note = message('calibration.other-cell', { cell: 'pool=4', why, other: 'pool=16' });
    assert.deepEqual(found.notes[0], note);
    await assert.rejects(calibrateRun(stored, 'pool=4', signal), { todo: /--cell pool=16/ });
  });
});

suite('What is said of a predicted setting', () => {
  test('"no setting gives more" stands beside no setting that gives more', () => {
    const model = calibrated(runOf([seen(server('computes in the pool'), 4)]), 'pool=4');
    const all = told(model, { pool: [1, 2, 3, 4, 8, 16] });
    const most = Math.max(...all.map(({ throughput }) => throughput));
    const claims = all.filter(({ limit }) => limit.code === 'limit.cpu');
    assert.ok(claims.length > 0);
    for (const { label, throughput } of claims) assert.ok(throughput * 1.02 >= most, label);
  });

  test('too far below what was measured is refused as too far above it', () => {
    const load = { kind: 'closed', clients: 400 } as const;
    const model = calibrated(runOf([seen(server('waits in the pool'), 4, load)], load), 'pool=4');
    const [few, enough] = answersOf(model, { clients: [4, 16] }, false);
    const refused = message('out-of-range.load', { load: 'closed:4', times: 1 / 50 });
    assert.deepEqual(few && 'refused' in few && few.refused, refused);
    assert.ok(enough && !('refused' in enough));
  });

  test('cores are those of the machine that was measured', () => {
    const model = calibrated(runOf([seen(server('computes in the pool'), 4)]), 'pool=4');
    const labels = answersOf(model, { pool: ['cores', 4], processes: ['cores'] }, false).map(
      ({ label }) => label,
    );
    assert.deepEqual(labels, ['pool=4 processes=4']);
  });

  test('jobs so short that waking a thread costs more than the pool was held for', () => {
    const truth = { ...nothing, loopCpu: 0.05, poolCpu: 0.02, generatorCpu: 0.02 };
    const trial = seen(truth, 4);
    const held = (trial.sample?.usage?.poolHeld ?? 0) * 0.5;
    const model = calibrated(runOf([withUsage(trial, { poolHeld: held, poolWaitedForCpu: 0 })]), 'pool=4');
    assert.ok(model.notes.some(({ code }) => code === 'calibration.short-jobs'));
    const long = calibrated(runOf([seen(server('computes in the pool'), 4)]), 'pool=4');
    const [short, usual] = [model, long].map((one) => told(one, { pool: [2] })[0]);
    assert.ok(short && usual && width(short) > 1.5 * width(usual));
  });
});
