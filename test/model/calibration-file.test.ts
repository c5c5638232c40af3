/** Files of `predict --json`, as `predict --demands` reads them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { jsonText, message } from '../../src/messages/message.ts';
import type { Calibration } from '../../src/model/prediction.ts';
import { readCalibration } from '../../src/model/prediction.ts';
import { computing } from '../report/prediction-fixture.ts';

const base = computing({ kind: 'closed', clients: 8 });
const { setting, capacity, demands, measured } = base;
const calibration: Calibration = {
  ...base,
  variants: [{ demands, because: message('equivalent-fit.no-wait') }],
  others: [{ ...measured, cell: 'pool=8', setting, trials: 3, spread: 0.02 }],
  foreign: 0.05,
};

suite('A file of a calibration', () => {
  test('is read as it was written, with what else the document holds left out', () => {
    const file = JSON.parse(jsonText({ ...calibration, loadElsewhere: false, settings: [] })) as unknown;
    assert.deepEqual(readCalibration(file), calibration);
  });

  const fields = {
    from: { run: 'x' },
    demands: { ...demands, loopCpu: 0, poolCpu: 0, poolWait: 0 },
    setting: { ...setting, pool: 0 },
    capacity: { ...capacity, points: capacity.points.toReversed() },
    measured: { ...measured, mean: -1 },
    band: {},
    variants: [{ demands: {} }],
    others: {},
    foreign: 'none',
    notes: 'none',
  };
  const wrong: readonly (readonly [string, unknown, unknown])[] = [
    ['holds something else', [], message('demands-file.not-an-object')],
    ['is of a later version', { ...calibration, schema: 2 }, message('demands-file.schema', { schema: '2' })],
    ...Object.entries(fields).map(([key, value]) => {
      const data = { ...calibration, [key]: value };
      return [`has a wrong ${key}`, data, message('demands-file.lacks', { key })] as const;
    }),
  ];
  for (const [name, data, refused] of wrong) {
    test(`that ${name} is refused`, () => assert.deepEqual(readCalibration(data), { refused }));
  }
});
