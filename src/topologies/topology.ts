/**
 * How one server is spread over processes. A topology is a declaration: it says what to start, and starts nothing
 * (`measure/server.ts` does, for all of them alike), so each is a pure function of its spec.
 */
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Level } from '../model/plan.ts';
import { problem } from '../model/problem.ts';
import type { AppOptions } from './app-options.ts';

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

export interface LaunchSpec {
  /** The node binary. */
  readonly node: string;
  readonly app: AppOptions;
  /** UV_THREADPOOL_SIZE; undefined or `default` leaves Node its own. */
  readonly pool: Level | undefined;
  /** A folder of this trial alone; it is removed with the trial. */
  readonly directory: string;
}

export interface Topology {
  readonly id: string;
  readonly label: string;
  /** Processes that serve requests. A pool belongs to a process: total threads = processes × pool size. */
  readonly processes: number;
  readonly launch: (spec: LaunchSpec) => Launch;
}

/** A module of this folder as a file: `.ts` in a checkout's sources, `.js` once built. */
const here = (name: string) => join(import.meta.dirname, name + extname(import.meta.filename));

const environment = (spec: LaunchSpec) => ({
  CHOKEPOINT_APP: JSON.stringify(spec.app),
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
  launch: (spec) => ({ file: spec.node, args: [here('app')], env: environment(spec), announces: 1 }),
};

function cluster(processes: number): Topology {
  return {
    id: 'cluster',
    label: `node:cluster ×${processes}`,
    processes,
    launch: (spec) => ({
      file: spec.node,
      args: [here('cluster-primary'), String(processes), here('app')],
      env: environment(spec),
      announces: processes,
    }),
  };
}

/**
 * PM2 as it is, in the foreground (`--no-daemon`), with a home of its own in the trial's folder: no daemon outlives the
 * trial, and the user's own PM2 is never touched.
 */
function pm2(id: string, label: string, processes: number, mode: readonly string[]): Topology {
  return {
    id,
    label,
    processes,
    launch: (spec) => {
      const executable = findPm2();
      if (!executable) throw problem('PM2_MISSING', {});
      return {
        file: spec.node,
        args: [
          executable,
          'start',
          here('app'),
          ...mode,
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

/** The seeds ran two instances in cluster mode, and said so only in their package.json. */
const publishedInstances = 2;

const all = [
  single,
  cluster(publishedInstances),
  pm2('pm2-fork', 'PM2 fork', 1, []),
  pm2('pm2-cluster', `PM2 cluster ×${publishedInstances}`, publishedInstances, [
    '-i',
    String(publishedInstances),
  ]),
];
export const topologies: ReadonlyMap<string, Topology> = new Map(
  all.map((topology) => [topology.id, topology]),
);

/** PM2's command as found from the user's folder or from here; null if it is not installed. */
export function findPm2(): string | null {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.filename]) {
    try {
      return join(dirname(createRequire(from).resolve('pm2/package.json')), 'bin', 'pm2');
    } catch {
      continue;
    }
  }
  return null;
}
