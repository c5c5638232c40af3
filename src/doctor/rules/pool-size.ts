/** A different pool size: more threads where jobs wait, fewer where they only share the CPUs, or one that is not in force. */
import { message } from '../../messages/message.ts';
import type { ServiceVitals, Vitals } from '../../model/vitals.ts';
import { hardlyIdle } from '../../saturation/saturation.ts';
import { setPoolSize } from './changes.ts';
import { type PoolLoad, areCpusFree, poolEvidence, poolRule, timeLabel } from './pool-load.ts';
import { type RuleResult, cannotTell, figures, findingOf, fine, seen, unseen, told } from './rule.ts';
import { type SizeAdvice, cpuGain, gainOfSize, leastSize, sizeFor } from './sizing.ts';
import { isPlainSize } from '../../apply/node-command.ts';

/** Part of the threads in jobs below which all of them are busy at once for moments only. */
const idleEnough = 0.5;
/** CPUs that each thread of the pool uses, from which on its jobs compute. */
const computing = 0.1;
/** Gain in throughput that is worth a restart. */
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
      // Without queue and probe: idle threads are known by name, and while some are idle no job can be waiting.
      return busy !== null && busy < size * idleEnough ? fine : blind('wait', vitals);
    }
    if (!load.isWaiting || work?.isStarved) return fine;
    // Threads whose state was not seen may be waiting for a CPU.
    if (!work && !(areCpusFree(vitals, service) && isFreeForJobs(vitals, service, size)))
      return cannotTell(timeLabel);
    const advice = sizeFor(vitals, service, load);
    // Too many jobs wait for a thread each, or there is no room for more threads.
    if (advice.cap === 'threads' || advice.size <= size) return fine;
    return raise(vitals, service, load, leastSize(vitals, service, load, advice));
  },
});

/** Where nobody tells who else uses the CPUs, none is known to be free for jobs that compute. */
function isFreeForJobs({ cpu, loop }: Vitals, { areOthersSeen }: ServiceVitals, size: number): boolean {
  const byJobs = Math.max(0, cpu.used - (loop.utilization ?? 0));
  return areOthersSeen || byJobs < computing * size;
}

function blind(what: string, { withoutPeek: peek, withoutProbe: probe }: Vitals) {
  return cannotTell(message('pool-too-small.blind', { what, peek, probe }));
}

function raise(vitals: Vitals, service: ServiceVitals, load: PoolLoad, advice: SizeAdvice): RuleResult {
  const { size: advised, wanted, cap } = advice;
  const gain = gainOfSize(vitals, service, load, advised);
  return {
    ...load.ranked,
    // A size that gains nothing now only uncovers the next limit: the loop or the CPUs are named first.
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

const limits = {
  /** Threads in a job for each CPU: fewer take no more than the loop's idle time. */
  busy: 1.25,
  /** Threads for each CPU from which the pool is too large even if jobs wait. */
  farBeyond: 4,
  /** Part of their busy time that threads want a CPU: in the kernel they do not compete for one. */
  computing: 0.7,
  /** Signs of a late event loop: share of time waiting for a CPU, and milliseconds by which timers are late. */
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
    if (size <= useful || !work || busy === null) return fine;
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
      also: figures({
        'main thread waiting for a CPU': told('evidence.share', { part: loop.waitedForCpu }),
        throttled: told('evidence.of-periods', { part: cpu.throttled }),
      }),
      changes: setPoolSize(vitals, useful),
      gain: 1,
      weight: busy / useful,
    };
  },
});

export const poolSizeNotInForce = poolRule({
  id: 'pool-size-not-in-force',
  resource: 'pool',
  symptom: ['idle', 'environment of the process; number of its pool threads'],
  verb: 'raise',
  experiment: 'pool-mechanics',
  explains: ['pool-too-small'],
  signals: ({ pool: { asked, askedText, size } }) => ({
    'asked for': askedText === null ? null : `UV_THREADPOOL_SIZE=${askedText} (${asked})`,
    'in force': seen(size, String),
  }),
  judge(vitals, load, work, service) {
    const { size, asked, askedText: text } = vitals.pool;
    if (size === null) return unseen('pool threads');
    if (asked === null) return unseen('asked for');
    if (text === null) return fine;
    const isPlain = isPlainSize(text);
    // If the text is no number but another size is in force, code has set it early enough.
    if (isPlain === (asked === size)) return fine;
    const waiting = load?.isWaiting && !work?.isStarved ? load : null;
    // A text that is no number does not tell the wanted size: then the needed one is taken, and at least libuv's own 4.
    const wanted = isPlain ? asked : Math.max(4, waiting ? sizeFor(vitals, service, waiting).size : 4);
    const gain = waiting && wanted > size ? gainOfSize(vitals, service, waiting, wanted) : null;
    return {
      severity: wanted <= size ? 'info' : waiting ? 'critical' : 'warning',
      verb: wanted > size ? 'raise' : 'lower',
      ...findingOf('pool-size-not-in-force', {
        text,
        asked,
        size,
        isPlain,
        isPm2: /pm2|ProcessContainer/i.test(vitals.command),
        wait: waiting?.wait?.mean ?? null,
        wanted,
        gain,
      }),
      also: waiting ? poolEvidence(vitals, waiting).slice(1) : [],
      changes: setPoolSize(vitals, wanted),
      gain,
      weight: Math.abs(wanted - size),
    };
  },
});
