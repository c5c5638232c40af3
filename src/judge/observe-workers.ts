/** Requests of each worker, from the jobs that the lab's servers log with their pid. */
import type { Sample, Trial } from '../model/sample.ts';

/** @returns null where the server logs no jobs, or has one worker */
export function requestsPerWorker({ effective }: Trial, { outcome, jobs }: Sample): number[] | null {
  if (!jobs || jobs.traces.length === 0) return null;
  const byPid = Map.groupBy(jobs.traces, ({ pid }) => pid);
  const busy = effective.filter(({ pid }) => byPid.has(pid));
  // A worker that had nothing logged nothing: it is known as the sibling of one that had something.
  const isSibling = (each: Trial['effective'][number]) =>
    busy.some(({ parent, command }) => parent === each.parent && command === each.command);
  const idle = effective.filter((each) => !byPid.has(each.pid) && isSibling(each));
  if (byPid.size + idle.length < 2) return null;
  // The jobs of one request stay in one process: counted one by one they would pass for many independent requests.
  const sampled = Math.min(outcome.counts.verified, jobs.traces.length);
  const each = sampled / jobs.traces.length;
  return [...[...byPid.values()].map((traces) => traces.length * each), ...idle.map(() => 0)];
}
