/** Jobs that compute, on more threads than there are CPUs: they only share them, and the event loop gets its part late. */
import { setPoolSize } from './changes.ts';
import { isWaiting, poolLoad, poolWork } from './pool-load.ts';
import { poolEvidence } from './pool-too-small.ts';
import { fine, notApplicable, processRule, unseen } from './rule.ts';
import { amount, fact, share } from './words.ts';

const limits = {
  /** Threads in a job for each CPU: below it, the excess is what the loop's idle time can take. */
  busy: 1.25,
  /** With jobs that wait the pool is not what is too large, unless it is far beyond the CPUs. */
  farBeyond: 4,
  /** Of busy time: threads that wait in the kernel do not compete for CPUs. */
  computing: 0.7,
  /** What the event loop feels: ready without a CPU; timers late. */
  loopWaited: 0.1,
  severeWaited: 0.25,
  delay: 20,
  severeDelay: 50,
  throttled: 0.2,
} as const;

export const poolTooLarge = processRule({
  id: 'pool-too-large',
  title: 'More pool threads compute than there are CPUs',
  needs: 'what the pool threads do; CPUs, quota and throttling; how late the loop is',
  resource: 'pool',
  verb: 'lower',
  experiment: 'pool-size',
  explains: ['pool-starved-of-cpu', 'cpu-throttled', 'cpu-saturated', 'loop-blocked', 'backlog'],
  judge(vitals, fleet) {
    const { cpu, loop, pool } = vitals;
    const load = poolLoad(vitals);
    if (pool.size === 0) return notApplicable('Nothing has used the pool.');
    if (!load) return unseen('How many threads the pool has cannot be told.');
    const useful = Math.max(1, Math.ceil(cpu.available));
    if (load.size <= useful) return fine(`${load.size} threads are not more than the CPUs.`);
    const work = poolWork(vitals, fleet);
    if (!work || load.busy === null) return fine('Its threads were in no job that takes time.');
    if (work.cpu < limits.computing || load.busy < limits.busy * useful || !work.isStarved) {
      return fine(
        `${amount(load.busy * work.cpu)} threads wanted a CPU on average, of ${amount(cpu.available)}.`,
      );
    }
    const isOwnChoice = pool.askedText !== null && cpu.quota !== null;
    if (isWaiting(load) && load.size <= limits.farBeyond * useful && !isOwnChoice) {
      return fine('Jobs wait even with so many threads: it is the CPUs that are too few.');
    }
    const isFelt =
      (loop.waitedForCpu ?? 0) >= limits.loopWaited ||
      (loop.delay?.p99 ?? 0) >= limits.delay ||
      (cpu.throttled ?? 0) >= limits.throttled;
    if (!isFelt)
      return fine('More threads compute than there are CPUs, but the event loop does not feel it.');
    const isSevere =
      (loop.delay?.p99 ?? 0) >= limits.severeDelay || (loop.waitedForCpu ?? 0) >= limits.severeWaited;
    const late = loop.delay ? ` (timers up to ${amount(loop.delay.p99)} ms late, p99)` : '';
    return {
      word: 'finding',
      severity: isSevere ? 'critical' : 'warning',
      title: `${amount(load.busy)} of ${load.size} pool threads compute on ${amount(cpu.available)} CPU${cpu.available === 1 ? '' : 's'}: lower the pool to ${useful}`,
      because: `They were on a CPU for ${share(pool.time?.running ?? 0)} of their busy time and ready without one for ${share(pool.time?.waitedForCpu ?? 0)}: ${useful} would do the same work. The event loop has to wait for its turn among them${late}.`,
      evidence: [
        ...poolEvidence(vitals, load),
        ...(loop.waitedForCpu === null
          ? []
          : [fact('main thread ready without a CPU', share(loop.waitedForCpu))]),
        ...(cpu.throttled === null ? [] : [fact('throttled', `in ${share(cpu.throttled)} of the periods`)]),
      ],
      changes: setPoolSize(vitals, useful),
      expect: `The same throughput, because ${useful} thread${useful === 1 ? '' : 's'} can use all of ${amount(cpu.available)} CPUs; the event loop is late by the turn of ${useful} instead of ${Math.round(load.busy)}. (Measured under a quota of 1: 4 threads gave the throughput of 1, and loop delay p99 went from 1 to 55 ms.) If jobs that wait in the kernel share the pool, bound those that compute instead.`,
      gain: 1,
      weight: load.busy / useful,
    };
  },
});
