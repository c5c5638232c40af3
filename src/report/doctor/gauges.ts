/** What was seen of the process that a diagnosis is about, resource by resource: the picture of the doctor's page in a terminal. */
import { message, say, type Message } from '../../messages/message.ts';
import type { Diagnosis, Resource } from '../../model/diagnosis.ts';
import type { PoolWait, QueueVitals, ServiceVitals, Vitals } from '../../model/vitals.ts';
import type { Watch } from '../../model/watch.ts';
import { waitFloor } from '../../format/words.ts';
import { pidsText } from './words.ts';

export interface Gauge {
  readonly label: string;
  /** Of what there is, 0 to 1; null where that is no share, or was not seen. */
  readonly share: number | null;
  readonly value: string;
  /** The first finding is about it. */
  readonly isLimit: boolean;
}

export interface Gauges {
  /** Which process it is, of several: `pid 4711 · worker`; null where there is one. */
  readonly of: string | null;
  readonly rows: readonly Gauge[];
  /** The others of a fleet, in one line; null where there are none. */
  readonly others: string | null;
}

type Name = 'cpu' | 'loop' | 'pool' | 'queue' | 'slow' | 'threads' | 'load';

const nameOf: Readonly<Partial<Record<Resource, Name>>> = {
  cpu: 'cpu',
  'event loop': 'loop',
  pool: 'pool',
  'slow I/O queue': 'slow',
};

/** @returns those of the first process of the first finding; else of the busiest */
export function gauges({ findings, processes, service }: Diagnosis, watch: Watch): Gauges {
  const serving = processes.filter(({ role }) => role !== 'launcher');
  const [first] = findings;
  const sick = (first?.pids ?? []).flatMap((pid) => serving.find((one) => one.pid === pid) ?? []);
  const [shown = serving.toSorted((one, other) => other.cpu.used - one.cpu.used)[0]] = sick;
  if (shown === undefined) return { of: null, rows: [], others: null };
  const limit = first === undefined ? undefined : nameOf[first.resource];
  const rows = [...ofProcess(shown, service), ...loadOf(watch, service)].map(
    ({ name, share, value }): Gauge => ({
      label: say(message(`gauge.${name}`)),
      share,
      value: say(value),
      isLimit: name === limit,
    }),
  );
  const others = serving.filter((one) => one !== shown);
  if (others.length === 0) return { of: null, rows, others: null };
  const like = sick.length > 1 ? ` (of ${pidsText(sick.map(({ pid }) => pid))})` : '';
  return { of: `${pidsText([shown.pid])} · ${shown.role}${like}`, rows, others: say(othersOf(others)) };
}

/** CPUs, and jobs, that are more than chance. */
const telling = 0.1;

interface Seen {
  readonly name: Name;
  readonly share: number | null;
  readonly value: Message;
}

function ofProcess({ cpu, loop, pool }: Vitals, { used, load, machineUsed }: ServiceVitals): Seen[] {
  const notSeen = message('gauge.not-seen');
  const others = machineUsed - used - load;
  return [
    {
      name: 'cpu',
      share: cpu.used / cpu.available,
      value: message('gauge.of', {
        used: cpu.used,
        available: cpu.available,
        others: others < telling ? null : others,
      }),
    },
    {
      name: 'loop',
      share: loop.utilization,
      value: loop.utilization === null ? notSeen : message('gauge.busy', { share: loop.utilization }),
    },
    poolOf(pool),
    // Of a pool that nothing used, that nothing waits for it goes without saying.
    ...(pool.queue === null || pool.size === 0
      ? []
      : [{ name: 'queue', share: null, value: queueText(pool.queue, pool.wait) } as const]),
    ...(pool.slow.queue === null || pool.slow.queue.mean < telling
      ? []
      : [{ name: 'slow', share: null, value: queueText(pool.slow.queue, pool.slow.wait) } as const]),
    ...(pool.time === null
      ? []
      : [{ name: 'threads', share: null, value: message('gauge.pool-time', pool.time) } as const]),
  ];
}

function poolOf({ size, busy }: Vitals['pool']): Seen {
  const value =
    size === 0
      ? message('gauge.unused')
      : busy !== null
        ? message('gauge.pool-busy', { busy, size })
        : size === null
          ? message('gauge.not-seen')
          : message('gauge.pool-size', { size });
  return { name: 'pool', share: busy === null || !size ? null : busy / size, value };
}

/** A kind that most of the waiting jobs are of. */
const most = 0.5;

function queueText({ mean, p95, kinds }: QueueVitals, wait: PoolWait | null): Message {
  const all = Object.values(kinds).reduce((sum, count) => sum + count, 0);
  const kind = Object.keys(kinds).find((one) => (kinds[one] ?? 0) > most * all) ?? null;
  return message('gauge.jobs', { queued: mean, p95, kind, wait: wait && waitText(wait) });
}

function waitText({ jobs, oldest, mean, p95 }: PoolWait): Message {
  // Nothing came back: what is known is that they wait since.
  if (jobs === 0 && oldest !== null) return message('gauge.no-answer', { oldest });
  return p95 < waitFloor ? message('gauge.no-wait') : message('gauge.wait', { mean, p95 });
}

function loadOf({ load }: Watch, { requests }: ServiceVitals): Seen[] {
  if (requests === null) return [];
  const generator = load?.generator.utilization ?? null;
  return [{ name: 'load', share: null, value: message('gauge.sent', { ...requests, generator }) }];
}

function othersOf(others: readonly Vitals[]): Message {
  return message('gauge.others', {
    processes: others.length,
    cpu: span(others.map(({ cpu }) => cpu.used)) ?? { low: 0, high: 0 },
    loop: span(others.map(({ loop }) => loop.utilization)),
    queued: span(others.map(({ pool }) => pool.queue?.mean ?? null)),
  });
}

/** Null where one of them is not known. */
function span(values: readonly (number | null)[]): { low: number; high: number } | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : { low: Math.min(...known), high: Math.max(...known) };
}
