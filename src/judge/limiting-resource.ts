/** What limited a server in the windows of some trials, as it was read from outside. */
import { type Resource, type ResourceUse, bottleneck } from '../saturation/saturation.ts';
import type { HostConditions, LoadOutcome, Usage } from '../model/sample.ts';
import type { Milliseconds, Ratio } from '../model/units.ts';
import { mean } from '../stats/mean-and-spread.ts';

/** Utilisation, and mean number of waiting jobs, below which a pool is not told. */
const idle = 0.01;

/** One window in which the server was read. */
export interface ReadWindow {
  readonly usage: Usage;
  readonly outcome: LoadOutcome;
  /** CPU of other programs, as a share of the machine; null if unknown. */
  readonly foreign: Ratio | null;
}

/**
 * Shares of resources: of one CPU for each loop, of the pool threads (null: not used, or not known), of all CPUs. `queued`: mean number
 * of jobs that wait for a pool thread.
 */
export interface ResourceShares {
  readonly loop: Ratio;
  readonly loopWaits: Ratio;
  readonly pool: Ratio | null;
  readonly queued: number;
  readonly server: Ratio;
  readonly generator: Ratio;
  readonly others: Ratio | null;
}

/** @param windows at least one */
export function limitingResource(
  windows: readonly ReadWindow[],
  { effectiveCpus, logicalCpus }: HostConditions,
): { readonly limit: Resource | null; readonly shares: ResourceShares } {
  const usages = windows.map(({ usage }) => usage);
  const loads = windows.map(({ outcome }) => outcome);
  const over = (of: (usage: Usage) => number) => mean(usages.map(of));
  const perLoop = ({ duration, processes }: Usage) => duration * Math.max(1, processes);
  const loop = over((usage) => usage.loopCpu / perLoop(usage));
  const loopWaits = over((usage) => usage.loopWaitedForCpu / perLoop(usage));
  const server = over(({ cpu, duration }) => cpu / (duration * effectiveCpus));
  const generator = mean(
    loads.map(({ generator: { cpu }, window }) => cpu / (window.duration * effectiveCpus)),
  );
  // Under a quota or an affinity the machine's idle time is not the server's.
  const foreign = windows.flatMap((one) => one.foreign ?? []);
  const others = effectiveCpus === logicalCpus && foreign.length === windows.length ? mean(foreign) : null;
  const sized = usages.filter(({ poolHeld, poolSize }) => poolHeld !== null && (poolSize ?? 0) > 0);
  const pool = poolUse(sized);
  const queued = over(({ queued: jobs }) => jobs ?? 0);
  const uses: ResourceUse[] = [
    { resource: 'CPU', utilisation: others === null ? server : server + generator + others },
    {
      resource: 'event loop',
      utilisation: loop + loopWaits,
      wait: loopWaits,
      lacksNoCpu: over(({ processes }) => processes) < effectiveCpus,
    },
    ...(pool === null ? [] : [{ ...pool, queue: queued }]),
    { resource: 'load generator', utilisation: mean(loads.map((load) => load.generator.utilization)) },
  ];
  const isUsed = pool !== null && (pool.utilisation >= idle || queued >= idle);
  const { limit } = bottleneck(uses, 'measured');
  return {
    limit,
    shares: { loop, loopWaits, pool: isUsed ? pool.utilisation : null, queued, server, generator, others },
  };
}

/**
 * Share of the pool threads that had a job. A thread that was woken for one and has no CPU yet counts as idle in libuv's
 * own books, so both are asked: those books, and the kernel's for threads that run or want to. Threads that sleep in their
 * jobs, for a disk or a lock, lack no CPU, however busy those are.
 */
function poolUse(usages: readonly Usage[]): ResourceUse | null {
  if (usages.length === 0) return null;
  const over = (of: (usage: Usage) => Milliseconds): Ratio =>
    mean(
      usages.map(
        (usage) => of(usage) / (usage.duration * (usage.poolSize ?? 1) * Math.max(1, usage.processes)),
      ),
    );
  const active = over(({ poolCpu, poolWaitedForCpu }) => poolCpu + poolWaitedForCpu);
  const taken = over(({ poolHeld, poolCpu, poolWaitedForCpu }) =>
    Math.max(poolHeld ?? 0, poolCpu + poolWaitedForCpu),
  );
  const utilisation = Math.min(1, taken);
  const wait = over(({ poolWaitedForCpu }) => poolWaitedForCpu);
  return { resource: 'pool threads', utilisation, wait, lacksNoCpu: active < utilisation / 2 };
}
