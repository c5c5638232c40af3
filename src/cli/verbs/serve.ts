/** `chokepoint serve`: one of the lab's servers in the foreground, until Ctrl-C. */
import { contestantLaunch } from '../../lab/lab.ts';
import { findNodes } from '../../host/node-versions.ts';
import { cpus } from '../../run/run.ts';
import {
  constant,
  findSubject,
  subjects,
  topologyOf,
  type ServeSubject,
} from '../../lab/experiments/subjects.ts';
import { serve, type ServeEvent } from '../../server/serve.ts';
import { usersPackages } from '../../topologies/topology.ts';
import { message, say } from '../../messages/message.ts';
import { exitCodes, Problem, problem } from '../../messages/problem.ts';
import { coloredLine, oneLine } from '../../format/printable.ts';
import { interruptible, signals } from '../interruptible.ts';
import type { Arguments, Work } from '../options/parse.ts';
import type { Values } from '../options/table.ts';
import { printList } from '../output/list.ts';
import { known, print, printJson, printProblem, tell, tellMessage, wantsColor } from '../output/terminal.ts';
import { invalid } from '../options/values.ts';

const keptLines = 12;

/**
 * `serve`: the exit code is 0 when the user ended it, by Ctrl-C or a signal. That is how a server in the foreground is meant
 * to end; nothing is cut off by it, so it is not 130.
 */
export async function serveSubject(args: Arguments): Promise<Work> {
  const { values, words } = args;
  const [name] = words;
  if (values.list || name === undefined) return () => list(values);
  const subject = findSubject(name);
  const { target, notes } = serveTarget(subject, args);
  const told = { subject, notes, topology: target.topology, pool: target.pool ?? 'default' };
  return async () => {
    const node = await nodeOf(values);
    return undisturbed(() =>
      interruptible(async (signal) => {
        for (const file of usersPackages([target.topology])) tellMessage(message('tool.of-folder', { file }));
        const contestant = await contestantLaunch(target.topology, { signal, tell: tellMessage });
        return serving({ ...target, node, contestant }, signal, told, values);
      }),
    );
  };
}

/** Ignores a second Ctrl-C: npm passes on the one that the terminal has sent already. It must not cut the end short (4 s at most). */
async function undisturbed(work: () => Promise<number>): Promise<number> {
  const deaf = () => {};
  for (const signal of signals) process.on(signal, deaf);
  try {
    return await work();
  } finally {
    for (const signal of signals) process.removeListener(signal, deaf);
  }
}

async function serving(
  target: Parameters<typeof serve>[0],
  signal: AbortSignal,
  told: ServedSubject,
  values: Values,
): Promise<number> {
  let code: number = exitCodes.fine;
  let isUp = false;
  for await (const event of serve(target, { signal })) {
    isUp ||= event.type === 'up';
    // Before the server is up nothing is on stdout: the problem becomes its one document.
    if (event.type === 'ended' && values.json && !isUp) throw gone(event.how);
    code = show(event, told, values);
  }
  return code;
}

const gone = (how: string) => problem('SERVER_GONE', { how });

interface ServedSubject {
  readonly subject: ServeSubject;
  readonly notes: readonly string[];
  readonly topology: string;
  readonly pool: string | number;
}

/** @returns the exit code, if this is the last event */
function show(event: ServeEvent, told: ServedSubject, values: Values): number {
  const { subject } = told;
  // With --json stdout holds one document, and what the server says goes to stderr.
  const [out, stream] = values.json ? [tell, process.stderr] : [print, process.stdout];
  switch (event.type) {
    case 'line':
      // PM2 colours its lines for a pipe too.
      out(known.hide(wantsColor(values, stream) ? coloredLine(event.text) : oneLine(event.text)));
      return exitCodes.fine;
    case 'job':
      if (subject.logsJobs)
        out(say(message('cli.serve-job', { pid: event.pid, seconds: event.took / 1000 })));
      return exitCodes.fine;
    case 'up':
      if (values.json) printJson(document(event, told), values);
      else print(announcement(event.url, told));
      return exitCodes.fine;
    case 'left':
      return printProblem(new Problem(event.problem));
    case 'ended':
      return printProblem(gone(event.how), event.output.slice(-keptLines));
  }
}

function announcement(url: string, { subject, notes, topology, pool }: ServedSubject): string {
  const urls = subject.paths.map((path) => url + path).join(' ');
  const how = [topology, say(message('cli.serve-pool', { pool: String(pool) })), ...notes].join(', ');
  const told = message('cli.serving', { name: subject.name, urls, how, command: subject.command(url) });
  return `${say(told)}   ${say(message('cli.serve-end'))}`;
}

function document({ url, pids }: Extract<ServeEvent, { type: 'up' }>, { subject, ...told }: ServedSubject) {
  const urls = subject.paths.map((path) => url + path);
  return {
    schema: 1,
    subject: subject.name,
    urls,
    ...told,
    command: subject.command(url),
    pids,
  };
}

function list(values: Values): number {
  const rows = subjects.map(({ name, what, source, paths, topologies, constants, command }) => {
    const [first] = topologies;
    const origin = `http://127.0.0.1:${first?.port}`;
    return { name, what, source, paths, topologies, constants, command: command(origin) };
  });
  if (values.json) printJson({ schema: 1, subjects: rows }, values);
  else printList(rows.map(listItems), values);
  return exitCodes.fine;
}

function listItems({ name, what, source, paths, topologies, constants, command }: Listed) {
  const set = Object.entries(constants).map(([key, value]) => `${key}=${value}`);
  const ports = topologies.map(({ id, port }) => say(message('cli.list.port', { id, port })));
  return [
    `${name}  (${what})`,
    ['source', source],
    ['paths', paths.join(' ')],
    ['topologies', ports.join(', ')],
    ...(set.length > 0 ? [['constants', set.join(' ')] as const] : []),
    ['try', command],
  ] as const;
}

type Listed = Pick<ServeSubject, 'name' | 'what' | 'source' | 'paths' | 'topologies' | 'constants'> & {
  readonly command: string;
};

const loopback = '127.0.0.1';

/**
 * @returns what is started, and what is to be said of it
 * @throws Problem TOPOLOGY_UNKNOWN, OPTION_INVALID
 */
function serveTarget(subject: ServeSubject, { values, faults }: Arguments) {
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

/** The size of the pool. Without the option the environment decides, as it does for a server that is started without this program. */
function poolOf({ pool }: Values): string | number | undefined {
  if (pool === undefined) return process.env['UV_THREADPOOL_SIZE'];
  return pool === 'default' ? undefined : pool;
}

/** Numbers of processes and worker threads, each only where the topology uses it. @throws Problem OPTION_INVALID */
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
async function nodeOf({ node }: Values): Promise<string | null> {
  if (node === undefined) return null;
  const [first, second] = await findNodes(node);
  if (second === undefined) return first?.binary ?? null;
  throw invalid('--node', node, 'node.one');
}
