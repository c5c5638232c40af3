import { message } from '../../../src/messages/message.ts';
import type { SomeSamples } from './sample.ts';

const gain = { value: 2.28, low: 1.42, high: 3.68 };
const advice = { what: 'UV_THREADPOOL_SIZE=1', now: '4', label: 'throughput', gain };
const scope = {
  measured: 7,
  compared: 7,
  isPartial: false,
  droppedEarly: [],
  droppedAfter: 2,
  notCompared: [],
};
const usage = { loop: 0.75, loopWaits: 0, queued: 0, pool: 0.4, server: 0.5, generator: 0.1, others: null };
const rest = { within: 0.05, undecided: [], equivalent: [], id: 'pool=1' };

export const tunePageSamples: SomeSamples = {
  'tune-page.set': [advice, { ...advice, gain: null }],
  'tune-page.guess': [advice],
  'tune-page.keep': [
    { now: 'UV_THREADPOOL_SIZE=4', kept: null, isOpen: false },
    { now: 'UV_THREADPOOL_SIZE=4', kept: null, isOpen: true },
    { now: '4', kept: message('tune.pool-unused'), isOpen: false },
    { now: '4', kept: message('tune.pool-unused'), isOpen: true },
  ],
  'tune-page.certified': [
    { ...scope, confidence: 0.95, within: null },
    { ...scope, compared: 5, confidence: 0.95, within: 0.05 },
  ],
  'tune-page.not-certified': [
    { ...scope, ...rest, ended: 'budget', confidence: 0.95, atMost: 0.12 },
    { ...scope, ...rest, compared: 5, isPartial: true, ended: 'interrupted', confidence: 0.95, atMost: null },
  ],
  'tune-page.objective': [{ label: 'throughput' }],
  'tune-page.limit': [
    { ...usage, id: 'pool=4', limit: null },
    { ...usage, id: 'pool=1', limit: 'CPU', loopWaits: 0.1, pool: null, others: 0.2 },
  ],
  'tune-page.cost': [{ id: 'pool=1', from: 0.0472, to: 0.0228 }],
  'tune-page.ways': [{ places: ['Dockerfile', 'PM2'] }],
};
