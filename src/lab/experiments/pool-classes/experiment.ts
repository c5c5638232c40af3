/**
 * Where is the best size for each kind of job? The articles call pbkdf2 "I/O" and advise one size for everything; here
 * jobs that compute, that find everything in the page cache, and that wait for a device are measured apart.
 */
import { tmpdir } from 'node:os';
import { short } from '../../../format/words.ts';
import { message } from '../../../messages/message.ts';
import type { Measured, Picture, Passage, RunTable } from '../../../model/verdict.ts';
import { hasPipes } from '../../workloads/held-jobs.ts';
import {
  deviceTimes,
  neededSpace,
  whyNoDevice,
  whyNoDirectReads,
} from '../../workloads/pool-classes/device.ts';
import type { Nature } from '../../workloads/pool-classes/kind.ts';
import { kinds } from '../../workloads/pool-classes/workload.ts';
import {
  absent,
  ascending,
  askedLevels,
  askedNumbers,
  defineExperiment,
  requireDiskSpace,
  type Capabilities,
} from '../experiment.ts';
import { isAbove, same } from '../judgement.ts';
import { estimatesOf, picture, points, section, shown, tableOf } from '../tables.ts';
import { against, at, claims, measuredKinds, reasonsWithout, sizesOf } from './claims.ts';
import {
  cell,
  cellId,
  inFlight,
  kindOf,
  loadOf,
  scaled,
  settings,
  sizes,
  timing,
  trialTime,
  usualSize,
  type ClassSetting,
} from './grid.ts';

/** Milliseconds of a trial besides its work: start, files, readiness, stop. */
const overhead = 380;

/** Kinds for which this machine has nothing to wait on, with the reasons. */
async function unavailable(
  folder: string,
  whyNoOwnNames: Capabilities['whyNoOwnNames'],
): Promise<Record<string, string>> {
  const noDevice = whyNoDevice(folder);
  const noDirect = await whyNoDirectReads(folder);
  const noNames = whyNoOwnNames ? await whyNoOwnNames() : 'this machine was not asked for a name server';
  return {
    ...(noDirect && { direct: noDirect }),
    ...(noDevice && { fsync: noDevice }),
    ...(!hasPipes && { held: `no named pipes: ${process.platform}` }),
    ...(noNames !== null && { dns: noNames }),
  };
}

const natures: readonly (readonly [Nature, string])[] = [
  ['computes', 'jobs that compute'],
  ['cached', 'jobs that find all in memory'],
  ['waits', 'jobs that wait'],
];

/** Jobs that one request does one after the other. */
function jobsPerRequest({ plan }: Measured, kind: string): number {
  return Number(plan.cells.find(({ setting }) => setting['kind'] === kind)?.parameters['count'] ?? 1);
}

/** Sizes that are as good as any: no other was shown to be a quarter better. */
function goodSizes(measured: Measured, kind: string): number[] {
  const pools = sizesOf(measured, kind);
  const isBeaten = (base: number) =>
    pools.some((pool) => pool !== base && isAbove(against(measured, kind, pool, base), same));
  return pools.filter((base) => !isBeaten(base));
}

const labelOf = (kind: string) => kindOf(kind).label;

function rates(measured: Measured, names: readonly string[]): RunTable {
  const pools = ascending(names.flatMap((kind) => sizesOf(measured, kind)));
  const rateOf = (kind: string, pool: number) => {
    const rate = measured.estimate('throughput', at(kind, pool));
    return shown(rate && rate.value * jobsPerRequest(measured, kind));
  };
  return tableOf(
    {
      title: 'Jobs per second',
      note: 'As good as any: no other size was shown to do a quarter more.',
    },
    names,
    {
      '<kind': (kind) => kind,
      '<what a job is': labelOf,
      ...Object.fromEntries(pools.map((pool) => [`pool ${pool}`, (kind: string) => rateOf(kind, pool)])),
      'as good as any': (kind) => goodSizes(measured, kind).join(', '),
    },
  );
}

/** Throughput over that of the usual size, with its interval. */
function curves(measured: Measured, nature: Nature, words: string): Picture[] {
  const names = measuredKinds(measured, nature);
  if (!names.some((kind) => sizesOf(measured, kind).includes(usualSize))) return [];
  const one = { value: 1, low: null, high: null };
  const over = (kind: string, pool: number) =>
    pool === usualSize ? one : against(measured, kind, pool, usualSize);
  const lines = names.map((kind) => ({
    label: kind,
    points: points(sizesOf(measured, kind).map((pool) => [pool, over(kind, pool)])),
  }));
  const title = `Throughput against pool ${usualSize}: ${words}`;
  return picture(`size-by-kind-${words.split(' ')[2]}`, title, {
    axis: { label: 'pool size', scale: 'log2' },
    unit: `× of pool ${usualSize}`,
    lines,
  });
}

/** The two ways to read a small file, by what a file costs. */
function wholeFiles(measured: Measured): Passage[] {
  const rows = measuredKinds(measured, 'whole').flatMap((kind) => {
    const known = { kind, files: jobsPerRequest(measured, kind) };
    const id = at(kind, usualSize);
    return estimatesOf(measured, id, 'throughput', 'cpuPerRequest').map((own) => ({ ...known, ...own }));
  });
  return section(
    'A small file: one job or four',
    [
      'Since Node 26.8 fs.readFile() opens, measures, reads and closes a small file in one job. Before, each was a job of its own, and waited for a thread and for the event loop in between.',
    ],
    [
      tableOf({ title: `Files of 1 kB, pool ${usualSize}` }, rows, {
        '<': ({ kind }) => labelOf(kind),
        'files/s': ({ throughput, files }) => short(throughput.value * files),
        'CPU [µs]': ({ cpuPerRequest, files }) => ((cpuPerRequest.value * 1000) / files).toFixed(1),
      }),
    ],
  );
}

function bestSizes(measured: Measured): Passage[] {
  const without = natures.flatMap(([nature]) => reasonsWithout(measured, nature));
  return section(
    'The best size depends on what holds the thread',
    [
      'A job that computes needs a thread and a CPU, so more threads than CPUs change only the order of service. A job that waits needs a thread and no CPU, so the pool is its only limit until the device is. A call that finds all in memory is over before another thread has woken up. Every further thread is one more to wake, and contends for the one queue.',
      ...(without.length > 0 ? [message('claim.kinds-left-out', { reasons: without })] : []),
    ],
    [rates(measured, measuredKinds(measured))],
    natures.flatMap(([nature, words]) => curves(measured, nature, words)),
  );
}

export const poolClassesExperiment = defineExperiment<ClassSetting>({
  name: 'pool-classes',
  question: 'Where is the best size of the pool for each kind of job?',
  sources: [
    'the article on the thread pool: the cores are no criterion, and too high hurts less than too low',
    'libuv issue 5236: small cached file system calls get slower with more threads',
    'libuv’s src/threadpool.c: slow I/O work may hold only half of the threads',
    'nodejs/node pull request 65327: a small file is read in one job',
  ],
  keys: ['pool', 'kind'],
  factors: ['kind', 'pool'],
  design: [
    'Each request does jobs of one kind, one after the other. As many clients as the largest pool has threads, or 64, ask concurrently. So the pool always has more jobs than threads. Every answer proves its jobs by their results.',
    'Jobs that compute: pbkdf2, scrypt, gzip. Calls that find all in memory: fs.stat, a read of 64 KiB. Jobs that wait: a direct read of 4 KiB, a write with fsync, a DNS lookup of a new name, a held pipe. The pipe stays full for a fixed time and models a slow disk or a network file system. It needs a thread and no CPU.',
    'The name server of the lookups is a thread of the server. It answers after the time for which a pipe stays full. The server is started in mounts of its own, in which resolv.conf and nsswitch.conf name nobody else. Every address is the name’s own.',
    'Since Node 26.8, fs.readFile() reads a small file in one job. It is compared with the four calls that it made before, both with four threads.',
  ],
  limits: [
    'What direct reads and fsync gain is a property of this machine’s device: of the requests that it can serve concurrently, and of a host’s cache behind a virtual disk.',
    'The load generator shares the CPUs with the server on a machine that has three or fewer.',
  ],
  needs: [
    'a temporary folder on a disk (TMPDIR) for direct reads and fsync',
    'root, or a user namespace that may bind port 53, for a name server of its own (Linux)',
  ],
  blocks: { quick: 4, full: 8, 'as-published': 1 },
  // The limit of a quick run, which promises three minutes; a block takes a little more than half a minute.
  quickLimit: 172_000,
  cellId,
  async grid(options, { cpus, has, iterationsPerMillisecond, whyNoOwnNames }, narrow) {
    const folder = tmpdir();
    requireDiskSpace(neededSpace);
    const without = await unavailable(folder, whyNoOwnNames);
    const missing = absent(['whole-files'], has);
    const names = kinds
      .filter(({ name, nature }) => !(name in without) && (nature !== 'whole' || missing.length === 0))
      .map(({ name }) => name);
    const reasons = (askedLevels(options, 'kind') ?? []).flatMap((kind) => without[kind] ?? []);
    const wanted = narrow(
      settings(askedNumbers(options, 'pool') ?? sizes(options.scale, cpus), names),
      reasons.length > 0 ? message('claim.kinds-left-out', { reasons }) : null,
    );
    const flight = inFlight(wanted.map(({ pool }) => pool));
    const device = await deviceTimes(folder, !('direct' in without));
    const parameters = scaled(options.scale, iterationsPerMillisecond, device);
    return {
      wanted,
      absent: missing,
      // Reasons are kept with the plan, for the claims that are not run: `without-direct`.
      subject: {
        kind: 'workload',
        workload: 'pool-classes',
        parameters: Object.fromEntries(
          Object.entries(without).map(([kind, why]) => [`without-${kind}`, why]),
        ),
      },
      cell: (setting) => cell(setting, flight, parameters[setting.kind] ?? {}),
      baseline: ({ pool }) => pool === usualSize,
      cost({ kind, pool }) {
        const { requestsEach } = loadOf(kindOf(kind), flight, pool);
        const work = requestsEach
          ? trialTime(kind, flight * requestsEach, pool, cpus)
          : timing.warmup + timing.duration;
        return overhead + work;
      },
      timeout: 600_000,
    };
  },
  claims,
  passages: (measured) => [...bestSizes(measured), ...wholeFiles(measured)],
});
