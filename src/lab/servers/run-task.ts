/** Runs one task of a workload by its name (guest): what any thread of any pool does. piscina calls the default export. */
import { workloads } from '../workloads/catalogue.ts';
import type { Parameters } from '../workloads/workload.ts';

export interface NamedTask {
  readonly workload: string;
  readonly name: string;
  readonly argument: Parameters;
}

/** What a thread of our own pools answers; piscina has its own way. */
export interface Reply {
  readonly task: number;
  readonly result?: Parameters;
  readonly error?: string;
}

export default async function runTask({ workload, name, argument }: NamedTask): Promise<Parameters> {
  const task = workloads[workload]?.tasks?.[name];
  if (!task) throw new Error(`workload "${workload}" has no task "${name}"`);
  return task(argument);
}
