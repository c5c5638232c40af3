/** The default engine, seen from the controller: an HTTP/1.1 generator in a process of its own. */
import { message } from '../messages/message.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { leanEnvironment } from '../host/processes.ts';
import { pinned } from '../host/tools.ts';
import { problem, Problem } from '../messages/problem.ts';
import type { LoadOutcome } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import type { Engine, EngineOptions, KeptEngine, LoadJob } from './engine.ts';
import type { Order, Report } from './generator.ts';
import { checkEnds } from './pacing.ts';
import { scenario } from './scenario.ts';

/** Characters at the end of the generator's stderr that are kept for the problem's text. */
const keptCharacters = 2_000;

/** An engine for HTTP/1.1, plain or TLS. Linux pins its process with `taskset`; where that is missing, `affinity` is ignored. */
export function httpEngine(): Engine {
  return {
    async run(job, options = {}) {
      // A faulty job is found before a process is started for it.
      checkEnds(job);
      scenario(job.requests, job.seed);
      options.signal?.throwIfAborted();
      await using generator = keptGenerator(options.affinity);
      return await generator.run(job, options);
    },
    keep: keptGenerator,
  };
}

/** A generator process that stays for the next job, so that it compiles its code only once. */
function keptGenerator(affinity: readonly number[] | null = null): KeptEngine {
  const child = start(affinity);
  // The error is told to whoever gives it a job.
  child.on('error', () => {});
  return {
    run: (job, options = {}) => conversation(child, job, options),
    async [Symbol.asyncDispose]() {
      const isAlive = child.exitCode === null && child.signalCode === null && child.kill('SIGKILL');
      if (isAlive) await once(child, 'close');
    },
  };
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

/**
 * Has a generator do one job.
 * @throws Problem OPTION_INVALID if a request cannot be sent as it is, GENERATOR_FAILED if the process ends early
 * @throws RangeError if the load would never end
 */
async function conversation(
  generator: ChildProcess,
  job: LoadJob,
  { onPhase, start: instant, signal }: EngineOptions,
): Promise<LoadOutcome> {
  signal?.throwIfAborted();
  // A generator that ended between two jobs emits nothing more.
  if (!generator.connected) throw failed(generator.signalCode ?? `exit code ${generator.exitCode}`, '');
  const { promise, resolve, reject } = Promise.withResolvers<LoadOutcome>();
  let complaints = '';
  const complain = (text: string) => {
    complaints = (complaints + text).slice(-keptCharacters);
  };
  const kill = () => generator.kill('SIGKILL');
  const listeners = {
    message(report: Report) {
      if (report.kind === 'phase') onPhase?.(report.phase);
      else if (report.kind === 'ready') void instant?.().then(begin, kill);
      else if (report.kind === 'outcome') resolve(report.outcome);
      else if (report.kind === 'problem') reject(new Problem(report.problem));
      else reject(failed('a defect', report.stack));
    },
    error: (error: Error) => reject(failed('could not be started', error.message)),
    close: (code: number | null, how: string | null) =>
      reject(failed(how ?? `exit code ${code}`, complaints.trim())),
  };
  for (const [event, listener] of Object.entries(listeners)) generator.on(event, listener);
  generator.stderr?.setEncoding('utf8').on('data', complain);
  signal?.addEventListener('abort', kill);
  const order: Order = { job, isHeld: instant !== undefined };
  const begin = (at: Milliseconds) => {
    if (generator.connected) generator.send(at, () => {});
  };
  try {
    generator.send(order, (error) => {
      if (error !== null) kill();
    });
    return await promise;
  } finally {
    signal?.removeEventListener('abort', kill);
    for (const [event, listener] of Object.entries(listeners)) generator.off(event, listener);
    generator.stderr?.off('data', complain);
    // An aborted job rejects with the signal's reason, whatever the generator said last.
    signal?.throwIfAborted();
  }
}

function failed(how: string, said: string): Problem {
  const why = said === '' ? message('generator.silent') : said;
  return problem('GENERATOR_FAILED', { how, why });
}
