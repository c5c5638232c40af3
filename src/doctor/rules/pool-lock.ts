/** Pool threads wait for a lock that one of them holds: more threads only make the crowd at it larger. */
import { amount } from '../../format/words.ts';
import { message } from '../../messages/message.ts';
import { limiter } from './changes.ts';
import { poolEvidence, poolRule, weightOf } from './pool-load.ts';
import { fine, texts, unseen } from './rule.ts';
import { figures } from './words.ts';

const limits = {
  /** Of busy time. node-sqlite3 #1395 was felt at a third. */
  share: 0.25,
  /** Threads at the lock on average; and at least so much of one that goes on, or no thread holds the lock. */
  threads: 0.5,
  holder: 0.1,
  /** Threads that go on: one holds the lock; more of them that wait for CPUs make the one that holds it late. */
  several: 2,
} as const;

export const poolLock = poolRule({
  id: 'pool-lock',
  resource: 'pool',
  verb: 'bound',
  experiment: null,
  explains: ['pool-too-small', 'pool-hog', 'backlog', 'downstream'],
  judge(vitals, load, work) {
    const { pool } = vitals;
    if (!load || !pool.time || load.busy === null)
      return pool.busy === null ? unseen('pool.threads-unseen') : fine('pool.short-jobs');
    const { busy } = load;
    const { atLock } = pool.time;
    const waiting = busy * atLock;
    const working = busy - waiting;
    if (atLock < limits.share || waiting < limits.threads) return fine('pool-lock.rare', { atLock });
    if (working < limits.holder) return fine('pool-lock.no-holder');
    if (work?.isStarved && working >= limits.several) return fine('pool-lock.cpu');
    const at = pool.whereabouts.find(({ doing }) => doing.state === 'waiting' && doing.at === 'other');
    const [kind = 'other'] = Object.keys(pool.queue?.kinds ?? {});
    const useful = Math.max(1, Math.round(working));
    const same = at?.threads ?? 1;
    const wait = load.wait?.mean ?? null;
    return {
      status: 'finding',
      severity: weightOf(load).severity,
      ...texts('pool-lock', { atLock, busy, working, waiting, same, useful, wait }),
      evidence: [
        ...figures({ 'threads at a lock': amount(waiting), 'threads that make progress': amount(working) }),
        ...poolEvidence(vitals, load),
      ],
      changes: [limiter(kind, useful, message('change.one-by-one', { kind, most: useful }))],
      gain: null,
      weight: waiting,
    };
  },
});
