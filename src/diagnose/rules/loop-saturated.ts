/** The event loop always has something to do: JavaScript runs on one thread in each process. */
import type { ProfiledFunction } from '../../model/reading.ts';
import type { FleetVitals, Vitals } from '../../model/vitals.ts';
import type { Change } from '../../model/diagnosis.ts';
import { moreProcesses, moveFunction, namedAt, scriptOf } from './changes.ts';
import { cpuGain } from './foretell.ts';
import { freeCpus } from './pool-load.ts';
import { cannotTell, fine, processRule, type Word } from './rule.ts';
import { amount, fact, share, times } from './words.ts';

const limits = {
  /** By M/M/1 a request waits ten times as long as it takes at 0.91, and twenty times at 0.95. */
  warning: 0.9,
  critical: 0.95,
  /** Time in which the main thread was ready and had no CPU, of the time in which it had something to do: then it is the CPU. */
  withoutCpu: 0.3,
  /** Less than this left of the CPUs: another process would only take it from the first. */
  free: 0.25,
  /** A function that makes up so much of a profile is worth a thread of its own. */
  function: 0.3,
} as const;

export const loopSaturated = processRule({
  id: 'loop-saturated',
  title: 'The event loop always has something to do',
  needs: 'loop utilisation; what the main thread does; the CPUs left',
  resource: 'event loop',
  verb: 'not the pool',
  experiment: 'cluster',
  explains: ['backlog', 'cpu-saturated', 'downstream', 'loop-blocked', 'pool-too-large'],
  judge(vitals, fleet) {
    const { utilization, ran, waitedForCpu } = vitals.loop;
    if (utilization === null) return cannotTell('What the event loop does was not seen.');
    if (utilization < limits.warning) {
      return fine(`The event loop had something to do for ${share(utilization)} of the time.`);
    }
    if (waitedForCpu !== null && ran !== null && waitedForCpu / (ran + waitedForCpu) >= limits.withoutCpu) {
      return fine(
        `The event loop had something to do for ${share(utilization)} of the time, but was ready and without a CPU for ${share(waitedForCpu)}: others take it.`,
      );
    }
    if (ran !== null && ran < utilization / 2) {
      return fine(
        `The main thread was busy for ${share(utilization)} of the time, but computed for ${share(ran)} only: it was blocked.`,
      );
    }
    return saturated(vitals, fleet, utilization);
  },
});

function saturated(vitals: Vitals, fleet: FleetVitals, utilization: number): Word {
  const hottest = applicationFunction(vitals);
  const free = freeCpus(vitals, fleet);
  const hasRoom = free >= limits.free;
  const processes = Math.max(fleet.serving + 1, Math.floor(fleet.cpus));
  const gain = hasRoom ? Math.min(processes / fleet.serving, cpuGain(vitals, fleet)) : null;
  const where = hottest ? `, ${share(hottest.total)} of it in ${namedAt(hottest)}` : '';
  return {
    word: 'finding',
    severity: utilization >= limits.critical ? 'critical' : 'warning',
    title: `The event loop has something to do for ${share(utilization)} of the time${where}`,
    because: `JavaScript runs on one thread in each process, and this one has no time left${hasRoom ? `, while ${amount(free)} CPUs have` : ', and neither have the CPUs'}. A larger pool would not help: the loop is what its jobs come from.`,
    evidence: [
      fact(
        'loop utilisation',
        `${share(utilization)}${vitals.loop.from === 'probe' ? ' (as Node counts it)' : ''}`,
      ),
      ...(vitals.loop.ran === null ? [] : [fact('main thread on a CPU', share(vitals.loop.ran))]),
      ...(vitals.loop.delay ? [fact('timers late', `p99 ${amount(vitals.loop.delay.p99)} ms`)] : []),
      fact(
        'CPUs',
        `${amount(fleet.used)} of ${amount(fleet.cpus)} in use by the server, ${amount(Math.max(0, fleet.cpus - fleet.used - free))} by other programs${fleet.load > 0 ? ' and the load' : ''}, ${amount(free)} left`,
      ),
      ...(hottest ? [fact('hottest function', `${namedAt(hottest)}, ${share(hottest.total)}`)] : []),
    ],
    changes: changes(vitals, hottest, processes, hasRoom, fleet),
    expect: hasRoom
      ? `${processes} processes instead of ${fleet.serving}: throughput up to ${times(gain ?? 1)}, as far as the ${amount(free)} CPUs that are left go.`
      : 'With no CPU left only less work for each request, or more CPUs, gives more.',
    gain,
    weight: utilization,
  };
}

function changes(
  vitals: Vitals,
  hottest: ProfiledFunction | null,
  processes: number,
  hasRoom: boolean,
  fleet: FleetVitals,
): Change[] {
  const move =
    hottest && hottest.total >= limits.function
      ? [moveFunction(hottest, Math.max(1, Math.floor(fleet.cpus) - 1))]
      : [];
  if (hasRoom) return [moreProcesses(vitals, processes), ...move];
  const where = hottest
    ? `make ${namedAt(hottest)} cheaper first`
    : 'a CPU profile names what to make cheaper';
  return [
    {
      type: 'command',
      what: `Find what it computes: ${where}`,
      text: `node --cpu-prof ${scriptOf(vitals.command)}`,
    },
  ];
}

/** The most expensive function that is not Node's own. */
export function applicationFunction({ loop }: Pick<Vitals, 'loop'>): ProfiledFunction | null {
  const own = (loop.functions ?? []).filter(({ file }) => file !== '' && !file.startsWith('node:'));
  return own.toSorted((one, other) => other.self - one.self || other.total - one.total)[0] ?? null;
}
