import { message } from '../../../src/messages/message.ts';
import type { SomeSamples } from './sample.ts';

const setting = message('prediction-report.setting', { load: 'closed:32', processes: 1, pool: 4, cpus: 2 });
const range = message('prediction-report.range', { low: 260.1, high: 307.4 });
const limit = message('limit.pool-threads');
const at = Date.UTC(2026, 10, 20, 9, 30);

export const predictionReportSamples: SomeSamples = {
  'prediction-report.setting': [setting.params, { ...setting.params, processes: 2 }],
  'prediction-report.none': [{ setting, throughput: 285.2, mean: 112.4 }],
  'prediction-report.answer': [
    {
      setting,
      throughput: 285.2,
      mean: 112.4,
      best: 'pool=16',
      bestThroughput: 284.1,
      range,
      bestMean: 113.2,
      limit,
    },
  ],
  'prediction-report.range': [range.params],
  'prediction-report.limit-note': [
    { limit, note: message('prediction.unseen-wait', { seen: 3.96, needed: 55.4, perSecond: 396 }) },
  ],
  'prediction-report.measured-there': [{ trials: 4 }],
  'prediction-report.from-run': [{ cell: 'pool=4', run: '20261120-093000-1', at, trials: 4 }],
  'prediction-report.loop-cpu': [{ time: 0.31 }],
  'prediction-report.pool-cpu': [
    { time: 6.13, jobs: 1 },
    { time: 6.13, jobs: 2 },
  ],
  'prediction-report.pool-wait': [{ time: 2.5 }],
  'prediction-report.other-cpu': [{ time: 0.42 }],
  'prediction-report.delay': [{ time: 0.12 }],
  'prediction-report.generator-cpu': [{ time: 0.21 }],
  'prediction-report.variants': [
    { variants: [message('equivalent-fit.sockets'), message('equivalent-fit.unequal')] },
  ],
  'prediction-report.speed-of': [
    { threads: 4, alone: 3.21, at, isMeasured: true, isStretched: false },
    { threads: null, alone: null, at: null, isMeasured: false, isStretched: true },
  ],
};
