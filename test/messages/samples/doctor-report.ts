import { message, quoted } from '../../../src/messages/message.ts';
import type { SomeSamples } from './sample.ts';

const pid = message('doctor.pids', { pids: [4711], more: 0 });

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
  'doctor.unseen.note': [{ about: 'profile' }],
  'doctor.load-sent': [{ engine: 'chokepoint', due: 1200, share: 0.07 }],
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
  'live.clock': [
    { at: 2, all: 30 },
    { at: 2, all: null },
  ],
  'live.more': [{ processes: 2 }],
  'live.looking-at': [{ processes: 3 }],
};
