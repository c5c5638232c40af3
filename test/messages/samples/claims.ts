/** Plausible figures for why a claim holds or not. */
import { message } from '../../../src/messages/message.ts';
import type { SomeSamples } from './sample.ts';

const api = { name: 'fs.stat', nodes: [] };
const newApi = { name: 'subtle.digest', nodes: ['24.21.0', '26.10.0'] };
const ratio = { text: 'throughput: cluster ÷ plain', unit: '×', value: 1.76, low: 1.64, high: 1.82 };

export const claimSamples: SomeSamples = {
  'claim.figures': [
    { figures: [ratio] },
    { figures: [ratio, { ...ratio, unit: 'share', value: 0.76, low: 0.76, high: 1 }] },
    { figures: [{ ...ratio, unit: 'ms', value: -0.052, low: -0.0809, high: 0.0232 }] },
  ],
  'claim.sentences': [{ sentences: [message('claim.too-few-blocks'), message('claim.busier-instance')] }],
  'claim.noise': [
    { blocks: 1, seconds: 12 },
    { blocks: 5, seconds: 64 },
    { blocks: 28, seconds: 601 },
  ],
  'claim.too-large-costs': [
    { answer: 'less' },
    { answer: 'the same' },
    { answer: 'more' },
    { answer: 'not less' },
  ],
  'claim.counts-agree': [{ counts: [{ text: 'threads for "1024"', count: 1024 }] }],
  'claim.count-differs': [
    { text: 'threads', values: ['3', '4'], nodes: ['26.10.0'], expected: 0 },
    { text: 'threads', values: ['3'], nodes: [], expected: 4 },
  ],
  'claim.not-installed': [{ program: 'PM2', install: 'npm install pm2' }],
  'claim.needs-node': [{ version: '26.6' }],
  'claim.jobs-in-turn': [
    {
      apis: [
        {
          name: 'fs.readFile',
          counts: [
            { count: 4, nodes: ['22.23.3', '24.21.0'] },
            { count: 1, nodes: ['26.10.0'] },
          ],
        },
      ],
    },
  ],
  'claim.needs-own-node': [{ version: '26.8' }],
  'claim.false-alarms-by-requests': [{ count: 28, of: 40, requests: 20_000 }],
  'claim.false-alarms-by-trials': [{ count: 2, of: 40, trials: 5 }],
  'claim.kinds-left-out': [{ reasons: ['direct: no device', 'dns: not root'] }],
  'claim.no-name-server': [{ why: 'unshare is missing' }],
  'claim.gain-limit': [{ clients: 2, workers: 2, limit: 2, published: 2.019 }],
  'claim.limits': [{ limits: [{ clients: 2, limit: 2 }] }],
  'claim.empty-loop-runs': [{ node: '26.10.0' }],
  'claim.busiest-worker': [{ clients: 3, workers: 2, share: 0.67 }],
  'claim.furthest-from-equal': [{ comparisons: 6 }],
  'claim.ab-sends-one-first': [{ ratio: 0.88, ab: 1.68, chokepoint: 1.97 }],
  'claim.threads-limit': [{ threads: 4, cpus: 2 }],
  'claim.published-pool-mixes-up': [{ answered: 1000, wrong: 960 }],
  'claim.open-load-medians': [{ single: 0.452, pool: 0.813 }],
  'claim.one-task-a-worker': [{ workers: 4 }],
  'claim.answers-of-others': [
    {
      answered: 500,
      wrong: 500,
      fastest: 0.718,
      mean: 4.71,
      shortestDelay: 10,
      honest: 28.5,
      warnings: ['A'],
    },
    { answered: 500, wrong: 0, fastest: 12, mean: 14, shortestDelay: 10, honest: null, warnings: [] },
  ],
  'claim.loops-busy': [{ loops: [{ clients: 10, share: 0.101 }] }],
  'claim.loop-saturated-by-http': [{ clients: 2000, ratio: 0.98 }],
  'claim.size-fits-all': [{ size: 4 }],
  'claim.mean-times': [{ of: 33.3, to: 0.446 }],
  'claim.need-thread': [
    { count: 16, of: 16, what: 'lookups', needs: true, versions: 1, exceptions: [] },
    { count: 8, of: 12, what: 'watchers', needs: false, versions: 4, exceptions: [api, newApi] },
  ],
  'claim.trials-differ-about': [{ names: Array.from({ length: 9 }, () => api) }],
  'claim.list-complete': [
    { of: 627, missing: [newApi], missingCount: 2, unknown: [] },
    { of: 627, missing: [], missingCount: 0, unknown: ['fs.newcomer'] },
    { of: 627, missing: [], missingCount: 0, unknown: [] },
  ],
  'claim.lookups-overtaken': [
    { count: 16, of: 16, exceptions: [] },
    { count: 15, of: 16, exceptions: ['dns.lookup'] },
  ],
  'claim.versions-agree': [
    { of: 262, versions: ['24.21.0', '26.10.0'], differing: [] },
    { of: 262, versions: ['24.21.0', '26.10.0'], differing: ['fs.stat'] },
  ],
  'claim.address-space': [{ mebibytes: 1025 }],
  'claim.ps-lists-more': [
    { least: 7, most: 7, sizes: [2, 4] },
    { least: 0, most: 7, sizes: [2, 4] },
  ],
  'claim.jobs-in-flight': [{ asked: 7, counts: [{ node: '26.10.0', jobs: ['4', '7'] }] }],
  'claim.size-order': [
    { base: 2, isGoodAsAny: true, better: [], worse: [1, 16] },
    { base: 2, isGoodAsAny: false, better: [], worse: [] },
    { base: 2, isGoodAsAny: false, better: [16, 128], worse: [1] },
  ],
  'claim.pool-is-exact': [{ exact: 115, processes: 115 }],
  'claim.threads-of-kernel': [{ threads: [4] }],
  'claim.platforms-needs-java': [{ found: 21, needs: 24 }],
  'claim.platforms-waits': [{ threads: 200 }],
  'claim.platforms-cpus': [{ cpus: 2 }],
  'claim.platforms-carriers': [{ carriers: 2 }],
  'claim.platforms-waves': [{ waves: 15, ms: 100 }],
  'claim.platforms-busy-waiting': [{ cpus: 2 }],
};
