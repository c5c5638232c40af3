import { quoted } from '../../../src/messages/message.ts';
import type { SomeSamples } from './sample.ts';

const more = { what: 'UV_THREADPOOL_SIZE=1', label: 'throughput', isTime: false } as const;
const sooner = { what: 'UV_THREADPOOL_SIZE=2', label: 'response time p99', isTime: true } as const;
const started = {
  where: '127.0.0.1:3000',
  pid: 8121,
  method: 'GET',
  path: '/',
  status: 200,
  location: null,
  others: [],
};

export const findSamples: SomeSamples = {
  'find.started': [started, { ...started, pid: null, status: 302, location: '/login', others: [9100, 9229] }],
  'find.load.flat': [{ last: 64, knee: 32, throughput: 25_609 }],
  'find.load.most': [{ last: 256, throughput: 2544 }],
  'find.load.generator': [{ last: 16, throughput: 31_020 }],
  'find.load.failures': [
    { last: 32, failed: 0.031 },
    { last: 1, failed: 0.5 },
  ],
  'find.load.time': [{ last: 8, throughput: 1.25 }],
  'find.diagnosed': [
    { ms: 5000, clients: 64, rules: 22, rate: 328, p99: 105 },
    { ms: 5000, clients: 1, rules: 1, rate: null, p99: null },
  ],
  'find.as-it-is': [{ name: 'NODE_ENV' }],
  'find.compared': [{ now: 'pool 4', what: 'pool 1', blocks: 4 }],
  'find.proved': [
    { ...more, ratio: { value: 1.93, low: 1.53, high: 2.43 } },
    { ...sooner, ratio: { value: 0.51, low: 0.4, high: 0.66 } },
  ],
  'find.refuted': [{ ...more, ratio: { value: 0.97, low: 0.95, high: 0.99 } }],
  'find.same': [{ ...more, ratio: { value: 1.004, low: 0.985, high: 1.024 } }],
  'find.undecided': [{ ...more, ratio: { value: 1.09, low: 0.91, high: 1.31 } }],
  'find.unmeasured': [{ what: 'UV_THREADPOOL_SIZE=1' }],
  'find.change': [{ label: 'p99', from: 2.68, to: 1.44 }],
  'find.rates': [{ from: 25_609, to: 49_357 }],
  'find.price': [{ blocks: 6, seconds: 95 }],
  'find.because.problem': [
    { what: 'The server ended before it answered (exit code 1).', code: 'SERVER_EXITED' },
  ],
  'find.short-jobs': [{ work: 0.31, threads: 4 }],
  'find.tried-short': [{ work: 0.31, threads: 4 }],
  'find.cost.p99': [
    { longer: 0.187, from: 16.3, to: 19.4, isSure: true },
    { longer: 0.187, from: 16.3, to: 19.4, isSure: false },
  ],
  'find.tried-other': [{ title: quoted('All 4 pool threads are busy') }],
  'find.finding': [
    { title: quoted('All 4 pool threads are busy'), because: quoted('The threads wait for the disk.') },
  ],
  'find.not-helped': [{ title: quoted('All 4 pool threads are busy') }],
  'find.takes': [{ throughput: 2544, clients: 512 }],
  'find.at-least': [{ throughput: 31_020 }],
  'find.unproved.own-size': [{ size: 16, asked: 4 }],
  'find.announcement': [{ ms: 25_000, most: 90_000 }],
  'find.raising': [{ clients: 16, throughput: 18_200 }],
  'find.watching': [{ clients: 64, at: 2300, all: 5000 }],
  'find.proving': [{ what: 'pool 1', now: 'pool 4', ms: 48_000 }],
  'find.page.run': [{ run: '20261123-101500-ab12' }],
};
