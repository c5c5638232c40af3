/** Jobs wait for a pool thread, and a further thread would find something to do. */
import type { ServiceVitals, Vitals } from '../../model/vitals.ts';
import { hardlyIdle } from '../../bottleneck/thresholds.ts';
import { setPoolSize } from './changes.ts';
import {
  areCpusFree,
  isWaiting,
  poolEvidence,
  poolRule,
  waitingOf,
  weightOf,
  type PoolLoad,
} from './pool-load.ts';
import { cannotTell, fine, findingOf, type RuleResult } from './rule.ts';
import { cpuGain, gainOfSize, sizeFor, type SizeAdvice } from './sizing.ts';

/** With half of the threads in jobs, all of them are at the same time for moments only. */
const idleEnough = 0.5;
/** Throughput that is worth a restart. */
const worthwhile = 1.1;

export const poolTooSmall = poolRule({
  id: 'pool-too-small',
  resource: 'pool',
  verb: 'raise',
  experiment: 'pool-size',
  explains: ['backlog', 'downstream', 'loop-blocked'],
  judge(vitals, load, work, service) {
    const why = { peek: vitals.withoutPeek, probe: vitals.withoutProbe };
    if (!load) return cannotTell('pool-too-small.size-unknown', why);
    const { busy, size, wait, queued } = load;
    if (load.grade === 'unknown') {
      // Without queue and probe: idle threads are seen by name, and then nothing can be waiting.
      return busy !== null && busy < size * idleEnough
        ? fine('pool-too-small.free-thread', { busy, size })
        : cannotTell('pool-too-small.unseen', why);
    }
    if (!isWaiting(load)) {
      const mean = wait && wait.jobs > 0 ? wait.mean : null;
      return fine('pool-too-small.fine', { busy, size, queued, wait: mean });
    }
    if (work?.isStarved) return fine('pool-too-small.starved');
    // Threads that were not seen may be waiting for a CPU.
    if (!work && !areCpusFree(vitals, service)) return cannotTell('pool.threads-unseen');
    const advice = sizeFor(vitals, service, load);
    if (advice.cap === 'threads') return fine('pool-too-small.flood', { wanted: advice.wanted });
    if (advice.size <= size) return fine('pool-too-small.no-room', { cap: advice.cap });
    return raise(vitals, service, load, advice);
  },
});

function raise(vitals: Vitals, service: ServiceVitals, load: PoolLoad, advice: SizeAdvice): RuleResult {
  const { size: advised, wanted, cap } = advice;
  const gain = gainOfSize(vitals, service, load, advised);
  return {
    ...weightOf(load),
    // What gains nothing now will only show what lies behind it: the loop or the CPUs are named first.
    ...(gain !== null && gain < worthwhile && { severity: 'warning' }),
    ...findingOf('pool-too-small', {
      ...whyWaiting(vitals, load, service),
      busy: load.busy,
      advised,
      cap,
      isClosed: service.load > 0 && (vitals.load === null || vitals.load.startsWith('closed')),
      most: wanted - Math.round(load.busy ?? 0),
      gain,
      cpuGain: cpuGain(vitals, service),
    }),
    evidence: poolEvidence(vitals, load),
    changes: setPoolSize(vitals, advised),
    gain,
  };
}

/** Why more threads would have something to do, for the texts. */
export function whyWaiting(vitals: Vitals, load: PoolLoad, service: ServiceVitals) {
  const {
    pool: { time, queue },
    loop: { utilization },
  } = vitals;
  return {
    ...waitingOf(load),
    threads: time && { blocked: time.blocked + time.atLock, running: time.running },
    kind: Object.keys(queue?.kinds ?? {})[0] ?? null,
    areCpusFree: areCpusFree(vitals, service),
    loop: utilization !== null && utilization < hardlyIdle ? utilization : null,
  };
}
