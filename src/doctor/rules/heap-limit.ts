/**
 * A heap that is almost full of what is kept: V8 collects all of it again and again, and ends the process when nothing is left.
 *
 *   in use  limit ------------------------    limit ------------------------
 *                  /| /| /| /| /|  kept               /|     /|     /|
 *                 / |/ |/ |/ |/ |                    / |    / |    / |        the same, with room
 *
 * What the last full collection left tells it from young objects that are made and dropped: these leave nothing.
 */
import { bytes } from '../../format/number.ts';
import { message } from '../../messages/message.ts';
import type { Change } from '../../model/diagnosis.ts';
import type { ServiceVitals, Vitals } from '../../model/vitals.ts';
import { change, heapProfile, heapSnapshots, nodeOption, withFlag } from './changes.ts';
import { findingOf, fine, processRule, told, unseen } from './rule.ts';

const limits = {
  /** Kept, of the limit: above it a higher limit makes full collections rarer by half and more. */
  near: 0.5,
  /** Of all time, by full collections. V8 itself aims at a few percent. */
  warning: 0.1,
  /** By all collections: near the limit the others are for its sake too. */
  critical: 0.25,
  /** Kept, of the limit, without any time that is lost yet: a little more load ends the process. */
  full: 0.9,
  /** Seconds to the end at this rate: told at once; and told of a process that has had its time to fill its caches. */
  soon: 60,
  later: 600,
  /** Milliseconds. */
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
      // More room for what grows without end only ends it later.
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
  /** Times what is kept: V8 lets a heap grow to two or three times that before it collects it as a whole. */
  enough: 3,
  /** In MB. */
  step: 64,
  /** Of the memory that is there: the rest is for young objects, buffers and other programs. */
  ofRoom: 0.75,
  /** Less more than now is not worth a restart. */
  least: 1.3,
} as const;

/** @returns none where the machine, or the container, has no memory for it, or nothing tells what the limit is */
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
