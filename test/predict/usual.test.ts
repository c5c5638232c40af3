/** What is predicted where nobody says what. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualAnswers } from '../../src/predict/predict.ts';
import { predictedCase } from '../report/prediction-fixture.ts';

test('the usual pool sizes and processes are predicted, and the setting of today once', async () => {
  const { calibration } = await predictedCase('computing');
  const found = usualAnswers(calibration, false);
  const labels = new Set(found.map(({ label }) => label));
  for (const label of ['pool=1', 'pool=2', 'pool=4', 'pool=16', 'pool=64', 'processes=2', 'processes=4'])
    assert.ok(labels.has(label), label);
  const { pool, processes } = calibration.setting;
  const today = found.filter(({ setting }) => setting.pool === pool && setting.processes === processes);
  assert.equal(today.length, 1);
});

test('pool sizes are left out where no request uses the pool', async () => {
  const { calibration } = await predictedCase('computing');
  const demands = { ...calibration.demands, poolCpu: 0, poolWait: 0 };
  const labels = usualAnswers({ ...calibration, demands }, false).map(({ label }) => label);
  assert.deepEqual(labels, ['processes=1', 'processes=2', 'processes=4']);
});
