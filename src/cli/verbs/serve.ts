/** `chokepoint serve`: one of the lab's servers in the foreground, until Ctrl-C. */
import { findSubject, serve, subjects, type ServeEvent } from '../../run/run.ts';
import { exitCodes, Problem, problem } from '../../model/problem.ts';
import { coloredLine, jsonText, oneLine } from '../../report/terminal/printable.ts';
import { interruptible } from '../interruptible.ts';
import { known } from '../output/known-secrets.ts';
import type { Arguments, Values } from '../options/table.ts';
import { wantsColor } from '../output/reports.ts';
import { printProblem } from '../output/problem-text.ts';
import { serveTarget, type Subject } from '../options/serve.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const keptLines = 12;

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
  const { target, notes } = await serveTarget(subject, values);
  const told = { subject, notes, topology: target.topology, pool: target.pool ?? 'default' };

  // npm passes a Ctrl-C on that the terminal has sent to this process already: the second must not cut the end short,
  // which takes four seconds at most.
  const deaf = () => {};
  for (const signal of signals) process.on(signal, deaf);
  try {
    return await interruptible(async (signal) => {
      let code: number = exitCodes.fine;
      let isUp = false;
      for await (const event of serve(target, { signal })) {
        isUp ||= event.type === 'up';
        // Until it is up nothing stands on stdout: there the bad news is the one document.
        if (event.type === 'ended' && values.json && !isUp) throw gone(event.how);
        code = show(event, told, values);
      }
      return code;
    });
  } finally {
    for (const signal of signals) process.removeListener(signal, deaf);
  }
}

const gone = (how: string) => problem('SERVER_GONE', { how });

interface Told {
  readonly subject: Subject;
  readonly notes: readonly string[];
  readonly topology: string;
  readonly pool: string | number;
}

/** @returns the exit code, if this is the last event */
function show(event: ServeEvent, told: Told, values: Values): number {
  const { subject } = told;
  // With --json stdout holds one document, and what the server says goes to stderr.
  const out = values.json ? process.stderr : process.stdout;
  switch (event.type) {
    case 'line':
      // PM2 colours its lines for a pipe too.
      out.write(`${known.hide(wantsColor(values, out) ? coloredLine(event.text) : oneLine(event.text))}\n`);
      return exitCodes.fine;
    case 'job':
      if (subject.logsJobs) out.write(`job of process ${event.pid}: ${(event.took / 1000).toFixed(3)} sec\n`);
      return exitCodes.fine;
    case 'up':
      process.stdout.write(`${values.json ? document(event, told) : announcement(event.url, told)}\n`);
      return exitCodes.fine;
    case 'left':
      return printProblem(new Problem(event.problem));
    case 'ended':
      return printProblem(gone(event.how), event.output.slice(-keptLines));
  }
}

function announcement(url: string, { subject, notes, topology, pool }: Told): string {
  const urls = subject.paths.map((path) => url + path).join(' ');
  const how = [topology, `pool ${pool}`, ...notes].join(', ');
  return `${subject.name}: ${urls} (${how}). Try: ${subject.command(url)}   Ctrl-C ends it.`;
}

function document({ url, pids }: Extract<ServeEvent, { type: 'up' }>, { subject, ...told }: Told): string {
  const urls = subject.paths.map((path) => url + path);
  return jsonText({
    schema: 1,
    subject: subject.name,
    urls,
    ...told,
    command: subject.command(url),
    pids,
  });
}

function list({ json = false }: Values): number {
  const rows = subjects.map(({ name, what, source, paths, topologies, constants, command }) => {
    const [first] = topologies;
    const origin = `http://127.0.0.1:${first?.port}`;
    return { name, what, source, paths, topologies, constants, command: command(origin) };
  });
  if (json) process.stdout.write(`${jsonText({ schema: 1, subjects: rows })}\n`);
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
