import { fullSpeed, speed, type Capacity } from './capacity.ts';
import { meanOf, sumsOf, type Hold, type SystemSetting, type DemandStep } from './system.ts';

/** What can limit a server. */
export type Limit =
  | 'clients'
  | 'arrivals'
  | 'CPU'
  | 'event loop'
  | 'pool threads'
  | 'connections'
  | 'load generator';

/** A throughput that cannot be passed, whatever the distributions and the scheduler do (Denning and Buzen 1978). */
export interface Bound {
  readonly limit: Limit;
  readonly throughput: number;
}

/**
 * Bounds of the throughput by the operational laws, smallest first: the first explains it. They hold for long-run means; a short
 * run may be luckier by what was in flight at its start. C has to be concave, which a measured curve is up to its noise. Where
 * requests are answered before their work is done, the bounds of pool and CPU are those of the work.
 */
export function bounds(steps: readonly DemandStep[], setting: SystemSetting): readonly [Bound, ...Bound[]] {
  const { processes, pool, connections = Infinity, capacity, load } = setting;
  const { loop, pool: jobs, calls, client, cpu } = sumsOf(steps);
  const found: Bound[] = [];
  const bound = (limit: Limit, throughput: number) => found.push({ limit, throughput });
  if (load.kind === 'closed')
    bound('clients', load.clients / (timeAlone(steps, setting) + meanOf(load.think ?? 0)));
  else bound('arrivals', load.rate);
  bound('CPU', fullSpeed(capacity) / cpu);
  bound('event loop', threadBound(processes, loop, capacity));
  bound('pool threads', threadBound(processes * pool, jobs, capacity));
  bound('connections', (processes * connections) / calls);
  bound('load generator', threadBound(1, { wait: 0, cpu: client }, capacity));
  // Equal ones stay in this order: threads that only reach the speed of the CPUs are not what limits. The tolerance is that
  // of the search in threadBound().
  const ordered = found
    .filter(({ throughput }) => throughput < Infinity)
    .toSorted((a, b) =>
      Math.abs(a.throughput - b.throughput) <= 1e-9 * a.throughput ? 0 : a.throughput - b.throughput,
    );
  const [first, ...rest] = ordered;
  if (first === undefined) throw new RangeError('a request that takes no time has no bounds');
  return [first, ...rest];
}

/**
 * The highest throughput of so many threads if a request holds one for `wait` and for `cpu`: X·wait of them wait on average, so
 * X·cpu ≤ C(threads − X·wait). With CPUs to spare (C(n) = n) that is threads / (wait + cpu). C is concave, so the mean speed is
 * at most the speed of the mean number, and threads of others can only take from it.
 */
function threadBound(threads: number, { wait, cpu }: Hold, capacity: Capacity): number {
  if (wait + cpu === 0) return Infinity;
  let low = 0;
  let high = threads / (wait + cpu);
  const isPossible = (x: number) => x * cpu <= speed(capacity, threads - x * wait) * (1 + 1e-12);
  if (isPossible(high)) return high;
  while (high - low > 1e-12 * high) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (isPossible(middle)) low = middle;
    else high = middle;
  }
  return high;
}

/** The least mean time from a request to its answer: that of a request alone. */
function timeAlone(steps: readonly DemandStep[], { pool, capacity }: SystemSetting): number {
  let time = 0;
  for (const step of steps) {
    if (step.kind === 'answer') break;
    if (step.kind === 'aside') continue;
    if (step.kind === 'delay' || step.kind === 'call') {
      time += meanOf(step.time);
      continue;
    }
    const cpu = meanOf(step.cpu);
    if (step.kind === 'client') {
      time += cpu;
      continue;
    }
    const hold = cpu + meanOf(step.wait ?? 0);
    if (step.kind === 'loop') {
      time += hold;
      continue;
    }
    // Jobs that start together take one job's time, and all of them the threads' and the CPUs'.
    const threads = Math.min(step.count, pool);
    const work = (step.count * cpu) / Math.max(speed(capacity, threads), Number.MIN_VALUE);
    time += Math.max(hold, (step.count * hold) / threads, work);
  }
  return time;
}

/**
 * The pool beyond which more threads give hardly more throughput. The CPUs are busy when `cpus` threads compute, and at the speed
 * that they then have C·wait/cpu others wait: cpus + C·wait/cpu. CPU-bound jobs (no wait): the CPUs. Where C(n) = n it is the
 * familiar C·(wait + cpu)/cpu.
 *
 * How many wait is random, so that many threads reach only 85 to 92% of the bound. The square root of those that wait on top
 * of it gives 96 to 98%, as square-root staffing does (Halfin and Whitt 1981). More threads than jobs in flight do nothing.
 */
export function kneeOfPool(job: Hold, jobsInFlight: number, capacity: Capacity): number {
  const waiting = job.cpu === 0 ? Infinity : (fullSpeed(capacity) * job.wait) / job.cpu;
  const staffed = capacity.cpus + waiting + Math.sqrt(waiting);
  return Math.max(1, Math.ceil(Math.min(jobsInFlight, staffed)));
}
