/** Jobs wait for a pool thread, and a further thread would find something to do. */
import { message } from '../../messages/message.ts';
import type { ServiceVitals, Vitals } from '../../model/vitals.ts';
import { hardlyIdle } from '../../bottleneck/thresholds.ts';
import { setPoolSize } from './changes.ts';
import { timeLabel, areCpusFree, poolEvidence, poolRule, type PoolLoad } from './pool-load.ts';
import { cannotTell, fine, findingOf, type RuleResult } from './rule.ts';
import { cpuGain, gainOfSize, sizeFor, type SizeAdvice } from './sizing.ts';

/** With half of the threads in jobs, all of them are at the same time for moments only. */
const idleEnough = 0.5;
/** Throughput that is worth a restart. */
const worthwhile = 1.1;

export const poolTooSmall = poolRule({
  id: 'pool-too-small',
  resource: 'pool',
  symptom: ['idle', 'wait of the probe, or queue of the pool; what its threads do'],
  verb: 'raise',
  experiment: 'pool-size',
  explains: ['backlog', 'downstream', 'loop-blocked'],
  judge(vitals, load, work, service) {
    if (!load) return blind('size', vitals);
    const { busy, size } = load;
    if (load.grade === 'unknown') {
      // Without queue and probe: idle threads are seen by name, and then nothing can be waiting.
      return busy !== null && busy < size * idleEnough ? fine : blind('wait', vitals);
    }
    if (!load.isWaiting || work?.isStarved) return fine;
    // Threads that were not seen may be waiting for a CPU.
    if (!work && !areCpusFree(vitals, service)) return cannotTell(timeLabel);
    const advice = sizeFor(vitals, service, load);
    // Too many jobs wait to give each a thread, or there is no room for more threads.
    if (advice.cap === 'threads' || advice.size <= size) return fine;
    return raise(vitals, service, load, advice);
  },
});

function blind(what: string, { withoutPeek: peek, withoutProbe: probe }: Vitals) {
  return cannotTell(message('pool-too-small.blind', { what, peek, probe }));
}

function raise(vitals: Vitals, service: ServiceVitals, load: PoolLoad, advice: SizeAdvice): RuleResult {
  const { size: advised, wanted, cap } = advice;
  const gain = gainOfSize(vitals, service, load, advised);
  return {
    ...load.ranked,
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
    ...load.named,
    threads: time && { blocked: time.blocked + time.atLock, running: time.running },
    kind: Object.keys(queue?.kinds ?? {})[0] ?? null,
    areCpusFree: areCpusFree(vitals, service),
    loop: utilization !== null && utilization < hardlyIdle ? utilization : null,
  };
}
