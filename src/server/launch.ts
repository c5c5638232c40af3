/** Turns a cell of the plan into a command that can be started, and the requests that belong to it. */
import { createServer } from 'node:net';
import { applySetting, variablesOf } from '../topologies/command.ts';
import { topologies } from '../topologies/catalogue.ts';
import { readyPath } from '../topologies/guest-protocol.ts';
import { single, type Launch } from '../topologies/topology.ts';
import { atOrigin, isToBeFound, endpointOf } from '../format/address.ts';
import type { Cell, Plan, Request } from '../model/plan.ts';
import { affinity } from '../host/host.ts';
import { withOwnNames } from './own-names.ts';
import { addressText } from '../host/listeners.ts';
import { withPreload } from './told-ports.ts';

export interface LaunchTarget {
  readonly launch: Launch;
  readonly cwd: string;
  /** Where it listens (`url`), and where it is asked whether it is up (`readyUrl`). Port 0: found when it is up. */
  readonly url: string;
  readonly readyUrl: string;
  readonly requests: readonly Request[];
  readonly cpus: readonly number[] | null;
  /** Jobs that each request starts and the server logs; 0 if it logs none. */
  readonly jobsPerRequest: number;
  /** The server logs jobs that no request waits for: those that ended in the window are counted. */
  readonly hasOwnJobs?: boolean;
}

const loopback = '127.0.0.1';

/**
 * @param directory the trial's own folder
 * @param beside servers of the user's command that live already: this one has its ports shifted
 */
export async function launchFor(
  plan: Plan,
  cell: Cell,
  directory: string,
  beside = 0,
): Promise<LaunchTarget> {
  const { subject } = plan;
  const cpus = chosenCpus(plan, cell);
  if (subject.kind === 'command') {
    const url = cell.requests[0]?.url;
    if (url === undefined) throw new Error(`cell ${cell.id} has no request`);
    const launch = applySetting(subject.command, cell.setting, directory);
    const cwd = cell.cwd ?? subject.cwd;
    const shift = beside > 0 ? shiftOf(beside) : null;
    const there = (one: string) => (shift && !isToBeFound(one) ? shiftedUrl(one, shift) : one);
    return {
      launch: shift ? withShift(launch, shift, directory) : launch,
      cwd,
      url: there(url),
      readyUrl: there(url),
      requests: cell.requests.map((request) => ({ ...request, url: there(request.url) })),
      cpus,
      jobsPerRequest: 0,
    };
  }
  // The lab's servers take any free port; the plan's URLs name only the path.
  const port = await freePort();
  const topology = topologies.get(String(cell.setting['topology'])) ?? single;
  const parameters = { ...subject.parameters, ...cell.parameters };
  const { processes, workers } = cell.setting;
  const launch = topology.launch({
    node: cell.node ?? plan.node ?? process.execPath,
    guest:
      subject.kind === 'program'
        ? // A program may have several entries: one in CommonJS besides its module, for one.
          { kind: 'program', program: String(parameters['program'] ?? subject.program), parameters }
        : { kind: 'app', options: { workload: subject.workload, parameters, host: loopback, port } },
    processes: processes === undefined ? undefined : Number(processes),
    workers: workers === undefined ? undefined : Number(workers),
    pool: cell.setting['pool'],
    contestant: plan.contestants?.find(({ id }) => id === topology.id)?.launch,
    directory,
  });
  const url = `http://${loopback}:${port}`;
  const varied = { ...launch, env: { ...launch.env, ...variablesOf(cell.setting) } };
  return {
    launch: parameters['names'] === 'own' ? withOwnNames(varied) : varied,
    cwd: directory,
    url: `${url}/`,
    readyUrl: url + readyPath,
    requests: cell.requests.map((request) => ({ ...request, url: atOrigin(url, request.url) })),
    cpus,
    jobsPerRequest: Number(parameters['jobs'] ?? 0),
    hasOwnJobs: parameters['background'] === 1,
  };
}

/** The CPUs to pin the server to; null: none. `cpus=2` means two of those that it may use at all. */
function chosenCpus(plan: Plan, cell: Cell): readonly number[] | null {
  const count = cell.setting['cpus'];
  if (count === undefined) return plan.affinity?.server ?? null;
  return (plan.affinity?.server ?? affinity() ?? []).slice(0, Number(count));
}

/** A port of the loopback interface that nothing listens on, at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, loopback, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

// A second server of the same command beside the first: its own `listen` is led to ports that nobody else has.

/** Ranges below the ports that the kernel gives out. Their length is a prime: ports a thousand apart stay apart. */
const ranges = { length: 997, first: 11, count: 20 } as const;

/** @param beside servers that live already. @returns the first port of its range */
function shiftOf(beside: number): number {
  return ranges.length * (ranges.first + ((process.pid + beside) % ranges.count));
}

function shiftedUrl(url: string, shift: number): string {
  const { host, port } = endpointOf(url);
  const { protocol } = new URL(url);
  return atOrigin(`${protocol}//${addressText({ host, port: shift + (port % ranges.length) })}`, url);
}

/** JavaScript, for any Node, that shifts ports. One in the range stays: a cluster's primary listens again for its workers. */
const preload = (first: number) => `'use strict';
const { prototype } = require('node:net').Server;
const { listen } = prototype;
const shifted = (port) =>
  Number(port) > 0 && !(port >= ${first} && port < ${first + ranges.length}) ? ${first} + (port % ${ranges.length}) : port;
prototype.listen = function (place, ...rest) {
  const isObject = typeof place === 'object' && place !== null && 'port' in place;
  return listen.call(this, isObject ? { ...place, port: shifted(place.port) } : shifted(place), ...rest);
};
`;

/** The launch with its ports shifted in each Node that it starts. @param directory the trial's own folder */
function withShift(launch: Launch, shift: number, directory: string): Launch {
  return withPreload(launch, directory, 'shifted-ports.cjs', preload(shift));
}
