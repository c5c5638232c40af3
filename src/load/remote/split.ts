/** One load shared by several generators, so that all of them together are that load, and not nearly it. */
import { problem } from '../../messages/problem.ts';
import { message, type Message } from '../../messages/message.ts';
import type { Asking } from '../../model/plan.ts';
import type { LoadJob } from '../engine.ts';

/** @throws Problem LOAD_NOT_SHARED */
export function requireShared(load: Asking, generators: number): void {
  const why = whyNot(load, generators);
  if (why) throw problem('LOAD_NOT_SHARED', { generators, why });
}

/** Distance of the seeds of two generators: ids of requests, and choices among them, must differ. */
const seedStep = 1_000_003;

/**
 * - `closed`: N ÷ k clients each; the first N mod k have one more. One that ends by count: only where k divides N.
 * - `rate`, `ramp`: each sends every k-th request of the one schedule: together they send exactly that schedule.
 * - `poisson`: each draws its own arrivals at a k-th of the rate; independent streams add up to one of the whole rate.
 * - `batch`: waits for all of its requests, which only one generator can.
 * @returns one job for each generator
 * @throws Problem LOAD_NOT_SHARED
 */
export function splitJob(job: LoadJob, generators: number): LoadJob[] {
  requireShared(job.load, generators);
  return Array.from({ length: generators }, (_, at) => ({
    ...job,
    ...partOf(job.load, generators, at),
    seed: job.seed + at * seedStep,
    traces: Math.floor(job.traces / generators),
  }));
}

/**
 * Returns a script's job for each generator: the whole load, and which part of it. k6 divides its virtual users and its schedule itself.
 * @throws Problem LOAD_NOT_SHARED
 */
export function segmentJob(job: LoadJob, generators: number): LoadJob[] {
  requireShared(job.load, generators);
  return Array.from({ length: generators }, (_, at) => ({ ...job, share: { of: generators, at } }));
}

function whyNot(load: Asking, generators: number): Message | null {
  if (generators === 1) return null;
  if (load.kind === 'batch') return message('share.batch');
  if (load.kind !== 'closed') return null;
  const { clients, requestsEach } = load;
  if (clients < generators) return message('share.few', { clients });
  return requestsEach !== undefined && clients % generators !== 0
    ? message('share.counted', { clients })
    : null;
}

function partOf(load: Asking, of: number, at: number): Pick<LoadJob, 'load' | 'share'> {
  switch (load.kind) {
    case 'closed': {
      const clients = Math.floor(load.clients / of) + (at < load.clients % of ? 1 : 0);
      return { load: { ...load, clients } };
    }
    case 'poisson':
      return { load: { ...load, perSecond: load.perSecond / of } };
    case 'batch':
      return { load };
    case 'rate':
    case 'ramp':
      return of === 1 ? { load } : { load, share: { of, at } };
  }
}
