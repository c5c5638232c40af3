/**
 * The operational laws with what a stored trial knows (Denning and Buzen 1978): throughput is at most N/(D + Z), and at
 * most capacity ÷ demand of every resource. The demands here are those of the trial itself, so a bound that is exceeded
 * says that something was counted wrongly: the answers, the CPU time, or the CPUs.
 */
import { saturation } from '../bottleneck/bottleneck.ts';
import { message } from '../messages/message.ts';
import type { Bound } from '../model/observation.ts';
import type { Plan } from '../model/plan.ts';
import type { HostConditions, Sample, Trial } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import { lateTolerance } from '../model/metric.ts';

interface Known {
  readonly plan: Plan;
  readonly host: HostConditions;
  readonly trial: Trial;
  readonly sample: Sample;
}

/** The kernel counts CPU time in ticks; a process may be charged for one that it did not use up. */
export const tick: Milliseconds = 10;

export function bounds({
  plan,
  host,
  trial,
  sample,
  declared,
  floor,
}: Known & { readonly declared: number | null; readonly floor: Milliseconds | null }): Bound[] {
  const found: Bound[] = [];
  if (declared !== null && floor !== null) {
    found.push({
      throughput: (declared / floor) * 1000,
      says: message('bound.clients', { clients: declared, ms: floor }),
    });
  }
  const { counts } = sample.outcome;
  // Where the answers did not wait for the work, requests ÷ CPU time says nothing.
  const isLate = (sample.jobs?.afterLastResponse ?? 0) > lateTolerance;
  const used = trial.effective.reduce((sum, { cpu }) => sum + Math.max(0, cpu - tick), 0);
  if (isLate || used === 0 || counts.verified === 0) return found;
  const demand = used / counts.verified;
  const cpus = cpusOf(plan, host, trial);
  found.push({
    throughput: (cpus / demand) * 1000,
    says: message('bound.cpus', { cpus, ms: demand }),
  });
  const threads = computingThreads(trial, sample);
  if (threads !== null) {
    found.push({
      throughput: (threads / demand) * 1000,
      says: message('bound.threads', { threads, ms: demand }),
    });
  }
  return found;
}

/** Pool threads and event loops of the processes that did jobs; null where the pool could not be counted. */
function computingThreads({ effective }: Trial, { jobs }: Sample): number | null {
  if (!jobs) return null;
  const pids = new Set(jobs.traces.map(({ pid }) => pid));
  const parents = new Set(effective.filter(({ pid }) => pids.has(pid)).map(({ parent }) => parent));
  const serving = effective.filter(({ pid, parent }) => pids.has(pid) || parents.has(parent));
  if (serving.length === 0 || serving.some(({ poolThreads }) => poolThreads === null)) return null;
  const loopsOf = (process: number) =>
    new Set(jobs.traces.filter(({ pid }) => pid === process).map(({ thread }) => thread)).size;
  return serving.reduce(
    (sum, { pid, poolThreads }) => sum + (poolThreads ?? 0) + Math.max(1, loopsOf(pid)),
    0,
  );
}

/** CPUs that the server may use. */
function cpusOf({ affinity }: Plan, host: HostConditions, { setting }: Trial): number {
  const reserved = affinity?.server.length ?? host.effectiveCpus;
  const asked = Number(setting['cpus']);
  return Math.min(reserved, host.effectiveCpus, asked > 0 ? asked : Infinity);
}

/** CPUs that the server kept busy, on average, as long as it worked. */
export function serverCpus({ effective }: Trial, { outcome, jobs }: Sample): number {
  const used = effective.reduce((sum, { cpu }) => sum + cpu, 0);
  const length = Math.max(outcome.window.duration, jobs?.makespan ?? 0);
  return length > 0 ? used / length : 0;
}

/** The CPUs, if the workers do nothing but compute: as many CPUs as there are workers (or all) were busy. */
export function computingCpus({
  plan,
  host,
  trial,
  sample,
  workers,
}: Known & { readonly workers: number | null }): number | null {
  if (workers === null) return null;
  const cpus = cpusOf(plan, host, trial);
  return serverCpus(trial, sample) >= saturation.measured.CPU * Math.min(workers, cpus) ? cpus : null;
}
