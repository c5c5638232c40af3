import { message } from '../../../src/messages/message.ts';
import type { SomeSamples } from './sample.ts';

const variables = 'UV_THREADPOOL_SIZE=16';

export const tuneSectionSamples: SomeSamples = {
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
