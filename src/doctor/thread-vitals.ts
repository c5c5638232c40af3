/** The threads of a process in figures: workers, those of libraries, and the share of the whole look that each has. */
import type { ProcessSnapshot, ThreadSpan } from '../model/process-snapshot.ts';
import type { ConnectionVitals, Vitals } from '../model/vitals.ts';
import { total } from '../stats/mean-and-spread.ts';

/** Worker threads. Node 20 gives them no name: of a pool of workers they are the threads that compute most. */
export function workersOf(
  look: ProcessSnapshot | null,
  probe: number | null,
  connections: readonly ConnectionVitals[],
): Vitals['workers'] {
  const others = (look?.threads ?? []).filter(({ tid }) => tid !== probe);
  const named = others.filter(({ role }) => role === 'worker');
  const most = connections.find(({ kind }) => kind === 'tasks')?.threads ?? 0;
  const busiest = others
    .filter(({ role, ran }) => role === 'other' && (ran ?? 0) >= leastNative)
    .toSorted((one, other) => (other.ran ?? 0) - (one.ran ?? 0));
  return (named.length > 0 ? named : busiest.slice(0, most)).map(({ tid, ran, waitedForCpu }) => ({
    tid,
    ran: ran ?? 0,
    waitedForCpu: waitedForCpu ?? 0,
  }));
}

/** CPUs below which native threads are helpers of Node and V8. */
const leastNative = 0.02;

/**
 * Native threads by name. One that its library does not name has the name of the thread that started it, which counts as none. Where
 * threads come and go, as with each hash of argon2, the mean number at a time is counted.
 */
export function nativeOf(look: ProcessSnapshot | null, probe: number | null): Vitals['native'] {
  if (!look) return [];
  const others = look.threads.filter(({ tid, role }) => role === 'other' && tid !== probe);
  const own = look.threads.filter(({ role }) => role === 'main' || role === 'pool');
  const inherited = new Set(own.map(({ name }) => name));
  return [...Map.groupBy(others, ({ name }) => (inherited.has(name) ? null : name))]
    .map(([name, same]) => ({
      name,
      threads: Math.max(1, Math.round(total(same.map((thread) => partOf(thread, look))))),
      ran: total(same.map((thread) => ofLook(thread, look, ranOf(thread)))),
      waitedForCpu: total(same.map((thread) => ofLook(thread, look, thread.waitedForCpu))),
    }))
    .filter(({ ran, waitedForCpu }) => ran + waitedForCpu >= leastNative)
    .toSorted((one, other) => other.ran + other.waitedForCpu - one.ran - one.waitedForCpu);
}

/** The part of the look in which a thread was there. */
function partOf({ readings }: ThreadSpan, { samples }: ProcessSnapshot): number {
  return Math.min(1, readings / Math.max(1, samples.taken));
}

/** @param share of the thread's own time. @returns its share of the whole look */
export function ofLook(thread: ThreadSpan, look: ProcessSnapshot, share: number | null): number {
  return (share ?? 0) * partOf(thread, look);
}

/** CPU share of a thread. One that was seen once has no share of a time: then it is judged by what it was doing. */
function ranOf({ ran, readings, last }: ThreadSpan): number | null {
  return ran ?? (readings === 1 && last.state === 'running' ? 1 : null);
}
