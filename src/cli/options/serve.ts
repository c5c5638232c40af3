/** What `chokepoint serve` is asked to start, out of its words and options. */
import { constant, cpus, findNodes, findSubject, topologyOf } from '../../run/run.ts';
import { problem } from '../../model/problem.ts';
import { maximumPool } from '../../model/vary.ts';
import { wholeNumber } from './values.ts';
import { type Values } from './table.ts';

export type Subject = ReturnType<typeof findSubject>;

const loopback = '127.0.0.1';
const lastPort = 65_535;
const mostOfThem = 1024;

/**
 * @returns what is started, and what is to be said of it
 * @throws Problem TOPOLOGY_UNKNOWN, OPTION_INVALID, NODE_NOT_FOUND
 */
export async function serveTarget(subject: Subject, values: Values) {
  const topology = topologyOf(subject, values.topology);
  const variant = variantOf(subject, values);
  const constants = Object.assign({}, ...(values.set ?? []).map((text) => constant(subject, text)));
  const pool = poolOf(values);
  const target = {
    workload: subject.workload,
    parameters: { ...subject.constants, ...variant.parameters, ...constants },
    topology: topology.id,
    host: values.host ?? loopback,
    port: values.port === undefined ? topology.port : portOf(values.port),
    pool,
    ...countsOf(subject, topology, values),
    node: await nodeOf(values),
  };
  return { target, notes: [topology.note ?? [], variant.note ?? []].flat() };
}

function variantOf({ name, asPublished, corrected, topologies }: Subject, values: Values) {
  if (!values.corrected) return asPublished;
  if (corrected && !values['as-published']) return corrected;
  const sound = topologies.filter(({ many, note }) => many && note === undefined).map(({ id }) => id);
  throw problem('OPTION_INVALID', {
    option: '--corrected',
    value: corrected ? '--as-published' : name,
    why: corrected
      ? 'It is the one or the other.'
      : 'What was wrong there lies in how the work is spread, so the topology decides.',
    todo: corrected ? 'Leave one of them out.' : `Write --topology ${sound.join(' or ')}.`,
  });
}

/** Without the option the environment decides, as it does for a server that is started without this program. */
function poolOf({ pool }: Values): string | number | undefined {
  if (pool === undefined) return process.env['UV_THREADPOOL_SIZE'];
  return pool === 'default' ? undefined : within('--pool', pool, maximumPool);
}

const portOf = (text: string) => within('--port', text, lastPort);

function within(option: string, text: string, most: number): number {
  const value = wholeNumber(option, text, 1);
  if (value <= most) return value;
  throw problem('OPTION_INVALID', {
    option,
    value: text,
    why: `It takes a whole number from 1 to ${most}.`,
    todo: `Write ${option} ${most} or less.`,
  });
}

/** How many processes or threads: only where the topology heeds it, or it would be passed over in silence. */
function countsOf(
  { topologies, processPerCpu }: Subject,
  { id, many }: ReturnType<typeof topologyOf>,
  values: Values,
): { processes: number | undefined; workers: number | undefined } {
  for (const option of ['processes', 'workers'] as const) {
    if (values[option] === undefined || many === option) continue;
    const others = topologies.filter((topology) => topology.many === option).map((topology) => topology.id);
    throw problem('OPTION_INVALID', {
      option: `--${option}`,
      value: values[option],
      why: `The topology ${id} has no number of ${option} to set.`,
      todo: others.length > 0 ? `Choose another: --topology ${others.join(' or ')}.` : 'Leave it out.',
    });
  }
  const count = (option: 'processes' | 'workers') =>
    values[option] === undefined ? undefined : within(`--${option}`, values[option], mostOfThem);
  const own = many === 'processes' && processPerCpu ? cpus() : undefined;
  return { processes: count('processes') ?? own, workers: count('workers') };
}

async function nodeOf({ node }: Values): Promise<string | null> {
  if (node === undefined) return null;
  const [first, second] = await findNodes(node);
  if (second === undefined) return first?.binary ?? null;
  throw problem('OPTION_INVALID', {
    option: '--node',
    value: node,
    why: 'A server runs on one Node.',
    todo: 'Give one version or path.',
  });
}
