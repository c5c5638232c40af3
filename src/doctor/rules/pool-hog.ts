/** One kind of job fills the pool, and others wait behind it: jobs that compute, or more than any pool has threads for. */
import type { Vitals } from '../../model/vitals.ts';
import { total } from '../../judge/sums.ts';
import { limiter, setPoolSize } from './changes.ts';
import { mostThreads, sizeFor } from './foretell.ts';
import { isWaiting, poolLoad, poolWork, type PoolLoad } from './pool-load.ts';
import { poolEvidence, severityOf, waitBecause, waitTitle } from './pool-too-small.ts';
import { fine, notApplicable, processRule, unseen, type Word } from './rule.ts';
import { amount, fact, kindName, share, waited } from './words.ts';
import { capital } from '../../format/words.ts';

const limits = {
  /** Of the jobs that wait: then it is this kind that makes the queue. */
  dominates: 0.6,
  /** The others are there: of the queue, and jobs on average. */
  othersShare: 0.02,
  others: 0.3,
} as const;

/** For the short jobs: one that computes or waits, one that comes meanwhile. */
const slots = 2;

export const poolHog = processRule({
  id: 'pool-hog',
  title: 'One kind of job holds up the others',
  needs: 'the queue of the pool by kind; what the pool threads do',
  resource: 'pool',
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
  judge(vitals, fleet) {
    const load = poolLoad(vitals);
    const { queue, slow } = vitals.pool;
    if (vitals.pool.size === 0) return notApplicable('Nothing has used the pool.');
    if (!load || load.grade === 'unknown' || !queue) return unseen('The queue was not seen by kind.');
    if (!isWaiting(load)) return fine('No kind of job has to wait.');
    const work = poolWork(vitals, fleet);
    const shares = sharesOf({ ...queue.kinds, dns: (queue.kinds['dns'] ?? 0) + (slow.queue?.mean ?? 0) });
    const [hog] = shares;
    if (!hog || hog.share < limits.dominates)
      return fine('Several kinds of jobs wait, and none is most of them.');
    const advice = sizeFor(vitals, fleet, load);
    if (advice.cap === 'threads' && !work?.isStarved) return flood(vitals, load, hog.kind, advice.wanted);
    const others = total(shares.slice(1).map(({ count }) => count));
    if (others < limits.others || others / (others + hog.count) < limits.othersShare) {
      return fine(`Jobs wait, all of one kind (${hog.kind}): none holds up another.`);
    }
    if (!work) return unseen('What the pool threads do was not seen.');
    if (!work.isCpuBound) {
      return fine('The jobs that hold the threads do not compute: a thread for each is better than a bound.');
    }
    const cpus = Math.max(1, Math.ceil(vitals.cpu.available));
    const most = Math.max(1, Math.min(cpus, load.size - slots));
    const size = Math.max(load.size, cpus + slots);
    const victims = shares.slice(1).map(({ kind }) => kind);
    const wait = load.wait ? ` ${waited(load.wait.mean)}` : '';
    return {
      word: 'finding',
      severity: severityOf(load),
      title: `${capital(kindName(hog.kind))} fill the pool (${share(hog.share)} of the queue), and ${victims.join(', ')} jobs wait${wait} behind them`,
      because: `The pool is one queue for all kinds, first come first served. The threads compute (${share(work.cpu)} of their busy time on a CPU or ready for one)${work.isStarved ? ', and the CPUs have nothing left: more threads alone would share the same CPUs' : ''}. A bound on the ${hog.kind} jobs costs them nothing that the CPUs could give, and leaves ${slots} threads to jobs that take a moment.`,
      evidence: [fact('jobs that wait, others than the hog', amount(others)), ...poolEvidence(vitals, load)],
      changes: [
        limiter(
          hog.kind,
          most,
          `Let at most ${most} ${kindName(hog.kind)} run at a time, of ${cpus} CPU${cpus === 1 ? '' : 's'}`,
        ),
        ...(size > load.size ? setPoolSize(vitals, size) : []),
      ],
      expect: `A ${victims[0] ?? 'short'} job finds a free thread at once instead of after${wait || ' the queue'}. The ${hog.kind} jobs take as long in sum as before: ${most} at a time ${most >= cpus ? 'keep' : 'nearly keep'} the CPUs busy.`,
      gain: null,
      weight: load.wait?.mean ?? load.queued ?? 0,
    };
  },
});

/** More jobs at once than threads are good for: what lies behind them is asked too much, or will be. */
function flood(vitals: Vitals, load: PoolLoad, kind: string, wanted: number): Word {
  const most = Math.max(1, load.size - slots);
  const after = load.wait ? waited(load.wait.mean) : 'the queue';
  return {
    word: 'finding',
    severity: severityOf(load),
    title: `${waitTitle(load)}: bound ${kindName(kind)}, as ${wanted} threads would be needed for all of them`,
    because: `More than ${mostThreads} threads are not advised: what the jobs wait for (a disk, a network file system) is asked by all of them at the same time, each holds its memory, and small file calls slow each other down. ${waitBecause(vitals, load)}`,
    evidence: poolEvidence(vitals, load),
    changes: [
      limiter(
        kind,
        most,
        `Let at most ${most} ${kindName(kind)} run at a time, and leave ${slots} threads to the rest`,
      ),
    ],
    expect: `The others find a free thread at once instead of after ${after}; those that are bound take as long as now. If their own throughput is too low then, raise the pool step by step towards ${mostThreads}, the bound with it.`,
    gain: null,
    weight: load.wait?.mean ?? load.queued ?? 0,
  };
}

function sharesOf(kinds: Readonly<Record<string, number>>) {
  const all = total(Object.values(kinds));
  return Object.entries(kinds)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => ({ kind, count, share: count / all }))
    .toSorted((one, other) => other.count - one.count);
}
