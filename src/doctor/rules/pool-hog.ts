/** One kind of job fills the pool, and others wait behind it: jobs that compute, or more jobs than a pool can have threads. */
import { amount } from '../../format/words.ts';
import { message } from '../../messages/message.ts';
import { total } from '../../stats/mean-and-spread.ts';
import type { ServiceVitals, Vitals } from '../../model/vitals.ts';
import { limiter, setPoolSize } from './changes.ts';
import {
  type PoolLoad,
  fewerNativeThreads,
  mostHeld,
  nativeFigure,
  poolRule,
  timeLabel,
} from './pool-load.ts';
import { whyWaiting } from './pool-size.ts';
import { type RuleResult, figures, findingOf, fine, isOfAddOn, isOfPasswords, unseen } from './rule.ts';
import { mostThreads, sizeFor } from './sizing.ts';

const limits = {
  /** Least presence of other kinds: part of the queue, and waiting jobs on average. */
  othersShare: 0.02,
  others: 0.3,
} as const;

/** Threads for the short jobs: one that computes or waits, one that comes meanwhile. */
const slots = 2;

export const poolHog = poolRule({
  id: 'pool-hog',
  resource: 'pool',
  symptom: ['idle', 'queue of the pool by kind; what its threads do'],
  verb: 'bound',
  experiment: 'pool-mixed',
  explains: [
    'pool-too-small',
    'pool-starved-of-cpu',
    'pool-too-large',
    'cpu-saturated',
    'downstream',
    'backlog',
    'loop-blocked',
  ],
  judge(vitals, load, work, service) {
    const { queue, slow } = vitals.pool;
    if (!load || load.grade === 'unknown' || !queue) return unseen('by kind');
    if (!load.isWaiting) return fine;
    const dns = (queue.kinds['dns'] ?? 0) + (slow.queue?.mean ?? 0);
    const shares = sharesOf({ ...queue.kinds, dns });
    const holder = vitals.pool.holders?.[0] ?? null;
    // The queue shows which kind waits. Another kind, of few long jobs, may hold the threads.
    const [hog = null] = holder
      ? [{ kind: holder.kind, share: holder.part, isHolder: true }]
      : shares.map(({ kind, share }) => ({ kind, share, isHolder: false }));
    if (!hog || hog.share < mostHeld) return fine;
    const { kind } = hog;
    const advice = sizeFor(vitals, service, load);
    // Only a kind that waits in such numbers must also hold the threads: else the wrong kind would be blamed for the flood.
    const queued = shares.find((one) => one.kind === kind)?.share ?? 0;
    if (advice.cap === 'threads' && !work?.isStarved && queued >= mostHeld)
      return flood(vitals, load, service, { kind, wanted: advice.wanted });
    const victims = shares.filter((one) => one.kind !== kind && !isSalt(one.kind, kind));
    const others = total(victims.map(({ count }) => count));
    if (others < limits.others || others < limits.othersShare * total(shares.map(({ count }) => count)))
      return fine;
    if (!work) return unseen(timeLabel);
    if (!work.isCpuBound) return fine;
    // Node's own jobs compute in the pool threads: then they wait behind those of the library.
    if (work.helpers !== null && !isOfAddOn(kind)) return fine;
    const cpus = Math.max(1, Math.ceil(vitals.cpu.available));
    const most = Math.max(1, Math.min(cpus, load.size - slots));
    const size = Math.max(load.size, cpus + slots);
    return {
      ...load.ranked,
      ...findingOf('pool-hog', {
        kind,
        share: hog.share,
        isHolder: hog.isHolder,
        victims: victims.map((victim) => victim.kind),
        wait: load.wait?.mean ?? null,
        cpu: work.cpu,
        helpers: work.helpers,
        isStarved: work.isStarved,
        most,
        slots,
        cpus,
      }),
      also: figures({ 'other jobs that wait': amount(others), 'native threads': nativeFigure(vitals) }),
      changes: [
        limiter(kind, most, message('change.limit-computing', { kind, most, cpus })),
        ...(size > load.size ? setPoolSize(vitals, size) : []),
        ...(work.helpers === null ? [] : fewerNativeThreads(vitals)),
      ],
    };
  },
});

/** The finding for more jobs at a time than threads are good for: what lies behind them gets too many requests, or will. */
function flood(
  vitals: Vitals,
  load: PoolLoad,
  service: ServiceVitals,
  { kind, wanted }: { readonly kind: string; readonly wanted: number },
): RuleResult {
  const most = Math.max(1, load.size - slots);
  return {
    ...load.ranked,
    ...findingOf('pool-hog.flood', {
      ...whyWaiting(vitals, load, service),
      hog: kind,
      wanted,
      advisable: mostThreads,
    }),
    changes: [limiter(kind, most, message('change.limit-kind', { kind, most, slots }))],
  };
}

/** Whether a kind comes with the jobs that it waits behind, so that no other request is kept waiting. */
function isSalt(kind: string, hog: string): boolean {
  return isOfPasswords(hog) && (kind === 'crypto' || kind === 'random');
}

function sharesOf(kinds: Readonly<Record<string, number>>) {
  const all = total(Object.values(kinds));
  return Object.entries(kinds)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => ({ kind, count, share: count / all }))
    .toSorted((one, other) => other.count - one.count);
}
