/**
 * How one server is spread over processes. A topology is a declaration: it says what to start, and starts nothing
 * (`server/server.ts` does, for all of them alike), so each is a pure function of its spec.
 */
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { isOfSameOwner, mayRun } from '../files.ts';
import type { ContestantLaunch } from '../model/schema/contestant.ts';
import type { Cell, Level } from '../model/plan.ts';
import { problem } from '../messages/problem.ts';
import { moduleFile, type AppOptions, type TaskOptions } from './guest-protocol.ts';

/** A command that brings the server up, in the foreground, and takes it down when it is told to end. */
export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  /** Added to the controller's environment; undefined takes a variable out. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How many processes write a file when they listen; 0 if none does: then an HTTP answer shows it. */
  readonly announces: number;
  /** The command leaves child processes when it is stopped. They are ended one by one, without a problem. */
  readonly leavesChildren?: boolean;
}

/** What runs in each process: the lab's server, or a program that examines its own Node and writes down the facts. */
export type Guest =
  | { readonly kind: 'app'; readonly options: AppOptions }
  | { readonly kind: 'program'; readonly program: string; readonly parameters: Cell['parameters'] };

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
  /** The command for the server of another platform, where the topology is one (`platform.ts`). */
  readonly contestant?: ContestantLaunch | undefined;
  /** A folder of this trial alone; it is removed with the trial. */
  readonly directory: string;
}

export interface Topology {
  readonly id: string;
  readonly label: string;
  /** Processes that serve requests. A pool belongs to a process: total threads = processes × pool size. */
  readonly processes: number;
  /** Returns the command of a spec. Where the topology can have any number of processes, that of the spec has priority. */
  readonly launch: (spec: LaunchSpec) => Launch;
}

/** Instances of the article's cluster mode; the number is only in its package.json. */
const publishedInstances = 2;

const script = ({ guest }: LaunchSpec) =>
  guest.kind === 'app' ? moduleFile('lab/servers/app') : programFile(guest.program);

/** A guest of `lab/workloads/programs/`; `NAME.cjs` is one in CommonJS. */
function programFile(name: string): string {
  const file = moduleFile(`lab/workloads/programs/${name.replace(/\.cjs$/, '')}`);
  return name.endsWith('.cjs') ? file.replace(/\.(?=[^.]*$)/, '.c') : file;
}

const environment = ({ guest, ...spec }: LaunchSpec) => ({
  ...(guest.kind === 'app'
    ? { CHOKEPOINT_APP: JSON.stringify(guest.options) }
    : { CHOKEPOINT_PROGRAM: JSON.stringify(guest.parameters) }),
  CHOKEPOINT_DIR: spec.directory,
  UV_THREADPOOL_SIZE: poolVariable(spec.pool),
});

/** Returns UV_THREADPOOL_SIZE, which must be set before the process starts: an ES module that sets it in code comes too late. */
export function poolVariable(pool: Level | undefined): string | undefined {
  return pool === undefined || pool === 'default' ? undefined : String(pool);
}

export const single: Topology = {
  id: 'node',
  label: 'node',
  processes: 1,
  launch: (spec) => ({ file: spec.node, args: [script(spec)], env: environment(spec), announces: 1 }),
};

/** A program that starts the guest so many times; each guest says that it listens. */
const startedBy = (primary: string, count: number, spec: LaunchSpec, env: Launch['env']): Launch => ({
  file: spec.node,
  args: [moduleFile(primary), String(count), script(spec)],
  env: { ...environment(spec), ...env },
  announces: count,
});

/**
 * @param env variables of the primary, which say who hands out the connections
 */
const cluster = (id: string, label: string, env: Launch['env'] = {}): Topology => ({
  id,
  label,
  processes: publishedInstances,
  launch: (spec) => startedBy('topologies/cluster-primary', spec.processes ?? publishedInstances, spec, env),
});

const inForeground = ['--no-daemon', '--no-autorestart', '--name', 'chokepoint'];

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
      const manifest = findPackage('pm2');
      if (manifest === null) throw problem('PM2_MISSING', {});
      const executable = join(dirname(manifest), 'bin', 'pm2');
      return {
        file: spec.node,
        args: [executable, 'start', script(spec), ...mode(spec, processes), ...inForeground],
        env: { ...environment(spec), PM2_HOME: join(spec.directory, 'pm2'), PM2_DISCRETE_MODE: '1' },
        announces: processes,
        // In the foreground PM2 7 ends on a signal at once, and its apps in fork mode stay.
        leavesChildren: true,
      };
    },
  };
}

/** Worker threads of the article's multi-threaded servers. */
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
 * @param env variables that say how they get their connections
 */
const servingThreads = (id: string, label: string, env: Launch['env']): Topology => ({
  id,
  label,
  processes: 1,
  launch: (spec) => startedBy('lab/servers/threads-primary', spec.workers ?? publishedWorkers, spec, env),
});

/** More tasks than any load here has in flight: a worker takes what comes. */
const manyTasks = 100_000;

/** Topologies of Node; `catalogue.ts` has those of other platforms too. */
export const nodeTopologies: readonly Topology[] = [
  single,
  cluster('cluster', 'node:cluster'),
  // Workers that accept on one shared handle: the kernel chooses the one that it wakes.
  cluster('cluster-none', 'node:cluster, SCHED_NONE', { NODE_CLUSTER_SCHED_POLICY: 'none' }),
  // A socket for each process on one port: the kernel hashes each connection to one of them.
  cluster('reuse-port', 'reusePort', { CHOKEPOINT_REUSE_PORT: '1' }),
  servingThreads('threads', 'worker threads, reusePort', { CHOKEPOINT_REUSE_PORT: '1' }),
  // One thread accepts, and hands each connection to the next of the others.
  servingThreads('handed-sockets', 'worker threads, handed sockets', { CHOKEPOINT_HANDED_SOCKETS: '1' }),
  threads('worker-pool', 'piscina', 'piscina'),
  // piscina with its own default: a worker has one task at a time, also while that only waits.
  threads('worker-pool-one', 'piscina, one task a worker', 'piscina', 1),
  threads('own-pool', 'own pool, replies by number', 'own'),
  threads('once-pool', "own pool, worker.once('message')", 'once'),
  // Without this option PM2 would start the first node of the PATH in fork mode, not the node that PM2 runs on.
  pm2('pm2-fork', 'PM2 fork', 1, ({ node }) => ['--interpreter', node]),
  pm2('pm2-cluster', 'PM2 cluster', publishedInstances, (_, processes) => ['-i', String(processes)]),
];

/**
 * Finds an optional package, first near this file, then near the user's folder; none is bundled (decisions 5 and 13). That folder may
 * be a clone of a stranger's repository, which brings its own packages (`isOfUsersFolder`). The files are looked for directly, since a
 * package need not export its package.json. One of the folders above may be /tmp: what other users have put there is
 * skipped.
 * @returns the path of the package's package.json; null if it is not installed.
 */
export function findPackage(name: string): string | null {
  const folders = [...packageFolders(import.meta.filename), ...packageFolders(usersFile())];
  const mayLoad = (file: string) => mayRun(file) || isOfSameOwner(file, import.meta.filename);
  return folders.map((folder) => join(folder, name, 'package.json')).find(mayLoad) ?? null;
}

/** Whether a file of a package was found near the user's folder, and not near this file: that is reported before it runs. */
export function isOfUsersFolder(file: string): boolean {
  const isFrom = (from: string) => packageFolders(from).some((folder) => file.startsWith(folder + sep));
  return !isFrom(import.meta.filename) && isFrom(usersFile());
}

const usersFile = () => join(process.cwd(), 'package.json');

/** Returns the `node_modules` of a file's folder and of those above, and what NODE_PATH names. */
const packageFolders = (file: string) => createRequire(file).resolve.paths('any') ?? [];

/** The optional package that a topology runs; null for those of Node alone. */
export function packageOf(topology: string): 'pm2' | 'piscina' | null {
  if (topology.startsWith('pm2')) return 'pm2';
  return topology.startsWith('worker-pool') ? 'piscina' : null;
}

/** The packages of the user's folder that these topologies run. */
export function usersPackages(used: Iterable<string>): string[] {
  const names = new Set([...used].flatMap((id) => packageOf(id) ?? []));
  return [...names].flatMap((name) => findPackage(name) ?? []).filter(isOfUsersFolder);
}
