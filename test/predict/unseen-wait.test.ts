import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Calibration, MeasuredSetting, ModelFigures, ModelSetting } from '../../src/model/prediction.ts';
import { predictAt, unseenWait } from '../../src/predict/what-if.ts';
import { capacity, servers } from '../tune/seen-servers.ts';
import { usualAnswers } from '../../src/predict/what-if.ts';
import { predictedCase } from '../report/prediction-fixture.ts';
import { luckOf } from '../../src/predict/calibrate.ts';
import { assertEach } from '../kit/assert.ts';

const demands = servers['waits in the pool'] as Calibration['demands'];
const setting: ModelSetting = { processes: 1, pool: 4, cpus: 4, load: { kind: 'closed', clients: 64 } };
/** 4 threads that are held for 20 ms each. */
const measured: ModelFigures = { throughput: 198, mean: 323, p50: 322, p99: null };
const band = { throughput: 0.03, mean: 0.03 };
const model = { setting, demands, measured, capacity, band, variants: [], others: [] };

const figures = (throughput: number): ModelFigures => ({
  throughput,
  mean: 64_000 / throughput,
  p50: null,
  p99: null,
});

test('up to twice as many waiting jobs as were seen, the model is believed', () => {
  assert.equal(unseenWait(model, { ...setting, pool: 8 }, figures(400)), null);
});

test('beyond that the range reaches down to what twice as many give, and the answer says so', () => {
  const found = unseenWait(model, { ...setting, pool: 32 }, figures(1600));
  assert.ok(found?.figures);
  assert.ok(Math.abs(found.figures.throughput / (2 * measured.throughput) - 1) < 1e-9);
  // Of 64 clients, by their own law.
  assert.ok(Math.abs(found.figures.mean / (64_000 / found.figures.throughput) - 1) < 1e-9);
  const { seen, needed, perSecond } = found.note.params;
  assert.deepEqual([seen, needed, perSecond], [3.96, 32, found.figures.throughput]);

  const predicted = predictAt(model, { ...setting, pool: 32 }, false, 'pool threads');
  assert.ok(!('refused' in predicted));
  assert.equal(predicted.note?.code, 'prediction.unseen-wait');
  assert.ok(predicted.throughput > 1500, 'the figure is that of the model');
  assert.ok(predicted.range.throughput[0] < 2 * measured.throughput);
  assert.ok(predicted.range.mean[1] > 64_000 / (2 * measured.throughput));
});

test('another setting of the run that had more waiting is believed as well', () => {
  const other: MeasuredSetting = {
    ...figures(900),
    cell: 'pool=18',
    setting: { ...setting, pool: 18 },
    trials: 3,
  };
  assert.equal(unseenWait({ ...model, others: [other] }, { ...setting, pool: 32 }, figures(1600)), null);
});

test('arrivals that need more have the note alone: how long their queue would grow is not known', () => {
  const found = unseenWait(model, { ...setting, load: { kind: 'poisson', perSecond: 900 } }, figures(900));
  assert.ok(found);
  assert.equal(found.figures, null);
});

test('jobs that hardly wait are no concern', () => {
  const computes = { ...model, demands: { ...demands, poolWait: 0.5, poolCpu: 20 } };
  assert.equal(unseenWait(computes, { ...setting, pool: 64 }, figures(1600)), null);
});

test('the usual pool sizes and processes are predicted, and the setting of today once', async () => {
  const { calibration } = await predictedCase('computing');
  const found = usualAnswers(calibration, false);
  const labels = new Set(found.map(({ label }) => label));
  for (const label of ['pool=1', 'pool=2', 'pool=4', 'pool=16', 'pool=64', 'processes=2', 'processes=4'])
    assert.ok(labels.has(label), label);
  const { pool, processes } = calibration.setting;
  const today = found.filter(({ setting: own }) => own.pool === pool && own.processes === processes);
  assert.equal(today.length, 1);
});

test('pool sizes are left out where no request uses the pool', async () => {
  const { calibration } = await predictedCase('computing');
  const none = { ...calibration.demands, poolCpu: 0, poolWait: 0 };
  const labels = usualAnswers({ ...calibration, demands: none }, false).map(({ label }) => label);
  assert.deepEqual(labels, ['processes=1', 'processes=2', 'processes=4']);
});

test("the luck of few trials is Student's: two of them know little of their mean", () => {
  const halves = [2, 3, 9, 100].map((trials) => (luckOf(0.02, trials) * Math.sqrt(trials)) / 0.02);
  assertEach(halves, (one) => Number(one.toFixed(2)), [12.71, 4.3, 2.31, 1.98]);
  assert.equal(luckOf(0, 1), 0.1, 'one trial has no spread: a tenth is taken');
});
