import { speed, type Capacity } from './capacity.ts';

/** Times from the start of a burst. */
export interface BurstTimes {
  readonly first: number;
  readonly last: number;
  readonly average: number;
}

/**
 * A burst of equal jobs of CPU, all there at time 0, on so many threads (those of all processes together): a staircase. The
 * jobs that run share the CPUs and so end together; then the next ones start.
 *
 * It says why a pool beyond the machine looks slow and is not: the last job ends at the same time, but it has become
 * time slicing instead of a queue, so that the first ends late too, and the average goes from half of the last to the whole.
 *
 * @param work CPU time of one job alone
 */
export function burstTimes(jobs: number, work: number, threads: number, capacity: Capacity): BurstTimes {
  const width = Math.min(threads, jobs);
  const stair = (width * work) / speed(capacity, width);
  const stairs = Math.floor(jobs / width);
  const rest = jobs - stairs * width;
  const last = stairs * stair + (rest === 0 ? 0 : (rest * work) / speed(capacity, rest));
  return {
    first: stair,
    last,
    average: ((width * stair * stairs * (stairs + 1)) / 2 + rest * last) / jobs,
  };
}
