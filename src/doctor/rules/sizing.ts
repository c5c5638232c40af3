/** What a change gives, before it is made: Little's law, the bounds, and a closed network where a curve is needed. */
import type { ServiceVitals, Vitals } from '../../model/vitals.ts';
import { fairShare } from '../../saturation/saturation.ts';
import { kneeOfPool } from '../../queueing/bounds.ts';
import { curve } from '../../queueing/capacity.ts';
import { closedNetwork, poolStation } from '../../queueing/closed-network.ts';
import { type PoolLoad, freeCpus, inFlight, usedByOthers } from './pool-load.ts';

/** Beyond this a pool hides a need to bound the callers, and small cached file calls slow each other down (libuv #5236). */
export const mostThreads = 128;
/** Sizes that people write. */
const sizes = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128] as const;
/** A size that is short of the wish by less is the next one: 64 for 65.2. */
const enough = 0.95;
/** Threads that are kept for what is none of this application's jobs: other tasks of the same limit. */
const taskReserve = 16;
/** A further thread's stack as far as it is touched, and what its job holds in buffers: a cautious guess. */
const memoryOfThread = 2 ** 20;

export interface SizeAdvice {
  readonly size: number;
  /** What it would have been with enough room: busy + queue p95. */
  readonly wanted: number;
  /** What kept it from that. */
  readonly cap: 'none' | 'threads' | 'CPU' | 'memory' | 'tasks' | 'gain';
}

/** How a job of the pool spends its time in it, in CPUs and threads of this pool together. */
function holds({ pool }: Vitals, busy: number): { readonly cpu: number; readonly wait: number } {
  const running = pool.time ? busy * pool.time.running : 0;
  return { cpu: running, wait: Math.max(0, busy - running - busy * (pool.time?.waitedForCpu ?? 0)) };
}

/** By Little's law L = λW: threads for all jobs that are in the pool or wait for it, in all but the worst moments. */
export function sizeFor(vitals: Vitals, service: ServiceVitals, load: PoolLoad, extra = 0): SizeAdvice {
  const { busy, queuedP95, size } = load;
  // Without the queue: a step that shows by its effect whether there is more to get.
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
 * CPU time of a job, of its time in a thread, from which on the CPUs are what limits their number. Below it is the cost of sending
 * and waking, which is several times higher on a machine that is busy with other things, and falls as threads stay awake.
 */
const leastCpu = 0.1;

/** Where the CPUs are busy: more threads would only share them. */
function cpuKnee(vitals: Vitals, service: ServiceVitals, { busy }: PoolLoad, wanted: number): number {
  if (busy === null) return Infinity;
  const { cpu, wait } = holds(vitals, busy);
  if (cpu < leastCpu * busy) return Infinity;
  const cpus = Math.max(1, cpu + moreCpus(vitals, service));
  return kneeOfPool({ cpu, wait }, wanted, 1, curve(Math.ceil(cpus), [[Math.ceil(cpus), cpus]]));
}

/** A pool that was not full all the time kept up: then the throughput is what is asked for, and stays. */
const alwaysFull = 0.95;
/** A closed network of more is slow to compute, and near its bounds. */
const mostClients = 400;

/**
 * Throughput with another size divided by that now, everything else the same: who waits now asks again at once. The unit of
 * time is that in which one thread's worth of jobs is done, so busy threads are the time in the pool.
 * @returns null where the arrivals, not the pool, may be what sets the throughput, or the queue is not seen
 */
export function gainOfSize(
  vitals: Vitals,
  service: ServiceVitals,
  load: PoolLoad,
  size: number,
): number | null {
  const { busy, queued } = load;
  if (busy === null || queued === null || busy < 0.1 || (vitals.pool.full ?? 0) < alwaysFull) return null;
  const pool = holds(vitals, busy);
  // What it was ready and without a CPU for is not its work.
  const loop = Math.max(
    1e-6,
    vitals.loop.ran ?? 0,
    (vitals.loop.utilization ?? 0) - (vitals.loop.waitedForCpu ?? 0),
  );
  const pending = inFlight(vitals) ?? 0;
  // Requests that are in neither the pool nor the loop: they wait for others, and will.
  const rest = Math.max(0, pending - busy - queued - loop);
  const clients = Math.max(1, Math.round(busy + queued + loop + rest));
  const bound = cpuGain(vitals, service);
  if (clients > mostClients)
    return Math.max(1, Math.min(bound, 1 / loop, size / busy, clients / (busy + loop + rest)));
  const cpus = Math.max(1, Math.ceil(pool.cpu + moreCpus(vitals, service)));
  const capacity = curve(cpus, [[cpus, Math.max(1e-6, pool.cpu + moreCpus(vitals, service))]]);
  const throughput = (threads: number) =>
    closedNetwork(clients, rest, [{ rate: () => 1 / loop }, poolStation(threads, pool, capacity, clients)])
      .throughput;
  return Math.min(bound, throughput(size) / throughput(load.size));
}

/** Of the gain of all threads that jobs could have, the part at which something else has become the limit. */
const nearlyAll = 0.98;

/** The least of the sizes up to that of the advice at which the pool is no longer the limit, by the model. */
export function leastSize(
  vitals: Vitals,
  service: ServiceVitals,
  load: PoolLoad,
  advice: SizeAdvice,
): SizeAdvice {
  const all = gainOfSize(vitals, service, load, advice.size);
  if (all === null) return advice;
  const isEnough = (size: number) => (gainOfSize(vitals, service, load, size) ?? 0) >= nearlyAll * all;
  const size = sizes.find((each) => each > load.size && each < advice.size && isEnough(each));
  return size === undefined ? advice : { ...advice, size, cap: 'gain' };
}

/** Of what others on the machine use, the part that is taken to grow with the throughput: clients, a database beside it. */
const othersThatGrow = 0.5;

/** CPUs that it could have besides those that it uses: what is free, and what others would have to leave to it. */
function moreCpus(vitals: Vitals, service: ServiceVitals): number {
  const fair = Math.min(vitals.cpu.available, service.machineCpus * fairShare) - service.used;
  return Math.max(freeCpus(vitals, service), fair);
}

/** The most that the CPUs allow: this process's share, those of all watched ones together, and the machine's. */
export function cpuGain({ cpu }: Pick<Vitals, 'cpu'>, service: ServiceVitals): number {
  const least = 0.01;
  const used = Math.max(service.used, least);
  const others = usedByOthers(service);
  const grown = (service.machineCpus - others * (1 - othersThatGrow)) / (used + others * othersThatGrow);
  const machine = Math.max(grown, (service.machineCpus * fairShare) / used);
  return Math.max(1, Math.min(cpu.available / Math.max(cpu.used, least), service.cpus / used, machine));
}
