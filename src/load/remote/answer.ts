/**
 * The far side of `--generator`: takes jobs from its input, has them done by generators of its own, and tells what came of
 * them. When its input ends, or nothing is heard any more, it ends them: what nobody waits for is sent to nobody.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { hostConditions } from '../../host/host.ts';
import { networkPlace } from '../../host/network-place.ts';
import {
  generatorProtocol,
  orderSchema,
  readLine,
  type GeneratorOrder,
  type GeneratorReport,
} from '../../model/schema/generator-protocol.ts';
import type { EpochMilliseconds, Milliseconds } from '../../model/units.ts';
import { httpEngine } from '../http-engine.ts';
import { sharedNow } from '../pacer.ts';
import { readLines } from './lines.ts';
import { silence } from './session.ts';

/** A body may have 64 MB, and each of its characters may be escaped. */
const longestLine = 400_000_000;
const connects = 10;
const connectTime: Milliseconds = 2000;

type Job = Extract<GeneratorOrder, { kind: 'job' }>;

/** The job that runs. */
interface Running {
  readonly id: number;
  readonly stop: AbortController;
  readonly start: (at: Milliseconds) => void;
}

/** Resolves when the input has ended, and nothing that was started lives. */
export async function answerController(input: Readable, output: Writable): Promise<void> {
  let running: Running | null = null;
  let work: Promise<unknown> = Promise.resolve();
  const tell = (report: GeneratorReport) => {
    if (output.writable) output.write(`${JSON.stringify(report)}\n`);
  };
  output.on('error', () => {});
  const { host, boot, network, addresses } = networkPlace();
  const calledFrom = process.env['SSH_CONNECTION']?.split(' ')[0] ?? null;
  const { chokepoint: version, node } = hostConditions();
  const place = { host, boot, network, addresses: [...addresses], calledFrom };
  tell({ kind: 'hello', protocol: generatorProtocol, version, node, ...place });

  const take = (order: GeneratorOrder) => {
    switch (order.kind) {
      case 'ping':
        return tell({ kind: 'pong', id: order.id, at: sharedNow() });
      case 'path':
        return void path(order.host, order.port).then((found) =>
          tell({ kind: 'path', id: order.id, ...found }),
        );
      case 'job': {
        running?.stop.abort();
        const begun = begin(order, tell);
        running = begun.running;
        work = begun.done.finally(() => {
          if (running === begun.running) running = null;
        });
        return undefined;
      }
      case 'start':
        return running?.id === order.id ? running.start(order.at) : undefined;
      case 'cancel':
        if (running?.id === order.id) running.stop.abort();
        return void work.then(() => tell({ kind: 'cancelled', id: order.id }));
    }
  };

  await new Promise<void>((resolve) => {
    let heard = performance.now();
    const watch = setInterval(() => {
      if (performance.now() - heard > silence) end();
    }, 1000);
    const end = () => {
      clearInterval(watch);
      input.destroy();
      running?.stop.abort();
      resolve();
    };
    readLines(input, longestLine, {
      onLine(line) {
        heard = performance.now();
        const order = readLine(line, orderSchema);
        if (order) take(order);
        else end();
      },
      onTooLong: end,
      onEnd: end,
    });
  });
  await work;
}

function begin({ id, job, pinned }: Job, tell: (report: GeneratorReport) => void) {
  const stop = new AbortController();
  const { promise: instant, resolve: start } = Promise.withResolvers<Milliseconds>();
  const done = httpEngine()
    .run(job, {
      signal: stop.signal,
      affinity: pinned,
      onPhase: (phase) => tell({ kind: 'phase', id, phase }),
      start() {
        tell({ kind: 'ready', id });
        return instant;
      },
    })
    .then(
      // A schema knows no lists that cannot be changed.
      (outcome) =>
        tell({ kind: 'outcome', id, outcome, start: shared(outcome.window.start) } as GeneratorReport),
      (error: unknown) => {
        if (!stop.signal.aborted) tell({ kind: 'failed', id, why: textOf(error).slice(0, 4000) });
      },
    );
  const running: Running = { id, stop, start };
  return { running, done };
}

/** An instant of the wall clock by the monotonic one: another process has told it, moments ago. */
function shared(epoch: EpochMilliseconds): Milliseconds {
  return epoch - Date.now() + sharedNow();
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What a connect costs on the way to a server, and what it costs without a way. */
async function path(host: string, port: number) {
  const listener = createServer((socket) => socket.destroy());
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  try {
    const own = await connectTimes('127.0.0.1', (listener.address() as AddressInfo).port);
    const there = await connectTimes(host, port);
    const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? null;
    return { there: median(there.times), own: median(own.times) ?? 0, why: there.failure.slice(0, 500) };
  } finally {
    listener.close();
  }
}

async function connectTimes(host: string, port: number): Promise<{ times: Milliseconds[]; failure: string }> {
  const times: Milliseconds[] = [];
  for (let i = 0; i < connects; i++) {
    const begun = performance.now();
    const failure = await connected(host, port);
    if (failure !== null) return { times: [], failure };
    times.push(performance.now() - begun);
  }
  return { times, failure: '' };
}

/** @returns why it failed; null if it did not */
function connected(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true });
    const end = (why: string | null) => {
      socket.destroy();
      resolve(why);
    };
    socket.once('connect', () => end(null));
    socket.once('error', (error) => end(error.message));
    socket.setTimeout(connectTime, () => end(`no answer within ${connectTime / 1000} s`));
  });
}
