/** The first sentence of a report. */
import { message, type AnyMessage } from '../../../src/messages/message.ts';

const balance = { holds: 6, refuted: 1, misread: 1, undecided: 0, notRun: 2 };
const claims = message('headline.claims', { claims: 10, balance });
const best = message('headline.best', {
  best: 'pool 1',
  baseline: 'pool 4',
  metric: 'throughput',
  ratio: { value: 1.93, low: 1.53, high: 2.43 },
  confidence: 0.95,
  common: 'node',
  above: 0.05,
});

const advice = {
  id: 'pool=16',
  current: 'pool=4',
  label: 'throughput',
  gain: { value: 3.2, low: 3, high: 3.4 },
};

export const headlineMessages: readonly AnyMessage[] = [
  claims,
  best,
  message('headline.claims-and-best', { claims, best }),
  message('headline.none-better', {
    baseline: 'pool 2',
    common: 'node · case 3',
    metric: 'p99',
    isTime: true,
    equivalent: [],
    worse: [{ name: 'pool 1', reach: 'alone', ratio: 1.82 }],
    undecided: ['pool 4', '8', '16', '64'],
  }),
  message('headline.none-better', {
    baseline: 'pool 2',
    common: '',
    metric: 'average job',
    isTime: true,
    equivalent: [],
    worse: [
      { name: 'pool 1', reach: 'alone', ratio: 1.82 },
      { name: 'pool 128', reach: 'and more', ratio: 1.5 },
    ],
    undecided: [],
  }),
  message('headline.none-better', {
    baseline: 'pool 64',
    common: '',
    metric: 'throughput',
    isTime: false,
    equivalent: ['pool 32', '128'],
    worse: [{ name: 'pool 16', reach: 'and less', ratio: 0.61 }],
    undecided: ['a', 'b', 'c', 'd', 'e'],
  }),
  message('headline.withheld', { metric: 'throughput' }),
  message('headline.tune-certified', { ...advice, keeps: false }),
  message('headline.tune-certified', { ...advice, gain: null, keeps: true }),
  message('headline.tune-not-certified', { ...advice, keeps: false }),
  message('headline.tune-not-certified', { ...advice, keeps: true }),
  message('headline.nothing-measured'),
  message('headline.nothing-compared'),
  message('headline.one-setting'),
  message('headline.once-each', { settings: 3 }),
  message('headline.for-predictions'),
];
