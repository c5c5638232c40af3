/** Files of `predict --json`, as `predict --demands` reads them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { jsonText, message } from '../../src/messages/message.ts';
import type { Calibration } from '../../src/model/prediction.ts';
import { readCalibration } from '../../src/model/prediction.ts';

const demands = {
  loopCpu: 0.4,
  poolCpu: 0.2,
  poolWait: 19.8,
  jobs: 1,
  otherCpu: 0.1,
  generatorCpu: 0.1,
  delay: 0,
  variation: 0.25,
};
const setting = { processes: 1, pool: 4, cpus: 2, load: { kind: 'closed', clients: 8 } } as const;
const figures = { throughput: 200, mean: 40, p50: 39, p99: null };
const capacity = { cpus: 2, points: [[1, 1] as const, [2, 1.7] as const], source: 'measured' } as const;

const calibration: Calibration = {
  schema: 1,
  from: {
    run: 'r',
    cell: 'pool=4',
    date: '2026-11-22',
    machine: 'm',
    server: 'node s.js',
    load: 'closed:8',
    trials: 3,
  },
  setting,
  capacity,
  demands,
  measured: figures,
  reproduced: figures,
  band: {
    throughput: 0.04,
    mean: 0.05,
    because: message('calibration.accuracy', { throughput: 0.01, mean: 0.02, trials: 3, spread: 0.01 }),
  },
  variants: [{ demands, because: message('equivalent-fit.no-wait') }],
  others: [{ ...figures, cell: 'pool=8', setting, trials: 3, spread: 0.02 }],
  foreign: 0.05,
  notes: [message('calibration.no-p99')],
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
    measured: { ...figures, mean: -1 },
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
