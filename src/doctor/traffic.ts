/**
 * Whether a server had anything to do while it was watched. One that had not is neither healthy nor ill: nothing of it was
 * seen at work.
 *
 *   requests seen   port open   work done      told
 *   yes             any         any            what the rules say
 *   no              yes         hardly any     no traffic
 *   no              no          hardly any     no traffic: a worker without jobs
 *   no              any         some           what the rules say: a queue worker, a cron job
 *   not known       any         any            what the rules say
 */
import type { TrafficVitals, Vitals } from '../model/vitals.ts';
import type { Watch } from '../model/watch.ts';

/**
 * Of one CPU, of the loop's time, and of a pool thread: an idle Node with a few timers stays below. The probe's thread, its
 * tiny jobs and its start took up to 0.06 of a CPU and of a pool thread in an idle server that was watched for 4 s.
 */
const leastWork = 0.05;
const leastWorkWithProbe = 0.1;

/** Nothing was asked of the processes, and they did nothing by themselves. False where that is not known. */
export function isWithoutTraffic(processes: readonly Vitals[], load: Watch['load']): boolean {
  const some = processes.filter(({ role }) => role !== 'launcher');
  if (some.length === 0 || (load?.counts.sent ?? 0) > 0) return false;
  return some.every((vitals) => isUnasked(vitals) && !hasWorked(vitals));
}

/** A port at which requests can be sent; null: it listens nowhere, or that was not seen. */
export function portOf(processes: readonly Vitals[]): number | null {
  const open = processes.flatMap(({ sockets }) => sockets?.listening ?? []);
  const ports = open.map(({ address }) => Number(address.slice(address.lastIndexOf(':') + 1)));
  return ports.find((port) => port > 0) ?? null;
}

function isUnasked({ requests, sockets }: Vitals): boolean {
  if (isTraffic(requests)) return false;
  // From outside: a connection that brought something, or owes an answer.
  if (sockets !== null) {
    const { connections, pending, active } = sockets.inbound;
    return !(pending ?? 0) && (active ?? connections) === 0;
  }
  return requests !== null;
}

function isTraffic(traffic: TrafficVitals | null): boolean {
  return traffic !== null && (traffic.rate > 0 || traffic.pending > 0);
}

function hasWorked({ cpu, loop, pool, withoutProbe }: Vitals): boolean {
  const least = withoutProbe === null ? leastWorkWithProbe : leastWork;
  const work = [cpu.used, loop.utilization, pool.busy, pool.queue?.mean];
  return work.some((one) => (one ?? 0) >= least);
}
