import { quoted } from '../../../src/messages/message.ts';
import type { SomeSamples } from './sample.ts';

const wait = quoted('wait 94 ms (p95 103 ms)');

export const doctorPageSamples: SomeSamples = {
  'gauge.of': [
    { used: 1.89, available: 2, others: null },
    { used: 0.4, available: 1.5, others: 0.6 },
  ],
  'gauge.busy': [{ share: 0.031 }],
  'gauge.pool-busy': [
    { busy: 3.96, size: 4 },
    { busy: 0.04, size: null },
  ],
  'gauge.pool-size': [{ size: 4 }, { size: 1 }],
  'gauge.jobs': [
    { queued: 27.7, p95: 28.1, kind: 'crypto', wait },
    { queued: 1, p95: 1, kind: null, wait: null },
    { queued: 120.4, p95: 410, kind: null, wait },
  ],
  'gauge.wait': [{ mean: 93.5, p95: 103 }],
  'gauge.no-answer': [{ oldest: 4100 }],
  'gauge.pool-time': [{ running: 0.46, waitedForCpu: 0.51, atLock: 0.03, blocked: 0 }],
  'gauge.sent': [
    { rate: 25_609, mean: 1.25, p99: 4.1, generator: 0.62 },
    { rate: 0, mean: null, p99: null, generator: null },
  ],
  'gauge.others': [
    {
      processes: 2,
      cpu: { low: 0.21, high: 0.21 },
      loop: { low: 0.03, high: 0.12 },
      queued: { low: 0, high: 0.4 },
    },
    { processes: 1, cpu: { low: 0.1, high: 0.1 }, loop: null, queued: null },
  ],
  'doctor.all-rules': [
    { found: 0, fine: 22, others: 0, open: 0 },
    { found: 2, fine: 12, others: 4, open: 4 },
  ],
  'doctor.also': [{ rule: 'backlog', severity: 'warning', title: quoted('The listen queue is full') }],
  'doctor.further': [{ count: 3 }],
  'doctor.code-elsewhere': [{ lines: 33 }],
  'doctor.verbose': [
    { rules: 22, notes: 0 },
    { rules: 22, notes: 1 },
  ],
};
