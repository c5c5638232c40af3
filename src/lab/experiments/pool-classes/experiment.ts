/**
 * Where is the best size for each kind of job? The articles call pbkdf2 "I/O" and advise one size for everything; here
 * jobs that compute, that find everything in the page cache, and that wait for a device are measured apart.
 */
import { tmpdir } from 'node:os';
import { problem } from '../../../messages/problem.ts';
import type { Plan } from '../../../model/plan.ts';
import {
  deviceTimes,
  neededSpace,
  whyNoDevice,
  whyNoDirectReads,
} from '../../../workloads/pool-classes/device.ts';
import { kinds } from '../../../workloads/pool-classes/workload.ts';
import { hasPipes } from '../../../workloads/held-jobs.ts';
import type { Experiment, Capabilities, PlanOptions } from '../experiment.ts';
import { absent, labPlan, requireDiskSpace } from '../lab-plan.ts';
import { claims } from './claims.ts';
import { cell, cellId, inFlight, kindOf, loadOf, settings, sizes, timing, usualSize } from './grid.ts';
import { passages } from './passages.ts';
import { scaled, trialTime } from './scaling.ts';
import { factorsOf } from '../filter-cells.ts';

const blocks = { quick: 4, full: 8, 'as-published': 1 } as const;
/** Of a quick run, which promises three minutes; a block takes a little more than half a minute. */
const quickLimit = 172_000;
/** What a trial costs besides its work: start, files, readiness, stop. */
const overhead = 380;

/** Kinds that this machine has nothing to wait on for, with the reason. */
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
    ...(!hasPipes && { held: `${process.platform} has no named pipes` }),
    ...(noNames !== null && { dns: noNames }),
  };
}

async function plan(
  options: PlanOptions,
  { cpus, has, iterationsPerMillisecond, whyNoOwnNames }: Capabilities,
): Promise<Plan> {
  const { scale, only } = options;
  const folder = tmpdir();
  requireDiskSpace(neededSpace);
  const without = await unavailable(folder, whyNoOwnNames);
  const missing = absent(['whole-files'], has);
  const names = kinds
    .filter(({ name, nature }) => !(name in without) && (nature !== 'whole' || missing.length === 0))
    .map(({ name }) => name);
  const wanted = settings(sizes(scale, cpus), names, only);
  const [first] = wanted;
  if (!first) {
    const levels = only.find(({ key }) => key === 'kind')?.levels.join(',') ?? '';
    throw problem('VARY_LEVEL_INVALID', {
      key: 'kind',
      value: levels,
      why: without[levels] ?? 'There is no such kind of job.',
      todo: `Kinds on this machine are ${names.join(', ')}.`,
    });
  }
  const flight = inFlight(wanted.map(({ pool }) => pool));
  const device = await deviceTimes(folder, !('direct' in without));
  const parameters = scaled(scale, iterationsPerMillisecond, device);
  const baseline = wanted.find(({ pool }) => pool === usualSize) ?? first;
  const blockTime = wanted.reduce((sum, { kind, pool }) => {
    const load = loadOf(kindOf(kind) ?? kinds[0]!, flight, pool);
    const each = load.kind === 'closed' ? load.requestsEach : undefined;
    const work = each ? trialTime(kind, flight * each, pool, cpus) : timing.warmup + timing.duration;
    return sum + overhead + work;
  }, 0);
  return labPlan(options, {
    name: 'pool-classes',
    absent: missing,
    subject: { kind: 'workload', workload: 'pool-classes', parameters: { ...prefixed(without) } },
    factors: factorsOf(wanted, ['kind', 'pool']),
    cells: await Promise.all(wanted.map((each) => cell(each, flight, parameters[each.kind] ?? {}))),
    baseline: cellId(baseline),
    blocks,
    quickLimit,
    timeout: 600_000,
    blockTime,
  });
}

/** Kept with the plan, for the claims that are not run: `without-direct`. */
function prefixed(without: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(without).map(([kind, why]) => [`without-${kind}`, why]));
}

export const poolClassesExperiment: Experiment = {
  name: 'pool-classes',
  question: 'Where is the best size of the pool for each kind of job?',
  sources: [
    'the article on the thread pool: the cores are no criterion, and too high hurts less than too low',
    'libuv issue 5236: small cached file system calls get slower with more threads',
    'libuv’s src/threadpool.c: slow I/O work may hold only half of the threads',
    'nodejs/node pull request 65327: a small file is read in one job',
  ],
  keys: ['pool', 'kind'],
  design: [
    'Each request does jobs of one kind, one after the other; as many clients as the largest pool has threads, or 64, ask concurrently, so that the pool always has more to do than threads. Every answer proves its jobs by their results.',
    'Three natures: jobs that compute (pbkdf2, scrypt, gzip), calls that find all in memory (fs.stat, a read of 64 KiB), and jobs that wait (a direct read of 4 KiB past the page cache, a write with fsync, a pipe that stays full for a fixed time: the model of a slow disk or a network file system, which need a thread and no CPU, and a DNS lookup of a new name).',
    'The name server of the lookups is a thread of the server that answers after the time for which a pipe stays full; the server is started in mounts of its own, in which resolv.conf and nsswitch.conf name nobody else. Every address is the name’s own.',
    'Where Node has it (26.8), a small file is read by fs.readFile(), which is one job there, and by the four calls that it made before: both with four threads, and held against one another alone.',
  ],
  limits: [
    'What direct reads and fsync gain is a property of this machine’s device: of the queue that it can work on concurrently, and of a host’s cache behind a virtual disk.',
    'The load generator shares the CPUs with the server on a machine that has three or fewer.',
  ],
  needs: [
    'a temporary folder on a disk (TMPDIR) for direct reads and fsync',
    'root, or a user namespace that may bind port 53, for a name server of its own (Linux)',
  ],
  plan,
  claims,
  passages,
};
