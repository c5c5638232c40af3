import { message } from '../../../src/messages/message.ts';
import type { SomeSamples } from './sample.ts';

export const cliSamples: SomeSamples = {
  'cli.rate': [{ rate: '285.2' }],
  'cli.trial': [
    { done: 3, of: 12, cell: 'pool=4', result: '285.2 requests/s', seconds: 6.04 },
    { done: 3, of: null, cell: 'pool=4', result: 'SERVER_DIED', seconds: 1 },
  ],
  'cli.time-left': [
    { low: 60_000, high: 70_000, isOne: true },
    { low: 60_000, high: 180_000, isOne: false },
  ],
  'cli.warning': [{ what: 'A process is left.', why: 'It did not end.', code: 'LEFT' }],
  'cli.note': [{ note: message('note.own-cpu', { share: 0.1 }) }],
  'cli.from-settings': [{ file: 'chokepoint.json', words: '--path /health -- node server.js' }],
  'cli.settings-foreign': [{ file: 'chokepoint.json', names: '--vary, --objective' }],
  'cli.settings-doubted': [
    { file: 'chokepoint.json', uid: 1001 },
    { file: 'package.json#chokepoint', uid: null },
  ],
  'cli.getting-ready': [{ target: 'pid 4711' }],
  'cli.watching': [
    { target: 'pid 4711', at: 2, all: 4 },
    { target: 'pid 4711', at: 2, all: null },
  ],
  'cli.preparing-base': [{ command: 'npm ci' }],
  'cli.metrics': [{ url: 'http://127.0.0.1:9464/metrics' }],
  'cli.experiments': [{ experiments: 8, ms: 1_900_000 }],
  'cli.experiments-apart': [{ name: 'platforms' }],
  'cli.experiment': [{ place: 1, all: 8, name: 'pool-size', trials: 57 }],
  'cli.experiment-done': [{ place: 1, all: 8, name: 'pool-size', text: 'headline' }],
  'cli.tune.best': [
    {
      metric: message('report.name', { name: 'throughput' }),
      within: 0.05,
      confidence: 0.95,
      mode: 'fast',
    },
  ],
  'cli.tune.current': [{ id: 'pool=4', settings: 7 }],
  'cli.tune.window': [{ load: 'closed:32', window: 5000, warmup: 1000 }],
  'cli.tune.window-chosen': [{ load: 'closed:32' }],
  'cli.tune.done-before': [
    { most: 150_000, trials: 4 },
    { most: 0, trials: 1 },
  ],
  'cli.tune.all-of-it': [{ bound: 60_000, trials: 8 }],
  'cli.tune.between': [
    { low: 40_000, high: 300_000, isBudget: true },
    { low: 40_000, high: 155_000, isBudget: false },
  ],
  'cli.tune.short': [{ trials: 3 }],
  'cli.tune.limit': [
    { figure: 'p99', isLeast: false, limit: '200 ms' },
    { figure: 'throughput', isLeast: true, limit: '500/s' },
  ],
  'cli.runs-none': [{ file: '.chokepoint/runs.db' }],
  'cli.runs-doctors': [{ doctors: 3, folder: '.chokepoint/reports' }],
  'cli.runs-trials': [
    { trials: 3, planned: null },
    { trials: 3, planned: 57 },
  ],
  'cli.runs-removed': [{ id: '20261122-041947-1415' }],
  'cli.runs-remove': [{ run: 'last' }],
  'cli.lab-time': [{ claims: 10, ms: 95_000 }],
  'cli.list.port': [{ id: 'node', port: 8080 }],
  'cli.serve-job': [{ pid: 4711, seconds: 1.234 }],
  'cli.serving': [
    {
      name: 'pool-size',
      urls: 'http://127.0.0.1:8080/',
      how: 'node, pool 4',
      command: 'curl http://127.0.0.1:8080/',
    },
  ],
  'cli.serve-pool': [{ pool: '4' }],
  'cli.selftest.passed': [{ passed: 7, all: 8 }],
};
