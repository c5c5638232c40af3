/**
 * The load engine against servers with a known answer. A load generator that is wrong is wrong in ways that look
 * like results: most of them report a p99 of 3 ms for a server that was blocked for a second (one request waited,
 * the others were never sent), and some count replies of 500 as success.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { message, type Message, type MessageCode } from './messages/message.ts';
import type { Engine, LoadJob } from './load/engine.ts';
import { httpEngine } from './load/http-engine.ts';
import { ReferenceServer } from './load/reference-server.ts';
import type { LoadOutcome } from './model/sample.ts';
import { type HistogramData, Histogram } from './stats/histogram.ts';
import type { Milliseconds } from './model/units.ts';

type CheckedLoad = Message<Extract<MessageCode, `selftest-asked.${string}`>>;
type IdOf<Code> = Code extends `selftest.${infer Id}` ? Id : never;
type CheckId = IdOf<MessageCode>;

/** One figure: what was asked, what is true, and what the engine says. */
export interface SelftestCheck {
  readonly id: CheckId;
  readonly title: Message<`selftest.${CheckId}`>;
  /** The load and the server's behaviour. */
  readonly asked: CheckedLoad;
  /** Of `truth`, `reported` and `tolerance`. */
  readonly unit: 'ms' | 'requests' | 'requests in flight';
  readonly truth: number;
  readonly reported: number;
  /** `reported` may lie so far from `truth`. */
  readonly tolerance: number;
  readonly pass: boolean;
}

export interface SelftestOptions {
  readonly engine?: Engine;
  /** Shorter runs: the same checks with fewer requests behind them. */
  readonly quick?: boolean;
  readonly signal?: AbortSignal;
}

interface Bench {
  readonly run: (url: string, job: Pick<LoadJob, 'load' | 'warmup' | 'duration'>) => Promise<LoadOutcome>;
  readonly quick: boolean;
}

/** Yields each check as it is done: about 23 s in all, 9 s if quick. */
export async function* selftest(options: SelftestOptions = {}): AsyncGenerator<SelftestCheck> {
  const { engine = httpEngine(), quick = false, signal } = options;
  const bench: Bench = {
    quick,
    run: (url, job) => {
      const requests = [{ url, method: 'GET', headers: {}, weight: 1 }];
      const full = { ...job, requests, timeout: 10_000, seed: 1, traces: 0 };
      return engine.run(full, signal === undefined ? {} : { signal });
    },
  };
  for (const group of [stalled, delayed, littlesLaw, refused, unreachable]) yield* await group(bench);
}

/** Of one check: its id, the unit of its figures, the truth, what the engine reports, and how far that may lie from it. */
type Figures = readonly [
  id: CheckId,
  SelftestCheck['unit'],
  truth: number,
  reported: number,
  tolerance: number,
];

function checks(asked: CheckedLoad, ...all: readonly Figures[]): SelftestCheck[] {
  return all.map(([id, unit, truth, reported, tolerance]) => {
    // NaN, where nothing was measured, never passes.
    const pass = Math.abs(reported - truth) <= tolerance;
    return { id, title: message(`selftest.${id}`), asked, unit, truth, reported, tolerance, pass };
  });
}

/**
 * A stall of D in an open load of n requests at one rate: those due in it wait D, D − 1/rate, D − 2/rate …, so
 * the slowest hundredth begins at D − 0.01·n/rate = D − 1% of the window.
 */
async function stalled({ run, quick }: Bench): Promise<SelftestCheck[]> {
  const perSecond = 200;
  const { warmup, duration, stall } = quick
    ? { warmup: 500, duration: 3_000, stall: 500 }
    : { warmup: 1_000, duration: 10_000, stall: 1_000 };
  const stallAt = ((warmup + duration * 0.3) * perSecond) / 1_000;
  await using server = await ReferenceServer.start({ stallAt, stall });
  const { response } = await run(server.url, { load: { kind: 'rate', perSecond }, warmup, duration });
  const truth = await server.truth();
  const p99 = truth.stall - duration * 0.01;
  return checks(
    message('selftest-asked.stall', { perSecond, seconds: duration / 1_000, stallMs: stall }),
    ['stall-p99', 'ms', p99, percentile(response, 0.99), p99 * 0.02],
    ['stall-p50', 'ms', 0, percentile(response, 0.5), 1],
  );
}

async function delayed({ run, quick }: Bench): Promise<SelftestCheck[]> {
  const [delay, perSecond, duration] = [5, 50, quick ? 2_000 : 5_000];
  await using server = await ReferenceServer.start({ delay });
  const { service } = await run(server.url, { load: { kind: 'rate', perSecond }, warmup: 500, duration });
  const truth = await server.truth();
  const asked = message('selftest-asked.delay', { perSecond, seconds: duration / 1_000, delayMs: delay });
  return checks(asked, ['delay-p50', 'ms', truth.delay, percentile(service, 0.5), 0.2]);
}

async function littlesLaw({ run, quick }: Bench): Promise<SelftestCheck[]> {
  const clients = 10;
  const duration = quick ? 1_000 : 4_000;
  await using server = await ReferenceServer.start();
  const outcome = await run(server.url, { load: { kind: 'closed', clients }, warmup: 500, duration });
  const inFlight = (outcome.throughput * Histogram.fromData(outcome.response).mean) / 1e6;
  const asked = message('selftest-asked.clients', { clients, seconds: duration / 1_000 });
  return checks(asked, ['littles-law', 'requests in flight', clients, inFlight, clients * 0.01]);
}

const counted = (requestsEach: number) =>
  ({ load: { kind: 'closed', clients: 4, requestsEach }, warmup: 0, duration: null }) as const;

async function refused({ run }: Bench): Promise<SelftestCheck[]> {
  await using server = await ReferenceServer.start({ status: 500 });
  const { counts, errors } = await run(server.url, counted(50));
  return checks(
    message('selftest-asked.wrong'),
    ['wrong-verified', 'requests', 0, counts.verified, 0],
    ['wrong-errors', 'requests', 200, errors.status, 0],
  );
}

async function unreachable({ run }: Bench): Promise<SelftestCheck[]> {
  const { counts, errors } = await run(`http://127.0.0.1:${await closedPort()}/`, counted(5));
  return checks(
    message('selftest-asked.nobody'),
    ['nobody-answered', 'requests', 0, counts.answered, 0],
    ['nobody-errors', 'requests', 20, errors.connect, 0],
  );
}

function percentile(data: HistogramData, q: number): Milliseconds {
  return Histogram.fromData(data).percentile(q) / 1_000;
}

/** A port that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}
