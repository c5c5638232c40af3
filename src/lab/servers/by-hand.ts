/**
 * `GET /jobs` of a server that was started by hand (guest): the article's server had the times of its jobs in its log, and
 * its answers knew nothing of them. All processes of a server write into one folder, so whichever of them is asked knows
 * the jobs of all. No measured server has this.
 */
import { openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { JobLog } from '../workloads/workload.ts';
import { poolThreads, wholeLines } from '../../topologies/guest-protocol.ts';

/**
 * Counts the jobs that have begun in a file of this process: whoever waits for the end of a burst must know that none
 * is still in flight in another process. It is written when a job begins, so before the answer that starts jobs leaves.
 */
export function countingBegun(jobs: JobLog, folder: string): JobLog {
  const descriptor = openSync(join(folder, `${process.pid}.begun`), 'w');
  let begun = 0;
  return {
    begin() {
      writeSync(descriptor, String(++begun), 0);
      return jobs.begin();
    },
  };
}

/**
 * Returns plain text, for curl.sh: settings first, then one line for each job that has ended, in the order of each process:
 * `job PID BEGAN SECONDS`, where BEGAN is in milliseconds since 1970. No job is in flight when `begun` is `ended`.
 */
export function jobsText(folder: string): string {
  const names = readdirSync(folder);
  const endingWith = (ending: string) => names.filter((name) => name.endsWith(ending));
  const begun = endingWith('.begun').reduce((sum, name) => sum + Number(readFileSync(join(folder, name))), 0);
  const jobs = endingWith('.jobs').flatMap((name) => {
    return wholeLines(readFileSync(join(folder, name), 'utf8')).map((line) => {
      const [start = 0, end = 0] = line.split(' ').map(Number);
      return `job ${Number.parseInt(name, 10)} ${start.toFixed(3)} ${((end - start) / 1000).toFixed(3)}\n`;
    });
  });
  const settings = [
    `now ${(performance.timeOrigin + performance.now()).toFixed(3)}`,
    `pool ${poolThreads(process.env['UV_THREADPOOL_SIZE'])}`,
    `processes ${endingWith('.ready').length}`,
    `begun ${begun}`,
    `ended ${jobs.length}`,
  ];
  return `${settings.join('\n')}\n${jobs.join('')}`;
}
