/** The application's own worker threads compute all the time, and requests wait for one of them: not for libuv's pool. */
import { hardlyIdle, saturation } from '../../bottleneck/thresholds.ts';
import { message } from '../../messages/message.ts';
import type { Change } from '../../model/diagnosis.ts';
import type { Vitals } from '../../model/vitals.ts';
import { change, withFlag } from './changes.ts';
import { freeCpus, inFlight, usedByOthers } from './pool-load.ts';
import { fine, notApplicable, processRule, findingOf } from './rule.ts';
import { seen } from './words.ts';
import { total } from '../../stats/interval.ts';

const limits = {
  /** Below it a worker has nothing to do with the requests: one that writes logs, for instance. */
  active: 0.1,
  /** Requests in flight for each busy worker: more than it can have in work. */
  waiting: 1.5,
  severe: 3,
  /** CPUs left for a further worker; waiting for a CPU, of the time in which they want one. */
  free: 0.5,
  withoutCpu: 0.2,
} as const;

export const workersSaturated = processRule({
  id: 'workers-saturated',
  resource: 'worker threads',
  symptom: ['cpus', 'CPU time and CPU waits of worker threads; requests in flight'],
  experiment: 'loop-or-threads',
  explains: ['cpu-saturated', 'loop-blocked', 'backlog', 'downstream'],
  signals(vitals, service) {
    const { count, ran, waits } = workOf(vitals);
    const { used, available: cpus } = vitals.cpu;
    return {
      'worker threads with work': String(count),
      'on a CPU': message('evidence.workers-on-cpu', { ran, waits }),
      CPUs: message('evidence.cpus-and-others', { used, cpus, others: usedByOthers(service) }),
      'requests in flight': seen(inFlight(vitals)),
    };
  },
  judge(vitals, service) {
    if (vitals.workers.length === 0) return notApplicable('worker threads');
    const { count, ran, waits, busy } = workOf(vitals);
    if (count === 0 || busy < saturation.measured['worker threads']) return fine;
    const pending = inFlight(vitals);
    if (pending !== null && pending < limits.waiting * count) return fine;
    const { available: cpus } = vitals.cpu;
    const free = freeCpus(vitals, service);
    const waited = waits / Math.max(ran + waits, 1e-9);
    const isWithoutCpu = waited >= limits.withoutCpu || free < limits.free;
    const size = count + Math.max(1, Math.floor(free));
    const others = usedByOthers(service);
    const queued = pending === null ? null : Math.max(0, pending - count);
    const gain = isWithoutCpu ? null : Math.min(size / count, (ran + free) / Math.max(ran, 0.01));
    const { utilization } = vitals.loop;
    const isLoopBusy = (utilization ?? 0) >= hardlyIdle;
    const found = {
      count,
      busy,
      queued,
      ran,
      cpus,
      others,
      free,
      waited,
      utilization,
      isLoopBusy,
      size,
      gain,
    };
    return {
      // Work that nobody waits for may take all the time that there is.
      severity: pending === null ? 'info' : pending >= limits.severe * count ? 'critical' : 'warning',
      ...findingOf(isWithoutCpu ? 'workers-saturated.no-cpu' : 'workers-saturated', found),
      changes: isWithoutCpu ? [profile(vitals), bound(count)] : [more(size), profile(vitals)],
      gain,
      weight: queued ?? busy,
    };
  },
});

/** The worker threads that have something to do: CPUs that they took and waited for in all, and their mean. */
export function workOf({ workers }: Pick<Vitals, 'workers'>) {
  const active = workers.filter((worker) => worker.ran + worker.waitedForCpu >= limits.active);
  const ran = total(active.map((worker) => worker.ran));
  const waits = total(active.map((worker) => worker.waitedForCpu));
  return { count: active.length, ran, waits, busy: (ran + waits) / Math.max(active.length, 1) };
}

function more(size: number): Change {
  return change(
    'code',
    message('change.more-workers', { size }),
    `new Piscina({ filename, maxThreads: ${size} })\n// or by hand: as many new Worker(…) in the list that requests are dealt to`,
  );
}

function profile(vitals: Vitals): Change {
  return change(
    'command',
    'change.profile-workers',
    `${withFlag(vitals, '--cpu-prof')} # one file for each worker thread that ends`,
  );
}

function bound(threads: number): Change {
  return change(
    'code',
    'change.bound-workers',
    `new Piscina({ filename, maxThreads: ${threads}, maxQueue: ${threads * 4} }) // beyond that: answer 503 with Retry-After`,
  );
}
