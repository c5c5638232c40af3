/** The application's own worker threads compute all the time, and requests wait for one of them: not for libuv's pool. */
import type { Change } from '../../model/diagnosis.ts';
import type { FleetVitals, Vitals } from '../../model/vitals.ts';
import { freeCpus } from './pool-load.ts';
import { fine, notApplicable, processRule, type Word } from './rule.ts';
import { amount, fact, plural, share } from './words.ts';
import { total } from '../../judge/sums.ts';

const limits = {
  /** Below it a worker has nothing to do with the requests: one that writes logs, for instance. */
  active: 0.1,
  /** Of the time, on a CPU or ready for one, on average over those that have work. */
  busy: 0.85,
  /** Requests under way for each busy worker: more than it can have in work. */
  waiting: 1.5,
  severe: 3,
  /** CPUs left for a further worker; ready without a CPU, of the time in which they want one. */
  free: 0.5,
  withoutCpu: 0.2,
} as const;

export const workersSaturated = processRule({
  id: 'workers-saturated',
  title: 'Worker threads always have something to compute',
  needs: "what the application's own worker threads ran and waited for a CPU; requests under way",
  resource: 'worker threads',
  verb: 'not the pool',
  experiment: 'loop-or-threads',
  explains: ['cpu-saturated', 'loop-blocked', 'backlog', 'downstream'],
  judge(vitals, fleet) {
    if (vitals.workers.length === 0) return notApplicable('It has no worker threads of its own.');
    const { count, ran, waited, busy } = workOf(vitals);
    const text = `${plural(count, 'worker thread', 'worker threads')} with work, busy for ${share(busy)} of the time`;
    if (count === 0 || busy < limits.busy) return fine(`${text}.`);
    const pending = vitals.requests?.pending ?? vitals.sockets?.inbound.pending ?? null;
    if (pending !== null && pending < limits.waiting * count) {
      return fine(`${text}; ${amount(pending)} requests were under way, no more than they can have in work.`);
    }
    const isWithoutCpu =
      waited >= limits.withoutCpu * (ran + waited) || freeCpus(vitals, fleet) < limits.free;
    return finding(vitals, fleet, { count, ran, waited, busy, pending, isWithoutCpu });
  },
});

/** The worker threads that have something to do: CPUs that they took and waited for in all, and their mean. */
export function workOf({ workers }: Pick<Vitals, 'workers'>) {
  const active = workers.filter((worker) => worker.ran + worker.waitedForCpu >= limits.active);
  const ran = total(active.map((worker) => worker.ran));
  const waited = total(active.map((worker) => worker.waitedForCpu));
  return { count: active.length, ran, waited, busy: (ran + waited) / Math.max(active.length, 1) };
}

interface Saturation {
  readonly count: number;
  readonly ran: number;
  readonly waited: number;
  readonly busy: number;
  readonly pending: number | null;
  readonly isWithoutCpu: boolean;
}

function finding(vitals: Vitals, fleet: FleetVitals, found: Saturation): Word {
  const { count, ran, waited, busy, pending, isWithoutCpu } = found;
  const { available } = vitals.cpu;
  const free = freeCpus(vitals, fleet);
  const size = count + Math.max(1, Math.floor(free));
  const others = Math.max(0, fleet.machineUsed - fleet.used);
  const queued = pending === null ? null : Math.max(0, pending - count);
  const threads = plural(count, 'worker thread', 'worker threads');
  const wait =
    queued === null ? '' : `, and ${amount(queued)} requests wait for ${count === 1 ? 'it' : 'them'}`;
  return {
    word: 'finding',
    // Work that nobody waits for may take all the time that there is.
    severity: pending === null ? 'info' : pending >= limits.severe * count ? 'critical' : 'warning',
    title: `${threads} of the application ${count === 1 ? 'computes' : 'compute'} for ${share(busy)} of the time${isWithoutCpu ? `, with no CPU left of ${amount(available)}` : ''}${wait}`,
    because: isWithoutCpu
      ? `Of ${amount(available)} CPUs ${count === 1 ? 'it' : 'they'} took ${amount(ran)}, ready without one for ${share(waited / Math.max(ran + waited, 1e-9))} of the time with work. ${others >= 0.5 ? `Others on the machine use ${amount(others)}. ` : ''}More worker threads would share the same CPUs; libuv's pool has no part in it, and the event loop neither (${loopText(vitals)}).`
      : `Each has work all the time, and ${amount(free)} CPUs are left. The queue is in front of the worker threads, in the application: libuv's pool has no part in it, and the event loop neither (${loopText(vitals)}).`,
    evidence: [
      fact('worker threads with work', String(count)),
      fact('on a CPU', `${amount(ran)} CPUs in all; ready without one ${amount(waited)}`),
      fact('CPUs', `${amount(vitals.cpu.used)} of ${amount(available)} in use, ${amount(others)} by others`),
      ...(pending === null ? [] : [fact('requests under way', amount(pending))]),
    ],
    changes: isWithoutCpu ? [cheaper(vitals), bound(count)] : [more(size), cheaper(vitals)],
    expect: isWithoutCpu
      ? 'Throughput follows the CPU time of each task and the number of CPUs, and nothing else; a bounded queue keeps the wait short for those that are let in.'
      : `${size} worker threads do up to ${amount(size / count)} times the work, as far as the CPUs go.`,
    gain: isWithoutCpu ? null : Math.min(size / count, (ran + free) / Math.max(ran, 0.01)),
    weight: queued ?? busy,
  };
}

function loopText({ loop }: Vitals): string {
  return loop.utilization === null
    ? 'it was not seen'
    : `it had something to do for ${share(loop.utilization)} of the time`;
}

function more(threads: number): Change {
  return {
    type: 'code',
    what: `Start ${threads} worker threads: a CPU for each is there`,
    text: `new Piscina({ filename, maxThreads: ${threads} })\n// or by hand: as many new Worker(…) in the list that requests are dealt to`,
  };
}

function cheaper({ pid }: Vitals): Change {
  return {
    type: 'command',
    what: 'Find what the worker threads compute: less of it for each request, or more CPUs (a profile for each thread)',
    text: `node --cpu-prof server.js # one file for each worker thread that ends; process ${pid} is the one that was watched`,
  };
}

function bound(threads: number): Change {
  return {
    type: 'code',
    what: 'Refuse what cannot be done in time, so that the others wait for less',
    text: `new Piscina({ filename, maxThreads: ${threads}, maxQueue: ${threads * 4} }) // beyond that: answer 503 with Retry-After`,
  };
}
