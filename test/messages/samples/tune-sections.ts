import { message } from '../../../src/messages/message.ts';
import type { SomeSamples } from './sample.ts';

const variables = 'UV_THREADPOOL_SIZE=16';

export const same = {
  key: 'pool',
  range: { low: 2, high: 128 },
  names: ['2', '4', '16', '128'],
  label: 'throughput',
  within: 0.1,
  others: [{ name: '1', ratio: 0.512 }],
};

export const tuneSectionSamples: SomeSamples = {
  'tune.same': [
    same,
    { ...same, range: null, names: ['2', '4', '64'], others: [] },
    { ...same, within: 0.31 },
    {
      ...same,
      key: null,
      range: null,
      names: ['pool=4 processes=1', 'pool=8 processes=1'],
      others: [...same.others, { name: '1024', ratio: 0.801 }],
    },
    {
      ...same,
      key: 'env:WORKERS',
      others: Array.from({ length: 5 }, (_, i) => ({ name: `${i}`, ratio: 0.3 })),
    },
  ],
  'tune.same-certainty': [{ confidence: 0.95, trials: 18 }],
  'tune.pool-unused-seen': [{ requests: 1742 }],
  'apply.pools': [
    { processes: 4, threads: 16 },
    { processes: 4, threads: 1 },
  ],
  'apply.cluster': [{ file: 'cluster.cjs' }],
  'apply.cpus': [{ cpus: 2 }],
  'apply.package-front': [
    { variables, script: null },
    { variables, script: 'start' },
  ],
  'apply.package-own': [{ variables, script: 'start' }],
  'apply.names': [{ names: ['SERVICE'] }, { names: ['SERVICE', 'IMAGE'] }],
  'tune-section.table': [{ metric: message('report.name', { name: 'throughput' }), unit: '1/s' }],
  'tune-section.note': [
    { isGuess: false, isFresh: true },
    { isGuess: true, isFresh: false },
    { isGuess: null, isFresh: false },
  ],
  'tune-section.failed-trials': [{ trials: 5, failed: 2 }],
  'tune-section.about': [{ value: '0.48' }],
};
