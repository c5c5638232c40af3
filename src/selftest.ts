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

type Asked = Message<Extract<MessageCode, `selftest-asked.${string}`>>;
type IdOf<Code> = Code extends `selftest.${infer Id}` ? Id : never;
type CheckId = IdOf<MessageCode>;

/** One figure: what was asked, what is true, and what the engine says. */
export interface SelftestCheck {
  readonly id: CheckId;
  readonly title: Message<`selftest.${CheckId}`>;
  /** The load and the server's behaviour. */
  readonly asked: Asked;
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
  run(url: string, job: Pick<LoadJob, 'load' | 'warmup' | 'duration'>): Promise<LoadOutcome>;
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

/**
 * A stall of D in an open load of n requests at one rate: those due in it wait D, D − 1/rate, D − 2/rate …, so
 * the slowest hundredth begins at D − 0.01·n/rate = D − 1% of the window.
 */
async function stalled(bench: Bench): Promise<readonly SelftestCheck[]> {
  const perSecond = 200;
  const { warmup, duration, stall } = bench.quick
    ? { warmup: 500, duration: 3_000, stall: 500 }
    : { warmup: 1_000, duration: 10_000, stall: 1_000 };
  const stallAt = ((warmup + duration * 0.3) * perSecond) / 1_000;
  await using server = await ReferenceServer.start({ stallAt, stall });
  const outcome = await bench.run(server.url, { load: { kind: 'rate', perSecond }, warmup, duration });
  const truth = await server.truth();
  const asked = message('selftest-asked.stall', { perSecond, seconds: duration / 1_000, stallMs: stall });
  const p99 = truth.stall - duration * 0.01;
  return [
    check('stall-p99', asked, 'ms', {
      truth: p99,
      reported: percentile(outcome.response, 0.99),
      tolerance: p99 * 0.02,
    }),
    check('stall-p50', asked, 'ms', {
      truth: 0,
      reported: percentile(outcome.response, 0.5),
      tolerance: 1,
    }),
  ];
}

async function delayed(bench: Bench): Promise<readonly SelftestCheck[]> {
  const delay = 5;
  const duration = bench.quick ? 2_000 : 5_000;
  await using server = await ReferenceServer.start({ delay });
  const perSecond = 50;
  const load = { kind: 'rate', perSecond } as const;
  const outcome = await bench.run(server.url, { load, warmup: 500, duration });
  const truth = await server.truth();
  return [
    check(
      'delay-p50',
      message('selftest-asked.delay', { perSecond, seconds: duration / 1_000, delayMs: delay }),
      'ms',
      { truth: truth.delay, reported: percentile(outcome.service, 0.5), tolerance: 0.2 },
    ),
  ];
}

async function littlesLaw(bench: Bench): Promise<readonly SelftestCheck[]> {
  const clients = 10;
  const duration = bench.quick ? 1_000 : 4_000;
  await using server = await ReferenceServer.start();
  const outcome = await bench.run(server.url, { load: { kind: 'closed', clients }, warmup: 500, duration });
  const responseSeconds = Histogram.fromData(outcome.response).mean / 1e6;
  return [
    check(
      'littles-law',
      message('selftest-asked.clients', { clients, seconds: duration / 1_000 }),
      'requests in flight',
      { truth: clients, reported: outcome.throughput * responseSeconds, tolerance: clients * 0.01 },
    ),
  ];
}

async function refused(bench: Bench): Promise<readonly SelftestCheck[]> {
  await using server = await ReferenceServer.start({ status: 500 });
  const outcome = await bench.run(server.url, {
    load: { kind: 'closed', clients: 4, requestsEach: 50 },
    warmup: 0,
    duration: null,
  });
  const asked = message('selftest-asked.wrong');
  return [
    check('wrong-verified', asked, 'requests', {
      truth: 0,
      reported: outcome.counts.verified,
      tolerance: 0,
    }),
    check('wrong-errors', asked, 'requests', {
      truth: 200,
      reported: outcome.errors.status,
      tolerance: 0,
    }),
  ];
}

async function unreachable(bench: Bench): Promise<readonly SelftestCheck[]> {
  const outcome = await bench.run(`http://127.0.0.1:${await closedPort()}/`, {
    load: { kind: 'closed', clients: 4, requestsEach: 5 },
    warmup: 0,
    duration: null,
  });
  const asked = message('selftest-asked.nobody');
  return [
    check('nobody-answered', asked, 'requests', {
      truth: 0,
      reported: outcome.counts.answered,
      tolerance: 0,
    }),
    check('nobody-errors', asked, 'requests', {
      truth: 20,
      reported: outcome.errors.connect,
      tolerance: 0,
    }),
  ];
}

function check(
  id: CheckId,
  asked: Asked,
  unit: SelftestCheck['unit'],
  figures: Pick<SelftestCheck, 'truth' | 'reported' | 'tolerance'>,
): SelftestCheck {
  // NaN, where nothing was measured, never passes.
  const pass = Math.abs(figures.reported - figures.truth) <= figures.tolerance;
  return { id, title: message(`selftest.${id}`), asked, unit, ...figures, pass };
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
