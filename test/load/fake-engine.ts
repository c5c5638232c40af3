/**
 * An engine without processes, sockets or waiting: a first-come-first-served server in virtual time. What schedules
 * and judges trials is tested with it exactly and in microseconds; the outcome follows from the model alone.
 */
import type { LoadOutcome } from '../../src/model/sample.ts';
import type { ErrorKind } from '../../src/model/error-kind.ts';
import type { Milliseconds } from '../../src/model/units.ts';
import type { Engine, EngineOptions, LoadJob } from '../../src/load/engine.ts';
import {
  checkEnds,
  isOpen,
  rounds,
  warmedArrivals,
  type ClosedLoad,
  type OpenLoad,
} from '../../src/load/pacing.ts';
import { outcomeOf, Recorder } from '../../src/load/recorder.ts';

/** A server in four figures. */
export interface FakeServer {
  /** How long the n-th request (from 0, warm-up included) of this job is worked on. */
  readonly serviceTime: (job: LoadJob, n: number) => Milliseconds;
  /** Requests that it works on at a time; 1 unless given. */
  readonly parallel?: number;
  /** How the n-th request fails; by default none does. */
  readonly error?: (job: LoadJob, n: number) => ErrorKind | null;
  /** Thrown by `run` instead of an outcome. */
  readonly failure?: (job: LoadJob) => Error | null;
}

interface Arrival {
  readonly client: number;
  readonly due: Milliseconds;
}

/** Runs in no time: `onPhase` is called for each phase, and the promise resolves. */
export function fakeEngine(server: FakeServer): Engine {
  return {
    run: async (job, options) => run(server, job, options),
  };
}

function run(server: FakeServer, job: LoadJob, { signal, onPhase }: EngineOptions = {}): LoadOutcome {
  signal?.throwIfAborted();
  checkEnds(job);
  const failure = server.failure?.(job) ?? null;
  if (failure !== null) throw failure;
  if (job.warmup > 0) onPhase?.('warmup');
  onPhase?.('window');
  signal?.throwIfAborted();
  const { load } = job;
  const recorder = new Recorder({
    membership: isOpen(load) || job.duration === null ? 'due' : 'done',
    lateAfter: isOpen(load) ? 1 : Infinity,
    traces: job.traces,
    seed: job.seed,
  });
  const start = job.duration === null ? 0 : job.warmup;
  recorder.openWindow(start, job.duration === null ? Infinity : start + job.duration);
  const queue = new Queue(server, job, recorder);
  if (isOpen(load)) runOpen(queue, job, load);
  else runClosed(queue, job, load);
  onPhase?.('drain');
  return outcome(job, recorder, start);
}

/** `parallel` places, taken in order of arrival. */
class Queue {
  readonly #freeAt: Milliseconds[];
  readonly #server: FakeServer;
  readonly #job: LoadJob;
  readonly #recorder: Recorder;
  #n = 0;

  constructor(server: FakeServer, job: LoadJob, recorder: Recorder) {
    this.#server = server;
    this.#job = job;
    this.#recorder = recorder;
    this.#freeAt = Array.from({ length: server.parallel ?? 1 }, () => 0);
  }

  /** Serves one request and says when it is done. Calls come in order of `due`. */
  serve({ client, due }: Arrival): Milliseconds {
    const n = this.#n++;
    const place = this.#freeAt.indexOf(Math.min(...this.#freeAt));
    const done = Math.max(due, this.#freeAt[place] ?? 0) + this.#server.serviceTime(this.#job, n);
    this.#freeAt[place] = done;
    const error = this.#server.error?.(this.#job, n) ?? null;
    const status = error === null ? 200 : error === 'status' ? 500 : 0;
    const answer = { firstByte: done, status, bytesReceived: 0, excerpt: () => `fake → ${status}` };
    this.#recorder.ended({ client, due, sent: due, ...answer }, error, done);
    return done;
  }
}

function runOpen(queue: Queue, { warmup, duration, seed }: LoadJob, load: OpenLoad): void {
  const next = warmedArrivals(load, warmup, duration ?? 0, seed);
  for (let due = next(); due < Infinity; due = next()) queue.serve({ client: 0, due });
}

function runClosed(queue: Queue, { warmup, duration }: LoadJob, load: ClosedLoad): void {
  const { clients, each, barrier } = rounds(load);
  const until = duration === null ? Infinity : warmup + duration;
  let waiting = Array.from({ length: clients }, (_, client) => ({ client, due: 0, left: each ?? Infinity }));
  while (waiting.length > 0) {
    if (barrier) {
      const together = Math.max(...waiting.map(({ due }) => due));
      waiting = waiting.map((client) => ({ ...client, due: together }));
    }
    // With a barrier a round is everyone; without, it is whoever is due first.
    waiting.sort((a, b) => a.due - b.due);
    const turn = waiting.splice(0, barrier ? waiting.length : 1);
    for (const { client, due, left } of turn) {
      const done = queue.serve({ client, due });
      if (left > 1 && done < until) waiting.push({ client, due: done, left: left - 1 });
    }
  }
}

function outcome(job: LoadJob, recorder: Recorder, start: Milliseconds): LoadOutcome {
  const end = job.duration === null ? recorder.lastDone : start + job.duration;
  const generator = { utilization: 0, cpu: 0, peakRss: 0, pid: 0 };
  return outcomeOf(recorder.finish(end), { engine: 'fake', start: 0, warmup: job.warmup, generator });
}
