/** Which cells the experiment has: who serves what work under which load. */
import { delays, expectedKey, floorOf } from '../../workloads/loop-or-threads.ts';
import { contestantIds, type ContestantId } from '../../../model/contestant.ts';
import { describeLoad, type Load, type Plan, type Request } from '../../../model/plan.ts';
import type { Milliseconds } from '../../../model/units.ts';
import { proved } from '../experiment.ts';
import { closed } from '../loop-or-threads/grid.ts';

/** Node's own rows: one event loop, an event loop for each CPU, one event loop with worker threads. */
type NodeRow = 'node' | 'reuse-port' | 'own-pool' | 'worker-pool';
export type Platform = NodeRow | ContestantId;

/**
 * - `wait`: a timer of 100 ms and nothing else
 * - `wait+cpu`: the same wait, and then as much computing as costs this platform `calibratedCpu` for a whole request
 * - `burn`: keeps its thread for 100 ms by looking at the clock
 * - `synchronized`: waits 100 ms, in Java inside a synchronized block on an object that nobody else has
 * - `mix`: small requests, one in a hundred of which keeps its thread busy for 200 ms by looking at the clock
 */
export type PlatformWork = keyof typeof requestsOf;

export interface PlatformSetting {
  readonly work: PlatformWork;
  readonly topology: Platform;
  readonly load: Load;
  /** Tomcat's most threads, where it is not its default of 200. */
  readonly threads?: number;
}

export const wait: Milliseconds = 100;
/** Time of the request in a hundred that is not small. */
const long: Milliseconds = 200;
/** The server's own CPU time for a request, the same on every platform, in the view "same cost". */
export const calibratedCpu: Milliseconds = 4;
/** Threads that Tomcat has unless it is told otherwise (`server.tomcat.threads.max`). */
export const tomcatThreads = 200;
/** Tomcat's threads where no request waits for one: as many as requests in flight. */
export const manyThreads = 1000;

const rate = (perSecond: number): Load => ({ kind: 'rate', perSecond });

/** Clients and rates that claims name. */
export const loads = {
  few: closed(10),
  many: closed(1000),
  /** Rates with 100 and 300 requests in flight by Little's law (1,000/s and 3,000/s × 100 ms): below and above Tomcat's 200 threads. */
  calm: rate(1000),
  beyond: rate(3000),
  /** More clients than the CPUs can serve at once, so that the CPUs are what limits. */
  computing: closed(16),
  cost: closed(100),
  mixed: rate(200),
  locked: closed(500),
} as const;

const spring: readonly Platform[] = ['spring-mvc', 'spring-virtual', 'spring-webflux'];

const cells = (work: PlatformWork, load: Load, topologies: readonly Platform[]) =>
  topologies.map((topology): PlatformSetting => ({ work, topology, load }));

/** Settings that claims rest on: they are measured in every block. */
const claimed: readonly PlatformSetting[] = [
  ...cells('wait', loads.many, ['node', ...spring]),
  { work: 'wait', topology: 'spring-mvc', load: loads.many, threads: manyThreads },
  ...cells('wait', loads.few, ['spring-mvc', 'spring-virtual']),
  ...cells('wait', loads.calm, ['node', 'spring-mvc', 'spring-webflux']),
  ...cells('prime', loads.computing, ['node', 'reuse-port', 'spring-mvc', 'spring-virtual']),
  ...cells('wait+cpu', loads.cost, ['node', 'reuse-port', 'spring-mvc']),
  ...cells('mix', loads.mixed, ['node', 'spring-mvc']),
  ...cells('burn', loads.computing, ['node', 'spring-mvc']),
  ...cells('synchronized', loads.locked, ['spring-virtual']),
];

const tableWorks = ['file', 'io-test', 'network-io', 'pbkdf2'] as const;

/** @param pool the worker threads that are there: piscina, or our own */
function all(scale: Plan['scale'], pool: NodeRow): PlatformSetting[] {
  const others: readonly Platform[] = ['go', 'bun', 'deno', 'express'];
  const everybody: readonly Platform[] = ['node', 'reuse-port', pool, ...spring, ...others];
  const quick: PlatformSetting[] = [
    ...claimed,
    ...cells('wait', loads.few, ['node', 'go']),
    ...cells('wait', loads.many, ['reuse-port', ...others]),
    ...cells('wait', loads.calm, ['spring-virtual', 'go']),
    ...cells('wait', loads.beyond, ['node', 'spring-mvc', 'spring-virtual', 'go']),
    ...cells('prime', loads.computing, [pool, 'go']),
    ...cells('wait+cpu', loads.cost, ['go']),
    ...cells('mix', loads.mixed, ['reuse-port', 'go']),
    ...tableWorks.flatMap((work) => cells(work, loads.computing, ['node', 'spring-mvc', 'go'])),
  ];
  if (scale === 'quick') return quick;
  return [
    ...quick,
    ...[closed(10), closed(100), closed(1000), closed(5000), loads.calm, loads.beyond].flatMap((load) =>
      cells('wait', load, everybody),
    ),
    ...tableWorks.flatMap((work) =>
      [loads.few, loads.computing, closed(100), rate(100)].flatMap((load) => cells(work, load, everybody)),
    ),
    ...[loads.computing, closed(100), rate(50)].flatMap((load) => cells('prime', load, everybody)),
    ...cells('wait+cpu', loads.cost, everybody),
    ...cells('wait+cpu', rate(100), everybody),
    ...cells('mix', loads.mixed, everybody),
    ...cells('burn', loads.computing, everybody),
    ...cells('synchronized', loads.locked, [...spring, 'go', 'node']),
  ];
}

/** Whether no claim rests on a setting: a quick run measures it once, for the tables. */
export const isForTable = (setting: PlatformSetting): boolean =>
  !claimed.some((one) => cellId(one) === cellId(setting));

/**
 * All settings of a scale.
 * @param ready contestants that can be started; Node always can
 */
export const settings = (
  scale: Plan['scale'],
  hasPiscina: boolean,
  ready: ReadonlySet<string>,
): PlatformSetting[] =>
  all(scale, hasPiscina ? 'worker-pool' : 'own-pool').filter(
    ({ topology }) => ready.has(topology) || !isContestant(topology),
  );

export const isContestant = (topology: string): topology is ContestantId =>
  (contestantIds as readonly string[]).includes(topology);

export const cellId = ({ work, topology, load, threads }: PlatformSetting): string =>
  `${work}/${topology}${threads === undefined ? '' : `-${threads}`}/${describeLoad(load)}`;

/** Sizes of the work, the same for all in the view "same work". */
export interface Sizes {
  readonly cpus: number;
  /** Primes up to this number are counted. */
  readonly prime: number;
  /** Lines of the large file. */
  readonly lines: number;
  readonly iterations: number;
  /** Units of `/wait` with which calibrating begins. */
  readonly units: number;
}

const request = (path: string, { lines }: Sizes, least?: Milliseconds, weight = 1): Request =>
  proved(path, expectedKey(path, lines), {
    weight,
    ...(least !== undefined && { floor: floorOf(least) }),
  });

/** The requests of each work, with the shortest time in which an answer can come. */
const requestsOf = {
  wait: (sizes: Sizes) => [request(`/wait/${wait}/0`, sizes, wait)],
  'wait+cpu': (sizes: Sizes) => [request(`/wait/${wait}/${sizes.units}`, sizes, wait)],
  prime: (sizes: Sizes) => [request(`/prime/${sizes.prime}`, sizes)],
  file: (sizes: Sizes) => [request('/file/large', sizes)],
  'io-test': (sizes: Sizes) => [request('/io-test', sizes)],
  'network-io': (sizes: Sizes) => [request('/network-io', sizes, delays.from)],
  pbkdf2: (sizes: Sizes) => [request(`/pbkdf2/${sizes.iterations}`, sizes)],
  mix: (sizes: Sizes) => [request('/wait/0/0', sizes, undefined, 99), request(`/burn/${long}`, sizes, long)],
  burn: (sizes: Sizes) => [request(`/burn/${wait}`, sizes, wait)],
  synchronized: (sizes: Sizes) => [request(`/synchronized/${wait}`, sizes, wait)],
} as const;

/** Window of the mix, with eleven hundred small requests: a hundred of them lie beyond the percentile that is compared. */
const mixedWindow: Milliseconds = 5500;
/** Window of ten clients, with two hundred requests: a hundred of them lie above the median. */
const fewWindow: Milliseconds = 2300;

/** Exercise of every server before its window: some ten thousand small requests, after which a JVM has compiled what handles one. */
const exercise = { path: '/wait/0/0', clients: 32, windows: 4 };
/** Whether a load has so few requests that a server would still be compiled in its window. */
const isSmall = ({ work, load }: PlatformSetting) =>
  (work === 'wait' && [loads.few, loads.calm, loads.beyond].includes(load)) || work === 'mix';

/** @param duration of the plan's windows */
export function cellOf(of: PlatformSetting, sizes: Sizes, duration: Milliseconds) {
  const { work, topology, load, threads } = of;
  const least = work === 'mix' ? mixedWindow : load.kind === 'closed' && load.clients <= 10 ? fewWindow : 0;
  return {
    setting: {
      work,
      topology,
      ...(topology === 'reuse-port' && { processes: sizes.cpus }),
      ...(topology.endsWith('-pool') && { workers: sizes.cpus }),
      ...(threads !== undefined && { [threadsKey]: threads }),
    },
    load,
    requests: requestsOf[work](sizes),
    ...(duration < least && { duration: least }),
    ...(isSmall(of) && { exercise }),
    ...(work === 'wait+cpu' && { calibrate: { cpu: calibratedCpu, units: sizes.units } }),
  };
}

/** The factor that sets the environment variable from which Spring Boot reads `server.tomcat.threads.max`. */
export const threadsKey = 'env:SERVER_TOMCAT_THREADS_MAX';

/** Returns a request of the view "same cost" for another number of units: in the last part of its path, and in its proof. */
export function withUnits(given: Request, units: number): Request {
  const url = new URL(given.url);
  url.pathname = url.pathname.replace(/[^/]+$/, String(units));
  const { proof } = given;
  return {
    ...given,
    url: url.href,
    ...(proof && { proof: { ...proof, key: expectedKey(url.pathname, 0) } }),
  };
}
