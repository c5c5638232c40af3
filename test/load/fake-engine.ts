/**
 * An engine without processes, sockets or waiting: a first-come-first-served server in virtual time. What schedules
 * and judges trials is tested with it exactly and in microseconds; the outcome follows from the model alone.
 */
import type { LoadOutcome } from '../../src/model/sample.ts';
import type { Milliseconds } from '../../src/model/units.ts';
import type { Engine, EngineOptions, LoadJob } from '../../src/load/engine.ts';
import { checkEnds, isOpen, rounds, warmedArrivals } from '../../src/load/pacing.ts';
import { outcomeOf, Recorder } from '../../src/load/recorder.ts';

/** It works on one request at a time, and answers all of them rightly. */
export interface FakeServer {
  /** How long each is worked on. */
  readonly serviceTime: Milliseconds;
  /** Thrown by `run` instead of an outcome. */
  readonly failure?: () => Error | null;
}

/** Runs in no time: `onPhase` is called for each phase, and the promise resolves. */
export function fakeEngine(server: FakeServer): Engine {
  return { run: async (job, options) => run(server, job, options) };
}

function run(server: FakeServer, job: LoadJob, { signal, onPhase }: EngineOptions = {}): LoadOutcome {
  signal?.throwIfAborted();
  checkEnds(job);
  const failure = server.failure?.() ?? null;
  if (failure !== null) throw failure;
  if (job.warmup > 0) onPhase?.('warmup');
  onPhase?.('window');
  signal?.throwIfAborted();
  const { load, warmup, duration, traces, seed } = job;
  const membership = isOpen(load) || duration === null ? 'due' : 'done';
  const recorder = new Recorder({ membership, lateAfter: isOpen(load) ? 1 : Infinity, traces, seed });
  const start = duration === null ? 0 : warmup;
  const until = duration === null ? Infinity : start + duration;
  recorder.openWindow(start, until);
  let freeAt: Milliseconds = 0;
  /** Calls come in order of `due`. @returns when it is done */
  const serve = (client: number, due: Milliseconds) => {
    freeAt = Math.max(due, freeAt) + server.serviceTime;
    const answer = { firstByte: freeAt, status: 200, bytesReceived: 0, excerpt: () => 'fake → 200' };
    recorder.ended({ client, due, sent: due, ...answer }, null, freeAt);
    return freeAt;
  };
  if (isOpen(load)) {
    const next = warmedArrivals(load, warmup, duration ?? 0, seed);
    for (let due = next(); due < Infinity; due = next()) serve(0, due);
  } else {
    const { clients, each } = rounds(load);
    const waiting = Array.from({ length: clients }, (_, client) => ({
      client,
      due: 0,
      left: each ?? Infinity,
    }));
    for (let turn = waiting.shift(); turn; turn = waiting.shift()) {
      const due = serve(turn.client, turn.due);
      // With one place they are done in the order in which they came.
      if (turn.left > 1 && due < until) waiting.push({ ...turn, due, left: turn.left - 1 });
    }
  }
  onPhase?.('drain');
  const end = duration === null ? recorder.lastDone : until;
  const generator = { utilization: 0, cpu: 0, peakRss: 0, pid: 0 };
  return outcomeOf(recorder.finish(end), { engine: 'fake', start: 0, warmup, generator });
}
