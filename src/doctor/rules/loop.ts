/** The event loop: the one thread of each process that is busy all the time, or blocked for long at a time. */
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
  /** Utilisation at which, by M/M/1, a request waits twenty times as long as it takes. */
  critical: 0.95,
  /** Share of its busy time in which the main thread waited for a CPU, from which the CPUs are the cause. */
  withoutCpu: 0.3,
  /** Share of all time in which it waited for a CPU, from which requests feel it. */
  felt: 0.25,
  /** Utilisation from which the loop is the limit where the throughput of the same run has stopped growing. */
  pastKnee: 0.85,
  /** Least share of time that a loop runs to count as saturated beside other programs, and least part of its process's CPU time. */
  ranBesideOthers: 0.3,
  ofProcess: 0.5,
  /** Share of all time in which it waited for a CPU, from which the finding is critical. */
  severeWaited: 0.4,
  /** CPUs left below which another process would only take them from the first. */
  free: 0.25,
  /** CPUs that others use from which they are named: without them there might be one for another process. */
  takenByOthers: 0.1,
  /** Share of a profile from which a function is worth a thread of its own. */
  function: 0.3,
  /** Share of a profile, and stalls, from which a function should leave the loop even without a free CPU. */
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
    // Past the load at which throughput stops growing, what has hardly any time left is what stopped it.
    const isPastKnee = service.requests?.best !== undefined;
    if (utilization < (isPastKnee ? limits.pastKnee : saturation.measured['event loop'])) return fine;
    if (isForCpus(vitals, service) && !isSaturatedBesideOthers(vitals, service)) return fine;
    // The loop was blocked, not busy.
    if (ran !== null && ran + (waitedForCpu ?? 0) < utilization / 2) return fine;
    return finding(vitals, service, utilization);
  },
});

/**
 * Whether the CPUs are the cause. Not if they are not full, and the loop only waits now and then behind other threads of its own
 * process: then no other rule would report a loop that has no time left.
 */
function isForCpus(vitals: Vitals, service: ServiceVitals): boolean {
  return isWithoutCpu(vitals) && (areCpusFull(service) || !isBehindOwnThreads(vitals));
}

/** Whether other threads of the process ran for as long as the loop waited. */
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
 * Whether the loop is saturated though others on the machine, such as clients, use the CPUs: it wants more than one CPU, and would
 * be saturated with a free one too. With a process for each CPU, the CPUs are too few instead.
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
      // The expected gain is that of the first change; what more processes give is explained elsewhere.
      isSpread: advised[0]?.setting?.['processes'] !== undefined,
    }),
    changes: advised,
    // The cost of development mode is not known, and leaving it is the first change.
    gain: isDevelopment ? null : gain,
    weight: utilization,
  };
}

/** @param ways `spread`: changes that use the CPUs left; none where no CPU is left */
function changes(
  vitals: Vitals,
  { cpus }: ServiceVitals,
  hot: HotFunction | null,
  { production, spread }: Readonly<Record<'production' | 'spread', readonly Change[]>>,
): Change[] {
  if (!hot) return [...spread, profileRunning(vitals)];
  const isHeld = hot.total >= limits.dominates && (vitals.loop.stalls ?? 0) >= limits.stalls;
  // Without a CPU of its own a worker thread takes no work from the loop; it only lets other requests in between.
  const isUseful = spread.length > 0 || isHeld || !hot.isComputing;
  const ofFunction = hot.total >= limits.function && isUseful ? changesOf(hot, cpus) : [];
  // The first change stays the same, whether or not a probe named the function.
  const all = [...production, ...spread, ...ofFunction];
  return all.length > 0 ? all : [cheaper(hot)];
}

/** The change for a profile in which no function stands out: none is worth a thread. */
function cheaper(hot: HotFunction): Change {
  return change(
    'code',
    message('change.cheaper-function', { hot }),
    `// ${share(hot.total)} of the time in ${oneLine(inEnglish(message('function.hot', hot)))}; the next ones are in the profile of the report`,
  );
}

const blocking = {
  /** Milliseconds that all waiting users notice; a collection or a first compilation may take so long once. */
  long: 250,
  twice: 2,
  /** Milliseconds of the p99 of late timers: it happens all the time. */
  severe: 100,
  /** Share of its busy time in which the loop waited for a CPU, from which others hold it up. */
  withoutCpu: 0.25,
  /** Part of the longest stall from which garbage collection is its cause. */
  gc: 0.5,
  /** Utilisation below which a loop was not blocked for long. */
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
