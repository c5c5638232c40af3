/** The main thread waits in the kernel: synchronous file calls, locks. Nobody is answered meanwhile, and no CPU is used. */
import type { Change } from '../../model/diagnosis.ts';
import type { Doing } from '../../model/look.ts';
import type { ProfiledFunction } from '../../model/reading.ts';
import type { LoopVitals, PoolVitals, Vitals, Whereabouts } from '../../model/vitals.ts';
import { callerOf, namedAt } from './hot-function.ts';
import { poolWork } from './pool-load.ts';
import { cannotTell, fine, processRule, unseen } from './rule.ts';
import { doingText, fact, share } from './words.ts';
import { total } from '../../judge/sums.ts';

const limits = {
  /** Of all time. */
  warning: 0.1,
  critical: 0.3,
} as const;

export const blockingCalls = processRule({
  id: 'blocking-calls',
  title: 'Synchronous calls hold the event loop',
  needs: 'system calls in which the main thread is found; CPU profile for the names',
  resource: 'event loop',
  verb: 'not the pool',
  experiment: 'loop-or-threads',
  explains: ['loop-saturated', 'loop-blocked', 'backlog', 'downstream'],
  judge(vitals, fleet) {
    const { loop, pool } = vitals;
    if (loop.from === null) return unseen('What the main thread does was not seen.');
    // Whoever holds a lock may be waiting for a CPU: then that is what keeps everybody at it.
    const isStarved = poolWork(vitals, fleet)?.isStarved ?? false;
    const found = grouped(
      loop.blockedIn.filter(
        ({ doing }) =>
          isOwnCall(doing) && !isShared(doing, pool) && !(isStarved && doing.state === 'waiting'),
      ),
    );
    const call = synchronousCall(loop);
    const isLock = ({ doing }: Whereabouts) => doing.state === 'waiting';
    const atLocks = sumOf(found.filter(isLock));
    const inCalls = Math.max(call?.total ?? 0, sumOf(found) - atLocks);
    // A collection has helper threads, and waits for them.
    const isOfGc = vitals.gc !== null && atLocks - vitals.gc.share < limits.warning;
    if (vitals.gc === null && inCalls < limits.warning && atLocks >= limits.warning && hasHelpers(vitals)) {
      return cannotTell(
        `The main thread waited for other threads of the process for ${share(atLocks)} of the time: garbage collection waits for its helpers, or it is a lock. A probe in the process tells.`,
      );
    }
    // Beside a call that takes longer, a moment at a lock is the runtime's own: the allocator, the platform.
    const places = isOfGc || inCalls > atLocks ? found.filter((place) => !isLock(place)) : found;
    const blocked = sumOf(places);
    // On a CPU within the call: files that are in memory.
    const part = Math.max(blocked, call?.total ?? 0);
    if (part < limits.warning) {
      return fine(`The main thread was found in a blocking call for ${share(blocked)} of the time.`);
    }
    const [place] = places;
    const name = call?.name ?? null;
    const isSeen = place !== undefined && blocked >= limits.warning;
    const where = isSeen ? doingText(place.doing) : (name ?? 'a call');
    const isAtLock = isSeen && place.doing.state === 'waiting';
    const caller = call && callerOf(call);
    const by = call?.calledBy ? `, called by ${caller ? namedAt(caller) : call.calledBy}` : '';
    return {
      word: 'finding',
      severity: part >= limits.critical ? 'critical' : 'warning',
      title: `The event loop stands still for ${share(part)} of the time in ${where}${by}`,
      because: `The main thread itself ${isAtLock ? 'waits for the lock' : `makes the call${isSeen ? ' and waits for it' : ''}`} instead of ${isAtLock ? 'being told when it is free' : 'handing it to the pool'}: while it does, no request is read or answered. More pool threads do not help, as the pool is not asked.`,
      evidence: [
        ...places
          .slice(0, 3)
          .map(({ doing, share: each }) =>
            fact('main thread found in', `${doingText(doing)}, ${share(each)} of the time`),
          ),
        ...(call ? [fact('in the CPU profile', `${call.name}, ${share(call.total)}${by}`)] : []),
        ...(loop.ran === null ? [] : [fact('main thread on a CPU', share(loop.ran))]),
      ],
      changes: isAtLock && !call ? [waitAsync, trace] : [withoutSync(name), trace],
      expect: `The event loop gets ${share(part)} of its time back; the waiting moves to the pool, where several wait at once (look at the pool's queue again).`,
      gain: null,
      weight: part,
    };
  },
});

const waitAsync: Change = {
  type: 'code',
  what: 'Wait without standing still',
  text: '// instead of Atomics.wait(…), and of a synchronous call of an add-on\nawait Atomics.waitAsync(view, index, value).value;',
};

function withoutSync(name: string | null): Change {
  return {
    type: 'code',
    what: 'Ask for it without waiting',
    text: name
      ? `// instead of ${name}(…)\nawait fs.promises.${name.replace(/Sync$/, '')}(…);`
      : '// instead of fs.readFileSync(path), and of what else ends in Sync\nawait fs.promises.readFile(path);',
  };
}

const trace: Change = {
  type: 'command',
  what: 'Have Node name the places: each synchronous call after the first turn of the loop, with its stack',
  text: 'node --trace-sync-io server.js',
};

/** CPUs that threads take which are none of the application's: those of garbage collection, or of an add-on. */
const leastOfHelpers = 0.1;

function hasHelpers({ cpu, loop, pool, workers }: Vitals): boolean {
  const ofPool = (pool.busy ?? 0) * (pool.time?.running ?? 0);
  const ofWorkers = total(workers.map(({ ran }) => ran));
  return cpu.used - (loop.ran ?? 0) - ofPool - ofWorkers >= leastOfHelpers;
}

function sumOf(places: readonly Whereabouts[]): number {
  return total(places.map((place) => place.share));
}

/** By what is said of them: two locks are read as one. */
function grouped(places: readonly Whereabouts[]): Whereabouts[] {
  return [...Map.groupBy(places, ({ doing }) => doingText(doing)).values()]
    .flatMap((same) => (same[0] ? [{ ...same[0], share: sumOf(same) }] : []))
    .toSorted((one, other) => other.share - one.share);
}

/** A page that is fetched is no call of the application's. */
function isOwnCall(doing: Doing): boolean {
  if (doing.state === 'waiting') return doing.at === 'other';
  return doing.state === 'blocked' && doing.syscall !== 'a page fault or a stop';
}

/** A lock that pool threads wait for too is theirs: another rule's. */
function isShared(doing: Doing, { whereabouts }: PoolVitals): boolean {
  if (doing.state !== 'waiting' || doing.lock === undefined) return false;
  const { lock } = doing;
  return whereabouts.some((place) => place.doing.state === 'waiting' && place.doing.lock === lock);
}

function synchronousCall({ functions }: LoopVitals): ProfiledFunction | null {
  const calls = (functions ?? []).filter(
    ({ name, file }) => name.endsWith('Sync') && /^node:(?:fs|child_process|internal)/.test(file),
  );
  return calls.toSorted((one, other) => other.total - one.total)[0] ?? null;
}
