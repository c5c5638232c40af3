/** Headings, notes and facts of the reports. */
import { message, quoted } from '../../../src/messages/message.ts';
import type { Samples } from './sample.ts';

const metric = message('report.name', { name: 'throughput' });
const spread = message('fact.spread', { value: '3%', low: '2%', high: '4%' });

export const reportSamples: Samples<`report.${string}`> = {
  'report.name': [
    { name: 'throughput' },
    { name: 'response time p99' },
    { name: 'average job' },
    { name: 'interrupted' },
    { name: 'something else' },
  ],
  'report.lab': [{ name: 'pool-size' }],
  'report.file': [{ file: '.chokepoint/reports/1/report.html' }],
  'report.experiments': [{ experiments: 1 }, { experiments: 3 }],
  'report.run': [{ run: '20260101-abcd' }],
  'report.measuring': [{ time: '40 s' }],
  'report.not-run': [{ name: 'pool-size', code: 'SERVER_DIED', what: 'It died.', todo: 'Look at it.' }],
  'report.cut-off': [{ name: 'pool-size', command: 'chokepoint lab --resume last' }],
  'report.not-begun': [{ names: 'pool-size', command: 'chokepoint lab pool-size --quick' }],
  'report.evidence-of': [{ claim: 'K1' }],
  'report.table': [{ title: 'T' }],
  'report.trial': [{ trial: 7, setting: 'pool 4' }],
  'report.setting-trial': [{ trial: 7, setting: 'pool 4' }],
  'report.footer': [{ run: '20260101-abcd', version: '1.2.3' }],
  'report.footer-all': [{ version: '1.2.3' }],
  'report.premature': [{ settings: 1 }, { settings: 3 }],
  'report.trials-of': [{ trials: 4, all: 5 }],
  'report.the-baseline': [{ setting: 'pool 4' }],
  'report.ratio-note': [{ baseline: message('report.group-baseline'), confidence: 0.95, delta: 0.05 }],
  'report.withheld': [{ why: quoted('M1 failed.') }],
  'report.picture-note': [{ unit: 'ms' }],
  'report.range': [{ low: '1', high: '2' }],
};

export const factSamples: Samples<`fact.${string}`> = {
  'fact.logical-cpus': [{ cpus: 2 }],
  'fact.cores': [{ cores: 1 }, { cores: 4 }],
  'fact.allowed': [{ cpus: 2 }],
  'fact.cgroup-cpus': [{ cpus: '1.5' }],
  'fact.effective': [{ cpus: '2', effective: '1.5' }],
  'fact.cgroup-memory': [{ memory: '8 GB', limit: '1 GB' }],
  'fact.kernel': [{ platform: 'linux x64', kernel: '6.1' }],
  'fact.before': [{ load: '0.25' }],
  'fact.at-worst': [{ share: 0.034 }],
  'fact.throttled': [{ periods: 1 }, { periods: 7 }],
  'fact.workload': [{ name: 'files' }],
  'fact.program': [{ name: 'timers' }],
  'fact.varied': [{ key: 'pool' }],
  'fact.windows': [{ windows: ['3 s'] }, { windows: ['3 s', '5 s'] }],
  'fact.warm-up': [{ window: '3 s', warmup: '1 s' }],
  'fact.no-warm-up': [{ window: '3 s' }],
  'fact.order': [
    { blocks: quoted('5'), seed: 42, isAsked: true },
    { blocks: message('fact.blocks-search'), seed: 42, isAsked: false },
  ],
  'fact.blocks-lab': [
    { blocks: 3, time: null },
    { blocks: 3, time: '150 s' },
  ],
  'fact.blocks-until': [
    { blocks: 9, precision: null, time: null },
    { blocks: 9, precision: 0.05, time: '60 s' },
  ],
  'fact.withheld': [{ end: quoted('all blocks'), check: 'M1' }],
  'fact.apart': [{ server: '0, 1', generator: '2' }],
  'fact.search': [
    { metric, within: 0.05, confidence: 0.95, mode: 'quick', time: null },
    { metric, within: 0.05, confidence: 0.95, mode: 'quick', time: '60 s' },
  ],
  'fact.other-ports': [{ address: 'http://127.0.0.1:3000/' }],
  'fact.spread': [{ value: '3%', low: '2%', high: '4%' }],
  'fact.noise-of': [
    { spread, metric, before: null, trials: 20 },
    { spread, metric, before: '5%', trials: 20 },
  ],
  'fact.sees': [{ share: '3%' }],
  'fact.stolen': [{ mean: '1%', max: '9%' }],
  'fact.control-ratio': [
    { value: '1.01', low: '0.98', high: '1.04', confidence: 0.95, isSound: true },
    { value: '1.11', low: '1.05', high: '1.17', confidence: 0.95, isSound: false },
  ],
};

export const figureSamples: Samples<`figure.${string}`> = {
  'figure.against': [{ title: metric, axis: 'pool' }],
  'figure.log': [{ unit: 'ms' }],
  'figure.log2': [{ axis: 'pool' }],
  'figure.modelled': [{ line: '' }, { line: 'p50' }],
  'figure.panels-left': [{ panels: 1 }, { panels: 3 }],
  'figure.groups-left': [{ groups: 1 }, { groups: 3 }],
  'figure.forest-group': [
    { metric, better: 'higher', common: '', rows: 3, all: 3 },
    { metric, better: 'lower', common: 'node', rows: 24, all: 30 },
  ],
  'figure.ratio-to': [{ baseline: 'pool 4' }],
  'figure.counted': [{ n: 2, word: 'better' }],
  'figure.own-baselines': [{ counts: '2 better' }],
  'figure.metric-against': [{ metric, baseline: 'pool 4', counts: '2 better' }],
  'figure.order-sentence': [
    { most: 0.05, drift: -0.02 },
    { most: 0.05, drift: 0.02 },
  ],
  'figure.requests': [{ common: '' }, { common: 'node' }],
  'figure.requests-sample': [{ common: '' }, { common: 'node' }],
  'figure.slowest': [{ slowest: [{ time: '40 ms', setting: 'pool 4', shown: 60 }] }],
  'figure.jobs-over-time': [{ common: '' }, { common: 'node' }],
  'figure.first-last': [{ settings: [{ low: '4 ms', high: '40 ms', setting: 'pool 4' }] }],
};
