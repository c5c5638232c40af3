/** Jobs that compute, on more threads than there are CPUs: they only share them, and the event loop gets its part late. */
import { message } from '../../messages/message.ts';
import { setPoolSize } from './changes.ts';
import { poolEvidence, poolRule } from './pool-load.ts';
import { fine, findingOf, unseen } from './rule.ts';
import { figures } from './words.ts';

const limits = {
  /** Threads in a job for each CPU: below it, the excess is what the loop's idle time can take. */
  busy: 1.25,
  /** With jobs that wait the pool is not what is too large, unless it is far beyond the CPUs. */
  farBeyond: 4,
  /** Of busy time: threads that wait in the kernel do not compete for CPUs. */
  computing: 0.7,
  /** What makes the event loop late: waiting for a CPU; and timers that are late. */
  loopWaited: 0.1,
  severeWaited: 0.25,
  delay: 20,
  severeDelay: 50,
  throttled: 0.2,
} as const;

export const poolTooLarge = poolRule({
  id: 'pool-too-large',
  resource: 'pool',
  symptom: ['cpus', 'what the pool threads do; CPUs, quota, throttling; delay of the loop'],
  verb: 'lower',
  experiment: 'pool-size',
  explains: ['pool-starved-of-cpu', 'cpu-throttled', 'cpu-saturated', 'loop-blocked', 'backlog'],
  judge(vitals, load, work) {
    const { cpu, loop, pool } = vitals;
    if (!load) return unseen('pool threads');
    const { size, busy } = load;
    const useful = Math.max(1, Math.ceil(cpu.available));
    if (size <= useful) return fine;
    if (!work || busy === null) return fine;
    if (work.cpu < limits.computing || busy < limits.busy * useful || !work.isStarved) return fine;
    const isOwnChoice = pool.askedText !== null && cpu.quota !== null;
    if (load.isWaiting && size <= limits.farBeyond * useful && !isOwnChoice) return fine;
    const delay = loop.delay?.p99 ?? null;
    const waited = loop.waitedForCpu ?? 0;
    const throttled = cpu.throttled ?? 0;
    if (waited < limits.loopWaited && (delay ?? 0) < limits.delay && throttled < limits.throttled)
      return fine;
    const isSevere = (delay ?? 0) >= limits.severeDelay || waited >= limits.severeWaited;
    const { running = 0, waitedForCpu = 0 } = pool.time ?? {};
    return {
      severity: isSevere ? 'critical' : 'warning',
      ...findingOf('pool-too-large', {
        busy,
        size,
        useful,
        cpus: cpu.available,
        running,
        waitedForCpu,
        delay,
      }),
      evidence: [
        ...poolEvidence(vitals, load),
        ...figures({
          'main thread waiting for a CPU':
            loop.waitedForCpu === null ? null : message('evidence.share', { part: waited }),
          throttled: cpu.throttled === null ? null : message('evidence.of-periods', { part: throttled }),
        }),
      ],
      changes: setPoolSize(vitals, useful),
      gain: 1,
      weight: busy / useful,
    };
  },
});
