/** The same for the rules of the process as a whole: stopped, its worker threads, its memory. */
import type { RuleId } from '../../../src/model/diagnosis.ts';
import { one, type Cases } from './case.ts';
import type { Parts } from './vitals-by-hand.ts';

const worker = (ran: number, waitedForCpu: number, tid = 50): NonNullable<Parts['workers']>[number] => ({
  tid,
  ran,
  waitedForCpu,
});
const underWay = (pending: number): Parts => ({
  requests: { pending, oldest: 400, rate: 60, mean: 380, max: 500 },
});
const growing = (growth: number, isSteady: boolean | null, limit: number | null = null): Parts => ({
  memory: { rss: 250 * 2 ** 20, growth, isSteady, limit },
});
const young = (parts: Parts): Parts => ({ ...parts, age: 12_000 });
const megabyte = 2 ** 20;

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
