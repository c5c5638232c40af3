/** Jobs wait for a pool thread, and a further thread would find something to do. */
import type { FleetVitals, Vitals, Whereabouts } from '../../model/vitals.ts';
import type { Figure, Severity } from '../../model/diagnosis.ts';
import { total } from '../../judge/sums.ts';
import { setPoolSize } from './changes.ts';
import { cpuGain, gainOfSize, mostThreads, sizeFor, type SizeAdvice } from './foretell.ts';
import { isWaiting, poolLoad, poolWork, type PoolLoad } from './pool-load.ts';
import { cannotTell, fine, notApplicable, processRule, type Word } from './rule.ts';
import { amount, doingText, fact, kindName, kindsText, share, times, waited } from './words.ts';

export const poolTooSmall = processRule({
  id: 'pool-too-small',
  title: 'Jobs wait for a pool thread while others wait in the kernel',
  needs: 'the wait of the probe or the queue of the pool; what the pool threads do',
  resource: 'pool',
  verb: 'raise',
  experiment: 'pool-size',
  explains: ['backlog', 'downstream', 'loop-blocked'],
  judge(vitals, fleet) {
    const { pool } = vitals;
    if (pool.size === 0) return notApplicable('Nothing has used the pool.');
    const load = poolLoad(vitals);
    if (!load) return cannotTell(`How many threads the pool has cannot be told: ${whyBlind(vitals)}.`);
    if (load.grade === 'unknown') return judgeBlind(vitals, load);
    if (!isWaiting(load)) return fine(poolInOrder(load));
    const work = poolWork(vitals, fleet);
    if (work?.isStarved) {
      return fine('Jobs wait, but for a CPU: more threads would share the same CPUs.');
    }
    const advice = sizeFor(vitals, fleet, load);
    if (advice.cap === 'threads')
      return fine(`Jobs wait, more of them than threads are good for: ${advice.wanted}.`);
    if (advice.size <= load.size) {
      return fine(`Jobs wait, but there is no room for more threads (${capText(advice)}).`);
    }
    return raise(vitals, fleet, load, advice);
  },
});

/** Without queue and probe: idle threads are seen by name, and then nothing can be waiting. */
function judgeBlind(vitals: Vitals, { busy, size }: PoolLoad): Word {
  if (busy !== null && busy < size * idleEnough) {
    return fine(
      `Of ${size} pool threads ${amount(busy)} were in a job on average: one was free when a job came.`,
    );
  }
  return cannotTell(`How long jobs wait for a pool thread was not seen: ${whyBlind(vitals)}.`);
}

/** With half of the threads in jobs, all of them are at the same time for moments only. */
const idleEnough = 0.5;

function whyBlind({ withoutPeek, withoutProbe }: Vitals): string {
  const reasons = [
    withoutPeek && `its memory cannot be read (${withoutPeek})`,
    withoutProbe && `there is no probe in it (${withoutProbe})`,
  ].filter((reason) => reason !== null);
  return reasons.join(', and ') || 'no reading came through';
}

function poolInOrder({ wait, queued, busy, size }: PoolLoad): string {
  const threads =
    busy === null ? `${size} threads` : `${amount(busy)} of ${size} threads were in a job on average`;
  const jobs =
    wait && wait.jobs > 0
      ? `a job waited ${waited(wait.mean)} for one`
      : `${amount(queued ?? 0)} jobs waited for one`;
  return `${threads}, and ${jobs}.`;
}

export const waitLabel = 'wait for a thread';
export const foundLabel = 'found in';

/** The figures of a pool in which jobs wait. */
export function poolEvidence({ pool }: Vitals, { wait, busy, queued, queuedP95, size }: PoolLoad): Figure[] {
  const { time, queue, whereabouts } = pool;
  return [
    fact('pool threads', String(size)),
    ...(busy === null ? [] : [fact('threads in a job', `${amount(busy)} on average`)]),
    ...(queued === null
      ? []
      : [fact('jobs that wait', `${amount(queued)} on average, p95 ${amount(queuedP95 ?? 0)}`)]),
    ...(queue && Object.keys(queue.kinds).length > 0 ? [fact('by kind', kindsText(queue.kinds))] : []),
    ...(wait
      ? [fact(waitLabel, `${waited(wait.mean)} on average, p95 ${waited(wait.p95)} (${fromText[wait.from]})`)]
      : []),
    ...(time
      ? [
          fact(
            "busy threads' time",
            `on a CPU ${share(time.running)}, ready without one ${share(time.waitedForCpu)}, at a lock ${share(time.atLock)}, blocked ${share(time.blocked)}`,
          ),
        ]
      : []),
    ...foundIn(whereabouts),
  ];
}

/** By what is said of them: two locks are read as one, and what is rare beside the first is not read. */
function foundIn(whereabouts: readonly Whereabouts[]): Figure[] {
  const off = whereabouts.filter(({ doing: { state } }) => state === 'blocked' || state === 'waiting');
  const sums = [...Map.groupBy(off, ({ doing }) => doingText(doing))].map(([text, same]) => ({
    text,
    part: total(same.map((each) => each.share)),
  }));
  return sums
    .toSorted((one, other) => other.part - one.part)
    .slice(0, 2)
    .filter(({ part }, index) => index === 0 || part >= 0.01)
    .map(({ text, part }) => fact(foundLabel, `${text}, ${share(part)} of the threads' time`));
}

const fromText = { probe: 'measured by the probe', queue: 'from the queue and how fast it moves' } as const;

export function severityOf({ grade }: PoolLoad): Severity {
  return grade === 'severe' ? 'critical' : 'warning';
}

/** Throughput that is worth a restart. */
const worthwhile = 1.1;

function raise(vitals: Vitals, fleet: FleetVitals, load: PoolLoad, advice: SizeAdvice): Word {
  const gain = gainOfSize(vitals, fleet, load, advice.size);
  return {
    word: 'finding',
    // What gains nothing now will only show what lies behind it: the loop or the CPUs are told first.
    severity: gain !== null && gain < worthwhile ? 'warning' : severityOf(load),
    title: `${waitTitle(load)}: raise the pool to ${advice.size} threads`,
    because: waitBecause(vitals, load),
    evidence: poolEvidence(vitals, load),
    changes: setPoolSize(vitals, advice.size),
    expect: expectation(vitals, fleet, load, advice, gain),
    gain,
    weight: load.wait?.mean ?? load.queued ?? 0,
  };
}

export function waitTitle({ queued, wait, size }: PoolLoad): string {
  const jobs = queued === null ? 'Jobs wait' : `${amount(queued)} jobs wait`;
  return `${jobs}${wait ? ` ${waited(wait.mean)}` : ''} for one of ${size} pool thread${size === 1 ? '' : 's'}`;
}

export function waitBecause({ pool: { time, queue }, loop }: Vitals, { size }: PoolLoad): string {
  const threads = time
    ? `The threads are ${share(time.blocked + time.atLock)} of their busy time blocked in the kernel and ${share(time.running)} on a CPU, so a further thread would not take time from the others.`
    : 'What the threads do could not be seen; that the CPUs have time to spare speaks for a further thread.';
  const idle =
    loop.utilization === null
      ? ''
      : ` The event loop is not what limits: it had something to do for ${share(loop.utilization)} of the time.`;
  const [kind] = Object.keys(queue?.kinds ?? {});
  const who = kind ? ` What waits is mostly ${kindName(kind)}.` : '';
  return `${threads}${who}${idle} All ${size} threads were taken when jobs came.`;
}

function expectation(
  vitals: Vitals,
  fleet: FleetVitals,
  { busy, queued, wait }: PoolLoad,
  { size, wanted, cap }: SizeAdvice,
  gain: number | null,
): string {
  if (busy === null || queued === null) {
    return `The queue is not seen, so the number is a step: measure again, and go on while the wait gets shorter. Least known: ${size} threads hold ${size} jobs.`;
  }
  const little = `Little's law: ${amount(busy)} in a thread + ${amount(queued)} waiting (in 19 of 20 moments at most ${wanted - Math.round(busy)}) find a thread each with ${size}`;
  const effect = wait ? `, so the wait of ${waited(wait.mean)} goes to almost nothing` : '';
  const limit = cap === 'none' ? '' : ` The number is held down by ${capText({ cap })}.`;
  const throughput =
    gain === null
      ? ' Throughput stays what is asked for: the pool kept up on average.'
      : ` Throughput about ${times(gain)}, unless what the jobs wait for becomes the limit (the CPUs alone would allow ${times(cpuGain(vitals, fleet))}).`;
  return `${little}${effect}.${throughput}${limit}`;
}

function capText({ cap }: Pick<SizeAdvice, 'cap'>): string {
  const texts = {
    none: 'nothing',
    threads: `${mostThreads} threads, the most that is advised`,
    CPU: 'the CPUs, which would be busy',
    memory: 'the memory limit',
    tasks: 'the limit of tasks (pids.max)',
  } as const;
  return texts[cap];
}
