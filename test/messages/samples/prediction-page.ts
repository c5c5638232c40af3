import { message } from '../../../src/messages/message.ts';
import type { SomeSamples } from './sample.ts';

const now = { throughput: 285.4, mean: 112, setting: 'pool 4' };
const gain = {
  ...now,
  value: 1.45,
  low: 1.2,
  high: 1.7,
  label: 'pool=16',
  limit: message('limit.cpu'),
  isTime: false,
};

export const predictionPageSamples: SomeSamples = {
  'predict.subject': [{ server: 'node server.js', load: 'closed:32', cpus: 2 }],
  'predict.basis': [{ run: '20260101-000000-abcd', cell: 'pool=4', trials: 3 }],
  'predict.setting': [
    { pool: 4, processes: 1 },
    { pool: 4, processes: 2 },
  ],
  'predict.nothing': [now],
  'predict.as-measured': [{ ...now, limit: message('limit.cpu') }],
  'predict.other-load': [now],
  'predict.better': [gain, { ...gain, isTime: true }],
  'predict.perhaps': [{ ...gain, value: 1.08, low: 0.97, high: 1.2 }],
  'predict.none-better': [{ ...now, label: 'pool=16', limit: message('limit-name.cpu') }],
  'predict.further': [{ count: 3 }],
  'predict.model': [{ throughput: 285.4, mean: 112, modelThroughput: 284.1, modelMean: 113 }],
  'predict.accuracy': [{ throughput: 0.08, mean: 0.09 }],
};
