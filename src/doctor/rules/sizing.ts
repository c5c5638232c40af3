/** Predicts the effect of a change: by Little's law, bounds, and a closed network where a curve is needed. */
import type { ServiceVitals, Vitals } from '../../model/vitals.ts';
import { fairShare } from '../../saturation/saturation.ts';
import { kneeOfPool } from '../../queueing/bounds.ts';
import { curve } from '../../queueing/capacity.ts';
import { closedNetwork, poolStation } from '../../queueing/closed-network.ts';
import { type PoolLoad, freeCpus, inFlight, usedByOthers } from './pool-load.ts';

/** Most threads: beyond it a pool hides that callers need a bound, and small cached file calls slow each other (libuv #5236). */
export const mostThreads = 128;
/** Sizes that are usual in configurations. */
const sizes = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128] as const;
/** Part of the wanted size that suffices: 64 for 65.2. */
const enough = 0.95;
/** Threads kept for other tasks under the same limit. */
const taskReserve = 16;
/** Memory of a further thread: the touched part of its stack, and the buffers of its job. A cautious guess. */
const memoryOfThread = 2 ** 20;

export interface SizeAdvice {
  readonly size: number;
  /** The size with enough room: busy threads + the p95 of the queue. */
  readonly wanted: number;
  /** What kept the size below the wanted one. */
  readonly cap: 'none' | 'threads' | 'CPU' | 'memory' | 'tasks' | 'gain';
}

/** How a busy pool divides into CPUs used and threads that wait. */
function holds({ pool }: Vitals, busy: number): { readonly cpu: number; readonly wait: number } {
  const running = pool.time ? busy * pool.time.running : 0;
  return { cpu: running, wait: Math.max(0, busy - running - busy * (pool.time?.waitedForCpu ?? 0)) };
}

/** The size for all jobs in the pool or waiting for it, in all but the worst moments, by Little's law L = λW. */
export function sizeFor(vitals: Vitals, service: ServiceVitals, load: PoolLoad, extra = 0): SizeAdvice {
  const { busy, queuedP95, size } = load;
  // Without the queue: a step that is large enough to show whether a larger pool helps.
  const wanted = busy !== null && queuedP95 !== null ? busy + queuedP95 + extra : size * 2 + extra;
  const { rss, limit } = vitals.memory;
  const room = (spare: number) => size + Math.max(0, Math.floor(spare));
  const caps = [
    { cap: 'threads', most: mostThreads },
    { cap: 'CPU', most: cpuKnee(vitals, service, load, wanted) },
    { cap: 'memory', most: limit === null ? Infinity : room((limit - rss) / 2 / memoryOfThread) },
    { cap: 'tasks', most: vitals.taskRoom === null ? Infinity : room(vitals.taskRoom - taskReserve) },
  ] as const;
  const least = caps.reduce((one, other) => (other.most < one.most ? other : one));
  const nice = sizes.find((each) => each >= wanted * enough) ?? Math.ceil(wanted);
  const below = sizes.findLast((each) => each <= least.most && each > size);
  return least.most < nice
    ? { size: below ?? Math.max(1, Math.floor(least.most)), wanted: Math.ceil(wanted), cap: least.cap }
    : { size: nice, wanted: Math.ceil(wanted), cap: 'none' };
}

/**
 * Part of a job's time in a thread that is CPU time, from which CPUs limit the number of threads. Below it is the cost of sending and
 * waking, which is several times higher on a machine that is busy with other things, and falls as threads stay awake.
 */
const leastCpu = 0.1;

/** The number of threads beyond which more would only share the CPUs; Infinity where jobs hardly use them. */
function cpuKnee(vitals: Vitals, service: ServiceVitals, { busy }: PoolLoad, wanted: number): number {
  if (busy === null) return Infinity;
  const { cpu, wait } = holds(vitals, busy);
  if (cpu < leastCpu * busy) return Infinity;
  const cpus = Math.max(1, cpu + moreCpus(vitals, service));
  return kneeOfPool({ cpu, wait }, wanted, curve(Math.ceil(cpus), [[Math.ceil(cpus), cpus]]));
}

/** Part of the time with all threads busy from which the pool limits throughput; else the arrivals do, and it stays. */
const alwaysFull = 0.95;
/** Most clients of a closed network: with more it is slow to compute, and near its bounds. */
const mostClients = 400;

/**
 * Throughput with another size ÷ that now, all else equal: clients that wait now send again at once. The unit of
 * time is that in which one thread does one thread's worth of jobs, so the number of busy threads is the time in the pool.
 * @returns null where the arrivals, not the pool, may be what sets the throughput, or the queue is not seen
 */
export function gainOfSize(
  vitals: Vitals,
  service: ServiceVitals,
  load: PoolLoad,
  size: number,
): number | null {
  const growth = growthBySize(vitals, service, load)?.(size) ?? null;
  return growth === null ? null : Math.min(cpuGain(vitals, service), growth);
}

/** The same for any size, where the CPUs of the machine do not bound it: others may use them less at another time. */
function growthBySize(vitals: Vitals, service: ServiceVitals, load: PoolLoad) {
  const { busy, queued } = load;
  if (busy === null || queued === null || busy < 0.1 || (vitals.pool.full ?? 0) < alwaysFull) return null;
  const pool = holds(vitals, busy);
  // Time that the loop was ready and had no CPU is not its work.
  const loop = Math.max(
    1e-6,
    vitals.loop.ran ?? 0,
    (vitals.loop.utilization ?? 0) - (vitals.loop.waitedForCpu ?? 0),
  );
  const pending = inFlight(vitals) ?? 0;
  // Requests in neither the pool nor the loop wait for other systems, and will go on to.
  const rest = Math.max(0, pending - busy - queued - loop);
  const clients = Math.max(1, Math.round(busy + queued + loop + rest));
  if (clients > mostClients)
    return (size: number) => Math.max(1, Math.min(1 / loop, size / busy, clients / (busy + loop + rest)));
  const cpus = Math.max(1, Math.ceil(pool.cpu + moreCpus(vitals, service)));
  const capacity = curve(cpus, [[cpus, Math.max(1e-6, pool.cpu + moreCpus(vitals, service))]]);
  const throughput = (threads: number) =>
    closedNetwork(clients, rest, [{ rate: () => 1 / loop }, poolStation(threads, pool, capacity, clients)])
      .throughput;
  const today = throughput(load.size);
  return (size: number) => throughput(size) / today;
}

/** Part of the gain of the advised size from which a smaller size is enough: another resource is the limit there. */
const nearlyAll = 0.98;
/** Room of a size beyond what the model needs: on a busy machine the work of the loop looks larger than it is. */
const spare = 1.5;

/** The smallest size, up to that of the advice, at which the pool is no longer the limit, by the model. */
export function leastSize(
  vitals: Vitals,
  service: ServiceVitals,
  load: PoolLoad,
  advice: SizeAdvice,
): SizeAdvice {
  const growth = growthBySize(vitals, service, load);
  if (growth === null) return advice;
  const least = nearlyAll * growth(advice.size);
  const isEnough = (size: number) => growth(Math.floor(size / spare)) >= least;
  const size = sizes.find((each) => each > load.size && each < advice.size && isEnough(each));
  return size === undefined ? advice : { ...advice, size, cap: 'gain' };
}

/** Part of the CPUs used by others that grows with the throughput: clients, a database on the same machine. */
const othersThatGrow = 0.5;

/** CPUs that this process could have besides its own: free ones, and its fair share of those that others use. */
function moreCpus(vitals: Vitals, service: ServiceVitals): number {
  const fair = Math.min(vitals.cpu.available, service.machineCpus * fairShare) - service.used;
  return Math.max(freeCpus(vitals, service), fair);
}

/** The largest gain that CPUs allow: those of this process, of all watched processes, and of the machine. */
export function cpuGain({ cpu }: Pick<Vitals, 'cpu'>, service: ServiceVitals): number {
  const least = 0.01;
  const used = Math.max(service.used, least);
  const others = usedByOthers(service);
  const grown = (service.machineCpus - others * (1 - othersThatGrow)) / (used + others * othersThatGrow);
  const machine = Math.max(grown, (service.machineCpus * fairShare) / used);
  return Math.max(1, Math.min(cpu.available / Math.max(cpu.used, least), service.cpus / used, machine));
}
