/** `chokepoint serve`: one of the lab's servers in the foreground, until Ctrl-C. */
import { stripVTControlCharacters } from 'node:util';
import { constant, findNodes, findSubject, serve, subjects, topologyOf, type ServeEvent } from '../lab.ts';
import { exitCodes, problem } from '../model/problem.ts';
import { interruptible } from './interruptible.ts';
import { wholeNumber, type Arguments, type Values } from './options.ts';
import { wantsColor } from './output.ts';
import { printProblem } from './problem-text.ts';

type Subject = ReturnType<typeof findSubject>;

const loopback = '127.0.0.1';
const lastPort = 65_535;
/** libuv's MAX_THREADPOOL_SIZE since 1.30. */
const largestPool = 1024;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * @returns the exit code: 0 when the user ended it, by Ctrl-C or a signal. That is how a server in the foreground is
 *   meant to end; nothing is cut off by it, so it is not 130.
 */
export async function serveSubject(args: Arguments): Promise<number> {
  const { values, words, command } = args;
  const [name] = words;
  if (values.list || (name === undefined && command.length === 0)) return list(values);
  if (words.length !== 1 || command.length > 0) {
    throw problem('OPTION_INVALID', {
      option: 'serve',
      value: [...words, ...command].join(' '),
      why: "It starts one of the lab's servers.",
      todo: 'Name one of them; "chokepoint serve --list" has them all.',
    });
  }
  const subject = findSubject(name ?? '');
  const { target, say } = await asked(subject, values);

  // npm passes a Ctrl-C on that the terminal has sent to this process already: the second must not cut the end short,
  // which takes four seconds at most.
  const deaf = () => {};
  for (const signal of signals) process.on(signal, deaf);
  try {
    return await interruptible(async (signal) => {
      let code: number = exitCodes.fine;
      for await (const event of serve(target, { signal })) code = show(event, say, values);
      return code;
    });
  } finally {
    for (const signal of signals) process.removeListener(signal, deaf);
  }
}

/** What is started, and what is said of it once its address is known. */
async function asked(subject: Subject, values: Values) {
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
    processes: processesOf(subject, topology, values),
    node: await nodeOf(values),
  };
  const say = (url: string, pids: readonly number[]) => ({
    subject: subject.name,
    urls: subject.paths.map((path) => url + path),
    topology: topology.id,
    pool: pool ?? 'default',
    note: variant.note,
    command: subject.command(url),
    pids,
  });
  return { target, say };
}

type Say = Awaited<ReturnType<typeof asked>>['say'];

/** @returns the exit code if this is the last event */
function show(event: ServeEvent, say: Say, values: Values): number {
  const { json = false } = values;
  // With --json stdout holds one document, and what the server says goes to stderr.
  const out = json ? process.stderr : process.stdout;
  switch (event.type) {
    case 'line':
      // PM2 colours its lines for a pipe too.
      out.write(`${wantsColor(values, out) ? event.text : stripVTControlCharacters(event.text)}\n`);
      return exitCodes.fine;
    case 'job':
      out.write(`job of process ${event.pid}: ${(event.took / 1000).toFixed(3)} sec\n`);
      return exitCodes.fine;
    case 'up': {
      const { subject, urls, topology, pool, note, command, pids } = say(event.url, event.pids);
      const document = { schema: 1, subject, urls, topology, pool, note, command, pids };
      const how = `${topology}, pool ${pool}, ${note}`;
      process.stdout.write(
        json
          ? `${JSON.stringify(document)}\n`
          : `${subject}: ${urls.join(' ')} (${how}). Try: ${command}  Ctrl-C ends it.\n`,
      );
      return exitCodes.fine;
    }
    case 'ended':
      return printProblem(problem('SERVER_GONE', { how: event.how }), event.output.slice(-12));
  }
}

function variantOf({ asPublished, corrected }: Subject, values: Values): Subject['asPublished'] {
  if (!values.corrected) return asPublished;
  if (!values['as-published']) return corrected;
  throw problem('OPTION_INVALID', {
    option: '--corrected',
    value: '--as-published',
    why: 'It is the one or the other.',
    todo: 'Leave one of them out.',
  });
}

/** Without the option the environment decides, as it does for a server that is started without this program. */
function poolOf({ pool }: Values): string | number | undefined {
  if (pool === undefined) return process.env['UV_THREADPOOL_SIZE'];
  return pool === 'default' ? undefined : within('--pool', pool, largestPool);
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

function processesOf(
  subject: Subject,
  { id, spreads }: ReturnType<typeof topologyOf>,
  { processes }: Values,
): number | undefined {
  if (processes === undefined || spreads) {
    return processes === undefined ? undefined : within('--processes', processes, 1024);
  }
  const several = subject.topologies.filter((topology) => topology.spreads).map((topology) => topology.id);
  throw problem('OPTION_INVALID', {
    option: '--processes',
    value: processes,
    why: `The topology ${id} has one process.`,
    todo: several.length > 0 ? `Choose another: --topology ${several.join(' or ')}.` : 'Leave it out.',
  });
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

function list({ json = false }: Values): number {
  const rows = subjects.map(({ name, what, source, paths, topologies, constants, command }) => {
    const [first] = topologies;
    const origin = `http://${loopback}:${first?.port}`;
    return { name, what, source, paths, topologies, constants, command: command(origin) };
  });
  if (json) process.stdout.write(`${JSON.stringify({ schema: 1, subjects: rows })}\n`);
  for (const { name, what, source, paths, topologies, constants, command } of json ? [] : rows) {
    const set = Object.entries(constants).map(([key, value]) => `${key}=${value}`);
    process.stdout.write(
      [
        `${name}  (${what})`,
        `  source:     ${source}`,
        `  paths:      ${paths.join(' ')}`,
        `  topologies: ${topologies.map(({ id, port }) => `${id} (port ${port})`).join(', ')}`,
        ...(set.length > 0 ? [`  constants:  ${set.join(' ')}`] : []),
        `  try:        ${command}`,
        '',
      ].join('\n'),
    );
  }
  return exitCodes.fine;
}
