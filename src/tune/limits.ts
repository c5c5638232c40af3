/** What limited the settings of a search, as it was read from outside, and what a request cost in both. */
import { bottleneck, type ResourceUse } from '../bottleneck/bottleneck.ts';
import { fitsOf } from '../judge/fits.ts';
import { withSpeed } from '../judge/machine-speed.ts';
import { measurement } from '../judge/measurement.ts';
import { message, type Message } from '../messages/message.ts';
import type { HostConditions, Trial, Usage } from '../model/sample.ts';
import type { Milliseconds, Ratio } from '../model/units.ts';
import { mean } from '../stats/interval.ts';

/** A pool so idle, and as few jobs waiting for it, has no part in what is told. */
const idle = 0.01;
/** A share of the CPU time of a request by which two settings have to differ to be told. */
const tellingCpu = 0.1;
/** What one look spends (stats/sequential.ts): the search may have ended at any of them. */
const costConfidence = 0.988;

/**
 * @param cells the current setting, then the recommended one
 * @returns a message for each of them, and one about the cost of a request where that differs; none where nothing could be read
 */
export function limitsOf(
  trials: readonly Trial[],
  host: HostConditions,
  cells: readonly string[],
): Message[] {
  const limits = cells.flatMap((cell) => {
    const own = trials.filter((trial) => trial.cell === cell && trial.problem === null);
    const known = own.filter(({ sample }) => sample?.usage !== undefined);
    return known.length === 0 ? [] : [limitOf(cell, known, host)];
  });
  const [current, other] = cells;
  return current === undefined || other === undefined
    ? limits
    : [...limits, ...costOf(trials, current, other)];
}

function limitOf(cell: string, trials: readonly Trial[], host: HostConditions): Message {
  const { effectiveCpus, logicalCpus } = host;
  const usages = trials.flatMap(({ sample }) => sample?.usage ?? []);
  const loads = trials.flatMap(({ sample }) => sample?.outcome ?? []);
  const over = (of: (usage: Usage) => number) => mean(usages.map(of));
  const perLoop = ({ duration, processes }: Usage) => duration * Math.max(1, processes);
  const loop = over((usage) => usage.loopCpu / perLoop(usage));
  const loopWaits = over((usage) => (usage.loopWaitedForCpu ?? 0) / perLoop(usage));
  const server = over(({ cpu, duration }) => cpu / (duration * effectiveCpus));
  const generator = mean(
    loads.map(({ generator: { cpu }, window }) => cpu / (window.duration * effectiveCpus)),
  );
  // Under a quota or an affinity the machine's idle time is not the server's.
  const foreign = trials.flatMap(({ host: { foreign: share } }) => share ?? []);
  const others = effectiveCpus === logicalCpus && foreign.length === trials.length ? mean(foreign) : null;
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
  const shares = {
    loop,
    loopWaits,
    pool: isUsed ? pool.utilisation : null,
    queued,
    server,
    generator,
    others,
  };
  return message('tune.limit', { id: cell, limit, ...shares });
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

/** A gain may have no other cause than this: fewer threads switch less, and each request costs less CPU. */
function costOf(trials: readonly Trial[], current: string, id: string): Message[] {
  const metric = 'cpuPerRequest';
  const { measurements } = withSpeed(
    trials,
    trials.flatMap((trial) => measurement(trial) ?? []),
  );
  const cells = [...new Set(measurements.map(({ cell }) => cell))];
  const change = fitsOf(measurements, [cells])
    .ratio([
      { metric, cell: id, weight: 1 },
      { metric, cell: current, weight: -1 },
    ])
    ?.at(costConfidence);
  const costs = measurements.flatMap((one) => (one.cell === current ? (one.metrics[metric] ?? []) : []));
  if (!change || costs.length === 0) return [];
  const isApart = change.high < 1 || change.low > 1;
  if (!isApart || Math.abs(change.value - 1) < tellingCpu) return [];
  const from = Math.exp(mean(costs.map(Math.log)));
  return [message('tune.cost', { id, from, to: from * change.value })];
}
