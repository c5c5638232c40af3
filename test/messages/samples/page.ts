/** The first screen of a page. */
import { quoted } from '../../../src/messages/message.ts';
import type { Samples } from './sample.ts';

const ratio = { value: 1.93, low: 1.53, high: 2.43 };
const advice = { id: 'pool=16', current: 'pool=4', label: 'throughput' };

export const pageSamples: Samples<`page.${string}`> = {
  'page.badge.claims': [{ decided: 9, of: 10 }],
  'page.badge.certified': [{ confidence: 0.95 }],
  'page.answer.best': [{ best: 'pool 1', baseline: 'pool 4', metric: 'throughput', ratio }],
  'page.answer.best-rest': [
    { ratio, confidence: 0.95, common: 'node' },
    { ratio, confidence: 0.95, common: '' },
  ],
  'page.answer.set': [
    { ...advice, gain: ratio },
    { ...advice, gain: null },
  ],
  'page.answer.guess': [
    { ...advice, gain: ratio },
    { ...advice, gain: null },
  ],
  'page.answer.keep': [{ id: 'pool=4' }],
  'page.answer.gain-rest': [{ ratio, current: 'pool=4' }],
  'page.tile.blocks': [{ blocks: 5 }],
  'page.tile.resolution': [{ resolution: 0.034 }],
  'page.index.count': [{ reports: 1 }, { reports: 2 }],
  'page.tile.of': [{ n: 13, of: 16 }],
  'page.tile.failed': [{ failed: 3 }],
  'page.tile.undecided': [{ undecided: 1 }],
  'page.tile.was': [{ value: '777/s' }],
  'page.tile.base': [{ value: '777/s' }],
  'page.todo.change': [{ what: quoted('give the pool 64 threads') }],
  'page.todo.expect': [{ text: quoted('Files no longer wait.') }],
  'page.todo.other-ways': [{ ways: 1 }, { ways: 2 }],
  'page.todo.keep': [{ id: 'pool=4' }],
  'page.todo.claims': [
    { undecided: 1, seconds: 21 },
    { undecided: 3, seconds: 400 },
  ],
  'page.todo.places': [{ places: ['Dockerfile', 'systemd', 'PM2'] }],
  'page.caption.against': [
    {
      label: 'throughput',
      baseline: 'pool 4',
      better: ['pool 16', 'pool 64'],
      worse: ['pool 1'],
      equivalent: ['pool 8'],
      undecided: ['pool 5'],
    },
  ],
  'page.caption.counts': [{ label: 'throughput', words: ['better', 'worse', 'worse', 'undecided'] }],
  'page.caption.range': [
    {
      label: 'response time p99',
      low: { value: '29.7 ms', setting: 'pool 16' },
      high: { value: '120 ms', setting: 'pool 1' },
    },
  ],
  'page.quality.noise': [
    { noise: 0.12, resolution: 0.09 },
    { noise: 0.12, resolution: null },
  ],
  'page.claims.price': [
    { blocks: 1, seconds: 21 },
    { blocks: 4, seconds: 80 },
  ],
};
