/**
 * C(n): how fast a machine is with n runnable threads, all of them together, in units of one thread that runs alone.
 * Two hyper-threads share a core and all cores share caches and power, so C(n) < n long before n reaches the number of
 * CPUs that the machine says it has. Measured where it can be; else guessed from its cores.
 */
export interface Capacity {
  /** How many threads can run at the same time: the logical CPUs. */
  readonly cpus: number;
  /** Straight lines from (0, 0) through these points, n ascending; flat beyond the last one. */
  readonly points: readonly (readonly [threads: number, speed: number])[];
}

/** C through measured points. `cpus`: logical CPUs, as far as the affinity and the quota of the process let it use them. */
export function curve(cpus: number, points: Capacity['points']): Capacity {
  const isAscending = points.every(([n], i) => n > (points[i - 1]?.[0] ?? 0));
  if (!(cpus >= 1) || points.length === 0 || !isAscending || points.some(([, height]) => !(height > 0))) {
    throw new RangeError('a curve needs CPUs, and points in ascending order with a speed above 0');
  }
  return { cpus, points };
}

/**
 * C where only the topology is known: one for each core, then `slope` for each further logical CPU (0: a second
 * hyper-thread adds nothing; 1: as much as a core), then flat.
 */
export function hinge(cores: number, cpus: number, slope: number): Capacity {
  const points: (readonly [number, number])[] = [[cores, cores]];
  if (cpus > cores) points.push([cpus, cores + slope * (cpus - cores)]);
  return curve(cpus, points);
}

/**
 * C(n), n ≥ 0 and not necessarily whole (a mean number of threads). Never above n or the number of CPUs: a point that noise
 * has put there would say that a thread is faster than itself.
 */
export function speed({ cpus, points }: Capacity, threads: number): number {
  let [left, low] = [0, 0];
  for (const [right, high] of points) {
    if (threads <= right) {
      return Math.min(threads, cpus, low + ((high - low) * (threads - left)) / (right - left));
    }
    [left, low] = [right, high];
  }
  return Math.min(threads, cpus, low);
}

/** The speed of the whole machine: C where it is highest. */
export function fullSpeed(capacity: Capacity): number {
  return Math.max(...capacity.points.map(([threads]) => speed(capacity, threads)));
}

/** C of a server that has only some of the CPUs: cut off where they end, which may lie between two measured points. */
export function firstCpus(capacity: Capacity, cpus: number): Capacity {
  const below = capacity.points.filter(([threads]) => threads < cpus);
  return curve(cpus, [...below, [cpus, speed(capacity, cpus)]]);
}
