/** What `chokepoint serve` is asked to start, out of its words and options. */
import { constant, findSubject, topologyOf } from '../../lab/experiments/subjects.ts';
import { cpus } from '../../run/run.ts';
import { findNodes } from '../../host/node-versions.ts';
import { invalid } from './values.ts';
import type { Arguments } from './parse.ts';
import type { Values } from './table.ts';

export type ServeSubject = ReturnType<typeof findSubject>;

const loopback = '127.0.0.1';

/**
 * @returns what is started, and what is to be said of it
 * @throws Problem TOPOLOGY_UNKNOWN, OPTION_INVALID
 */
export function serveTarget(subject: ServeSubject, { values, faults }: Arguments) {
  const topology = topologyOf(subject, values.topology);
  const variant = faults.read(() => variantOf(subject, values)) ?? subject.asPublished;
  const constants = (values.set ?? []).map((text) => faults.read(() => constant(subject, text)));
  const counts = faults.read(() => countsOf(subject, topology, values));
  const target = {
    workload: subject.workload,
    parameters: { ...subject.constants, ...variant.parameters, ...Object.assign({}, ...constants) },
    topology: topology.id,
    host: values.host ?? loopback,
    port: values.port ?? topology.port,
    pool: poolOf(values),
    processes: counts?.processes,
    workers: counts?.workers,
  };
  return { target, notes: [topology.note ?? [], variant.note ?? []].flat() };
}

function variantOf({ name, asPublished, corrected, topologies }: ServeSubject, values: Values) {
  if (!values.corrected) return asPublished;
  if (corrected) return corrected;
  const sound = topologies.filter(({ many, note }) => many && note === undefined).map(({ id }) => id);
  throw invalid('--corrected', name, 'corrected.none', { topologies: sound });
}

/** Without the option the environment decides, as it does for a server that is started without this program. */
function poolOf({ pool }: Values): string | number | undefined {
  if (pool === undefined) return process.env['UV_THREADPOOL_SIZE'];
  return pool === 'default' ? undefined : pool;
}

/** How many processes or threads: only where the topology uses it. */
function countsOf(
  { topologies, processPerCpu }: ServeSubject,
  { id, many }: ReturnType<typeof topologyOf>,
  { processes, workers }: Values,
): { processes: number | undefined; workers: number | undefined } {
  for (const [what, count] of Object.entries({ processes, workers })) {
    if (count === undefined || many === what) continue;
    const others = topologies.filter((topology) => topology.many === what).map((topology) => topology.id);
    throw invalid(`--${what}`, String(count), 'topology.count', { topology: id, what, others });
  }
  return { processes: processes ?? (many === 'processes' && processPerCpu ? cpus() : undefined), workers };
}

/** @throws Problem NODE_NOT_FOUND, OPTION_INVALID */
export async function nodeOf({ node }: Values): Promise<string | null> {
  if (node === undefined) return null;
  const [first, second] = await findNodes(node);
  if (second === undefined) return first?.binary ?? null;
  throw invalid('--node', node, 'node.one');
}
