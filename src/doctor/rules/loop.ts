/** The event loop: one thread in each process, that always has something to do, or is blocked for long at a time. */
import { oneLine } from '../../format/printable.ts';
import { amount, share, time } from '../../format/words.ts';
import { inEnglish, message } from '../../messages/message.ts';
import { hardlyIdle, saturation } from '../../saturation/saturation.ts';
import type { Change } from '../../model/diagnosis.ts';
import type { ServiceVitals, Vitals } from '../../model/vitals.ts';
import { change, moreProcesses } from './changes.ts';
import {
  type HotFunction,
  changesOf,
  hotFunction,
  inPieces,
  productionMode,
  profileRunning,
} from './hot-function.ts';
import { areCpusFull, freeCpus, usedByOthers } from './pool-load.ts';
import { type RuleResult, cannotTell, findingOf, fine, processRule, told, unseen } from './rule.ts';
import { cpuGain } from './sizing.ts';

const limits = {
  /** By M/M/1 a request waits twenty times as long as it takes. */
  critical: 0.95,
  /** Time in which the main thread was ready and had no CPU, of the time in which it had something to do: then it is the CPU. */
  withoutCpu: 0.3,
  /** And of all time. */
  felt: 0.25,
  /** Beside others it is still the loop that is saturated, if it ran for so much, and is most of what the process computes. */
  ranBesideOthers: 0.3,
  ofProcess: 0.5,
  /** Runnable, waiting for a CPU, of all time: felt. */
  severeWaited: 0.4,
  /** Less than this left of the CPUs: another process would only take it from the first. */
  free: 0.25,
  /** CPUs that others use: without them there might be one for another process. */
  takenByOthers: 0.1,
  /** A function that makes up so much of a profile is worth a thread of its own. */
  function: 0.3,
  /** One that makes up so much, and blocks the loop for long, is to go from it even without a free CPU. */
  dominates: 0.5,
  stalls: 2,
} as const;

export const loopSaturated = processRule({
  id: 'loop-saturated',
  resource: 'event loop',
  symptom: ['core', 'loop utilisation; what the main thread does; the CPUs left'],
  experiment: 'cluster',
  // Not cpu-saturated: where others have the CPUs, both are true.
  explains: ['backlog', 'downstream', 'loop-blocked', 'pool-too-large'],
  threshold: message('evidence.share', { part: saturation.measured['event loop'] }),
  signals(vitals, service) {
    const { ran, waitedForCpu, delay, from, utilization } = vitals.loop;
    const { used, cpus, machineCpus: all, load } = service;
    const hot = hotFunction(vitals);
    return {
      'loop utilisation': told('evidence.loop', { part: utilization, isProbe: from === 'probe' }),
      'main thread on a CPU': told('evidence.share', { part: ran }),
      'waiting for a CPU': told('evidence.share', { part: waitedForCpu }),
      'timers late': delay && message('evidence.late', { p99: delay.p99, max: `${amount(delay.max)} ms` }),
      CPUs: message('evidence.cpus-of-server', {
        used,
        cpus,
        others: usedByOthers(service),
        all,
        left: freeCpus(vitals, service),
        isLoaded: load > 0,
      }),
      'hottest function': hot && message('evidence.hot', { hot }),
    };
  },
  judge(vitals, service) {
    const { utilization, ran, waitedForCpu } = vitals.loop;
    if (utilization === null) return cannotTell('event loop');
    if (utilization < saturation.measured['event loop']) return fine;
    if (isForCpus(vitals, service) && !isSaturatedBesideOthers(vitals, service)) return fine;
    // It was blocked.
    if (ran !== null && ran + (waitedForCpu ?? 0) < utilization / 2) return fine;
    return finding(vitals, service, utilization);
  },
});

/**
 * Then the CPUs are what is told of. Where they are not full, nobody else would tell of a loop that runs, has no time left, and
 * now and then waits for a CPU behind other threads of its own process.
 */
function isForCpus(vitals: Vitals, service: ServiceVitals): boolean {
  return isWithoutCpu(vitals) && (areCpusFull(service) || !isBehindOwnThreads(vitals));
}

/** Others of its process ran for as long as the loop waited. */
function isBehindOwnThreads({ loop: { ran, waitedForCpu }, cpu }: Vitals): boolean {
  return (ran ?? 0) >= limits.ranBesideOthers && cpu.used - (ran ?? 0) >= (waitedForCpu ?? 0);
}

function isWithoutCpu({ loop: { ran, waitedForCpu } }: Vitals): boolean {
  return (
    ran !== null &&
    waitedForCpu !== null &&
    waitedForCpu >= limits.felt &&
    waitedForCpu >= limits.withoutCpu * (ran + waitedForCpu)
  );
}

/**
 * Others on the machine have the CPUs, clients that run beside it for instance, and the loop is what wants more than one:
 * a CPU for each process would be saturated as well. With a process for each CPU it is the CPUs that are too few.
 */
function isSaturatedBesideOthers({ loop, cpu }: Vitals, service: ServiceVitals): boolean {
  const ran = loop.ran ?? 0;
  return (
    ran >= limits.ranBesideOthers &&
    ran >= limits.ofProcess * cpu.used &&
    service.serving < Math.floor(service.cpus)
  );
}

function finding(vitals: Vitals, service: ServiceVitals, utilization: number): RuleResult {
  const { ran, waitedForCpu } = vitals.loop;
  const { serving, cpus, machineCpus, load } = service;
  const hot = hotFunction(vitals);
  const left = freeCpus(vitals, service);
  const free = left >= limits.free ? left : null;
  const processes = Math.max(serving + 1, Math.floor(cpus));
  const gain = free === null ? null : Math.min(processes / serving, cpuGain(vitals, service));
  const others = usedByOthers(service);
  const isOwn = !isForCpus(vitals, service);
  const beside = isWithoutCpu(vitals)
    ? { ran: ran ?? 0, waited: waitedForCpu ?? 0, others, cpus: machineCpus, isOwn }
    : null;
  const byOthers = Math.max(0, others - load);
  const taken =
    free === null && beside === null && byOthers >= limits.takenByOthers
      ? { others: byOthers, cpus: machineCpus, load }
      : null;
  const production = productionMode(vitals);
  const isDevelopment = production.length > 0;
  const advised = changes(vitals, service, hot, {
    production,
    spread: free === null ? [] : [moreProcesses(vitals, processes)],
  });
  const isSevere =
    utilization >= limits.critical || (beside !== null && beside.waited >= limits.severeWaited);
  return {
    severity: isSevere ? 'critical' : 'warning',
    ...findingOf('loop-saturated', {
      utilization,
      hot,
      free,
      taken,
      beside,
      serving,
      processes,
      gain,
      isDevelopment,
      // What is to be expected is that of the first change; what more processes give is a reason elsewhere.
      isSpread: advised[0]?.setting?.['processes'] !== undefined,
    }),
    changes: advised,
    // What development costs is not known, and it is the first to change.
    gain: isDevelopment ? null : gain,
    weight: utilization,
  };
}

/** @param ways `spread`: how to use the CPUs that are left; none where no CPU is */
function changes(
  vitals: Vitals,
  { cpus }: ServiceVitals,
  hot: HotFunction | null,
  { production, spread }: Readonly<Record<'production' | 'spread', readonly Change[]>>,
): Change[] {
  if (!hot) return [...spread, profileRunning(vitals)];
  const isHeld = hot.total >= limits.dominates && (vitals.loop.stalls ?? 0) >= limits.stalls;
  // Without a CPU for it a worker thread takes no work from the loop; it only lets others in between.
  const isUseful = spread.length > 0 || isHeld || !hot.isComputing;
  const ofFunction = hot.total >= limits.function && isUseful ? changesOf(hot, cpus) : [];
  // The same finding is to have the same first change, whether a probe named the function or nobody looked.
  const all = [...production, ...spread, ...ofFunction];
  return all.length > 0 ? all : [cheaper(hot)];
}

/** No function stands out: no single one is worth a thread. */
function cheaper(hot: HotFunction): Change {
  return change(
    'code',
    message('change.cheaper-function', { hot }),
    `// ${share(hot.total)} of the time in ${oneLine(inEnglish(message('function.hot', hot)))}; the next ones are in the profile of the report`,
  );
}

const blocking = {
  /** Seen by every user who waits at that moment; a collection or a first compilation may do it once. */
  long: 250,
  twice: 2,
  /** As the p99 of how late timers are: it happens all the time. */
  severe: 100,
  /** Runnable, waiting for a CPU, of the time in which it had work: then others hold it. */
  withoutCpu: 0.25,
  /** Of the longest stall: then it is garbage collection. */
  gc: 0.5,
  /** A loop that had so little to do was not blocked for long. */
  idle: 0.05,
} as const;

export const loopBlocked = processRule({
  id: 'loop-blocked',
  resource: 'event loop',
  symptom: ['core', 'delay of timers (probe); the name from a CPU profile'],
  experiment: 'loop-or-threads',
  explains: ['backlog', 'downstream'],
  signals(vitals) {
    const { delay, stalls, utilization } = vitals.loop;
    const hot = hotFunction(vitals);
    return {
      'timers late': delay && message('evidence.late', { p99: delay.p99, max: time(Math.round(delay.max)) }),
      'stalls of 100 ms and more': told('evidence.stalls', { stalls }),
      'loop utilisation': message('evidence.share', { part: utilization ?? 0 }),
      'hottest function': hot && message('evidence.hot-of-profile', { hot }),
    };
  },
  judge(vitals, service) {
    const { loop, gc } = vitals;
    const utilization = loop.utilization ?? 0;
    if (loop.stalls === null || loop.delay === null)
      return loop.utilization !== null && utilization < blocking.idle ? fine : unseen('timers late');
    const { p99, max } = loop.delay;
    const longest = Math.max(max, loop.silent ?? 0);
    const isSevere = p99 >= blocking.severe;
    if (!isSevere && !(longest >= blocking.long && loop.stalls >= blocking.twice)) return fine;
    const { ran, waitedForCpu: waited } = loop;
    if (ran !== null && waited !== null && waited / (ran + waited) >= blocking.withoutCpu) return fine;
    if (gc && gc.longest >= blocking.gc * longest) return fine;
    const hot = hotFunction(vitals);
    const ofFunction = hot ? changesOf(hot, service.cpus) : [];
    return {
      severity: isSevere ? 'critical' : 'warning',
      ...findingOf('loop-blocked', {
        longest,
        utilization,
        hot,
        isBusy: utilization >= hardlyIdle,
        isMovable: hot === null || hot.isComputing,
      }),
      changes: hot
        ? [...productionMode(vitals), ...(ofFunction.length > 0 ? ofFunction : [inPieces])]
        : [profileRunning(vitals), inPieces],
      weight: longest,
    };
  },
});
