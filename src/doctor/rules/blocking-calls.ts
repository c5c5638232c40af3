/** The main thread waits in the kernel: synchronous file calls, locks. No request is answered meanwhile, and no CPU is used. */
import { message } from '../../messages/message.ts';
import type { Change } from '../../model/diagnosis.ts';
import type { ThreadState } from '../../model/process-snapshot.ts';
import type { ProfiledFunction } from '../../model/reading.ts';
import type { LoopVitals, PoolVitals, Vitals, StateShare } from '../../model/vitals.ts';
import { change, withFlag, type Start } from './changes.ts';
import { callerOf } from './hot-function.ts';
import { poolWork } from './pool-load.ts';
import { cannotTell, figures, findingOf, fine, processRule, told, unseen } from './rule.ts';
import { total } from '../../stats/mean-and-spread.ts';

const limits = {
  /** Share of all time. */
  warning: 0.1,
  critical: 0.3,
} as const;

export const blockingCalls = processRule({
  id: 'blocking-calls',
  resource: 'event loop',
  symptom: ['core', 'system calls of the main thread; names from a CPU profile'],
  experiment: 'loop-or-threads',
  explains: ['loop-saturated', 'loop-blocked', 'backlog', 'downstream'],
  threshold: message('evidence.share', { part: limits.warning }),
  signals: ({ loop }) => ({
    'main thread in blocking calls': message('evidence.share', {
      part: sumOf(loop.blockedIn.filter(({ doing }) => isOwnCall(doing))),
    }),
    'main thread on a CPU': told('evidence.share', { part: loop.ran }),
  }),
  judge(vitals, service) {
    const { loop, pool } = vitals;
    if (loop.from === null) return unseen('main thread');
    // A thread that holds a lock may be waiting for a CPU: then the CPU keeps the others waiting.
    const isStarved = poolWork(vitals, service)?.isStarved ?? false;
    const found = grouped(
      loop.blockedIn.filter(
        ({ doing }) =>
          isOwnCall(doing) && !isShared(doing, pool) && !(isStarved && doing.state === 'waiting'),
      ),
    );
    const call = synchronousCall(loop);
    const isLock = ({ doing }: StateShare) => doing.state === 'waiting';
    const atLocks = sumOf(found.filter(isLock));
    const inCalls = Math.max(call?.total ?? 0, sumOf(found) - atLocks);
    // A garbage collection has helper threads, and the main thread waits for them at a lock.
    const isOfGc = vitals.gc !== null && atLocks - vitals.gc.share < limits.warning;
    if (vitals.gc === null && inCalls < limits.warning && atLocks >= limits.warning && hasHelpers(vitals)) {
      return cannotTell(message('blocking-calls.lock-or-gc', { atLocks }));
    }
    // Beside a longer call, a moment at a lock belongs to the runtime: the allocator, the platform.
    const places = isOfGc || inCalls > atLocks ? found.filter((place) => !isLock(place)) : found;
    const blocked = sumOf(places);
    // Time on a CPU within the call counts too: files may be cached in memory.
    const part = Math.max(blocked, call?.total ?? 0);
    if (part < limits.warning) return fine;
    const place = blocked >= limits.warning ? (places[0]?.doing ?? null) : null;
    const isAtLock = place?.state === 'waiting';
    const caller = call && callerOf(call);
    return {
      severity: part >= limits.critical ? 'critical' : 'warning',
      ...findingOf('blocking-calls', { part, found: place, call: call?.name ?? null, caller }),
      evidence: [
        ...places.slice(0, 3).map(({ doing, share: each }) => ({
          label: 'main thread found in',
          value: message('evidence.main-found-in', { state: doing, part: each }),
        })),
        ...figures({
          'in the CPU profile':
            call && message('evidence.call', { name: call.name, part: call.total, caller }),
          'main thread on a CPU': told('evidence.share', { part: loop.ran }),
        }),
      ],
      changes: [isAtLock && !call ? waitAsync : withoutSync(call), traceOf(vitals)],
      weight: part,
    };
  },
});

const waitAsync: Change = change(
  'code',
  'change.wait-async',
  '// instead of Atomics.wait(…), and of a synchronous call of an add-on\nawait Atomics.waitAsync(view, index, value).value;',
);

function withoutSync(call: ProfiledFunction | null): Change {
  return change(
    'code',
    'change.async-call',
    call
      ? `// instead of ${call.name}(…)\n${withPromise(call)}`
      : '// instead of fs.readFileSync(path), and of what else ends in Sync\nawait fs.promises.readFile(path);',
  );
}

/** The promise version of a synchronous call, which does not always have the same name. */
function withPromise({ name, file }: ProfiledFunction): string {
  const plain = name.replace(/Sync$/, '');
  if (/child_process/.test(file) || /^(?:exec|execFile|spawn)$/.test(plain))
    return plain === 'spawn'
      ? `const child = spawn(…); // and wait for its 'close'`
      : `const { stdout } = await promisify(child_process.${plain})(…);`;
  if (plain === 'exists') return 'await fs.promises.access(…); // it rejects where there is none';
  return `await fs.promises.${plain}(…);`;
}

const traceOf = (start: Start): Change =>
  change('command', 'change.trace-sync-io', withFlag(start, '--trace-sync-io'));

/** CPUs used by threads that are not the application's: helpers of garbage collection, or of an add-on. */
const leastOfHelpers = 0.1;

function hasHelpers({ cpu, loop, pool, workers }: Vitals): boolean {
  const ofPool = (pool.busy ?? 0) * (pool.time?.running ?? 0);
  const ofWorkers = total(workers.map(({ ran }) => ran));
  return cpu.used - (loop.ran ?? 0) - ofPool - ofWorkers >= leastOfHelpers;
}

function sumOf(places: readonly StateShare[]): number {
  return total(places.map((place) => place.share));
}

/** Adds up places that differ in their lock only, the largest first. */
function grouped(places: readonly StateShare[]): StateShare[] {
  return [...Map.groupBy(places, ({ doing }) => JSON.stringify({ ...doing, lock: undefined })).values()]
    .flatMap((same) => (same[0] ? [{ ...same[0], share: sumOf(same) }] : []))
    .toSorted((one, other) => other.share - one.share);
}

/** Whether the application itself called: a page fault is not its call. */
function isOwnCall(doing: ThreadState): boolean {
  if (doing.state === 'waiting') return doing.at === 'other';
  return doing.state === 'blocked' && doing.syscall !== 'a page fault or a stop';
}

/** Whether pool threads wait for the same lock: then it belongs to another rule. */
function isShared(doing: ThreadState, { whereabouts }: PoolVitals): boolean {
  if (doing.state !== 'waiting' || doing.lock === undefined) return false;
  const { lock } = doing;
  return whereabouts.some((place) => place.doing.state === 'waiting' && place.doing.lock === lock);
}

function synchronousCall({ functions }: LoopVitals): ProfiledFunction | null {
  const calls = (functions ?? []).filter(
    ({ name, file }) => /^\w+Sync$/.test(name) && /^node:(?:fs|child_process|internal)/.test(file),
  );
  return calls.toSorted((one, other) => other.total - one.total)[0] ?? null;
}
