import { quoted } from '../../../src/messages/message.ts';
import type { SomeSamples } from './sample.ts';

export const doctorPageSamples: SomeSamples = {
  'gauge.others-used': [{ cpus: 0.6 }],
  'gauge.throttled': [{ share: 0.31 }],
  'gauge.omitted': [{ omitted: 36 }],
  'gauge.jobs': [
    { queued: 27.7, kind: 'crypto' },
    { queued: 1, kind: null },
    { queued: 120.4, kind: null },
  ],
  'gauge.pool-time': [{ running: 0.46, waitedForCpu: 0.51, atLock: 0.03, blocked: 0 }],
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
};
