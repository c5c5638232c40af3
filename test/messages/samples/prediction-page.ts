import { message } from '../../../src/messages/message.ts';
import type { SomeSamples } from './sample.ts';

const gain = { value: 1.45, low: 1.2, high: 1.7, label: 'pool=16', isTime: false };
const limit = message('limit.pool-threads');
const at = Date.UTC(2026, 10, 20, 9, 30);

export const predictionPageSamples: SomeSamples = {
  'predict.cpus': [{ cpus: 2 }],
  'predict.basis': [{ run: '20260101-000000-abcd', cell: 'pool=4', trials: 3 }],
  'predict.setting': [
    { pool: 4, processes: 1 },
    { pool: 4, processes: 2 },
  ],
  'predict.measured': [{ throughput: 285.4, mean: 112, setting: 'pool 4' }],
  'predict.as-measured': [{ limit: message('limit.cpu') }],
  'predict.better': [gain, { ...gain, isTime: true }],
  'predict.perhaps': [{ ...gain, value: 1.08, low: 0.97, high: 1.2 }],
  'predict.none-better': [{ label: 'pool=16', limit: message('limit-name.cpu') }],
  'predict.model': [{ throughput: 0.08, mean: 0.09 }],
  'predict.limit-note': [
    { limit, note: message('prediction.unseen-wait', { seen: 3.96, needed: 55.4, perSecond: 396 }) },
  ],
  'predict.demand.loop': [{ time: 0.31 }],
  'predict.demand.pool': [{ time: 6.13 }],
  'predict.demand.wait': [{ time: 2.5 }],
  'predict.demand.others': [{ time: 0.42 }],
  'predict.demand.delay': [{ time: 0.12 }],
  'predict.demand.generator': [{ time: 0.21 }],
  'predict.speed-of': [
    { threads: 4, alone: 3.21, at, isMeasured: true, isStretched: false },
    { threads: null, alone: null, at: null, isMeasured: false, isStretched: true },
  ],
};
