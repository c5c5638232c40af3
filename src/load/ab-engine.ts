/**
 * ApacheBench as an engine: `ab -n N -c C [-k] URL`, which is what many published figures were made with. It is found,
 * not brought. Its window ends by the number of requests; it has neither a warm-up nor a schedule, checks the status and
 * whether all answers are equally long, and knows nothing of proofs: whoever needs more takes the built-in engine.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '../messages/message.ts';
import { problem } from '../messages/problem.ts';
import type { LoadOutcome } from '../model/sample.ts';
import type { ErrorKind } from '../model/error-kind.ts';
import type { Milliseconds } from '../model/units.ts';
import { Histogram } from '../stats/histogram.ts';
import { total } from '../stats/mean-and-spread.ts';
import { outcomeOf, Recorder } from './recorder.ts';
import { completedAtEnd, parseAbReport, parseAbTable, type AbReport } from './ab-report.ts';
import type { Engine, EngineOptions, LoadJob } from './engine.ts';
import { signalGroup } from '../host/offspring.ts';
import { childIdentity, runMarker } from '../host/processes.ts';
import { findTool, pinned, whyNoTool } from '../host/tools.ts';

export function abEngine(): Engine {
  return { run };
}

/**
 * @throws Problem GENERATOR_FAILED if ab is not there, or ends with something else than a report or a failed connection
 * @throws RangeError if the job asks for what ab cannot do
 */
async function run(job: LoadJob, options: EngineOptions = {}): Promise<LoadOutcome> {
  const { signal, onPhase, affinity } = options;
  const ask = asked(job);
  signal?.throwIfAborted();
  const ab = findTool('ab');
  if (ab === null) throw failed('ab was not found', whyNoTool('ab'));
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-ab-'));
  const table = join(folder, 'requests.tsv');
  try {
    onPhase?.('window');
    const start = performance.timeOrigin + performance.now();
    const ended = await program([ab, ...argumentsOf(job, ask, table)], affinity ?? null, signal);
    onPhase?.('drain');
    const report = parseAbReport(ended.text);
    if (report) return outcome(report, parseAbTable(readFileSync(table, 'utf8')), start, ended);
    return givenUp(ask.requests, start, ended);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface AbLoad {
  readonly requests: number;
  readonly clients: number;
}

/** @throws RangeError */
function asked({ load, requests, warmup, duration }: LoadJob): AbLoad {
  const [request, another] = requests;
  if (load.kind !== 'closed' || load.requestsEach === undefined || duration !== null || warmup > 0)
    throw new RangeError('ab ends by a number of requests, and has no warm-up');
  if (!request || another) throw new RangeError('ab asks for one URL');
  const { body, expectSha256, expectStatus, proof, headers } = request;
  if (body !== undefined || expectSha256 !== undefined || expectStatus || proof)
    throw new RangeError('ab sends no body here, and checks neither digest, proof nor a status of one’s own');
  // ab takes headers only from its arguments, which every user of the machine can read (`ps`).
  if (Object.keys(headers).some((name) => !isConnection(name)))
    throw new RangeError('ab gets no header but Connection');
  return { requests: load.clients * load.requestsEach, clients: load.clients };
}

const isConnection = (name: string) => name.toLowerCase() === 'connection';

function argumentsOf({ requests, timeout }: LoadJob, ask: AbLoad, table: string): string[] {
  const { url = '', method = 'GET', headers = {} } = requests[0] ?? {};
  const opensEach = Object.entries(headers).some(
    ([name, value]) => isConnection(name) && value.toLowerCase() === 'close',
  );
  return [
    '-q',
    '-S',
    `-n${ask.requests}`,
    `-c${ask.clients}`,
    `-s${Math.ceil(timeout / 1000)}`,
    `-g${table}`,
    // ab asks in HTTP/1.0: Node keeps such a connection only for an answer that sets its Content-Length itself.
    ...(opensEach ? [] : ['-k']),
    ...(method === 'GET' ? [] : ['-m', method]),
    url,
  ];
}

interface AbEnd {
  readonly pid: number;
  readonly code: number | null;
  /** All that ab printed, on stdout and stderr. */
  readonly text: string;
  readonly took: Milliseconds;
}

/** Script of a shell that runs ab and prints its CPU time (`times`): nothing else knows that once ab has ended. */
const timed = '"$@"; code=$?; times; exit $code';

function program(
  command: readonly [string, ...string[]],
  affinity: readonly number[] | null,
  signal: AbortSignal | undefined,
): Promise<AbEnd> {
  const began = performance.now();
  const mark = `ab-${randomUUID()}`;
  // The shell has a process group of its own, so that it and ab end together.
  const child = spawn('/bin/sh', ['-c', timed, 'sh', ...pinned(affinity, command)], {
    detached: true,
    env: { LC_ALL: 'C', [runMarker]: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const root = child.pid === undefined ? null : childIdentity(child.pid);
  const abort = () => root !== null && signalGroup({ root, mark }, [], 'SIGKILL');
  signal?.addEventListener('abort', abort);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  return new Promise<AbEnd>((resolve, reject) => {
    child.once('error', (error) => reject(failed('ab could not be started', error.message)));
    child.once('close', (code) => {
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve({ pid: child.pid ?? 0, code, text, took: performance.now() - began });
    });
  }).finally(() => signal?.removeEventListener('abort', abort));
}

function outcome(report: AbReport, times: readonly Milliseconds[], start: number, ended: AbEnd): LoadOutcome {
  const { complete, timeTaken, transferred } = report;
  const untold = withoutFigures(start, ended);
  const errors = { ...untold.errors, ...errorsOf(report) };
  const wrong = total(Object.values(errors));
  // One answer may be wrong in two ways: then too few are called right, and never too many.
  const verified = Math.max(0, complete - wrong);
  const answered = complete - errors.connect - errors.reset - errors.protocol;
  const response = new Histogram();
  for (const time of times) response.record(time * 1000);
  return {
    ...untold,
    window: { start, duration: timeTaken },
    counts: { due: complete, sent: complete, answered, verified },
    errors,
    errorExamples: wrong > 0 ? [`${wrong} of ${complete} failed; ab keeps no answer`] : [],
    throughput: (verified / timeTaken) * 1000,
    response: response.toData(),
    service: response.toData(),
    concurrency: total(times) / timeTaken,
    bytesReceived: transferred,
  };
}

/** Bytes of the shortest head of an answer: `HTTP/1.1 200` and an empty line. */
const shortestHead = 16;

/** Counts errors by kind. ab takes a connection that is closed without a byte for an empty answer, and any bytes for an answer. */
function errorsOf(report: AbReport): Partial<LoadOutcome['errors']> {
  const { complete, failed: lost, non2xx, transferred, html } = report;
  if (transferred === 0) return { reset: complete };
  if (transferred - html < shortestHead * complete) return { protocol: complete };
  const reset = lost.receive + lost.exceptions;
  return { connect: lost.connect, reset, status: non2xx, body: lost.length };
}

/** The outcome where ab gave up: it ends at the first failed connection, with the system's message and no figures. */
function givenUp(requests: number, start: number, ended: AbEnd): LoadOutcome {
  const kind = kindOf(ended.text);
  if (kind === null) throw failed(`exit code ${ended.code}`, ended.text.trim().slice(-500));
  const answered = completedAtEnd(ended.text);
  const untold = withoutFigures(start, ended);
  const counts = { due: requests, sent: answered + 1, answered, verified: 0 };
  return { ...untold, counts, errors: { ...untold.errors, [kind]: 1 } };
}

function kindOf(text: string): ErrorKind | null {
  if (/refused|unreachable/i.test(text)) return 'connect';
  if (/reset by peer|broken pipe|end of file/i.test(text)) return 'reset';
  return /timeout specified has expired/i.test(text) ? 'timeout' : null;
}

/** The outcome without ab's figures: what ab does not tell stays empty. It gives starting times in whole seconds only. */
function withoutFigures(start: number, { pid, text, took }: AbEnd): LoadOutcome {
  const recorder = new Recorder({ membership: 'due', lateAfter: Infinity, traces: 0, seed: 0 });
  recorder.openWindow(0, 0);
  const cpu = cpuTime(text);
  const generator = { utilization: Math.min(1, cpu / took), cpu, peakRss: 0, pid };
  const record = { ...recorder.finish(0), duration: took };
  return outcomeOf(record, { engine: 'ab', start, warmup: 0, generator });
}

/** CPU time of ab: the second line of the shell's `times`, `0m0.010s 0m0.020s` (user, system), in ticks of 10 ms. */
function cpuTime(text: string): Milliseconds {
  const line = /^\d+m[\d.]+s \d+m[\d.]+s\n(\d+)m([\d.]+)s (\d+)m([\d.]+)s$/m.exec(text);
  const [minutes = 0, seconds = 0, more = 0, rest = 0] = (line ?? []).slice(1).map(Number);
  return ((minutes + more) * 60 + seconds + rest) * 1000;
}

function failed(how: string, why: string | Message) {
  return problem('GENERATOR_FAILED', { how, why });
}
