import { clusterWorkload } from './cluster.ts';
import { loopOrThreads } from './loop-or-threads.ts';
import { poolClasses } from './pool-classes/workload.ts';
import { poolMixed } from './pool-mixed.ts';
import { poolSize } from './pool-size.ts';
import type { Workload } from './workload.ts';

/** Every server that the lab can start, by name. */
export const workloads: Readonly<Record<string, Workload>> = {
  [poolSize.name]: poolSize,
  [poolClasses.name]: poolClasses,
  [poolMixed.name]: poolMixed,
  [loopOrThreads.name]: loopOrThreads,
  [clusterWorkload.name]: clusterWorkload,
};
