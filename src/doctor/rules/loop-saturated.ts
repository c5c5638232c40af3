/** The event loop always has something to do: JavaScript runs on one thread in each process. */
import type { FleetVitals, Vitals } from '../../model/vitals.ts';
import type { Change } from '../../model/diagnosis.ts';
import { moreProcesses } from './changes.ts';
import { cpuGain } from './foretell.ts';
import { changesOf, hotFunction, type HotFunction, profileAllTheSame } from './hot-function.ts';
import { freeCpus } from './pool-load.ts';
import { cannotTell, fine, processRule, type Word } from './rule.ts';
import { amount, fact, share, times } from './words.ts';

const limits = {
  /** By M/M/1 a request waits ten times as long as it takes at 0.91, and twenty times at 0.95. */
  warning: 0.9,
  critical: 0.95,
  /** Time in which the main thread was ready and had no CPU, of the time in which it had something to do: then it is the CPU. */
  withoutCpu: 0.3,
  /** And of all time: below it nobody else would tell of the CPUs. */
  felt: 0.25,
  /** Beside others it is still the loop that is full, if it ran for so much, and is most of what the process computes. */
  ranBesideOthers: 0.3,
  ofProcess: 0.5,
  /** Ready without a CPU, of all time: felt. */
  severeWaited: 0.4,
  /** Less than this left of the CPUs: another process would only take it from the first. */
  free: 0.25,
  /** A function that makes up so much of a profile is worth a thread of its own. */
  function: 0.3,
  /** One that makes up so much, and holds the loop for long, is to go from it before anything else. */
  dominates: 0.5,
  stalls: 2,
} as const;

export const loopSaturated = processRule({
  id: 'loop-saturated',
  title: 'The event loop always has something to do',
  needs: 'loop utilisation; what the main thread does; the CPUs left',
  resource: 'event loop',
  verb: 'not the pool',
  experiment: 'cluster',
  // Not cpu-saturated: where others have the CPUs, both are true.
  explains: ['backlog', 'downstream', 'loop-blocked', 'pool-too-large'],
  judge(vitals, fleet) {
    const { utilization, ran, waitedForCpu } = vitals.loop;
    if (utilization === null) return cannotTell('What the event loop does was not seen.');
    if (utilization < limits.warning) {
      return fine(`The event loop had something to do for ${share(utilization)} of the time.`);
    }
    if (isWithoutCpu(vitals) && !isFullBesideOthers(vitals, fleet)) {
      return fine(
        `The event loop had something to do for ${share(utilization)} of the time, but was ready and without a CPU for ${share(waitedForCpu ?? 0)}: others take it.`,
      );
    }
    if (ran !== null && ran + (waitedForCpu ?? 0) < utilization / 2) {
      return fine(
        `The main thread was busy for ${share(utilization)} of the time, but computed for ${share(ran)} only: it was blocked.`,
      );
    }
    return saturated(vitals, fleet, utilization);
  },
});

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
 * a CPU for each process would be full as well. With a process for each CPU it is the CPUs that are too few.
 */
function isFullBesideOthers({ loop, cpu }: Vitals, fleet: FleetVitals): boolean {
  const ran = loop.ran ?? 0;
  return (
    ran >= limits.ranBesideOthers &&
    ran >= limits.ofProcess * cpu.used &&
    fleet.serving < Math.floor(fleet.cpus)
  );
}

function saturated(vitals: Vitals, fleet: FleetVitals, utilization: number): Word {
  const hot = hotFunction(vitals);
  const free = freeCpus(vitals, fleet);
  const hasRoom = free >= limits.free;
  const processes = Math.max(fleet.serving + 1, Math.floor(fleet.cpus));
  const gain = hasRoom ? Math.min(processes / fleet.serving, cpuGain(vitals, fleet)) : null;
  const where = hot ? `, ${share(hot.total)} of it in ${hot.text}` : '';
  const { ran, waitedForCpu, delay, from } = vitals.loop;
  const others = Math.max(0, fleet.machineUsed - fleet.used);
  const isBesideOthers = isWithoutCpu(vitals);
  const isSevere =
    utilization >= limits.critical || (isBesideOthers && (waitedForCpu ?? 0) >= limits.severeWaited);
  return {
    word: 'finding',
    severity: isSevere ? 'critical' : 'warning',
    title: `The event loop has something to do for ${share(utilization)} of the time${where}`,
    because: `JavaScript runs on one thread in each process, and this one has no time left${hasRoom ? `, while ${amount(free)} CPUs have` : ', and neither have the CPUs'}${isBesideOthers ? ` (it ran for ${share(ran ?? 0)} and was ready without a CPU for ${share(waitedForCpu ?? 0)} of the time: others use ${amount(others)} of ${amount(fleet.machineCpus)})` : ''}. A larger pool would not help: the loop is what its jobs come from.`,
    evidence: [
      fact('loop utilisation', `${share(utilization)}${from === 'probe' ? ' (as Node counts it)' : ''}`),
      ...(ran === null ? [] : [fact('main thread on a CPU', share(ran))]),
      ...(waitedForCpu === null ? [] : [fact('ready without a CPU', share(waitedForCpu))]),
      ...(delay ? [fact('timers late', `p99 ${amount(delay.p99)} ms, at most ${amount(delay.max)} ms`)] : []),
      fact(
        'CPUs',
        `${amount(fleet.used)} of ${amount(fleet.cpus)} in use by the server, ${amount(others)} of ${amount(fleet.machineCpus)} by other programs${fleet.load > 0 ? ' and the load' : ''}, ${amount(free)} left`,
      ),
      ...(hot ? [fact('hottest function', `${hot.text}, ${share(hot.total)}`)] : []),
    ],
    changes: changes(vitals, hot, processes, hasRoom, fleet),
    expect: hasRoom
      ? `${processes} processes instead of ${fleet.serving}: throughput up to ${times(gain ?? 1)}, as far as the ${amount(free)} CPUs that are left go.`
      : 'With no CPU left only less work for each request, or more CPUs, gives more.',
    gain,
    weight: utilization,
  };
}

function changes(
  vitals: Vitals,
  hot: HotFunction | null,
  processes: number,
  hasRoom: boolean,
  fleet: FleetVitals,
): Change[] {
  const isWorthIt = hot !== null && hot.total >= limits.function;
  const ofFunction = isWorthIt ? changesOf(hot, Math.max(1, Math.floor(fleet.cpus) - 1)) : [];
  const spread = hasRoom ? [moreProcesses(vitals, processes)] : [];
  const isHeld = isWorthIt && hot.total >= limits.dominates && (vitals.loop.stalls ?? 0) >= limits.stalls;
  const isFirst = isHeld || hot?.isJson === true;
  const named: Change[] = hot
    ? []
    : [
        profileAllTheSame(vitals) ?? {
          type: 'command',
          what: 'Find what it computes: a CPU profile of the running process names the functions',
          text: `chokepoint doctor --pid ${vitals.pid} --attach`,
        },
      ];
  const all = isFirst ? [...ofFunction, ...spread] : [...spread, ...ofFunction, ...named];
  return all.length > 0 || !hot ? all : [cheaper(hot)];
}

/** No function stands out: no single one is worth a thread. */
function cheaper({ text, total }: HotFunction): Change {
  return {
    type: 'code',
    what: `Make what it computes cheaper, from the most expensive on: ${text}`,
    text: `// ${Math.round(total * 100)} % of the time in ${text}; the next ones are in the profile of the report`,
  };
}
