import { message, quoted } from '../../../src/messages/message.ts';
import type { SomeSamples } from './sample.ts';

const pid = message('doctor.pids', { pids: [4711], more: 0 });
const clause = message('doctor-figure.loop-utilization.seen', { share: 0.93 });

export const doctorReportSamples: SomeSamples = {
  'doctor.title': [{ subject: pid }],
  'doctor.byline': [
    { at: Date.UTC(2026, 10, 20, 9, 30), seen: 4000, processes: 1, probed: 0, node: null },
    { at: Date.UTC(2026, 10, 20, 9, 30), seen: 4000, processes: 3, probed: 3, node: '24.21.0' },
    { at: Date.UTC(2026, 10, 20, 9, 30), seen: 4000, processes: 3, probed: 2, node: '20.20.0, 24.21.0' },
  ],
  'doctor.pids': [pid.params, { pids: [4711, 4712], more: 0 }, { pids: [1, 2, 3, 4], more: 5 }],
  'doctor.app': [{ app: 'api' }],
  'doctor.footer': [{ watch: '20261120-093000-1', version: '0.1.0' }],
  'doctor.interrupted': [{ seen: 1300 }],
  'doctor.ended': [{ seen: 1300 }],
  'doctor.steal': [{ share: 0.12 }],
  'doctor.client': [{ name: 'autocannon', pid: 4711, cpu: 1.2, cpus: 2 }],
  'doctor.others': [
    { others: 0.62, cpus: 2, service: null },
    { others: 0.62, cpus: 2, service: '127.0.0.1:5432' },
  ],
  'doctor.failed-requests': [{ failed: 40, due: 1200 }],
  'doctor.change': [{ what: 'give the pool 64 threads' }],
  'doctor.or': [{ what: 'give the pool 64 threads' }],
  'doctor.see-more': [{ help: '--help' }],
  'doctor.unseen.note': [{ about: 'profile' }],
  'doctor.load-sent': [{ engine: 'chokepoint', due: 1200, throughput: 299.5 }],
  'doctor.on-average': [{ mean: 12.34 }],
  'doctor.load-share': [{ share: 0.07 }],
  'doctor.serving': [{ processes: 2 }],
  'doctor.waits-over': [{ oldest: 4100 }],
  'doctor.state': [
    { state: 'blocked', syscall: 'read', on: '/mnt/nfs/a' },
    { state: 'waiting', at: 'pool lock' },
    { state: 'waiting', at: 'other', by: 'condition' },
    { state: 'running' },
    { state: 'idle' },
    { state: 'polling' },
    { state: 'asleep' },
  ],
  'doctor.capture-cut': [
    { pid: null, taken: 300, rate: 51_234 },
    { pid: 4711, taken: 300, rate: 51_234 },
  ],
  'doctor.capture-ended-early': [{ taken: 300 }],
  'doctor-figure.pool-busy.seen': [
    { busy: 3.96, size: 4, full: 0.99 },
    { busy: 3.96, size: null, full: null },
  ],
  'doctor-figure.pool-queue.seen': [{ mean: 27.7, max: 41 }],
  'doctor-figure.pool-wait.seen': [{ jobs: 76, p50: 93.5, longest: 151 }],
  'doctor-figure.loop-utilization.seen': [clause.params],
  'doctor-figure.loop-delay.seen': [{ p50: 0.3, max: 4.2 }],
  'doctor-figure.cpu.seen': [
    { used: 0.98, available: 2, throttled: null },
    { used: 0.98, available: 2, throttled: 0.31 },
  ],
  'doctor-figure.highest': [
    { value: 41, unit: message('doctor-figure.pool-queue.unit') },
    { value: 0.9, unit: null },
  ],
  'doctor-figure.sentence': [
    { clause, of: null, omitted: 0 },
    { clause, of: pid, omitted: 3 },
  ],
  'doctor-figure.of-process': [{ title: quoted('CPUs kept busy'), pid }],
  'live.clock': [
    { at: 2, all: 30 },
    { at: 2, all: null },
  ],
  'live.of': [{ value: '1.89', all: '2' }],
  'live.more': [{ processes: 2 }],
  'live.looking-at': [{ processes: 3 }],
};
