import type { SomeSamples } from './sample.ts';

const place = { name: 'render', file: '/srv/app.js', line: 12 };
const hot = { ...place, package: null, caller: null, total: 0.62 };
const cpus = { used: 1.4, cpus: 2, others: 0.588 };

export const evidenceSamples: SomeSamples = {
  'evidence.label': [{ label: 'jobs that wait' }],
  'evidence.share': [{ part: 0.52 }, { part: 0.001 }],
  'evidence.waited': [{ ms: 46.2 }, { ms: 0.1 }],
  'evidence.of': [{ part: 1.4, all: 2 }],
  'evidence.of-time': [{ part: 0.41 }],
  'evidence.of-periods': [{ part: 0.31 }],
  'evidence.of-readings': [{ part: 0.9 }],
  'evidence.average': [{ mean: 3.96 }],
  'evidence.average-p95': [{ mean: 27.7, p95: 28 }],
  'evidence.average-most': [{ mean: 27.7, max: 41 }],
  'evidence.at-most': [
    { running: 1.9, cap: 2 },
    { running: 1.9, cap: null },
  ],
  'evidence.waits': [{ mean: 46.2, p95: 70.4 }],
  'evidence.pool-wait': [
    { mean: 46.2, p95: 70.4, isProbe: true },
    { mean: 46.2, p95: 70.4, isProbe: false },
  ],
  'evidence.holders': [
    {
      holders: [
        { kind: 'addon:@img/sharp', part: 0.95 },
        { kind: 'fs', part: 0.05 },
      ],
    },
  ],
  'evidence.no-end': [{ longest: 4000 }],
  'evidence.pool-time': [{ running: 0.32, waitedForCpu: 0.67, atLock: 0, blocked: 0.01 }],
  'evidence.found-in': [{ state: { state: 'blocked', syscall: 'read', on: '/mnt/nfs/a' }, part: 0.97 }],
  'evidence.found-threads': [{ state: { state: 'waiting', at: 'other' }, threads: 4 }],
  'evidence.main-found-in': [{ state: { state: 'blocked', syscall: 'read', on: null }, part: 0.3 }],
  'evidence.stuck': [{ stuck: 4, size: 4, longest: 4000 }],
  'evidence.job-times': [
    {
      kinds: [
        { kind: 'crypto', ms: 68 },
        { kind: 'fs', ms: 0.1 },
      ],
    },
  ],
  'evidence.alike': [{ counts: 'crypto 12, zlib 11' }],
  'evidence.late': [{ p99: 94, max: '151 ms' }],
  'evidence.stalls': [{ stalls: 5 }],
  'evidence.loop': [
    { part: 0.97, isProbe: true },
    { part: 0.97, isProbe: false },
  ],
  'evidence.hot': [{ hot }],
  'evidence.hot-of-profile': [{ hot }],
  'evidence.call': [
    { name: 'readFileSync', part: 0.3, caller: place },
    { name: 'readFileSync', part: 0.3, caller: null },
  ],
  'evidence.workers-on-cpu': [{ ran: 1.4, waits: 0.6 }],
  'evidence.cpus': [cpus],
  'evidence.cpus-and-others': [cpus],
  'evidence.cpus-of-process': [
    { ...cpus, all: 4 },
    { ...cpus, others: null, all: 4 },
  ],
  'evidence.cpus-of-server': [
    { ...cpus, all: 4, left: 0.2, isLoaded: true },
    { ...cpus, all: 4, left: 0.2, isLoaded: false },
  ],
  'evidence.native': [{ threads: [{ name: 'vips', threads: 4, ran: 1.6 }] }],
  'evidence.cpus-in-seconds': [{ cpus: 0.34 }],
  'evidence.quota': [{ cpus: 1.5 }],
  'evidence.gc': [{ part: 0.3, count: 9 }],
  'evidence.growth': [{ rate: 5_242_880 }],
  'evidence.calls': [
    { pending: 9.5, connections: 10, age: { p50: 94, p95: 130, max: 151 } },
    { pending: 9.5, connections: 10, age: null },
  ],
};
