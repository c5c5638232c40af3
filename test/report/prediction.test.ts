import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { AnyMessage } from '../../src/messages/message.ts';
import type { Calibration } from '../../src/model/prediction.ts';
import { answersOf } from '../../src/predict/what-if.ts';
import { said } from '../../src/report/page.ts';
import { predictPage } from '../../src/report/pages/predict.ts';
import { testOnTerminal } from './on-terminal.ts';
import { cases, predictedCase, type Case } from './prediction-fixture.ts';
import { assertEach } from '../kit/assert.ts';

const pageOf = async (which: Case) => {
  const { calibration, settings } = await predictedCase(which);
  return predictPage(calibration, settings, false);
};
suite('The page of a prediction', () => {
  test('says that a setting is better only where the whole range lies above what was measured', async () => {
    for (const which of cases) {
      const { calibration, settings } = await predictedCase(which);
      const isClosed = calibration.setting.load.kind === 'closed';
      const isAbove = settings.some(
        (one) =>
          !('refused' in one) &&
          one.setting.pool !== calibration.setting.pool &&
          (isClosed
            ? one.range.throughput[0] > calibration.measured.throughput &&
              one.range.throughput[1] <= 4 * one.range.throughput[0]
            : one.range.mean[1] < calibration.measured.mean && one.range.mean[1] <= 4 * one.range.mean[0]),
      );
      const { tone } = (await pageOf(which)).verdict;
      assert.equal(tone === 'good', isAbove, which);
    }
  });

  test('names the command that measures the best one; where none is better, the one that asks about more cores', async () => {
    const next = async (which: Case) => (await pageOf(which)).next?.command.replace(/--run \S+/, '--run ID');
    assert.equal(await next('waiting'), 'chokepoint sweep --clients 16 --vary pool=4,16 -- node waiting.cjs');
    assert.equal(await next('computing'), 'chokepoint predict --run ID --what-if cpus=8');
  });

  test('of a setting that is too far to be sure says so in its verdict too, and what measures it', async () => {
    const { calibration, settings } = await predictedCase('waiting');
    const { throughput } = calibration.measured;
    const far = settings.map((one) =>
      'refused' in one
        ? one
        : { ...one, range: { ...one.range, throughput: [2, 9].map((x) => x * throughput) as never } },
    );
    const { verdict, next } = predictPage(calibration, far, false);
    assert.deepEqual([verdict.tone, (verdict.sentence as AnyMessage).code], ['unsure', 'predict.perhaps']);
    assert.equal(next?.why.code, 'next.measure');
  });

  test('of more connections says what they give, and which of them are there now', async () => {
    const { calibration } = await predictedCase('computing');
    const { setting, measured, demands } = calibration;
    const service = { to: '10.0.0.5:5432', connections: 4 };
    const called: Calibration = {
      ...calibration,
      setting: { ...setting, service },
      demands: { ...demands, poolCpu: 0, poolWait: 0, service: (4 / measured.throughput) * 1000 },
    };
    const page = predictPage(called, answersOf(called, { connections: [4, 8] }, false), false);
    const [bars] = page.bars;
    assert.equal(bars?.label, 'connections');
    assertEach(bars.rows, ({ label, cells }) => [label, cells.at(-1)?.text !== ''], [
      ['4', true],
      ['8', false],
    ]);
    assert.equal((page.verdict.sentence as AnyMessage).code, 'predict.better');
  });

  test('of a calibration from a file names what comes next as well, and asks that file', async () => {
    const next = async (which: Case, isAsked = true) => {
      const { calibration, settings } = await predictedCase(which);
      const { command: _, ...from } = calibration.from;
      return predictPage({ ...calibration, from }, isAsked ? settings : [], false, { demands: 'd.json' }).next
        ?.command;
    };
    assert.equal(await next('waiting'), 'chokepoint sweep --clients 16 --vary pool=4,16 -- node server.js');
    assert.equal(await next('computing'), 'chokepoint predict --demands d.json --what-if cpus=8');
    assert.equal(await next('waiting', false), 'chokepoint doctor --clients 16 -- node server.js');
  });

  test('of an open load compares response times: its throughput is what was asked for', async () => {
    const { bars, open } = await pageOf('open');
    assert.deepEqual(bars[0]?.unit, { code: 'word.mean', params: {} });
    assert.match(said(open[0] ?? ''), /^pool=1: /);
  });

  test('has everything below: each setting, its range, how accurate the model is, and what it was made from', async () => {
    const ids = ['predicted', 'accuracy', 'inputs'];
    for (const which of cases) assertEach((await pageOf(which)).details, ({ id }) => id, ids);
  });
});

testOnTerminal('A prediction', Object.fromEntries(cases.map((which) => [which, () => pageOf(which)])), {
  golden: { waiting: 'predict-waiting.txt' },
  widths: [40, 60, 80, 120],
  copied: /^(?:Next) |^ {10,12}\S/,
});
