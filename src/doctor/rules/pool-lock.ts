/** Pool threads wait for a lock that one of them holds, or for threads of their library: more of them only wait for the same. */
import { amount } from '../../format/words.ts';
import { message } from '../../messages/message.ts';
import type { NativeThreads, ServiceVitals, Vitals } from '../../model/vitals.ts';
import { limiter } from './changes.ts';
import { nativeFigure } from './native-threads.ts';
import { timeLabel, areCpusFree, poolEvidence, poolRule, type PoolLoad } from './pool-load.ts';
import { fine, findingOf, unseen, type RuleResult } from './rule.ts';
import { figures, isOfAddOn } from './words.ts';

const limits = {
  /** Of busy time. node-sqlite3 #1395 was felt at a third. */
  share: 0.25,
  /** Threads at the lock on average; and at least so much of one that goes on, or no thread holds the lock. */
  threads: 0.5,
  holder: 0.1,
  /** Threads that go on: one holds the lock; more of them that wait for CPUs make the one that holds it late. */
  several: 2,
  /** Threads of a library that have work for so much of the time are what the pool threads wait for, which are blocked meanwhile. */
  saturated: 0.85,
  blocked: 0.5,
} as const;

export const poolLock = poolRule({
  id: 'pool-lock',
  resource: 'pool',
  symptom: ['idle', 'where the pool threads wait, with libuv read from memory'],
  verb: 'bound',
  explains: ['pool-too-small', 'pool-hog', 'backlog', 'downstream'],
  judge(vitals, load, work, service) {
    const { pool } = vitals;
    if (!load || !pool.time || load.busy === null) return pool.busy === null ? unseen(timeLabel) : fine;
    const { busy } = load;
    const { atLock } = pool.time;
    const waiting = busy * atLock;
    const working = busy - waiting;
    const few = fewOwnThreads(vitals, load, service);
    if (few) return behindOwnThreads(vitals, load, few);
    if (atLock < limits.share || waiting < limits.threads) return fine;
    if (working < limits.holder) return fine;
    if (work?.isStarved && working >= limits.several) return fine;
    const at = pool.whereabouts.find(({ doing }) => doing.state === 'waiting' && doing.at === 'other');
    const kind = load.heldBy;
    const useful = Math.max(1, Math.round(working));
    const same = at?.threads ?? 1;
    const wait = load.wait?.mean ?? null;
    return {
      severity: load.ranked.severity,
      ...findingOf('pool-lock', { atLock, busy, working, waiting, same, useful, wait }),
      evidence: [
        ...figures({ 'threads at a lock': amount(waiting), 'threads that make progress': amount(working) }),
        ...poolEvidence(vitals, load),
      ],
      changes: [limiter(kind, useful, message('change.one-by-one', { kind, most: useful }))],
      weight: waiting,
    };
  },
});

/**
 * Fewer threads of a library than pool threads that are in its jobs, all of them at work all the time, and a CPU for a further
 * one: a library that starts some for each job has more of them with a larger pool, and is another rule's.
 */
function fewOwnThreads(vitals: Vitals, load: PoolLoad, service: ServiceVitals): NativeThreads | null {
  const { time } = vitals.pool;
  const busy = load.busy ?? 0;
  if (!time || !load.isWaiting || time.blocked < limits.blocked || !areCpusFree(vitals, service)) return null;
  const isSaturated = ({ threads, ran, waitedForCpu }: NativeThreads) =>
    threads <= busy / 2 && ran + waitedForCpu >= limits.saturated * threads;
  return isOfAddOn(load.heldBy) ? (vitals.native.find(isSaturated) ?? null) : null;
}

function behindOwnThreads(vitals: Vitals, load: PoolLoad, own: NativeThreads): RuleResult {
  const { threads: count, name, ran, waitedForCpu } = own;
  const kind = load.heldBy;
  const most = Math.max(1, Math.min(load.size - 1, 2 * count));
  const blocked = vitals.pool.time?.blocked ?? 0;
  return {
    ...load.ranked,
    ...findingOf('pool-lock.own-threads', {
      ...load.named,
      count,
      used: Math.min(1, (ran + waitedForCpu) / count),
      blocked,
      kind,
      threads: name,
    }),
    evidence: [...poolEvidence(vitals, load), ...figures({ 'native threads': nativeFigure(vitals) })],
    changes: [limiter(kind, most, message('change.limit-kind', { kind, most, slots: load.size - most }))],
  };
}
