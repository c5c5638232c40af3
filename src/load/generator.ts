/**
 * The process that generates load. It gets jobs over IPC, one after the other, and tells the phases and the outcome of each.
 * When the channel closes, its controller is gone, and so is the reason to go on.
 */
import type { LoadOutcome } from '../model/sample.ts';
import { Problem, problemData, type ProblemData } from '../messages/problem.ts';
import type { Milliseconds } from '../model/units.ts';
import type { LoadJob, LoadPhase } from './engine.ts';
import { generate } from './generate.ts';
import { sharedNow } from './pacer.ts';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { ClosedLoop } from './closed-loop.ts';
import { ConnectionPool } from './connection-pool.ts';
import { OpenLoop } from './open-loop.ts';
import { arrivals } from './pacing.ts';
import { Recorder } from './recorder.ts';
import { scenario } from './scenario.ts';

const answer = Buffer.from(
  'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n' +
    'Connection: keep-alive\r\nKeep-Alive: timeout=5\r\nContent-Length: 2\r\n\r\nok',
);
const clients = 8;
const requestsEach = 250;
const openRequests = 200;

/**
 * Warms the loops, parser and recorder on a server inside this process, before the server under test sees a request; takes about
 * 0.1 s of CPU. Cold code invents a tail: the first answers of a burst took 2 to 5 ms instead of 0.1 to 0.6. The load's own
 * warm-up cannot do it, since bursts have none: they are to meet a fresh server.
 */
export async function warmSelf(): Promise<void> {
  const server = createServer((socket) => {
    socket.on('data', () => socket.write(answer));
    socket.on('error', () => {});
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const requests = [{ url: `http://127.0.0.1:${port}/`, method: 'GET', headers: {}, weight: 1 }];
  const own = scenario(requests, 1);
  {
    using connectionPool = new ConnectionPool(own.targets, 5_000);
    const recorder = new Recorder({ membership: 'due', lateAfter: 1, traces: 100, seed: 1 });
    recorder.openWindow(0, Infinity);
    await new ClosedLoop({ clients, each: requestsEach, barrier: false }, connectionPool, own, recorder).run(
      requestsEach,
      Infinity,
    );
    const open = new OpenLoop(connectionPool, own, recorder, 5_000);
    await open.open();
    const ended = open.run(arrivals({ kind: 'rate', perSecond: openRequests }, 1_000, 1), performance.now());
    // Requests are fired ahead of time, since nothing is measured here.
    for (let ahead = 0; ahead <= 1_000; ahead += 5) open.fire(performance.now() + ahead);
    await ended;
    recorder.finish(performance.now());
  }
  server.close();
}

/** A job for the generator. If `isHeld`, it reports when it is ready and waits for an instant (`EngineOptions.start`). */
export interface Order {
  readonly job: LoadJob;
  readonly isHeld: boolean;
}

/** What the generator says to its controller. */
export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'phase'; readonly phase: LoadPhase }
  | { readonly kind: 'outcome'; readonly outcome: LoadOutcome }
  | { readonly kind: 'problem'; readonly problem: ProblemData }
  | { readonly kind: 'defect'; readonly stack: string };

process.once('disconnect', () => process.exit());
process.on('message', (said: Order | Milliseconds) => {
  if (typeof said === 'number') instant.resolve(said - sharedNow() + performance.now());
  else void run(said);
});

const warmed = warmSelf();
let instant = Promise.withResolvers<Milliseconds>();

async function run({ job, isHeld }: Order): Promise<void> {
  const start = isHeld ? told : undefined;
  const last = await warmed
    .then(() => generate(job, (phase) => tell({ kind: 'phase', phase }), start))
    .then((outcome): Report => ({ kind: 'outcome', outcome }))
    .catch(describe);
  tell(last);
}

/** Reports `ready`; resolves with the controller's instant, converted from the clock that all processes of a machine share. */
function told(): Promise<Milliseconds> {
  instant = Promise.withResolvers();
  tell({ kind: 'ready' });
  return instant.promise;
}

function describe(error: unknown): Report {
  if (error instanceof Problem) return { kind: 'problem', problem: problemData(error) };
  return { kind: 'defect', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function tell(report: Report): void {
  process.send?.(report);
}
