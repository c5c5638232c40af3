/**
 * k6 as an engine: a script of the user is the request, and the plan is the load. k6 is found, not brought. Its samples are read when it
 * has ended, so that nothing but k6 works beside the server in the window.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { waited } from '../../host/clock.ts';
import { hostConditions } from '../../host/host.ts';
import { cpuTime, statusOf } from '../../host/processes.ts';
import { problem, type Problem } from '../../messages/problem.ts';
import type { LoadOutcome } from '../../model/sample.ts';
import type { K6Parcel } from '../../model/schema/generator-protocol.ts';
import type { EpochMilliseconds, Milliseconds } from '../../model/units.ts';
import type { Engine, EngineOptions, LoadJob } from '../engine.ts';
import { findK6, type K6 } from './find-k6.ts';
import { k6Csv, type K6Csv } from './csv.ts';
import { k6Failed, startK6, type K6Ended, type K6Process, k6Start, type K6Start } from './k6-process.ts';
import { isCounted, K6Tally, type K6Seen } from './tally.ts';
import { outcomeOf } from '../recorder.ts';
import { k6Scenario, k6Wrapper, type K6Scenario } from './wrapper.ts';
import { Lines } from '../lines.ts';
import { lateAfter } from '../pacing.ts';
import { sharedNow } from '../pacer.ts';

/** @param script absolute path */
export function k6Engine(script: string): Engine {
  return {
    async run(job, options = {}) {
      options.signal?.throwIfAborted();
      const mark = newMark();
      const waits = options.start !== undefined;
      const input = k6Wrapper({ script, scenario: k6Scenario(job), mark, waits, server: [] });
      return run({ k6: findK6(), script, cwd: dirname(script), mark, input }, job, options);
    },
  };
}

/** An engine for a script that was packed on another machine (parcel.ts) and waits for its start. */
export function k6FromParcel({ script, version, mark, archive }: K6Parcel): Engine {
  return {
    async run(job, options = {}) {
      const k6 = findK6();
      if (k6.version !== version)
        throw new RangeError(`packed by k6 v${version}, and this is v${k6.version}`);
      const input = Buffer.from(archive, 'base64');
      return run({ k6, script, cwd: tmpdir(), mark, input }, job, options);
    },
  };
}

/** Makes a prefix for our own lines on k6's log: no other line begins with it. */
export const newMark = () => `${randomUUID()} `;

/**
 * The longest time from the start of k6 to the script's `setup()`, which k6 itself limits (`setupTimeout`, a minute unless the script
 * says otherwise). If the script waits for its start, the time includes `setup()`.
 */
export const longestStart: Milliseconds = 180_000;
/** The longest time from the end of the load to the end of k6: `teardown()` has a minute, and the last samples are written. */
export const longestEnd: Milliseconds = 90_000;

/** The k6 that is started, and what it runs. */
interface K6Launch {
  readonly k6: K6;
  /** The script as messages show it. */
  readonly script: string;
  readonly cwd: string;
  readonly mark: string;
  readonly input: string | Buffer;
}

/**
 * @throws Problem K6_MISSING, K6_UNSUPPORTED, K6_FAILED, K6_NO_REQUEST, K6_THREW, K6_ELSEWHERE
 * @throws RangeError if k6 has no such load
 */
async function run(
  { script, ...given }: K6Launch,
  job: LoadJob,
  options: EngineOptions,
): Promise<LoadOutcome> {
  const { signal, affinity = null, onProcess } = options;
  const scenario = k6Scenario(job);
  const origin = new URL(job.requests[0]?.url ?? '').origin;
  using held = options.start ? await k6Start(onWallClock(options.start)) : null;
  signal?.throwIfAborted();
  const startUrl = held?.url;
  const { timeout, load, share } = job;
  const folder = mkdtempSync(join(options.folder ?? tmpdir(), 'chokepoint-k6-'));
  const work = startK6({ ...given, scenario, share, startUrl, folder, origin, affinity, onProcess });
  const abort = () => work.kill();
  signal?.addEventListener('abort', abort);
  try {
    const { start, ended, generator } = await loadWindow(work, held, scenario, options);
    signal?.throwIfAborted();
    const { duration, warmup } = scenario;
    const perSecond = load.kind === 'rate' ? load.perSecond / (share?.of ?? 1) : null;
    const times = { start, duration, perSecond, timeout, lateAfter: lateAfter(job) };
    const tally = new K6Tally({ ...times, origin, startUrl });
    await readSamples(work.samples, tally, signal);
    const seen = tally.finish(ended);
    const empty = whyEmpty(seen, ended.exception, script, origin);
    if (options.onPart) options.onPart({ empty, wrong: seen.unplaced });
    else if (empty) throw empty;
    const engine = `k6 v${given.k6.version}`;
    return outcomeOf(seen.record, { engine, start, warmup, generator });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
    work.kill();
    await work.ended.catch(() => {});
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Converts an instant of the clock that processes share to the wall clock, the only one that a script has. */
const onWallClock = (instant: () => Promise<Milliseconds>) => async (): Promise<EpochMilliseconds> => {
  const at = await instant();
  return Date.now() + at - sharedNow();
};

interface Loaded {
  readonly start: EpochMilliseconds;
  readonly generator: Omit<LoadOutcome['generator'], 'lateShare'>;
  readonly ended: K6Ended;
}

/** Follows k6 from its start to its end. @throws Problem K6_FAILED */
async function loadWindow(
  work: K6Process,
  held: K6Start | null,
  { warmup, duration, longest }: K6Scenario,
  { onPhase, affinity }: EngineOptions,
): Promise<Loaded> {
  const gone = new AbortController();
  const over = () => gone.abort();
  void work.ended.then(over, over);
  let hung: 'start' | 'end' | null = null;
  const limit = (what: 'start' | 'end', time: Milliseconds) =>
    setTimeout(() => {
      hung = what;
      work.kill();
    }, time);
  const starting = limit('start', longestStart);
  let ending: NodeJS.Timeout | undefined;
  void (held?.asked ?? work.preparing).then(() => clearTimeout(starting));
  try {
    const begun = await work.begun.catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw k6Failed({ code: null, signal: null, hung: 'never' }, why);
    });
    clearTimeout(starting);
    const start = (begun ?? 0) + warmup;
    const end = start + duration;
    ending = limit('end', longest + longestEnd);
    let isWhole = false;
    let generator: Loaded['generator'] = { cpu: 0, utilization: 0, peakRss: 0, pid: work.pid };
    if (begun !== null) {
      onPhase?.('warmup');
      // By the wall clock, which k6's samples have.
      if (await waited(start - Date.now(), gone.signal)) {
        const before = cpuTime(work.pid);
        onPhase?.('window');
        isWhole = await waited(end - Date.now(), gone.signal);
        if (isWhole) generator = costOf(work.pid, cpuTime(work.pid) - before, duration, affinity ?? null);
        onPhase?.('drain');
      }
    }
    const ended = await work.ended;
    if (isWhole && ended.code === 0 && ended.interrupted !== null) return { start, generator, ended };
    throw k6Failed({ ...ended, hung }, ended.complaints);
  } finally {
    clearTimeout(starting);
    clearTimeout(ending);
  }
}

/** What k6 used in the window. It may use all of its CPUs: its utilization is 1 when it does. */
function costOf(
  pid: number,
  cpu: Milliseconds,
  duration: Milliseconds,
  affinity: readonly number[] | null,
): Loaded['generator'] {
  const cpus = affinity === null ? hostConditions().effectiveCpus : affinity.length;
  const peakRss = Number.parseInt(statusOf(pid)?.('VmHWM') ?? '', 10) * 1024 || 0;
  return { cpu, utilization: Math.min(1, cpu / (duration * cpus)), peakRss, pid };
}

/** Longest line that is read, in characters: a longer one is cut, as the address of a request may be of any length. */
const longestLine = 1024 * 1024;

async function readSamples(file: string, tally: K6Tally, signal: AbortSignal | undefined): Promise<void> {
  let csv: K6Csv | null = null;
  const lines = new Lines(longestLine, (line) => {
    const sample = csv && isCounted(line) ? csv.read(line) : null;
    if (sample) tally.add(sample);
    csv ??= k6Csv(line);
  });
  const stream = createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 18, signal });
  for await (const part of stream as AsyncIterable<string>) lines.push(part);
}

/** Why the script has measured nothing of this server: it sent no request, or only elsewhere. @returns null if it sent one */
function whyEmpty(
  { record: { counts, iterations }, elsewhere }: K6Seen,
  exception: string | null,
  script: string,
  origin: string,
): Problem | null {
  if (counts.sent > 0) return null;
  if (elsewhere !== null) return problem('K6_ELSEWHERE', { script, url: elsewhere, origin });
  const iterated = { script, iterations: iterations?.begun ?? 0 };
  return exception === null
    ? problem('K6_NO_REQUEST', iterated)
    : problem('K6_THREW', { ...iterated, exception });
}
