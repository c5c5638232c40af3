/**
 * How one server is spread over processes. A topology is a declaration: it says what to start, and starts nothing
 * (`server/server.ts` does, for all of them alike), so each is a pure function of its spec.
 */
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { isOfSameOwner, mayRun } from '../files.ts';
import type { ContestantLaunch } from '../model/contestant.ts';
import type { Level } from '../model/plan.ts';
import { problem } from '../messages/problem.ts';
import type { Parameters } from '../workloads/workload.ts';
import { moduleFile, type AppOptions, type TaskOptions } from './guest-protocol.ts';

/** A command that brings the server up, in the foreground, and takes it down when it is told to end. */
export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  /** Added to the controller's environment; undefined takes a variable out. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How many processes say by a file that they listen; 0 if none does, and an HTTP answer must do. */
  readonly announces: number;
  /** It is known to leave children when it is told to end; they are ended one by one, and nobody is blamed. */
  readonly leavesChildren?: boolean;
}

/** What runs in each process: the lab's server, or a program that asks Node itself and leaves its facts. */
export type Guest =
  | { readonly kind: 'app'; readonly options: AppOptions }
  | { readonly kind: 'program'; readonly program: string; readonly parameters: Parameters };

export interface LaunchSpec {
  /** The node binary. */
  readonly node: string;
  readonly guest: Guest;
  /** Processes that serve, where the topology can have any number; undefined: its own. */
  readonly processes: number | undefined;
  /** Worker threads, where the topology has them; undefined: its own number. */
  readonly workers?: number | undefined;
  /** UV_THREADPOOL_SIZE; undefined or `default` leaves Node its own. */
  readonly pool: Level | undefined;
  /** What brings up the server of another platform, where the topology is one (`platform.ts`). */
  readonly contestant?: ContestantLaunch | undefined;
  /** A folder of this trial alone; it is removed with the trial. */
  readonly directory: string;
}

export interface Topology {
  readonly id: string;
  readonly label: string;
  /** Processes that serve requests. A pool belongs to a process: total threads = processes × pool size. */
  readonly processes: number;
  /** `launch` heeds `spec.processes`. */
  readonly launch: (spec: LaunchSpec) => Launch;
}

/** The article ran two instances in cluster mode, and said so only in its package.json. */
const publishedInstances = 2;

const script = ({ guest }: LaunchSpec) =>
  guest.kind === 'app' ? moduleFile('app') : programFile(guest.program);

/** A guest of `workloads/programs/`; `NAME.cjs` is one in CommonJS. */
function programFile(name: string): string {
  const ending = extname(import.meta.filename);
  const file = extname(name) === '.cjs' ? name.slice(0, -3) + ending.replace('.', 'c') : name + ending;
  return join(import.meta.dirname, '../workloads/programs', file);
}

const environment = ({ guest, ...spec }: LaunchSpec) => ({
  ...(guest.kind === 'app'
    ? { CHOKEPOINT_APP: JSON.stringify(guest.options) }
    : { CHOKEPOINT_PROGRAM: JSON.stringify(guest.parameters) }),
  CHOKEPOINT_DIR: spec.directory,
  UV_THREADPOOL_SIZE: poolVariable(spec.pool),
});

/** The variable must be set before the process starts: an ES module that sets it in code comes too late. */
export function poolVariable(pool: Level | undefined): string | undefined {
  return pool === undefined || pool === 'default' ? undefined : String(pool);
}

export const single: Topology = {
  id: 'node',
  label: 'node',
  processes: 1,
  launch: (spec) => ({ file: spec.node, args: [script(spec)], env: environment(spec), announces: 1 }),
};

/**
 * @param env of the primary: who hands out the connections
 */
function cluster(id: string, label: string, env: Launch['env'] = {}): Topology {
  return {
    id,
    label,
    processes: publishedInstances,
    launch: (spec) => {
      const processes = spec.processes ?? publishedInstances;
      return {
        file: spec.node,
        args: [moduleFile('cluster-primary'), String(processes), script(spec)],
        env: { ...environment(spec), ...env },
        announces: processes,
      };
    },
  };
}

/**
 * PM2 as it is, in the foreground (`--no-daemon`), with a home of its own in the trial's folder: no daemon outlives the
 * trial, and the user's own PM2 is never touched.
 */
function pm2(
  id: string,
  label: string,
  own: number,
  mode: (spec: LaunchSpec, processes: number) => readonly string[],
): Topology {
  return {
    id,
    label,
    processes: own,
    launch: (spec) => {
      const processes = spec.processes ?? own;
      const executable = findPm2();
      if (!executable) throw problem('PM2_MISSING', {});
      return {
        file: spec.node,
        args: [
          executable,
          'start',
          script(spec),
          ...mode(spec, processes),
          '--no-daemon',
          '--no-autorestart',
          '--name',
          'chokepoint',
        ],
        env: { ...environment(spec), PM2_HOME: join(spec.directory, 'pm2'), PM2_DISCRETE_MODE: '1' },
        announces: processes,
        // In the foreground PM2 7 ends on a signal at once, and its apps in fork mode stay.
        leavesChildren: true,
      };
    },
  };
}

/** Of the article's multi-threaded servers. */
const publishedWorkers = 4;

/** One process that takes the requests, and gives what they ask for to worker threads. */
function threads(id: string, label: string, pool: TaskOptions['pool'], atATime = manyTasks): Topology {
  return {
    id,
    label,
    processes: 1,
    launch: (spec) => {
      const piscina = pool === 'piscina' ? findPackage('piscina') : undefined;
      if (piscina === null) throw problem('PISCINA_MISSING', {});
      const options: TaskOptions = { pool, workers: spec.workers ?? publishedWorkers, atATime, piscina };
      const launch = single.launch(spec);
      return { ...launch, env: { ...launch.env, CHOKEPOINT_TASKS: JSON.stringify(options) } };
    },
  };
}

/**
 * Worker threads that all serve, each with a loop of its own; they share one pool.
 * @param env how they come by their connections
 */
function servingThreads(id: string, label: string, env: Launch['env']): Topology {
  return {
    id,
    label,
    processes: 1,
    launch: (spec) => {
      const workers = spec.workers ?? publishedWorkers;
      return {
        file: spec.node,
        args: [moduleFile('threads-primary'), String(workers), script(spec)],
        env: { ...environment(spec), ...env },
        announces: workers,
      };
    },
  };
}

/** More than any load here has in flight: a worker takes what comes. */
const manyTasks = 100_000;

/** Of Node; `catalogue.ts` has those of other platforms too. */
export const nodeTopologies: readonly Topology[] = [
  single,
  cluster('cluster', 'node:cluster'),
  // Workers that accept on one shared handle: the kernel wakes whichever it likes.
  cluster('cluster-none', 'node:cluster, SCHED_NONE', { NODE_CLUSTER_SCHED_POLICY: 'none' }),
  // A socket for each process on one port: the kernel hashes each connection to one of them.
  cluster('reuse-port', 'reusePort', { CHOKEPOINT_REUSE_PORT: '1' }),
  servingThreads('threads', 'worker threads, reusePort', { CHOKEPOINT_REUSE_PORT: '1' }),
  // One thread accepts, and hands each connection to the next of the others.
  servingThreads('handed-sockets', 'worker threads, handed sockets', { CHOKEPOINT_HANDED_SOCKETS: '1' }),
  threads('worker-pool', 'piscina', 'piscina'),
  // As it comes: a worker has one task at a time, also while that only waits.
  threads('worker-pool-one', 'piscina, one task a worker', 'piscina', 1),
  threads('own-pool', 'own pool, replies by number', 'own'),
  threads('once-pool', "own pool, worker.once('message')", 'once'),
  // Left alone PM2 would start the first node of the PATH in fork mode, whatever it runs on itself.
  pm2('pm2-fork', 'PM2 fork', 1, ({ node }) => ['--interpreter', node]),
  pm2('pm2-cluster', 'PM2 cluster', publishedInstances, (_, processes) => ['-i', String(processes)]),
];

/** PM2's command as found from the user's folder or from here; null if it is not installed. */
export function findPm2(): string | null {
  const manifest = findPackage('pm2');
  return manifest && join(dirname(manifest), 'bin', 'pm2');
}

/**
 * Finds an optional package from where the user stands or from here; none is bundled (decisions 5 and 13). It looks into
 * the folders itself: a package need not export its package.json, and one that does not is there all the same. The way up
 * from the user's folder may lead through /tmp: what others have put there is passed by.
 * @returns the path of the package's package.json; null if it is not installed.
 */
export function findPackage(name: string): string | null {
  const folders = [join(process.cwd(), 'package.json'), import.meta.filename].flatMap(
    (from) => createRequire(from).resolve.paths(name) ?? [],
  );
  const mayLoad = (file: string) => mayRun(file) || isOfSameOwner(file, import.meta.filename);
  return folders.map((folder) => join(folder, name, 'package.json')).find(mayLoad) ?? null;
}

/**
 * In place of the server, which it becomes at its end: the process keeps its id, and with it its address for a name
 * server, so that no two trials at the same time share one. A cache of names (nscd) would answer for itself.
 */
const ownNamesScript = `
set -e
folder="\${CHOKEPOINT_DIR:?}/names"
mkdir -p "$folder/no-cache"
printf 'nameserver 127.77.%d.%d\\n' $(($$ / 256% 256)) $(($$ % 256)) > "$folder/resolv.conf"
printf 'hosts: dns\\n' > "$folder/nsswitch.conf"
mount -o bind "$folder/resolv.conf" /etc/resolv.conf
if [ -e /etc/nsswitch.conf ]; then mount -o bind "$folder/nsswitch.conf" /etc/nsswitch.conf; fi
if [ -d /var/run/nscd ]; then mount -o bind "$folder/no-cache" /var/run/nscd; fi
exec "$@"
`;

/** Without root, mounts are changed as the root of a user namespace. */
const ownMounts = () => (process.getuid?.() === 0 ? '-m' : '-rm');

/**
 * The same server in mounts of its own, which end with it: it asks a name server of its own. Three things of /etc and
 * /var/run are replaced; its network stays that of everybody, so that the load generator reaches it.
 */
export function withOwnNames(launch: Launch): Launch {
  return {
    ...launch,
    file: 'unshare',
    args: [ownMounts(), 'sh', '-c', ownNamesScript, 'sh', launch.file, ...launch.args],
  };
}
