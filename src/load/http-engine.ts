/** The default engine, seen from the controller: an HTTP/1.1 generator in a process of its own. */
import { message } from '../messages/message.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { leanEnvironment } from '../host/processes.ts';
import { pinned } from '../host/tools.ts';
import { problem, Problem } from '../messages/problem.ts';
import type { LoadOutcome } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import type { Engine, EngineOptions, LoadJob } from './engine.ts';
import type { Order, Report } from './generator.ts';
import { checkEnds } from './pacing.ts';
import { scenario } from './scenario.ts';

/** Lines of the generator's stderr that are kept for the problem's text. */
const keptCharacters = 2_000;

/** HTTP/1.1 over plain sockets or TLS. Linux pins it with `taskset`; where that is missing, `affinity` is passed over. */
export function httpEngine(): Engine {
  return { run };
}

/**
 * @throws Problem OPTION_INVALID if a request cannot be sent as it is, GENERATOR_FAILED if the process ends early
 * @throws RangeError if the load would never end
 */
async function run(job: LoadJob, options: EngineOptions = {}): Promise<LoadOutcome> {
  const { signal, affinity } = options;
  // Before a process is started for it.
  checkEnds(job);
  scenario(job.requests, job.seed);
  signal?.throwIfAborted();
  const generator = start(affinity ?? null);
  const abort = () => generator.kill('SIGKILL');
  signal?.addEventListener('abort', abort);
  try {
    const last = await conversation(generator, job, options);
    signal?.throwIfAborted();
    return last;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
    generator.kill('SIGKILL');
  }
}

function start(affinity: readonly number[] | null): ChildProcess {
  const entry = new URL(`./generator${extname(import.meta.filename)}`, import.meta.url);
  const [execPath, ...execArgv] = pinned(affinity, [process.execPath]);
  return fork(entry, [], {
    execPath,
    execArgv,
    env: leanEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** Resolves when the generator has told its outcome *and* its process has ended, so that none is ever left. */
function conversation(
  generator: ChildProcess,
  job: LoadJob,
  { onPhase, start: instant }: EngineOptions,
): Promise<LoadOutcome> {
  return new Promise((resolve, reject) => {
    let last: Report | null = null;
    let complaints = '';
    generator.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaints = (complaints + text).slice(-keptCharacters);
    });
    generator.on('message', (report: Report) => {
      if (report.kind === 'phase') onPhase?.(report.phase);
      else if (report.kind === 'ready') void instant?.().then(begin, () => generator.kill('SIGKILL'));
      else last = report;
    });
    const order: Order = { job, isHeld: instant !== undefined };
    const begin = (at: Milliseconds) => {
      if (generator.connected) generator.send(at, () => {});
    };
    generator.once('error', (error) => reject(failed('could not be started', error.message)));
    generator.once('close', (code, signal) => {
      if (last?.kind === 'outcome') resolve(last.outcome);
      else if (last?.kind === 'problem') reject(new Problem(last.problem));
      else if (last?.kind === 'defect') reject(failed('a defect', last.stack));
      else reject(failed(signal ?? `exit code ${code}`, complaints.trim()));
    });
    generator.send(order, (error) => {
      if (error !== null) generator.kill('SIGKILL');
    });
  });
}

function failed(how: string, said: string): Problem {
  const why = said === '' ? message('generator.silent') : said;
  return problem('GENERATOR_FAILED', { how, why });
}
