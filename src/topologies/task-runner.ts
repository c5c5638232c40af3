/** Where the tasks of a workload run (guest): on the loop that takes the requests, or on a pool of worker threads. */
import type { RunTask } from '../workloads/workload.ts';
import type { TaskOptions } from './app-options.ts';
import { onceThreads, ownThreads, onPiscina } from './thread-pools.ts';

/** @returns what runs a task when all threads are up; undefined: the workload's own way, on the loop */
export async function taskRunner(workload: string): Promise<RunTask | undefined> {
  const asked = process.env['CHOKEPOINT_TASKS'];
  if (asked === undefined) return undefined;
  const options = JSON.parse(asked) as TaskOptions;
  switch (options.pool) {
    case 'piscina':
      return onPiscina(workload, options);
    case 'own':
      return ownThreads(workload, options.workers);
    case 'once':
      return onceThreads(workload, options.workers);
  }
}
