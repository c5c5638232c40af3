/**
 * A heap that is almost full of live objects: V8 collects all of it again and again, and ends the process when no room is left.
 *
 *   in use  limit ------------------------    limit ------------------------
 *                  /| /| /| /| /|  kept               /|     /|     /|
 *                 / |/ |/ |/ |/ |                    / |    / |    / |        the same, with room
 *
 * What the last full collection left tells the two apart: short-lived objects leave nothing.
 */
import { bytes } from '../../format/number.ts';
import { message } from '../../messages/message.ts';
import type { Change } from '../../model/diagnosis.ts';
import type { ServiceVitals, Vitals } from '../../model/vitals.ts';
import { change, heapProfile, heapSnapshots, nodeOption, withFlag } from './changes.ts';
import { findingOf, fine, processRule, told, unseen } from './rule.ts';

const limits = {
  /** Live part of the limit above which a higher limit makes full collections rarer by half or more. */
  near: 0.5,
  /** Share of all time in full collections. V8 itself aims at a few percent. */
  warning: 0.1,
  /** Share of all time in all collections: near the limit the others have the same cause. */
  critical: 0.25,
  /** Live part of the limit that is a finding even if no time is lost yet: a little more load ends the process. */
  full: 0.9,
  /** Seconds until the limit at this rate of growth: `soon` for any process, `later` for one that has filled its caches. */
  soon: 60,
  later: 600,
  /** Milliseconds after which a process has filled its caches. */
  warm: 60_000,
} as const;

export const heapLimit = processRule({
  id: 'heap-limit',
  resource: 'memory',
  symptom: ['memory', 'what full garbage collections leave in the heap, and its limit (probe)'],
  explains: ['long-gc', 'loop-blocked', 'backlog', 'memory-leak'],
  signals: ({ gc, memory: { kept, heapLimit: limit, keptGrowth } }) => ({
    'kept after a full collection':
      kept === null || limit === null ? null : `${bytes(kept)} / ${bytes(limit)}`,
    'grows by': told('evidence.growth', { rate: keptGrowth }),
    'full collections': gc && message('evidence.share', { part: gc.full }),
    'garbage collection': gc && message('evidence.gc', { part: gc.share, count: gc.count }),
  }),
  judge(vitals, service) {
    const { gc, age, seen } = vitals;
    const { kept, heapLimit: limit, keptGrowth: growth } = vitals.memory;
    if (gc === null) return unseen('garbage collection');
    if (kept === null || limit === null) return fine;
    const left = growth === null ? Infinity : Math.max(0, limit - kept) / growth;
    const isSoon = left <= ((age ?? seen) < limits.warm ? limits.soon : limits.later);
    const isNear = kept >= limits.near * limit && gc.full >= limits.warning;
    if (!isSoon && !isNear && kept < limits.full * limit) return fine;
    const raise = moreHeap(vitals, service);
    const size = raise[0]?.what.params.size ?? null;
    const found = { kept, limit, part: gc.full, growth: growth ?? 0, left, size };
    return {
      severity: gc.share >= limits.critical || left <= limits.soon ? 'critical' : 'warning',
      ...findingOf(isSoon ? 'heap-limit.filling' : 'heap-limit', found),
      // A heap that grows without end would only end the process later with more room.
      changes: isSoon
        ? [heapSnapshots(vitals), ...keepLess, ...raise]
        : [...raise, ...keepLess, heapProfile(vitals)],
      weight: kept / limit,
    };
  },
});

export const keepLess: readonly Change[] = [
  change(
    'code',
    'change.keep-less',
    `import { LRUCache } from 'lru-cache';\nconst cache = new LRUCache({ max: 10_000 }); // instead of a Map that only grows`,
  ),
];

const megabyte = 2 ** 20;
const sizing = {
  /** The new limit ÷ the live part: V8 lets a heap grow to two or three times that before it collects all of it. */
  enough: 3,
  /** Sizes are multiples of so many MB. */
  step: 64,
  /** Part of the memory that the heap may take: the rest is for young objects, buffers and other programs. */
  ofRoom: 0.75,
  /** The new limit ÷ the current one that is worth a restart. */
  least: 1.3,
} as const;

/** @returns a change to a higher limit; none where the machine or the container has no memory for it, or the limit is unknown */
export function moreHeap(vitals: Vitals, { serving }: Pick<ServiceVitals, 'serving'>) {
  const { kept, heapLimit: limit, heap, rss, room } = vitals.memory;
  if (limit === null) return [];
  const beside = Math.max(0, rss - (heap ?? rss));
  const most = (sizing.ofRoom * room) / Math.max(1, serving) - beside;
  const steps = (size: number) => size / sizing.step / megabyte;
  const size =
    sizing.step * Math.min(Math.ceil(steps(sizing.enough * (kept ?? limit))), Math.floor(steps(most)));
  if (size * megabyte < sizing.least * limit) return [];
  const flag = `--max-old-space-size=${size}`;
  return [
    {
      type: 'command' as const,
      what: message('change.heap-limit', { size }),
      text: withFlag(vitals, flag),
      setting: nodeOption(flag),
    },
  ];
}
