/**
 * The far side of `--generator`: takes jobs from its input, has them done by generators of its own, and tells what came of
 * them. When its input ends, or nothing is heard any more, it ends them: what nobody waits for is sent to nobody.
 */
import { finished, type Readable, type Writable } from 'node:stream';
import { hostConditions } from '../../host/host.ts';
import { networkPlace } from '../../host/network-place.ts';
import {
  generatorProtocol,
  orderSchema,
  readLine,
  refusedSchema,
  type GeneratorOrder,
  type GeneratorReport,
  type ScriptPartTold,
} from '../../model/schema/generator-protocol.ts';
import { Problem } from '../../messages/problem.ts';
import type { Milliseconds } from '../../model/units.ts';
import { findK6 } from '../k6/find-k6.ts';
import type { EngineHold } from '../engine.ts';
import { httpEngine } from '../http-engine.ts';
import { k6FromParcel } from '../k6/k6-engine.ts';
import { Lines } from '../lines.ts';
import { sharedNow } from '../pacer.ts';
import { scriptProblemOf, toldPart } from './script-part.ts';
import { silence } from './session.ts';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { connectFailure } from '../../host/listeners.ts';

/** Longest line, in characters: a body may have 64 MB, all of it escaped. The archive of a script may be as large, in base64. */
const longestLine = 400_000_000;

type JobOrder = Extract<GeneratorOrder, { kind: 'job' }>;

/** The job that runs. */
interface Running {
  readonly id: number;
  readonly stop: AbortController;
  readonly start: (at: Milliseconds) => void;
}

/**
 * Answers a controller. Resolves when the input has ended, and nothing that was started lives.
 * @param hold is called for the first job that needs it
 */
export async function answerController(
  input: Readable,
  output: Writable,
  hold: () => EngineHold & Disposable,
): Promise<void> {
  let held = null as (EngineHold & Disposable) | null;
  let running: Running | null = null;
  let work: Promise<unknown> = Promise.resolve();
  const tell = (report: GeneratorReport) => {
    if (output.writable) output.write(`${JSON.stringify(report)}\n`);
  };
  output.on('error', () => {});
  const { host, boot, network, addresses } = networkPlace();
  const calledFrom = process.env['SSH_CONNECTION']?.split(' ')[0] ?? null;
  const { chokepoint: version, node } = hostConditions();
  const place = { host, boot, network, addresses, calledFrom };
  tell({ kind: 'hello', protocol: generatorProtocol, version, node, ...place });

  const take = (order: GeneratorOrder) => {
    switch (order.kind) {
      case 'ping':
        return tell({ kind: 'pong', id: order.id, at: sharedNow() });
      case 'path':
        return void wayTo(order.host, order.port).then((found) =>
          tell({ kind: 'path', id: order.id, ...found }),
        );
      case 'k6':
        return tell({ kind: 'k6', id: order.id, ...ownK6() });
      case 'job': {
        running?.stop.abort();
        const begun = begin(order, () => (order.k6 ? (held ??= hold()) : {}), tell);
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
    const read = (line: string) => {
      const order = readLine(line, orderSchema);
      const refused = order ? null : readLine(line, refusedSchema);
      if (order) take(order);
      else if (refused)
        tell({ kind: 'failed', id: refused.id, why: 'the job has not the form that is known here' });
      else end();
    };
    const lines = new Lines(longestLine, read, end);
    input.setEncoding('utf8').on('data', (part: string) => {
      // A part of an order counts as well: an archive may be on its way for longer than `silence`.
      heard = performance.now();
      lines.push(part);
    });
    finished(input, end);
  });
  await work;
  held?.[Symbol.dispose]();
}

/** @param hold may throw, as the job may */
function begin(
  { id, job, pinned, k6 }: JobOrder,
  hold: () => EngineHold,
  tell: (report: GeneratorReport) => void,
) {
  const stop = new AbortController();
  // The wall clock less the shared clock, when the generator fixed its times: later steps of the wall clock do not matter. Our own process
  // fixes them at its begin, k6 when it is told the start.
  let epoch = Date.now() - sharedNow();
  const { promise: instant, resolve: start } = Promise.withResolvers<Milliseconds>();
  const engine = k6 ? k6FromParcel(k6) : httpEngine();
  let part: { readonly script?: ScriptPartTold } = {};
  const run = async () =>
    engine.run(job, {
      ...hold(),
      signal: stop.signal,
      affinity: pinned,
      onPhase: (phase) => tell({ kind: 'phase', id, phase }),
      async start() {
        tell({ kind: 'ready', id });
        const at = await instant;
        if (k6) epoch = Date.now() - sharedNow();
        return at;
      },
      onPart: (seen) => (part = { script: toldPart(seen) }),
    });
  const done = run().then(
    (outcome) => tell({ kind: 'outcome', id, outcome, start: outcome.window.start - epoch, ...part }),
    (error: unknown) => {
      if (stop.signal.aborted) return;
      const found = scriptProblemOf(error);
      tell({ kind: 'failed', id, why: textOf(error).slice(0, 4000), ...(found && { problem: found }) });
    },
  );
  return { running: { id, stop, start }, done };
}

function ownK6() {
  try {
    return { version: findK6().version, why: '' };
  } catch (error) {
    return { version: null, why: textOf(error).slice(0, 4000) };
  }
}

function textOf(error: unknown): string {
  if (error instanceof Problem) return `${error.what} ${error.why}`;
  return error instanceof Error ? error.message : String(error);
}

/** Connects that are timed: their median is what the way from here to a server costs. */
const connects = 10;
const connectTime: Milliseconds = 2000;
/** Time for all connects: the controller waits 20 s for the answer, and a lost packet costs a second. */
const allTime: Milliseconds = 10_000;

/**
 * Times connects to a server. Never rejects: what cannot be measured is told as what cannot be reached.
 * @param now for tests
 * @returns medians; `there` is null if a connect to the server failed, and `why` says why
 */
export async function wayTo(
  host: string,
  port: number,
  now = () => performance.now(),
): Promise<Pick<Extract<GeneratorReport, { kind: 'path' }>, 'there' | 'own' | 'why'>> {
  const listener = createServer((socket) => socket.destroy());
  try {
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    const own = await connectTimes('127.0.0.1', (listener.address() as AddressInfo).port, now);
    const there = await connectTimes(host, port, now);
    return { there: median(there.times), own: median(own.times) ?? 0, why: there.failure.slice(0, 500) };
  } catch (error) {
    return { there: null, own: 0, why: textOf(error).slice(0, 500) };
  } finally {
    listener.close();
  }
}

const median = (times: readonly Milliseconds[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? null;

async function connectTimes(
  host: string,
  port: number,
  now: () => Milliseconds,
): Promise<{ times: Milliseconds[]; failure: string }> {
  const times: Milliseconds[] = [];
  const last = now() + allTime;
  for (let i = 0; i < connects && now() < last; i++) {
    const begun = now();
    const failure = await connectFailure(host, port, connectTime);
    if (failure !== null) return { times: [], failure };
    times.push(now() - begun);
  }
  return { times, failure: '' };
}
