/** How much work a job and a request of each kind are, so that a trial takes half a second on any machine. */
import { gzipSync } from 'node:zlib';
import { scryptSync } from 'node:crypto';
import { published } from '../../../workloads/pool-size.ts';
import { text } from '../../../workloads/pool-classes/kind.ts';
import type { Milliseconds } from '../../../model/units.ts';
import type { Plan } from '../../../model/plan.ts';
import type { Parameters } from '../../../workloads/workload.ts';

/** CPU of a job that computes: above a slice of the scheduler (3 ms), short enough for a burst of 128. */
const jobTime: Milliseconds = 5;
/** What a held job keeps its thread: long against the millisecond that a timer is late. */
const hold: Milliseconds = 20;
/** Of a request for jobs that take microseconds: so long that HTTP is a small part of it. */
const requestTime: Milliseconds = 1;
const mostJobs = 25;
/** Of the cached kinds: about a millisecond of system calls, on any machine of these years. */
const cachedJobs = { stat: 200, read: 60, whole: 25 } as const;

/** The fastest of three: whatever else the machine does can only slow one down. */
function fastest(work: () => void): Milliseconds {
  const times = Array.from({ length: 3 }, () => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  });
  return Math.min(...times);
}

/** N of scrypt is a power of two; 1024 takes about 2 ms. */
function scryptMemory(): number {
  const base = 1024;
  const took = fastest(() => scryptSync('a', 'b', 64, { N: base, r: 8, p: 1 }));
  return Math.max(256, 2 ** Math.round(Math.log2((base * jobTime) / took)));
}

function gzipBytes(): number {
  const base = text(65_536);
  const took = fastest(() => gzipSync(base));
  return Math.max(4096, Math.round((base.length * jobTime) / took));
}

/**
 * The parameters of each kind's jobs, and how many of them one request does. Takes about 30 ms.
 * @param device milliseconds of one job that waits for the device, alone
 */
export function scaled(
  scale: Plan['scale'],
  iterationsPerMillisecond: number,
  device: Readonly<Record<'direct' | 'fsync', Milliseconds>>,
): Readonly<Record<string, Parameters>> {
  const jobsOf = (took: Milliseconds) => Math.max(1, Math.min(mostJobs, Math.round(requestTime / took)));
  const iterations =
    scale === 'as-published' ? published.iterations : Math.round(jobTime * iterationsPerMillisecond);
  return {
    pbkdf2: { iterations },
    scrypt: { memory: scryptMemory() },
    gzip: { bytes: gzipBytes() },
    stat: { count: cachedJobs.stat },
    read: { count: cachedJobs.read },
    direct: { count: jobsOf(device.direct) },
    fsync: { count: jobsOf(device.fsync) },
    readfile: { count: cachedJobs.whole },
    steps: { count: cachedJobs.whole },
    held: { hold },
    dns: { hold, names: 'own' },
  };
}

/** Kinds whose jobs take a fixed time each: a trial ends by their number. */
export const isHeld = (kind: string) => kind === 'held' || kind === 'dns';

/** Threads that the jobs of a kind may have of a pool: DNS lookups only half, rounded up. */
const threadsFor = (kind: string, pool: number) => (kind === 'dns' ? Math.floor((pool + 1) / 2) : pool);

/** About what one trial takes besides its start: work on `threads` that advance at once. */
export function trialTime(kind: string, jobs: number, pool: number, cpus: number): Milliseconds {
  if (isHeld(kind)) return (jobs * (hold + 1)) / Math.min(threadsFor(kind, pool), jobs);
  return (jobs * jobTime) / Math.min(pool, cpus);
}
