/** Jobs wait for a thread, and the threads for a CPU: what computes, not how many threads do, is too much. */
import type { Change } from '../../model/diagnosis.ts';
import type { FleetVitals, Vitals } from '../../model/vitals.ts';
import { limiter, ownThreads, raiseCpuLimit, setPoolSize } from './changes.ts';
import { mostThreads } from './foretell.ts';
import { heavyKinds, type HeavyKinds } from './kinds.ts';
import { isWaiting, poolLoad, poolWork, type PoolLoad } from './pool-load.ts';
import { poolEvidence, severityOf } from './pool-too-small.ts';
import { fine, notApplicable, processRule, unseen } from './rule.ts';
import { amount, fact, share, waited } from './words.ts';
import { short, time } from '../../format/words.ts';

export const poolStarvedOfCpu = processRule({
  id: 'pool-starved-of-cpu',
  title: 'Pool threads wait for a CPU',
  needs: 'the wait or the queue of the pool; how long its threads ran and waited for a CPU',
  resource: 'cpu',
  verb: 'move',
  experiment: 'pool-size',
  explains: ['pool-too-small', 'cpu-saturated', 'cpu-throttled', 'loop-blocked', 'backlog', 'downstream'],
  judge(vitals, fleet) {
    if (vitals.pool.size === 0) return notApplicable('Nothing has used the pool.');
    const load = poolLoad(vitals);
    const work = poolWork(vitals, fleet);
    if (!load || load.grade === 'unknown') return unseen('Whether jobs wait was not seen.');
    if (!isWaiting(load)) return fine('No job has to wait for a thread.');
    if (!work) return unseen('What the pool threads do was not seen.');
    if (!work.isStarved) {
      return fine(
        `The pool threads get a CPU when they want one: they wanted it for ${share(work.cpu)} of their busy time.`,
      );
    }
    const { available, throttled, quota } = vitals.cpu;
    const heavy = heavyKinds(vitals);
    // More than any pool has threads for: whoever sends them is to wait, wherever they run.
    const isFlood = (load.queuedP95 ?? 0) > mostThreads;
    const wanted = vitals.pool.time?.waitedForCpu ?? 0;
    return {
      word: 'finding',
      severity: severityOf(load),
      verb: isFlood ? 'bound' : 'move',
      title: `${amount(load.queued ?? 0)} jobs wait${load.wait ? ` ${waited(load.wait.mean)}` : ''} for pool threads that compute on ${amount(available)} CPU${available === 1 ? '' : 's'}: more threads would not help`,
      because: `The busy threads were on a CPU for ${share(vitals.pool.time?.running ?? 0)} of their time and ready without one for ${share(wanted)}${throttled ? `; the quota of ${amount(quota ?? available)} CPUs stopped them in ${share(throttled)} of the periods` : ''}. A further thread would take its CPU time from these, and from the event loop.`,
      evidence: [
        ...poolEvidence(vitals, load),
        ...heavy.evidence,
        fact('CPUs', cpusText(vitals, fleet)),
        ...(throttled === null ? [] : [fact('throttled', `in ${share(throttled)} of the periods`)]),
      ],
      changes: isFlood ? changes(vitals, load, heavy).toSorted(boundFirst) : changes(vitals, load, heavy),
      expect: expectation(vitals, load, heavy),
      gain: null,
      weight: load.wait?.mean ?? load.queued ?? 0,
    };
  },
});

/** Threads that are ready without a CPU while some seem to be free: others have those. */
function cpusText({ cpu: { used, available } }: Vitals, fleet: FleetVitals): string {
  const others = Math.max(0, fleet.machineUsed - fleet.used);
  const rest =
    others >= 0.1 ? `, ${amount(others)} of the machine's ${amount(fleet.machineCpus)} by others` : '';
  return `${amount(used)} of ${amount(available)} in use by the process${rest}`;
}

function changes(vitals: Vitals, load: PoolLoad, { kinds, text }: HeavyKinds): Change[] {
  const [kind = 'other'] = kinds;
  const cpus = Math.max(1, Math.ceil(vitals.cpu.available));
  const more = Math.max(cpus + 1, cpus * 2);
  return [
    ownThreads(
      Math.max(1, cpus - 1),
      kinds.length === 1 && kind === 'crypto' ? 'pbkdf2Sync(input, …)' : 'theSynchronousCall(input)',
    ),
    limiter(
      kind,
      Math.max(1, Math.min(cpus, load.size - 1)),
      `Or leave it in the pool and let at most as many ${text} run as there are CPUs`,
    ),
    ...moreCpu(vitals, more),
    ...(vitals.cpu.quota !== null && load.size > cpus ? setPoolSize(vitals, cpus).slice(0, 1) : []),
  ];
}

/** A quota is a line to change; a machine with more CPUs is none. */
function moreCpu({ cpu: { quota } }: Vitals, cpus: number): Change[] {
  if (quota === null) return [];
  return [raiseCpuLimit(cpus, 'Or give it more CPU: the only thing that makes all of it faster')];
}

function boundFirst(one: Change, other: Change): number {
  return Number(other.text.startsWith('// At most')) - Number(one.text.startsWith('// At most'));
}

function expectation({ pool, cpu }: Vitals, { busy }: PoolLoad, { text }: HeavyKinds): string {
  const running = busy === null || !pool.time ? null : busy * pool.time.running;
  const each = running !== null && pool.started ? (1000 * running) / pool.started : null;
  const most =
    each === null
      ? ''
      : ` Each takes ${time(each)} of CPU, so ${amount(cpu.available)} CPUs do at most ${short((1000 * cpu.available) / each)} a second, however many threads share them.`;
  return `In threads of its own the ${text} no longer keep files and name look-ups waiting; their own throughput grows with the CPUs alone.${most}`;
}
