/** Takes a CPU profile of the main thread (guest), and sums it up in the probe's own thread. */
import type { ProbeProfile, ProfiledFunction } from '../../model/reading.ts';
import type { MainSession, MainSessionModule } from './main-session.cts';
import type { MainThread } from './main-thread.cts';

const extension = __filename.endsWith('.cts') ? '.cts' : '.cjs';
const { oneAtATime, withMainSession } = require(`./main-session${extension}`) as MainSessionModule;
const { fileURLToPath } = require('node:url') as typeof import('node:url');

/** Most functions that are told. */
const most = 20;

interface Frame {
  readonly functionName: string;
  readonly url: string;
  /** Number of the line, from 0. */
  readonly lineNumber: number;
}

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: Frame;
    readonly children?: readonly number[];
  }[];
  /** Times, in microseconds. */
  readonly startTime: number;
  readonly endTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

type Named = Pick<ProfiledFunction, 'name' | 'file' | 'line'>;

/** Most characters of a name or file: a module in a `data:` URL has its whole text for a name. */
const mostCharacters = 1000;
const cut = (text: string) => (text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text);

function fileOf(url: string): string {
  try {
    return url.startsWith('file:') ? fileURLToPath(url) : url;
  } catch {
    return url;
  }
}

const named = ({ functionName, url, lineNumber }: Frame): Named => ({
  name: functionName === '' ? '(anonymous)' : cut(functionName),
  file: cut(fileOf(url)),
  line: url === '' || lineNumber < 0 ? null : lineNumber + 1,
});

const isOfApplication = ({ file }: Named) => file !== '' && !file.startsWith('node:');
/** Whether the application itself can change a function: what a package does is done for a caller. */
const isOwn = (one: Named) => isOfApplication(one) && !one.file.includes('/node_modules/');
const inWords = ({ name, file, line }: Named) => `${name} ${file}:${line}`;

/** Time of each node itself, in microseconds: a sample stands for the time until the next one. */
function selfTimes({ samples, timeDeltas, startTime, endTime }: Profile): Map<number, number> {
  const times = new Map<number, number>();
  let at = startTime + (timeDeltas[0] ?? 0);
  samples.forEach((id, index) => {
    const next = index + 1 < samples.length ? at + (timeDeltas[index + 1] ?? 0) : endTime;
    times.set(id, (times.get(id) ?? 0) + Math.max(0, next - at));
    at = next;
  });
  return times;
}

interface Sum {
  readonly named: Named;
  self: number;
  total: number;
  readonly callers: Map<string, number>;
  /** Time of a function that is no JavaScript, by the file of the JavaScript that it is called from. */
  readonly callingFiles: Map<string, number>;
}

const addTo = (map: Map<string, number>, key: string, time: number) =>
  map.set(key, (map.get(key) ?? 0) + time);

/** Sums by function: a function appears in the tree once for each way that leads to it. */
function sums(taken: Profile): Sum[] {
  const self = selfTimes(taken);
  const nodes = new Map(taken.nodes.map((node) => [node.id, node]));
  const all = new Map<string, Sum>();
  /** @returns the time of the node with all below it */
  const visit = (
    id: number,
    open: ReadonlySet<string>,
    caller: string | null,
    callingFile: string,
  ): number => {
    const node = nodes.get(id);
    if (!node) return 0;
    const name = named(node.callFrame);
    const key = `${name.name} ${name.file} ${name.line}`;
    const sum = all.get(key) ?? {
      named: name,
      self: 0,
      total: 0,
      callers: new Map(),
      callingFiles: new Map(),
    };
    all.set(key, sum);
    const own = self.get(id) ?? 0;
    // A package stands for its caller, unless there is none: a server may be a package itself.
    const nearest = isOwn(name) || (caller === null && isOfApplication(name)) ? inWords(name) : caller;
    // Some children of the root are no functions; none of its children has a caller.
    const within = new Set(open).add(key);
    const file = name.file || callingFile;
    const children = node.children ?? [];
    const total = children.reduce((time, child) => time + visit(child, within, nearest, file), own);
    sum.self += own;
    // A function that calls itself is open already, and its time is counted there.
    if (!open.has(key)) sum.total += total;
    if (nearest !== null) addTo(sum.callers, nearest, own);
    if (name.file === '' && callingFile !== '') addTo(sum.callingFiles, callingFile, own);
    return total;
  };
  const [root] = taken.nodes;
  if (root) visit(root.id, new Set(), null, '');
  return [...all.values()];
}

/** Least part of the profile, of a synchronous call of Node's that is told. */
const leastOfSync = 0.05;

/** @returns the key with the most time */
function mostOf(times: ReadonlyMap<string, number>, itself: string | null): string | null {
  const [first] = [...times]
    .filter(([key]) => key !== itself)
    .toSorted(([, time], [, other]) => other - time);
  return first?.[0] ?? null;
}

function summary(taken: Profile, stopped: number): ProbeProfile {
  const duration = taken.endTime - taken.startTime;
  const all = sums(taken);
  const share = (name: string) =>
    (all.find(({ named: one }) => one.file === '' && one.name === name)?.self ?? 0) / duration;
  // All time of such a call is in what it calls, and still its name is the one that an application knows.
  const synchronous = all.filter(
    ({ named: { name, file }, total }) =>
      file.startsWith('node:') && name.endsWith('Sync') && total >= leastOfSync * duration,
  );
  const functions = all
    .filter((one) => !synchronous.includes(one))
    .filter(({ named: { name, file } }) => file !== '' || !/^\((root|idle|garbage collector)\)$/.test(name))
    .filter(({ self }) => self > 0)
    .toSorted((one, other) => other.self - one.self)
    .slice(0, most - Math.min(synchronous.length, most));
  const kept = [...functions, ...synchronous.slice(0, most)].toSorted((one, other) => other.self - one.self);
  return {
    type: 'profile',
    duration: duration / 1000,
    stopped,
    idle: share('(idle)'),
    gc: share('(garbage collector)'),
    functions: kept.map(({ named: one, self, total, callers, callingFiles }) => ({
      ...one,
      self: self / duration,
      total: total / duration,
      calledBy: isOwn(one) ? null : mostOf(callers, inWords(one)),
      ...(callingFiles.size > 0 && { calledIn: mostOf(callingFiles, null) ?? undefined }),
    })),
  };
}

/** Silence, in ms, above which the main thread is inside one call, and serves nobody. */
const hang = 300;
const isAtLeast22 = Number(process.versions.node.split('.')[0]) >= 22;

/**
 * V8 does not tell a profiler what it had optimised inside a running loop (on-stack replacement), so the time of a
 * function that has run since before would be its caller's. Counting calls makes V8 forget all optimised code, and the
 * loop goes on in code that is known. For a server at work that costs a fifth of a second at a third of its speed; for
 * one that hangs, nothing. Not on Node 20: there it stayed slow.
 */
async function forgetOptimised(session: MainSession): Promise<void> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.stopPreciseCoverage');
}

/** Longest wait for the start, in ms. If it were given up while V8 still walks, it would cost as much, for nothing. */
const startTimeout = { least: 2000, eachMegabyte: 5 } as const;

/**
 * Starts the profile. V8 walks over the whole heap to find the code in it, which blocks the main thread: for 30 ms with 5 MB in
 * use, 90 with 60, 250 with 260, 400 with 520; many small objects take the longest.
 *
 * @returns how long the main thread was blocked, in ms
 */
async function start(session: MainSession, main: Main): Promise<number> {
  // Both requests are sent at once and done in one go: what the main thread does before it listens is not the probe's.
  const enabled = session.post('Profiler.enable').then(main.stops);
  const timeout = startTimeout.least + (startTimeout.eachMegabyte * main.heapUsed()) / 2 ** 20;
  try {
    await Promise.all([enabled, session.post('Profiler.start', {}, timeout)]);
  } finally {
    main.goesOn();
  }
  return main.lastStop();
}

type Main = Pick<MainThread, 'silent' | 'heapUsed' | 'stops' | 'goesOn' | 'lastStop' | 'isProfiled'>;

/**
 * Takes a profile of the main thread. Its start stops that thread for a time (see `start`); then it costs a sample each
 * millisecond.
 *
 * @param duration in ms
 */
const profile = oneAtATime('profile', (duration: number, main: Main) =>
  withMainSession(async (session) => {
    main.isProfiled(true);
    const silent = main.silent();
    const stopped = await start(session, main);
    // Only after the start, so that V8 tells the profiler what it optimises next.
    if (silent > hang && isAtLeast22) await forgetOptimised(session);
    await new Promise((resolve) => setTimeout(resolve, duration));
    const result = await session.post<{ profile: Profile }>('Profiler.stop');
    return summary(result.profile, stopped);
  }).finally(() => main.isProfiled(false)),
);

const api = { profile };
export type ProfileModule = typeof api;
module.exports = api;
