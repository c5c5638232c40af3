/** Pool threads wait for a lock that one of them holds: more threads only make the crowd at it larger. */
import { limiter } from './changes.ts';
import { poolLoad, poolWork } from './pool-load.ts';
import { poolEvidence, severityOf } from './pool-too-small.ts';
import { fine, notApplicable, processRule, unseen } from './rule.ts';
import { amount, fact, kindName, share, waited } from './words.ts';

const limits = {
  /** Of busy time. node-sqlite3 #1395 was felt at a third. */
  share: 0.25,
  /** Threads at the lock on average; and at least so much of one that goes on, or nobody holds the lock. */
  threads: 0.5,
  holder: 0.1,
  /** Threads that go on: one holds the lock; more of them that wait for CPUs make whoever holds it late. */
  several: 2,
} as const;

export const poolLock = processRule({
  id: 'pool-lock',
  title: 'Pool threads wait for a lock',
  needs:
    'where the pool threads wait (with libuv read from memory: only then a lock can be told from an idle thread)',
  resource: 'pool',
  verb: 'bound',
  experiment: null,
  explains: ['pool-too-small', 'pool-hog', 'backlog', 'downstream'],
  judge(vitals, fleet) {
    const { pool } = vitals;
    if (pool.size === 0) return notApplicable('Nothing has used the pool.');
    const load = poolLoad(vitals);
    if (!load || !pool.time || load.busy === null) {
      return pool.busy === null
        ? unseen('What the pool threads do was not seen.')
        : fine('The pool threads were in no job that takes time.');
    }
    const waiting = load.busy * pool.time.atLock;
    const working = load.busy - waiting;
    if (pool.time.atLock < limits.share || waiting < limits.threads) {
      return fine(`The busy threads were at a lock for ${share(pool.time.atLock)} of their time.`);
    }
    if (working < limits.holder) {
      return fine('All threads wait, and none works: what they wait for comes from elsewhere.');
    }
    if (poolWork(vitals, fleet)?.isStarved && working >= limits.several) {
      return fine('Threads wait for a lock because whoever holds it waits for a CPU.');
    }
    const at = pool.whereabouts.find(({ doing }) => doing.state === 'waiting' && doing.at === 'other');
    const [kind = 'other'] = Object.keys(pool.queue?.kinds ?? {});
    const useful = Math.max(1, Math.round(working));
    return {
      word: 'finding',
      severity: severityOf(load),
      title: `Pool threads spend ${share(pool.time.atLock)} of their busy time waiting for a lock: ${amount(working)} of ${amount(load.busy)} get on`,
      because: `The threads are in their jobs but stand still until another one lets go${at && at.threads > 1 ? `; ${at.threads} of them were found at the same lock` : ''}. So ${amount(working)} jobs get on at a time, whatever the number of threads, and those that stand hold a thread each that others could use. Neither the CPUs nor a disk keeps them.`,
      evidence: [
        fact('threads at a lock', amount(waiting)),
        fact('threads that get on', amount(working)),
        ...poolEvidence(vitals, load),
      ],
      changes: [
        limiter(
          kind,
          useful,
          `Send the ${kindName(kind)} that share the lock one after the other (${useful} at a time), a connection or handle for each where they need not share it`,
        ),
      ],
      expect: `The same throughput of these jobs with ${useful} thread${useful === 1 ? '' : 's'} instead of ${amount(load.busy)}: ${amount(waiting)} threads come free, and the others no longer wait${load.wait ? ` ${waited(load.wait.mean)}` : ''}. More throughput only from a lock that is held for less time.`,
      gain: null,
      weight: waiting,
    };
  },
});
