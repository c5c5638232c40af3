/** Which cells the experiment has: the two published servers as they were, and corrected ones by topology and load. */
import { createHash } from 'node:crypto';
import type { Load, Plan, Request } from '../../../model/plan.ts';
import type { Milliseconds } from '../../../model/units.ts';
import { expectedProofKey, published } from '../../workloads/cluster.ts';
import { ascending, askedNumbers, proved, requestOf, type CellOf, type PlanOptions } from '../experiment.ts';

export const clusterTopologies = ['cluster', 'cluster-none', 'reuse-port'] as const;
/** Worker threads of one process: the main thread accepts, and hands each connection to one of them. */
export const handedSockets = 'handed-sockets';
/** Worker threads of one process, each with a socket of its own on the one port. */
export const listeningThreads = 'threads';
export const spreadTopologies = [...clusterTopologies, handedSockets, listeningThreads] as const;
export type ClusterTopology = 'node' | (typeof spreadTopologies)[number];
const ofThreads: readonly ClusterTopology[] = [handedSockets, listeningThreads];

export interface ClusterSetting {
  readonly topology: ClusterTopology;
  readonly processes: number;
  /** Worker threads that serve, where the topology has them. */
  readonly workers?: number;
  readonly variant: Variant;
  /** Concurrent requests. */
  readonly clients: number;
  /** A connection for each request, as ab does without `-k`, or one for each client that stays open. */
  readonly connections: 'each' | 'kept';
}

/**
 * - `published`: the empty loop, `hello world`, ten requests by two clients; its "elapsed" starts in the handler.
 * - `worker-clock`: the same with "elapsed" from the worker's start, as in cluster-server.js.
 * - `ab`: as published, asked by ApacheBench.
 * - `long`, `ab-long`: the same pair with four times the requests, of which the first one of ab, sent alone, is a small part.
 * - `proved`: a loop whose result proves that it ran.
 * - `light`: the same with a single turn: what is left is the request itself, and its connection.
 */
export type Variant = 'published' | 'worker-clock' | 'ab' | 'long' | 'ab-long' | 'proved' | 'light';

/** `ab -n 10 -c 2` */
export const publishedLoad = { clients: 2, requestsEach: 5 } as const;
const longLoad = { clients: 2, requestsEach: 20 } as const;

interface ClusterMachine {
  readonly cpus: number;
  readonly hasAb: boolean;
  readonly hasReusePort: boolean;
  readonly handsOver: boolean;
}

/** Clients that are one more than the workers: whoever hands out connections evenly gives one worker two. */
export const fewConnections = (cpus: number) => cpus + 1;

/** Concurrent requests: alone, as many as CPUs, one more, and twice as many. */
function levels(scale: Plan['scale'], cpus: number): readonly number[] {
  const doubling = scale === 'full' ? Array.from({ length: Math.log2(cpus) }, (_, i) => 2 ** (i + 1)) : [];
  return ascending([1, ...doubling, cpus, ...(cpus > 1 ? [fewConnections(cpus)] : []), 2 * cpus]);
}

type Corrected = Pick<ClusterSetting, 'topology' | 'clients'> & Partial<ClusterSetting>;

const corrected = (cpus: number, { topology, ...other }: Corrected): ClusterSetting => ({
  topology,
  processes: topology === 'node' || ofThreads.includes(topology) ? 1 : cpus,
  ...(ofThreads.includes(topology) && { workers: cpus }),
  variant: 'proved',
  connections: 'each',
  ...other,
});

/** The article's two runs, the second also with its clock in the place where the first has it; and all asked by ab as well. */
function asPublished({ cpus, hasAb }: ClusterMachine, scale: Plan['scale']): ClusterSetting[] {
  const { clients } = publishedLoad;
  const plain = corrected(cpus, { topology: 'node', clients, variant: 'published' });
  const clustered = corrected(cpus, { topology: 'cluster', clients, variant: 'published' });
  const own = [plain, { ...clustered, variant: 'worker-clock' as const }, clustered];
  const asked = (variant: Variant) => [plain, clustered].map((each) => ({ ...each, variant }));
  if (!hasAb) return own;
  // With the published constants they would take hours more, and show nothing more.
  const long = scale === 'as-published' ? [] : [...asked('long'), ...asked('ab-long')];
  return [...own, ...asked('ab'), ...long];
}

function quickSettings(machine: ClusterMachine): ClusterSetting[] {
  const { cpus } = machine;
  const policies = policiesOf(machine);
  const all = levels('quick', cpus);
  // Who hands out the connections matters where there are several concurrent requests.
  const several = all.filter((clients) => clients > 1);
  return [
    ...asPublished(machine, 'quick'),
    ...all.flatMap((clients) =>
      (['node', 'cluster'] as const).map((topology) => corrected(cpus, { topology, clients })),
    ),
    ...policies
      .slice(1)
      .flatMap((topology) => several.map((clients) => corrected(cpus, { topology, clients }))),
    ...(cpus > 1
      ? policies.map((topology) =>
          corrected(cpus, { topology, clients: fewConnections(cpus), connections: 'kept' }),
        )
      : []),
    ...(cpus > 1 ? handed(machine) : []),
  ];
}

/** Settings whose connections are handed to threads; the cluster, with which they are compared, is among the others. */
function handed({ cpus, handsOver, hasReusePort }: ClusterMachine): ClusterSetting[] {
  if (!handsOver) return [];
  const few = fewConnections(cpus);
  const listening = hasReusePort ? ([listeningThreads] as const) : [];
  const passing = (['cluster', handedSockets, ...listening] as const).map((topology) =>
    corrected(cpus, { topology, clients: 2 * cpus, variant: 'light' }),
  );
  return [
    corrected(cpus, { topology: handedSockets, clients: 2 * cpus }),
    corrected(cpus, { topology: handedSockets, clients: few }),
    corrected(cpus, { topology: handedSockets, clients: few, connections: 'kept' }),
    ...listening.map((topology) => corrected(cpus, { topology, clients: 2 * cpus })),
    ...passing,
  ];
}

function fullSettings(machine: ClusterMachine): ClusterSetting[] {
  const { cpus } = machine;
  const threads = ofThreads.filter(
    (topology) => machine.handsOver && (topology === handedSockets || machine.hasReusePort),
  );
  const topologies: ClusterTopology[] = ['node', ...policiesOf(machine), ...threads];
  const all = (['each', 'kept'] as const).flatMap((connections) =>
    levels('full', cpus).flatMap((clients) =>
      topologies.map((topology) => corrected(cpus, { topology, clients, connections })),
    ),
  );
  return [...asPublished(machine, 'full'), ...all, ...handed(machine)];
}

const policiesOf = ({ hasReusePort }: ClusterMachine) =>
  clusterTopologies.filter((topology) => hasReusePort || topology !== 'reuse-port');

/** All settings of a scale; concurrent requests that it leaves out can still be asked for. */
export function settings(options: PlanOptions, machine: ClusterMachine): readonly ClusterSetting[] {
  const { scale, only } = options;
  const isQuick = scale === 'quick' && only.length === 0;
  const base =
    scale === 'as-published'
      ? asPublished(machine, scale)
      : isQuick
        ? quickSettings(machine)
        : fullSettings(machine);
  const asked = askedNumbers(options, 'clients') ?? [];
  const proofs = base.filter(({ variant }) => variant === 'proved');
  return [...base, ...proofs.flatMap((setting) => asked.map((clients) => ({ ...setting, clients })))];
}

export function cellId({
  topology,
  variant,
  clients,
  connections,
}: Omit<ClusterSetting, 'processes' | 'workers'>): string {
  return `${topology}/${variant}/c${clients}/${connections}`;
}

/** Proved requests of all clients together, so that each level of concurrent requests has about as much to do. */
const provedRequests = { quick: 32, full: 160, 'as-published': 32 } as const;
/** Requests without work, of all clients together: so much CPU time that the kernel's ticks of 10 ms do not matter. */
const lightRequests = { quick: 1600, full: 6000, 'as-published': 1600 } as const;
/** Fewest requests of a client: its first and its last, for which not all others are in flight, must not be the most. */
const fewestEach = 3;

export function loadOf(
  { variant, clients }: Pick<ClusterSetting, 'variant' | 'clients'>,
  scale: Plan['scale'],
): Extract<Load, { kind: 'closed' }> & { readonly requestsEach: number } {
  if (variant === 'long' || variant === 'ab-long') return { kind: 'closed', ...longLoad };
  if (!isProof(variant)) return { kind: 'closed', ...publishedLoad };
  const all = variant === 'light' ? lightRequests : provedRequests;
  const requestsEach = Math.max(fewestEach, Math.round(all[scale] / clients));
  return { kind: 'closed', clients, requestsEach };
}

/** Whether the answers of a variant prove their loop. */
export const isProof = (variant: Variant) => variant === 'proved' || variant === 'light';

/** What a request of each kind runs on this machine. */
export interface LoopWork {
  readonly published: { readonly iterations: number; readonly from: number };
  readonly proved: { readonly iterations: number; readonly key: string };
}

const lightWork = { iterations: 1, key: expectedProofKey(1) };

/** Milliseconds of the same load before the window: the loop is compiled by then. */
export const warmup: Milliseconds = 100;

const helloDigest = createHash('sha256').update(published.body).digest('hex');

export function cell(setting: ClusterSetting, work: LoopWork, scale: Plan['scale']): CellOf {
  const { variant, connections } = setting;
  const load = loadOf(setting, scale);
  const headers: Request['headers'] = connections === 'each' ? { connection: 'close' } : {};
  const clock = variant === 'worker-clock' ? 'worker' : 'handler';
  if (isProof(variant)) {
    const { iterations, key } = variant === 'light' ? lightWork : work.proved;
    return {
      load,
      requests: [proved('/', key, { headers })],
      // One job for each request: its line in the log has the pid of the worker that had it.
      parameters: { answer: 'proof', clock, iterations, jobs: 1 },
      warmup,
    };
  }
  const isAb = variant === 'ab' || variant === 'ab-long';
  return {
    load,
    // ab compares the length alone.
    requests: [requestOf('/', { headers, ...(!isAb && { expectSha256: helloDigest }) })],
    parameters: { answer: 'hello', clock, ...work.published },
    ...(isAb && { engine: 'ab' }),
  };
}
