/** The same for the rules of the process as a whole: stopped, its worker threads, its memory. */
import type { RuleId } from '../../../src/model/diagnosis.ts';
import { both, cannotTell, fine, fires, type Case } from './case.ts';
import { collected, cpu, loop, mebibytes, type Parts } from './vitals-by-hand.ts';

const worker = (ran: number, waitedForCpu = 0): NonNullable<Parts['workers']>[number] => ({
  tid: 50,
  ran,
  waitedForCpu,
});
const workers = (pending: number, ...all: readonly ReturnType<typeof worker>[]): Parts => ({
  requests: { pending, rate: 60, mean: 380 },
  workers: all,
});
const growing = (growth: number, isSteady: boolean | null, limit: number | null = null): Parts =>
  both(mebibytes({ rss: 250, growth, limit }), { memory: { isSteady } });
/** What full collections keep of how much, and the share of time that they take. */
const heap = (
  kept: number | null,
  heapLimit: number | null,
  full: number,
  keptGrowth: number | null = null,
) => both(mebibytes({ kept, heapLimit, keptGrowth }), collected(1.1 * full, 90, 20, full));
const young: Parts = { age: 12_000 };

export const processCases = {
  stopped: [
    fires('all the time', { stopped: 1 }, loop(1, 0, 0)),
    fine('never', { stopped: 0 }),
    fine('for a moment', { stopped: 0.02 }),
    cannotTell('not seen', { stopped: null }),
  ],
  'workers-saturated': [
    fires(
      'two on two CPUs, and nothing is left',
      workers(30, worker(0.9, 0.09), worker(0.88, 0.1)),
      cpu(1.9, 2, 0.3),
    ),
    fires(
      'two on eight CPUs, and one that writes logs',
      workers(30, worker(0.97), worker(0.98), worker(0.01)),
      cpu(2.1),
    ),
    fires('and the loop is hardly idle', workers(30, worker(0.97)), loop(0.88, 0.86), cpu(1.9)),
    fires('and how many requests wait is not seen', { requests: null, workers: [worker(0.97)] }),
    fine('none'),
    fine('at 60%', workers(30, worker(0.6, 0.02), worker(0.61, 0.01))),
    fine('nobody waits', workers(0.5, worker(0.98))),
    fine('one that writes logs', workers(30, worker(0.02))),
  ],
  'heap-limit': [
    fires('two thirds of it, collected all the time', heap(67, 90, 0.5)),
    fires(
      'grows, and will be full in half a minute, of one that has just begun',
      young,
      heap(60, 120, 0.03, 2),
    ),
    fires('grows, and will be full in five minutes', heap(400, 1000, 0.02, 2)),
    fires('nothing is left, and it hardly works', heap(85, 90, 0.02)),
    fine('no full collection', heap(null, 90, 0)),
    fine('large and even, far from its limit', heap(700, 2048, 0.06)),
    fine('large, far from its limit, and always renewed', heap(700, 2048, 0.3)),
    fine('half of it, hardly collected', heap(50, 90, 0.04)),
    fine(
      'young objects alone: these are collected, and nothing of them is kept',
      heap(60, 90, 0.02),
      collected(0.3, 8, 300, 0.02),
    ),
    fine('grows, and has hours', heap(100, 4096, 0.01, 0.2)),
    fine('fills its cache as it begins', young, heap(100, 2048, 0.02, 10)),
    fine('its limit is not told', heap(67, null, 0.5)),
    cannotTell('no probe', { gc: null }),
  ],
  'memory-leak': [
    fires('20 MB a second', growing(20, true)),
    fires('slows down', growing(20, false)),
    fires('a short watch', growing(20, null)),
    fires('the limit is near', growing(4, true, 400)),
    fires('of one that has just begun, by more than a start takes', young, growing(20, true)),
    fine('level', growing(0, false)),
    fine('a few pages', growing(0.2, true)),
    cannotTell('too short', { memory: { growth: null, isSteady: null } }),
    cannotTell('it has just begun', young, growing(4, true)),
    cannotTell('it has just begun, and slows down', young, growing(20, false)),
    cannotTell('its age is not told, and the watch was short', { age: null }, growing(4, true)),
  ],
} satisfies Partial<Record<RuleId, readonly Case[]>>;
