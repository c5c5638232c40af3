/** Which cells the experiment has: sizes × kinds of jobs, each kind with the load that suits it, and how much work a job is. */
import { scryptSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Load, Plan } from '../../../model/plan.ts';
import type { Milliseconds } from '../../../model/units.ts';
import { text, type Kind } from '../../workloads/pool-classes/kind.ts';
import { expectedKey, kinds } from '../../workloads/pool-classes/workload.ts';
import { published } from '../../workloads/pool-size.ts';
import type { Parameters } from '../../workloads/workload.ts';
import { ascending, fastest, proved } from '../experiment.ts';
import { publishedSizes } from '../pool-size/published.ts';

export interface ClassSetting {
  readonly kind: string;
  readonly pool: number;
}

/** Node's own size: what every other is compared with. */
export const usualSize = 4;

/** Sizes of the pool: one below the CPUs, the CPUs themselves, and at least two above them on any machine. */
export function sizes(scale: Plan['scale'], cpus: number): readonly number[] {
  if (scale === 'as-published') return publishedSizes;
  const beyond = cpus > 8 ? [Math.min(1024, cpus * 2), Math.min(1024, cpus * 8)] : [];
  const quick = [1, cpus, usualSize, 16, 64, ...beyond];
  return ascending(scale === 'quick' ? quick : [...quick, 2, 8, 32, 128]);
}

/** Jobs in flight: as many as the largest pool has threads, but 64 at least, and 256 at most. */
export function inFlight(pools: readonly number[]): number {
  return Math.min(256, Math.max(64, ...pools));
}

export const cellId = ({ kind, pool }: ClassSetting) => `${kind}/pool-${pool}`;

/** @throws Error if there is no such kind */
export function kindOf(name: string): Kind {
  const found = kinds.find((kind) => kind.name === name);
  if (!found) throw new Error(`no kind "${name}"`);
  return found;
}

/** All settings of these sizes and kinds; the two ways to read a whole file are compared at the usual size alone. */
export const settings = (pools: readonly number[], names: readonly string[]): ClassSetting[] =>
  names
    .flatMap((kind) => ascending(pools).map((pool) => ({ kind, pool })))
    .filter(({ kind, pool }) => kindOf(kind).nature !== 'whole' || pool === usualSize);

/** Size of a pool that does one request of each client in a few rounds, too short to be timed well. */
const largePool = 16;

/** Jobs of some milliseconds end by their number; the others are counted in a window, after the code has warmed up. */
export function loadOf(kind: Kind, clients: number, pool: number): Extract<Load, { kind: 'closed' }> {
  if (isHeld(kind.name)) return { kind: 'closed', clients, requestsEach: pool < largePool ? 1 : 4 };
  if (kind.nature === 'computes') return { kind: 'closed', clients, requestsEach: 2 };
  return { kind: 'closed', clients };
}

export const timing = { warmup: 150, duration: 350 } as const;

export async function cell({ kind: name, pool }: ClassSetting, clients: number, parameters: Parameters) {
  const kind = kindOf(name);
  const load = loadOf(kind, clients, pool);
  const all = { kind: name, flight: clients, ...parameters };
  const floor = isHeld(name) ? { floor: Number(parameters['hold']) - 1 } : {};
  const requests = [proved(`/${name}`, await expectedKey(kind, all), floor)];
  return { load, requests, parameters: all, ...(load.requestsEach === undefined && timing) };
}

/** CPU of a job that computes: above a slice of the scheduler (3 ms), short enough for a burst of 128. */
const jobTime: Milliseconds = 5;
/** Time for which a held job keeps its thread: long against the millisecond that a timer is late. */
const hold: Milliseconds = 20;
/** Time of a request for jobs that take microseconds: so long that HTTP is a small part of it. */
const requestTime: Milliseconds = 1;
const mostJobs = 25;
/** Jobs of a request, of the cached kinds: about a millisecond of system calls, on any machine of these years. */
const cachedJobs = { stat: 200, read: 60, whole: 25 } as const;

/** The N of scrypt that takes `jobTime`, to the next power of two; 1024 takes about 2 ms. */
function scryptMemory(): number {
  const base = 1024;
  const took = fastest(() => scryptSync('a', 'b', 64, { N: base, r: 8, p: 1 }), 3);
  return Math.max(256, 2 ** Math.round(Math.log2((base * jobTime) / took)));
}

function gzipBytes(): number {
  const base = text(65_536);
  const took = fastest(() => gzipSync(base), 3);
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

/** Whether each job of a kind takes a fixed time: a trial ends by the number of such jobs. */
const isHeld = (kind: string) => kind === 'held' || kind === 'dns';

/** Threads that the jobs of a kind may have of a pool: DNS lookups only half, rounded up. */
const threadsFor = (kind: string, pool: number) => (kind === 'dns' ? Math.floor((pool + 1) / 2) : pool);

/** About how long one trial takes besides its start: work on threads that advance at once. */
export function trialTime(kind: string, jobs: number, pool: number, cpus: number): Milliseconds {
  if (isHeld(kind)) return (jobs * (hold + 1)) / Math.min(threadsFor(kind, pool), jobs);
  return (jobs * jobTime) / Math.min(pool, cpus);
}
