import { hinge } from '../../src/queueing/capacity.ts';
import type { SystemSetting } from '../../src/queueing/system.ts';

/** 64 clients, one process, four threads and eight CPUs, but for what a case says. */
export const setting = (change: Partial<SystemSetting> = {}): SystemSetting => ({
  processes: 1,
  pool: 4,
  capacity: hinge(8, 8, 0),
  load: { kind: 'closed', clients: 64 },
  ...change,
});
