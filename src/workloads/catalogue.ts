import { loopOrThreads } from './loop-or-threads.ts';
import { poolSize } from './pool-size.ts';
import type { Workload } from './workload.ts';

/** Every server that the lab can start, by name. */
export const workloads: Readonly<Record<string, Workload>> = {
  [poolSize.name]: poolSize,
  [loopOrThreads.name]: loopOrThreads,
};
