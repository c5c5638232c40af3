/** What limited a setting: how busy its loops, its pool threads and the CPUs were, as they were read from outside. */
import type { HostConditions, Trial, Usage } from '../model/sample.ts';
import type { Ratio } from '../model/units.ts';
import { exponential, mean, meanBounds, type Bounds } from '../stats/interval.ts';
import { measurement } from '../judge/summarize.ts';
import { wholePercent } from '../format/words.ts';

interface Stations {
  /** Of all CPUs. Null where it is not known: under a quota or an affinity the machine's idle time is not the server's. */
  readonly cpu: { readonly server: Ratio; readonly generator: Ratio; readonly others: Ratio | null };
  /** Its thread on a CPU, and ready without one. */
  readonly loop: { readonly on: Ratio; readonly waits: Ratio };
  /** Null where libuv's pool could not be read, or was not used. */
  readonly pool: Ratio | null;
  /** Of its threads those that were on a CPU or wanted to be: the others slept in a job, for a disk or a lock. */
  readonly poolActive: Ratio;
  readonly queued: number;
  readonly generator: Ratio;
  readonly processes: number;
  readonly cpus: number;
}

/** Busier than that a station is what holds the others back: what is left is noise and its own gaps. */
const full = 0.85;
/** Of all CPUs together, with whoever else used them: the kernel's own share is in nobody's account. */
const allCpus = 0.9;
/** Jobs that wait for each thread that serves, before a queue is a queue. */
const waiting = 0.5;
/** A pool so idle, and as few jobs waiting for it, has no part in what is told. */
const idle = 0.01;
/** A share of the CPU time of a request by which two settings have to differ to be told. */
const tellingCpu = 0.1;

/**
 * One sentence for each cell, the one that is recommended last, and what a request costs in both where that differs.
 * Empty where nothing could be read.
 */
export function stationsOf(
  trials: readonly Trial[],
  host: HostConditions,
  cells: readonly string[],
): string[] {
  const sentences = cells.flatMap((cell) => {
    const own = trials.filter((trial) => trial.cell === cell && trial.problem === null);
    const known = own.filter(({ sample }) => sample?.usage !== undefined);
    return known.length === 0 ? [] : [sentence(cell, stations(known, host))];
  });
  const [today, other] = cells;
  return today === undefined || other === undefined
    ? sentences
    : [...sentences, ...costOf(trials, today, other)];
}

function stations(trials: readonly Trial[], { effectiveCpus, logicalCpus }: HostConditions): Stations {
  const usages = trials.flatMap(({ sample }) => sample?.usage ?? []);
  const over = (of: (usage: Usage) => number) => mean(usages.map(of));
  const perLoop = ({ duration, processes }: Usage) => duration * Math.max(1, processes);
  const loads = trials.flatMap(({ sample }) => sample?.outcome ?? []);
  const foreign = trials.map(({ host: { foreign: share } }) => share);
  const isWhole = effectiveCpus === logicalCpus && foreign.every((share) => share !== null);
  const sized = usages.filter(({ poolHeld, poolSize }) => poolHeld !== null && (poolSize ?? 0) > 0);
  return {
    cpu: {
      server: over(({ cpu, duration }) => cpu / (duration * effectiveCpus)),
      generator: mean(
        loads.map(({ generator, window }) => generator.cpu / (window.duration * effectiveCpus)),
      ),
      others: isWhole ? mean(foreign.flatMap((share) => share ?? [])) : null,
    },
    loop: {
      on: over((usage) => usage.loopCpu / perLoop(usage)),
      waits: over((usage) => (usage.loopWaitedForCpu ?? 0) / perLoop(usage)),
    },
    pool: sized.length === 0 ? null : Math.min(1, mean(sized.map((usage) => threadsOf(usage)))),
    poolActive: sized.length === 0 ? 0 : mean(sized.map((usage) => activeOf(usage))),
    queued: over(({ queued }) => queued ?? 0),
    generator: mean(loads.map(({ generator }) => generator.utilization)),
    processes: over(({ processes }) => processes),
    cpus: effectiveCpus,
  };
}

/**
 * Share of the pool threads that had a job. A thread that was woken for one and has no CPU yet counts as idle in libuv's
 * own books, so both are asked: those books, and the kernel's for threads that run or want to.
 */
function threadsOf(usage: Usage): Ratio {
  return Math.max((usage.poolHeld ?? 0) / threadTime(usage), activeOf(usage));
}

const activeOf = (usage: Usage) => (usage.poolCpu + usage.poolWaitedForCpu) / threadTime(usage);

const threadTime = ({ poolSize, processes, duration }: Usage) =>
  duration * (poolSize ?? 1) * Math.max(1, processes);

function sentence(cell: string, found: Stations): string {
  const { cpu, loop, pool, queued } = found;
  const stationsBusy = [
    `event loop ${wholePercent(loop.on)}${loop.waits >= 0.01 ? ` and ${wholePercent(loop.waits)} waiting for a CPU` : ''}`,
    ...(pool === null || (pool < idle && queued < idle)
      ? []
      : [`pool threads ${wholePercent(pool)} with ${queued.toFixed(1)} jobs waiting`]),
  ].join(', ');
  const users = [
    `the server ${wholePercent(cpu.server)}`,
    `the load generator ${wholePercent(cpu.generator)}`,
    ...(cpu.others === null ? [] : [`other programs ${wholePercent(cpu.others)}`]),
  ].join(', ');
  return `${cell} ${limit(found)} (busy: ${stationsBusy}; of the CPUs ${users}).`;
}

function limit(found: Stations): string {
  const { cpu, loop, pool, poolActive, queued, generator, processes, cpus } = found;
  const used = cpu.server + (cpu.others === null ? 0 : cpu.generator + cpu.others);
  // A single loop that never waits for a CPU is the limit, even where others use up the rest of them.
  const isLoopAlone = loop.on >= full && processes < cpus;
  const isPoolFull = pool !== null && pool >= full && queued >= waiting;
  // Threads that sleep in their jobs lack no CPU, however busy those are.
  const isPoolAsleep = isPoolFull && poolActive < pool / 2;
  if (isPoolAsleep) return 'is limited by its pool threads';
  if (!isLoopAlone && (used >= allCpus || cpu.server >= full))
    return 'is limited by the CPUs, which are all in use';
  if (loop.on + loop.waits >= full) return 'is limited by its event loop';
  if (isPoolFull) return 'is limited by its pool threads';
  if (generator >= full) return 'is limited by the load generator';
  return 'has no station that is full: its limit is the number of clients, or what it waits for';
}

/** A gain may have no other cause than this: fewer threads switch less, and each request costs less CPU. */
function costOf(trials: readonly Trial[], today: string, other: string): string[] {
  const cost = (cell: string): Bounds | null => {
    const own = trials.filter((trial) => trial.cell === cell);
    const found = meanBounds(
      own
        .flatMap((trial) => Math.log(measurement(trial)?.metrics.cpuPerRequest ?? Number.NaN))
        .filter(Number.isFinite),
    );
    return found && exponential(found);
  };
  const [before, after] = [cost(today), cost(other)];
  if (!before || !after) return [];
  const ratio = after.value / before.value;
  const isApart = after.high < before.low || after.low > before.high;
  if (!isApart || Math.abs(ratio - 1) < tellingCpu) return [];
  const [low, high] = [before.value, after.value].map((one) => Number(one.toPrecision(3)));
  const change = ratio < 1 ? `${wholePercent(1 - ratio)} less` : `${wholePercent(ratio - 1)} more`;
  return [`Each request takes ${change} of the server's CPU with ${other}: ${high} ms instead of ${low} ms.`];
}
