/** A k6 process: started with a script, followed by its log, ended with all that it started. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signalGroup } from '../../host/offspring.ts';
import { childIdentity } from '../../host/processes.ts';
import { pinned } from '../../host/tools.ts';
import type { EpochMilliseconds } from '../../model/units.ts';
import { message, type ParamsOf } from '../../messages/message.ts';
import { problem, type Problem } from '../../messages/problem.ts';
import { parsedJson } from '../../model/schema/read.ts';
import type { Share } from '../engine.ts';
import { Lines } from '../lines.ts';
import { k6Environment, type K6 } from './find-k6.ts';
import { setupBegins, startVariable, type K6Scenario } from './wrapper.ts';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface K6Options {
  readonly k6: K6;
  /** What k6 runs: `k6Wrapper`, or an archive of it. */
  readonly input: string | Buffer;
  /** The mark of that wrapper. */
  readonly mark: string;
  readonly cwd: string;
  readonly scenario: Pick<K6Scenario, 'warmup' | 'duration'>;
  /** The part of the load that this k6 makes; absent: all of it. */
  readonly share?: Share | undefined;
  /** URL at which the script asks for the start, if its wrapper waits. */
  readonly startUrl?: string | undefined;
  /** A private folder into which k6 writes its samples; the caller removes it. */
  readonly folder: string;
  /** `http://127.0.0.1:3000`: BASE_URL of the script. */
  readonly origin: string;
  readonly affinity: readonly number[] | null;
  readonly onProcess?: ((who: string) => void) | undefined;
}

export interface K6Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Iterations that were cut off when their time was up; null: k6 does not say it. */
  readonly interrupted: number | null;
  /** Iterations that threw in the window, and what the first of them said. */
  readonly exceptions: number;
  readonly exception: string | null;
  /** The last characters of the warnings and errors on its log. */
  readonly complaints: string;
}

export interface K6Process {
  readonly pid: number;
  /** The file of the samples: whole when k6 has ended. */
  readonly samples: string;
  /** Resolves when the script's `setup` begins, whose time k6 limits itself; never, if k6 ended before. */
  readonly preparing: Promise<void>;
  /** Resolves with the begin of the load, by the wall clock; null if k6 ended before. */
  readonly begun: Promise<EpochMilliseconds | null>;
  /** Resolves when k6 has ended; rejects if it could not be started. */
  readonly ended: Promise<K6Ended>;
  kill(): void;
}

/** Characters of k6's output that are kept. */
const kept = 2000;
/** Longest line of the log, in characters: a script may log whatever it likes. */
const longestLine = 100_000;

export function startK6(options: K6Options): K6Process {
  const { k6, input, mark, cwd, scenario, share, startUrl, folder, origin, affinity, onProcess } = options;
  const samples = join(folder, 'samples.csv');
  const [file, ...args] = pinned(affinity, [k6.file, ...argumentsOf(folder, share)]);
  // A process group of its own keeps Ctrl-C from k6 before its caller ends it.
  const child = spawn(file, args, {
    detached: true,
    cwd,
    env: {
      ...k6Environment(),
      BASE_URL: origin,
      ...(startUrl && { [startVariable]: startUrl }),
      K6_CSV_FILENAME: samples,
      K6_CSV_TIME_FORMAT: 'unix_nano',
      K6_NO_USAGE_REPORT: 'true',
      // A flag of v1 that v2 does not have, and one of v2 that the first v1 do not have.
      ...(k6.major === 1 ? { K6_NO_SUMMARY: 'true' } : { K6_SUMMARY_MODE: 'disabled' }),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const root = child.pid === undefined ? null : childIdentity(child.pid);
  if (root !== null) onProcess?.(root);
  child.stdin.on('error', () => {}); // it may end before it has read all
  child.stdin.end(input);
  const log = new Log(mark, scenario);
  const ended = new Promise<K6Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...log.end() }));
  });
  ended.catch(() => {}); // awaited by the caller
  child.stdout.setEncoding('utf8').on('data', (part: string) => log.state(part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => log.push(part));
  const begun = Promise.race([log.begun, ended.then(() => null)]);
  begun.catch(() => {});
  return {
    pid: child.pid ?? 0,
    samples,
    preparing: log.preparing,
    begun,
    ended,
    kill: () => root !== null && signalGroup({ root, mark }, [], 'SIGKILL'),
  };
}

function argumentsOf(folder: string, share: Share | undefined): string[] {
  return [
    'run',
    ...commonArguments(folder),
    // v1 listens on a fixed port unless it is told not to.
    '--address=',
    '--out=csv',
    ...(share ? segment(share) : []),
    '-',
  ];
}

/** Arguments that every command with a script has. @param folder private */
export function commonArguments(folder: string): string[] {
  const config = join(folder, 'config.json');
  // An empty configuration: the user's own one may hold any option.
  writeFileSync(config, '{}', { mode: 0o600 });
  return ['--no-color', '--no-thresholds', '--log-output=stderr', '--log-format=json', `--config=${config}`];
}

/** Arguments for one part of a load. By the sequence of all segments k6 gives each iteration to exactly one part, when it is due. */
function segment({ of, at }: Share): string[] {
  const edges = Array.from({ length: of + 1 }, (_, edge) => `${edge}/${of}`);
  return [
    `--execution-segment=${edges[at]}:${edges[at + 1]}`,
    `--execution-segment-sequence=${edges.join(',')}`,
  ];
}

/** k6's log, and the state that it prints each second and at its end. */
class Log {
  readonly preparing: Promise<void>;
  readonly begun: Promise<EpochMilliseconds>;
  readonly #mark: string;
  readonly #scenario: K6Options['scenario'];
  readonly #prepares = Promise.withResolvers<void>();
  readonly #began = Promise.withResolvers<EpochMilliseconds>();
  readonly #lines = new Lines(longestLine, (line) => this.#read(line));
  #state = '';
  #start = Infinity;
  #exceptions = 0;
  #exception: string | null = null;
  #complaints = '';

  constructor(mark: string, scenario: K6Options['scenario']) {
    this.#mark = mark;
    this.#scenario = scenario;
    this.preparing = this.#prepares.promise;
    this.begun = this.#began.promise;
  }

  /** `running (7.5s), 00/32 VUs, 6400 complete and 0 interrupted iterations` */
  state(text: string): void {
    this.#state = (this.#state + text).slice(-kept);
  }

  push(text: string): void {
    this.#lines.push(text);
  }

  end(): Omit<K6Ended, 'code' | 'signal'> {
    this.#lines.end();
    const [, interrupted] = [...this.#state.matchAll(/ (\d+) interrupted iterations/g)].at(-1) ?? [];
    return {
      interrupted: interrupted === undefined ? null : Number(interrupted),
      exceptions: this.#exceptions,
      exception: this.#exception,
      complaints: this.#complaints.trim(),
    };
  }

  #read(line: string): void {
    const { level, msg, scenario } = entryOf(line);
    if (msg.startsWith(this.#mark)) {
      this.#marked(msg.slice(this.#mark.length));
    } else if (level !== 'info' && level !== 'debug') {
      this.#complaints = `${this.#complaints}${msg}\n`.slice(-kept);
      // An exception in an iteration is logged by the executor, which names its scenario.
      if (level !== 'error' || scenario === undefined || !this.#isInWindow()) return;
      this.#exceptions++;
      this.#exception ??= msg.replaceAll(/\s+/g, ' ').slice(0, 200);
    }
  }

  #marked(what: string): void {
    if (what === setupBegins) {
      this.#prepares.resolve();
      return;
    }
    const begun = Number(what);
    this.#start = begun + this.#scenario.warmup;
    this.#began.resolve(begun);
  }

  /** Whether the window is open now. A line comes when it is written, while k6's own instant for it is in whole seconds. */
  #isInWindow(): boolean {
    const at = Date.now() - this.#start;
    return at >= 0 && at < this.#scenario.duration;
  }
}

interface K6LogEntry {
  readonly level?: string;
  readonly msg: string;
  readonly scenario?: string;
}

/** @param complaints the last warnings and errors; empty if there are none */
export function k6Failed({ code, signal, hung }: ParamsOf<'k6.ended'>, complaints: string): Problem {
  const how = message('k6.ended', { code, signal, hung });
  return problem('K6_FAILED', { how, why: complaints || message('generator.silent') });
}

/** Parses a line of k6's log; any other line (a crash of Go) becomes the message as it is. */
export function entryOf(line: string): K6LogEntry {
  const entry = parsedJson(line) as Partial<K6LogEntry> | null;
  return typeof entry?.msg === 'string' ? { ...entry, msg: entry.msg } : { msg: line };
}

/** A server that tells a script the common start of several generators: k6 has no other way to be told anything while it runs. */
export interface K6Start extends Disposable {
  /** URL that the script requests when it has been set up; the answer is the instant of the start. */
  readonly url: string;
  readonly asked: Promise<void>;
}

/** @param instant is called once, when the script asks, and answered when it resolves */
export async function k6Start(instant: () => Promise<EpochMilliseconds>): Promise<K6Start> {
  const path = `/${randomUUID()}`;
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  let isAsked = false;
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    if (request.url !== path || isAsked) {
      response.writeHead(404).end();
      return;
    }
    isAsked = true;
    resolve();
    instant().then(
      (at) => response.end(`${at}`),
      () => response.destroy(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    asked,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
