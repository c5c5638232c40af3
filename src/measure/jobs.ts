/** Reads what the lab's servers say of their jobs: one file for each process, `start end` in each line. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../model/clock.ts';
import { problem } from '../model/problem.ts';
import type { JobSample } from '../model/sample.ts';
import type { EpochMilliseconds, Milliseconds } from '../model/units.ts';

interface Job {
  readonly pid: number;
  readonly start: EpochMilliseconds;
  readonly end: EpochMilliseconds;
}

const keptTraces = 300;

function readJobs(directory: string): Job[] {
  const jobs: Job[] = [];
  for (const name of readdirSync(directory)) {
    if (!name.endsWith('.jobs')) continue;
    const text = readFileSync(join(directory, name), 'utf8');
    // The last line may be half written: it counts when its newline is there.
    for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
      const [start, end] = line.split(' ').map(Number);
      if (start !== undefined && end !== undefined) jobs.push({ pid: Number.parseInt(name, 10), start, end });
    }
  }
  return jobs;
}

/**
 * Waits until all jobs have ended, however long they take, as long as some still do.
 * @param patience how long none may end before it is given up
 * @throws Problem WORK_UNFINISHED
 */
export async function awaitJobs(
  directory: string,
  expected: number,
  clock: Clock,
  patience: Milliseconds,
  signal: AbortSignal,
): Promise<void> {
  let done = 0;
  for (let lastProgress = clock.now(); done < expected;) {
    const now = readJobs(directory).length;
    if (now > done) [done, lastProgress] = [now, clock.now()];
    else if (clock.now() - lastProgress > patience) {
      throw problem('WORK_UNFINISHED', { done, expected, seconds: Math.round(patience / 1000) });
    }
    if (done < expected) await clock.sleep(20, signal);
  }
}

/**
 * @param from start of the window: jobs of the warm-up are left out
 * @param lastResponse when the last response had reached the client
 * @returns null if the server logged no job
 */
export function jobSample(
  directory: string,
  from: EpochMilliseconds,
  lastResponse: EpochMilliseconds,
): JobSample | null {
  const jobs = readJobs(directory)
    .filter((job) => job.start >= from)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  const first = jobs[0];
  if (!first) return null;
  let [min, max, sum, last, after] = [Infinity, 0, 0, 0, 0];
  for (const { start, end } of jobs) {
    const took = end - start;
    min = Math.min(min, took);
    max = Math.max(max, took);
    sum += took;
    last = Math.max(last, end);
    if (end > lastResponse) after++;
  }
  const every = Math.ceil(jobs.length / keptTraces);
  return {
    count: jobs.length,
    min,
    mean: sum / jobs.length,
    max,
    makespan: last - first.start,
    afterLastResponse: after / jobs.length,
    traces: jobs
      .filter((_, index) => index % every === 0)
      .map(({ pid, start, end }) => ({ pid, start: start - from, end: end - from })),
  };
}
