/** The same for the rules of the process as a whole: stopped, its worker threads, its memory. */
import type { RuleId } from '../../../src/model/diagnosis.ts';
import { one, type Cases } from './case.ts';
import type { Parts } from './vitals-by-hand.ts';

const megabyte = 2 ** 20;
const worker = (ran: number, waitedForCpu: number, tid = 50): NonNullable<Parts['workers']>[number] => ({
  tid,
  ran,
  waitedForCpu,
});
const underWay = (pending: number): Parts => ({
  requests: { pending, rate: 60, mean: 380 },
});
const growing = (growth: number, isSteady: boolean | null, limit: number | null = null): Parts => ({
  memory: { rss: 250 * 2 ** 20, growth, isSteady, limit },
});
const heap = (
  kept: number | null,
  limit: number | null,
  full: number,
  growth: number | null = null,
): Parts => ({
  gc: { share: 1.1 * full, full, longest: 90, count: 20 },
  memory: {
    kept: kept && kept * megabyte,
    heapLimit: limit && limit * megabyte,
    keptGrowth: growth && growth * megabyte,
  },
});
const young = (parts: Parts): Parts => ({ ...parts, age: 12_000 });

export const processCases = {
  stopped: {
    fires: [one('all the time', { stopped: 1, loop: { utilization: 1, ran: 0, waitedForCpu: 0 } })],
    fine: [one('never', { stopped: 0 }), one('for a moment', { stopped: 0.02 })],
    cannotTell: [one('not seen', { stopped: null })],
  },
  'workers-saturated': {
    fires: [
      one('two on two CPUs, and nothing is left', {
        ...underWay(30),
        workers: [worker(0.9, 0.09), worker(0.88, 0.1)],
        cpu: { used: 1.9, available: 2, waited: 0.3 },
      }),
      one('two on eight CPUs, and one that writes logs', {
        ...underWay(30),
        workers: [worker(0.97, 0), worker(0.98, 0), worker(0.01, 0)],
        cpu: { used: 2.1 },
      }),
      one('and the loop is hardly idle', {
        ...underWay(30),
        loop: { utilization: 0.88, ran: 0.86 },
        workers: [worker(0.97, 0)],
        cpu: { used: 1.9 },
      }),
      one('and how many requests wait is not seen', { requests: null, workers: [worker(0.97, 0)] }),
    ],
    fine: [
      one('none', {}),
      one('at 60%', { ...underWay(30), workers: [worker(0.6, 0.02), worker(0.61, 0.01)] }),
      one('nobody waits', { ...underWay(0.5), workers: [worker(0.98, 0)] }),
      one('one that writes logs', { ...underWay(30), workers: [worker(0.02, 0)] }),
    ],
    cannotTell: [],
  },
  'heap-limit': {
    fires: [
      one('two thirds of it, collected all the time', heap(67, 90, 0.5)),
      one(
        'grows, and will be full in half a minute, of one that has just begun',
        young(heap(60, 120, 0.03, 2)),
      ),
      one('grows, and will be full in five minutes', heap(400, 1000, 0.02, 2)),
      one('nothing is left, and it hardly works', heap(85, 90, 0.02)),
    ],
    fine: [
      one('no full collection', heap(null, 90, 0)),
      one('large and even, far from its limit', heap(700, 2048, 0.06)),
      one('large, far from its limit, and always renewed', heap(700, 2048, 0.3)),
      one('half of it, hardly collected', heap(50, 90, 0.04)),
      one('young objects alone: these are collected, and nothing of them is kept', {
        ...heap(60, 90, 0.02),
        gc: { share: 0.3, full: 0.02, longest: 8, count: 300 },
      }),
      one('grows, and has hours', heap(100, 4096, 0.01, 0.2)),
      one('fills its cache as it begins', young(heap(100, 2048, 0.02, 10))),
      one('its limit is not told', heap(67, null, 0.5)),
    ],
    cannotTell: [one('no probe', { gc: null })],
  },
  'memory-leak': {
    fires: [
      one('20 MB a second', growing(20 * megabyte, true)),
      one('slows down', growing(20 * megabyte, false)),
      one('a short watch', growing(20 * megabyte, null)),
      one('the limit is near', growing(4 * megabyte, true, 400 * megabyte)),
      one('of one that has just begun, by more than a start takes', young(growing(20 * megabyte, true))),
    ],
    fine: [one('level', growing(0, false)), one('a few pages', growing(200_000, true))],
    cannotTell: [
      one('too short', { memory: { growth: null, isSteady: null } }),
      one('it has just begun', young(growing(4 * megabyte, true))),
      one('it has just begun, and slows down', young(growing(20 * megabyte, false))),
      one('its age is not told, and the watch was short', { ...growing(4 * megabyte, true), age: null }),
    ],
  },
} satisfies Partial<Record<RuleId, Cases>>;
