/** Turns all that was seen of a process into figures: from the probe where it answered, else as seen from outside. */
import { isBusyWithProbe, serverDelay, serverSilence } from '../saturation/own-stop.ts';
import type { ProcessSnapshot, ThreadSpan } from '../model/process-snapshot.ts';
import type { LoopReading, ProbeReading, TrafficReading } from '../model/reading.ts';
import type {
  CpuVitals,
  LoopVitals,
  ServiceVitals,
  MemoryVitals,
  TrafficVitals,
  Vitals,
} from '../model/vitals.ts';
import type { Probed, Watch, WatchedProcess } from '../model/watch.ts';
import { connectionsOf } from './connection-vitals.ts';
import { nativeOf, ofLook, workersOf } from './thread-vitals.ts';
import { poolOf, type Sources } from './pool-vitals.ts';
import { Histogram } from '../stats/histogram.ts';
import { meanTime } from '../model/sample.ts';
import { deviation, meanOrNull, quantile, total, weightedMean } from '../stats/mean-and-spread.ts';

export function vitalsOf(process: WatchedProcess, watch: Pick<Watch, 'host' | 'target'>): Vitals {
  const look = process.look.ok ? process.look : null;
  const readings = process.probe.ok ? withoutEntry(process.probe) : [];
  const sources: Sources = { process, look, readings };
  const hello = process.probe.ok ? process.probe.hello : null;
  const tasks = look?.subject.environment.tasks;
  const connections = connectionsOf(readings);
  return {
    pid: process.pid,
    role: process.role,
    command: look?.subject.command ?? (hello?.script ? `node ${hello.script}` : 'node'),
    script: look?.subject.script ?? hello?.script ?? null,
    startedAs: watch.target.type === 'command' ? watch.target.command : null,
    load: watch.target.load ?? null,
    node: hello?.node ?? look?.subject.node ?? null,
    seen: process.to - process.from,
    age: ageOf(process, look),
    isProduction: look?.subject.environment.isProduction ?? null,
    clients: look?.subject.environment.clients ?? [],
    stopped: look?.stopped ?? null,
    pool: poolOf(sources),
    loop: loopOf(sources),
    gc: gcOf(readings),
    memory: memoryOf(sources, watch),
    cpu: cpuOf(sources, watch),
    v8: look?.v8 ?? null,
    workers: workersOf(look, hello?.tid ?? null, connections),
    native: nativeOf(look, hello?.tid ?? null),
    sockets: socketsOf(process),
    requests: trafficOf(readings, 'requests'),
    calls: trafficOf(readings, 'calls'),
    connections,
    taskRoom: tasks && tasks.used !== null ? Math.max(0, tasks.limit - tasks.used) : null,
    withoutPeek: withoutPeek(process),
    withoutProbe: process.probe.ok ? null : process.probe.why,
  };
}

function ageOf({ from, to }: WatchedProcess, look: ProcessSnapshot | null): Vitals['age'] {
  const age = look?.subject.age ?? null;
  return age === null ? null : age + to - from;
}

/** Readings without the first of an attached probe: it measures the inspector and the compilation of the probe itself. */
function withoutEntry({ hello, readings }: Probed): readonly ProbeReading[] {
  const [first, ...rest] = readings;
  const isEntry = hello.entry === 'attached' && first !== undefined && first.at <= first.span * 1.5;
  return isEntry ? rest : readings;
}

function socketsOf({ sockets }: WatchedProcess): Vitals['sockets'] {
  if (!sockets.ok) return null;
  const { listening, overflows, inbound, outbound } = sockets;
  return { listening, overflows, inbound, outbound };
}

function withoutPeek({ look }: WatchedProcess): Vitals['withoutPeek'] {
  if (!look.ok) return look.why;
  return look.subject.peek.ok ? null : look.subject.peek.why;
}

/** Milliseconds by which a timer is late that clients feel, and that a busy machine does not cause in a healthy loop. */
const longStall = 100;
const isStall = (reading: ProbeReading) =>
  serverSilence(reading) >= longStall || (serverDelay(reading)?.max ?? 0) >= longStall;

/**
 * Quantile of the readings' p99s that stands for the p99 of the whole. A reading spans a quarter of a second, some 25 timers, so its
 * p99 is its longest: one reading in ten with a stall makes the p99 of the whole.
 */
const readingsForP99 = 0.9;

function loopOf({ process, look, readings }: Sources): LoopVitals {
  const main = look?.threads.find(({ role }) => role === 'main') ?? null;
  const probed = utilizationOf(readings);
  const seen = look?.loop ?? (main && shareBusy(main));
  const profile = process.probe.ok ? process.probe.profile : null;
  return {
    utilization: probed ?? seen,
    from: probed === null ? (seen === null ? null : 'threads') : 'probe',
    ran: main?.ran ?? null,
    waitedForCpu: main?.waitedForCpu ?? null,
    blockedIn: main ? blockedIn(main) : [],
    delay: delayOf(readings),
    silent: readings.length > 0 ? Math.max(...readings.map(serverSilence)) : null,
    stalls: readings.length > 0 ? readings.filter(isStall).length : null,
    functions: profile?.functions ?? null,
    profileStopped: profile?.stopped ?? null,
  };
}

/**
 * Utilisation of the loop. A reading in which the main thread did not answer counts as busy throughout. One in which the probe
 * held or profiled it counts only if there is no other.
 */
function utilizationOf(all: readonly ProbeReading[]): number | null {
  const own = all.filter((reading) => !isBusyWithProbe(reading));
  const readings = own.length > 0 ? own : all;
  return weightedMean(readings.map(({ loop, span }) => ({ value: loop?.utilization ?? 1, weight: span })));
}

/** Busy share where the kernel does not count time: the readings in which the thread did not wait for events. */
function shareBusy({ doing, readings }: ThreadSpan): number | null {
  const known = doing.some(({ doing: each }) => each.state === 'polling' || each.state === 'blocked');
  const waiting = doing.filter(({ doing: { state } }) => state === 'polling' || state === 'asleep');
  return known && readings > 0 ? 1 - waiting.reduce((sum, way) => sum + way.readings, 0) / readings : null;
}

function blockedIn({ doing, readings }: ThreadSpan): LoopVitals['blockedIn'] {
  return doing
    .filter(({ doing: { state } }) => state === 'blocked' || state === 'waiting')
    .map((way) => ({ doing: way.doing, share: way.readings / readings, threads: 1 }));
}

function delayOf(readings: readonly ProbeReading[]): LoopVitals['delay'] {
  const delays = readings.flatMap((reading) => serverDelay(reading) ?? []);
  if (delays.length === 0) return null;
  const each = (name: keyof LoopReading['delay']) => delays.map((one) => one[name]);
  return {
    mean: meanOrNull(each('mean')) ?? 0,
    p50: quantile(each('p50'), 0.5) ?? 0,
    p99: quantile(each('p99'), readingsForP99) ?? 0,
    max: Math.max(...each('max')),
  };
}

function gcOf(readings: readonly ProbeReading[]): Vitals['gc'] {
  const span = total(readings.map((reading) => reading.span));
  if (span === 0) return null;
  return {
    share: total(readings.map(({ gc }) => gc.time)) / span,
    full: total(readings.map(({ gc }) => gc.full ?? 0)) / span,
    longest: Math.max(...readings.map(({ gc }) => gc.longest)),
    count: total(readings.map(({ gc }) => gc.count)),
  };
}

interface Amount {
  readonly at: number;
  readonly bytes: number;
}

/** Shortest time and fewest points of a slope: with less it is the noise of a few pages. */
const leastForGrowth = { time: 4000, points: 8 } as const;

function memoryOf({ process, look, readings }: Sources, { host }: Pick<Watch, 'host'>): MemoryVitals {
  const points = process.series.flatMap(({ at, rss }) => (rss === null ? [] : { at, bytes: rss }));
  const last = readings.at(-1)?.memory;
  const limit = look?.subject.environment.memory?.limit ?? null;
  const collected = readings.flatMap(({ at, gc: { kept } }) =>
    kept === undefined ? [] : { at, bytes: kept },
  );
  const flags = `${look?.subject.environment.nodeOptions ?? ''} ${look?.subject.command ?? ''}`;
  const span = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0);
  const isLongEnough = points.length >= leastForGrowth.points && span >= leastForGrowth.time;
  return {
    rss: points.at(-1)?.bytes ?? last?.rss ?? look?.subject.environment.rss ?? 0,
    growth: isLongEnough ? slope(points) : null,
    isSteady: isLongEnough && span >= leastForSteady ? isSteady(points) : null,
    limit,
    heap: last?.heapUsed ?? null,
    external: last?.external ?? null,
    room: Math.min(limit ?? Infinity, host.memory),
    heapLimit: heapLimit(flags, last?.heapLimit || null),
    kept: collected.at(-1)?.bytes ?? null,
    keptGrowth: laterGrowth(collected),
  };
}

/** The limit of the old generation. V8's own figure includes the young one: three times its half, little unless a flag sets it. */
function heapLimit(flags: string, told: number | null): number | null {
  const bytesOf = (name: string) => {
    const found = [...flags.matchAll(new RegExp(`--${name.replaceAll('-', '[-_]')}=(\\d+)`, 'g'))].at(-1);
    return found ? Number(found[1]) * 2 ** 20 : null;
  };
  const young = 3 * (bytesOf('max-semi-space-size') ?? 0);
  return bytesOf('max-old-space-size') ?? (told === null ? null : told - young);
}

/** Least growth of live memory: objects that die soon after a collection make it vary by some megabytes. */
const leastForLater = { points: 3, time: 1000, share: 0.1, bytes: 2 ** 23 } as const;

/** Growth in the later half of the watch, per second: a server that begins to work grows less and less. Null if there is none. */
function laterGrowth(points: readonly Amount[]): number | null {
  const [first, middle, last] = [points[0], points[points.length >> 1], points.at(-1)];
  if (points.length < leastForLater.points || !first || !middle || !last) return null;
  const grown = last.bytes - first.bytes;
  if (last.at - first.at < leastForLater.time) return null;
  if (grown < Math.max(leastForLater.bytes, leastForLater.share * first.bytes)) return null;
  const before = middle.bytes - first.bytes;
  const after = (1000 * (last.bytes - middle.bytes)) / (last.at - middle.at);
  return before > 0 && after > 0 ? after : null;
}

/** Shortest watch that shows steady growth, and the last third's rate ÷ the first's: a fresh server grows less and less. */
const leastForSteady = 8000;
const lastOfFirst = 0.6;

function isSteady(points: readonly Amount[]): boolean {
  const thirds = [0, 1, 2].map((third) =>
    slope(points.slice((third * points.length) / 3, ((third + 1) * points.length) / 3)),
  );
  const [first = 0, , last = 0] = thirds;
  return thirds.every((rate) => rate > 0) && last >= lastOfFirst * first;
}

/** The slope by least squares, in bytes per second. */
function slope(points: readonly Amount[]): number {
  const at = meanOrNull(points.map((point) => point.at)) ?? 0;
  const bytes = meanOrNull(points.map((point) => point.bytes)) ?? 0;
  const square = total(points.map((point) => (point.at - at) ** 2));
  const product = total(points.map((point) => (point.at - at) * (point.bytes - bytes)));
  return square > 0 ? (1000 * product) / square : 0;
}

function cpuOf({ look, readings }: Sources, { host }: Pick<Watch, 'host'>): CpuVitals {
  const span = total(readings.map((reading) => reading.span));
  const counted = look?.threads.filter(({ waitedForCpu }) => waitedForCpu !== null) ?? [];
  const throttling = look?.throttling;
  const used = (time: (reading: ProbeReading) => number) => (span > 0 ? total(readings.map(time)) / span : 0);
  return {
    // CPU time of the probe's own thread is subtracted.
    used: Math.max(0, (look?.cpuUsed ?? used(({ cpu }) => cpu ?? 0)) - used(({ ownCpu }) => ownCpu ?? 0)),
    available: look?.subject.environment.cpus ?? host.effectiveCpus,
    quota: look?.subject.environment.quota ?? null,
    throttled: throttling && throttling.periods > 0 ? throttling.throttled / throttling.periods : null,
    waited:
      look && counted.length > 0
        ? total(counted.map((thread) => ofLook(thread, look, thread.waitedForCpu)))
        : null,
  };
}

function trafficOf(readings: readonly ProbeReading[], side: 'requests' | 'calls'): TrafficVitals | null {
  const seen = readings.flatMap(({ span, [side]: traffic }) => (traffic ? [{ span, ...traffic }] : []));
  const time = total(seen.map(({ span }) => span));
  if (time === 0) return null;
  return {
    pending: weightedMean(seen.map(({ pending, span }) => ({ value: pending, weight: span }))) ?? 0,
    rate: (1000 * total(seen.map(({ finished }) => finished))) / time,
    ...rateErrorOf(seen),
    // Null where no request was seen from beginning to end.
    mean: weightedMean(
      seen.flatMap(({ mean: value, finished: weight }) => (value === null ? [] : { value, weight })),
    ),
  };
}

/** Relative error of the rate. Readings sample at random times, so their scatter gives the error of their mean. */
function rateErrorOf(
  seen: readonly (TrafficReading & Pick<ProbeReading, 'span'>)[],
): Pick<TrafficVitals, 'rateError'> {
  const rates = seen.map(({ started, span }) => started / span);
  const rate = meanOrNull(rates) ?? 0;
  const isSampled = seen.some(({ counted }) => counted !== undefined);
  if (!isSampled || rates.length < 2 || rate === 0) return {};
  return { rateError: deviation(rates) / Math.sqrt(rates.length) / rate };
}

/** Processes with the most CPU time first: those that only start the server use nothing. */
export const byCpu = (processes: readonly Vitals[]): readonly Vitals[] =>
  processes.toSorted((one, other) => other.cpu.used - one.cpu.used);

/** Whether a process runs the application: a launcher only waits for it. */
export function isServing({ role }: Pick<Vitals, 'role'>): boolean {
  return role === 'single' || role === 'worker';
}

export function serviceOf(watch: Watch, processes: readonly Vitals[]): ServiceVitals {
  const cpus = Math.max(0, ...processes.map(({ cpu }) => cpu.available)) || watch.host.effectiveCpus;
  const used = total(processes.map(({ cpu }) => cpu.used));
  const busy = watch.machine?.busy ?? null;
  const machineCpus = watch.host.logicalCpus;
  const load = watch.load ? watch.load.generator.cpu / watch.load.window.duration : 0;
  const machineUsed = Math.max(used + load, (busy ?? 0) * machineCpus);
  return {
    cpus,
    machineCpus,
    machineUsed,
    areOthersSeen: busy !== null,
    steal: watch.machine?.steal ?? null,
    used,
    load,
    free: Math.max(0, Math.min(cpus - used, machineCpus - machineUsed)),
    serving: processes.filter(isServing).length,
    requests: requestsOf(watch, processes.filter(isServing)),
  };
}

/** Requests as counted by the load sent from here, else by the probes, else from packets. */
function requestsOf({ load, approach }: Watch, serving: readonly Vitals[]): ServiceVitals['requests'] {
  if (load) {
    const p99 = load.response.count > 0 ? Histogram.fromData(load.response).percentile(0.99) / 1000 : null;
    const steps = approach?.knee.steps ?? [];
    const alone = steps.find(({ clients }) => clients === 1)?.mean ?? null;
    const best = Math.max(load.throughput, ...steps.map(({ throughput }) => throughput));
    return { rate: load.throughput, best, mean: meanTime(load.response), p99, alone };
  }
  const rates = serving.map(({ requests, sockets }) => requests?.rate ?? sockets?.inbound.rate ?? null);
  const rate = totalOrNull(rates);
  if (!rate) return null;
  const inHandler = weightedMean(
    serving.flatMap(({ requests }) =>
      requests?.mean ? { value: requests.mean, weight: requests.rate } : [],
    ),
  );
  const waiting = totalOrNull(serving.map(waitingOf));
  const mean = waiting === null ? inHandler : Math.max(inHandler ?? 0, (1000 * waiting) / rate);
  return { rate, mean, p99: null, alone: null };
}

/** The total; null if one value is not known. */
function totalOrNull(values: readonly (number | null)[]): number | null {
  return values.includes(null) ? null : total(values.map((one) => one ?? 0));
}

/** Factor between the rates of packets and requests: with more the connection is not HTTP/1, and the kernel knows no requests. */
const mostDifference = 1.5;

/**
 * Requests that wait for an answer, for Little's law: in the handler, where a probe sees them, and in the socket, where
 * they wait for a busy loop. Null where packets do not match requests.
 */
function waitingOf({ requests, sockets }: Vitals): number | null {
  const { pending, rate } = sockets?.inbound ?? { pending: null, rate: null };
  if (requests === null || pending === null) return pending;
  const difference = (rate ?? 0) / requests.rate;
  return difference <= mostDifference && difference * mostDifference >= 1 ? pending : null;
}
