/**
 * Reads the logs of the lab's servers. Each process has a file of jobs, with `start end` in each line; each event loop has a
 * file of its counters, with `time active idle` in each line.
 */
import { closeSync, constants, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, EpochMilliseconds, Milliseconds } from '../model/units.ts';
import { readRegular } from '../files.ts';
import { problem } from '../messages/problem.ts';
import type { JobSample, LoadOutcome, Sample } from '../model/sample.ts';
import { wholeLines } from '../topologies/guest-protocol.ts';

export interface LoggedJob {
  readonly pid: number;
  /** The number of the worker thread; absent: the main thread. */
  readonly thread?: number;
  readonly start: EpochMilliseconds;
  readonly end: EpochMilliseconds;
}

const keptTraces = 300;

function readJobs(directory: string): LoggedJob[] {
  return jobFiles(directory).flatMap((name) => jobsOf(name, wholeLines(textOf(directory, name))));
}

const mostBytes = 1 << 30;

/** The text of a regular file of the folder; empty for anything else that a server puts there. */
const textOf = (directory: string, name: string) => readRegular(join(directory, name), mostBytes)?.text ?? '';

function jobFiles(directory: string): string[] {
  return readdirSync(directory).filter((name) => name.endsWith('.jobs'));
}

/** @param name `PID.jobs`, or `PID-THREAD.jobs` of a worker thread */
function jobsOf(name: string, lines: readonly string[]): LoggedJob[] {
  const [pid = 0, thread] = name.split(/[-.]/).map(Number);
  const loop = { pid, ...(thread !== undefined && !Number.isNaN(thread) && { thread }) };
  return lines.flatMap((line) => {
    const [start, end] = line.split(' ').map(Number);
    return start !== undefined && end !== undefined ? [{ ...loop, start, end }] : [];
  });
}

/** @returns a function that gives the jobs that have ended since it was last called, without reading any twice. */
export function followJobs(directory: string): () => LoggedJob[] {
  const seen = new Map<string, number>();
  return () =>
    jobFiles(directory).flatMap((name) => {
      const file = join(directory, name);
      const from = seen.get(name) ?? 0;
      const length = statSync(file).size - from;
      if (length <= 0) return [];
      const buffer = Buffer.alloc(length);
      const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
      readSync(descriptor, buffer, 0, length, from);
      closeSync(descriptor);
      const lines = wholeLines(buffer.toString('latin1'));
      seen.set(name, from + lines.reduce((sum, line) => sum + line.length + 1, 0));
      return jobsOf(name, lines);
    });
}

/**
 * Waits until all jobs have ended. There is no limit of time as long as jobs go on ending.
 * @param expected the number of jobs; it may become known during the wait
 * @param timeout the longest time in which no job ends
 * @throws Problem WORK_UNFINISHED
 */
export async function awaitJobs(
  directory: string,
  expected: () => number,
  clock: Clock,
  timeout: Milliseconds,
  signal: AbortSignal,
): Promise<void> {
  let done = 0;
  for (let lastProgress = clock.now(); done < expected();) {
    const now = readJobs(directory).length;
    if (now > done) [done, lastProgress] = [now, clock.now()];
    else if (clock.now() - lastProgress > timeout) {
      throw problem('WORK_UNFINISHED', {
        done,
        expected: expected(),
        seconds: Math.round(timeout / 1000),
      });
    }
    if (done < expected()) await clock.sleep(20, signal);
  }
}

/**
 * @param from start of the window: jobs of the warm-up are left out
 * @param lastResponse when the last response had reached the client
 * @param until end of the window, given if no request waits for the jobs: those that end later are left out
 * @returns null if the server logged no job
 */
export function jobSample(
  directory: string,
  from: EpochMilliseconds,
  lastResponse: EpochMilliseconds,
  until: EpochMilliseconds = Infinity,
): JobSample | null {
  const jobs = readJobs(directory)
    .filter((job) => job.start >= from && job.end <= until)
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
      .map((job) => ({ ...job, start: job.start - from, end: job.end - from })),
  };
}

interface LoopCounters {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Milliseconds in which the loop was active since it began. */
  readonly active: number;
  readonly idle: number;
}

/** Utilisation over the readings that lie in the window; a loop with fewer than two of them is left out. */
export function loopUtilization(
  directory: string,
  { start, duration }: LoadOutcome['window'],
): NonNullable<Sample['loops']> {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.loop'))
    .flatMap((name) => {
      const inside = readings(textOf(directory, name)).filter(
        ({ time }) => time >= start && time <= start + duration,
      );
      const [first, last] = [inside[0], inside.at(-1)];
      if (!first || !last || first === last) return [];
      const active = last.active - first.active;
      const total = active + last.idle - first.idle;
      return total > 0 ? [{ pid: Number.parseInt(name, 10), utilization: active / total }] : [];
    });
}

function readings(text: string): LoopCounters[] {
  return wholeLines(text).flatMap((line) => {
    const [time, active, idle] = line.split(' ').map(Number);
    return time !== undefined && active !== undefined && idle !== undefined ? [{ time, active, idle }] : [];
  });
}
