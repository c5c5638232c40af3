/** The threads of a process by their names, from `/proc`: what they ran, and what they waited for a CPU. */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '../../src/host/kernel-files.ts';
import { millisecondsPerTick, processTree, statFields } from '../../src/host/processes.ts';
import type { Milliseconds } from '../../src/model/units.ts';
import { total } from '../../src/stats/mean-and-spread.ts';

/** Threads of one name together. */
export interface ThreadGroup {
  readonly name: string;
  readonly count: number;
  /** CPUs. */
  readonly ran: number;
  /** Threads, on average, that were runnable and had no CPU. */
  readonly waited: number;
  /** Of fifty looks a thread: what it did else, the most frequent first. */
  readonly states: string;
}

interface Thread {
  readonly id: string;
  readonly name: string;
  /** Nanoseconds. */
  readonly ran: number;
  readonly waited: number;
}

/** Between two looks at the states. */
const pause: Milliseconds = 60;
/** CPUs: what did less is not told. */
const least = 0.005;

/** @returns the groups that did anything, the busiest first; the last are threads that did not live as long as the look */
export async function watchThreads(pid: number, duration: Milliseconds): Promise<ThreadGroup[]> {
  const pids = processTree(pid);
  const start = performance.now();
  const before = new Map(pids.flatMap(threadsOf).map((thread) => [thread.id, thread]));
  const usedBefore = total(pids.map(cpuOf));
  const states = new Map<string, Map<string, number>>();
  while (performance.now() < start + duration) {
    await sleep(pause);
    for (const each of pids)
      for (const { id, name } of threadsOf(each)) {
        const own = states.get(name) ?? new Map<string, number>();
        const state = stateOf(each, id);
        states.set(name, own.set(state, (own.get(state) ?? 0) + 1));
      }
  }
  const time = performance.now() - start;
  const groups = new Map<string, { count: number; ran: number; waited: number }>();
  for (const { id, name, ran, waited } of pids.flatMap(threadsOf)) {
    const earlier = before.get(id);
    if (!earlier) continue;
    const own = groups.get(name) ?? { count: 0, ran: 0, waited: 0 };
    groups.set(name, {
      count: own.count + 1,
      ran: own.ran + (ran - earlier.ran) / 1e6 / time,
      waited: own.waited + (waited - earlier.waited) / 1e6 / time,
    });
  }
  const known = total([...groups.values()].map(({ ran }) => ran));
  const all = (total(pids.map(cpuOf)) - usedBefore) / time;
  const rest = { name: 'threads that came and went', count: 0, ran: all - known, waited: 0, states: '' };
  return [...groups]
    .map(([name, group]) => ({ name, ...group, states: shown(states.get(name)) }))
    .toSorted((a, b) => b.ran - a.ran)
    .concat(rest.ran > 0.1 ? [rest] : [])
    .filter(({ ran, waited }) => ran + waited >= least);
}

function shown(states: ReadonlyMap<string, number> = new Map()): string {
  const all = total([...states.values()]);
  return [...states]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([state, count]) => `${Math.round((100 * count) / all)}% ${state}`)
    .join(', ');
}

function threadsOf(pid: number): Thread[] {
  return namesIn(`/proc/${pid}/task`).flatMap((id) => {
    const times = textOf(`/proc/${pid}/task/${id}/schedstat`);
    const name = textOf(`/proc/${pid}/task/${id}/comm`)?.trim() ?? null;
    if (times === null || name === null) return [];
    const [ran = 0, waited = 0] = times.split(' ').map(Number);
    return [{ id, name, ran, waited }];
  });
}

/** Milliseconds of user and system time, with those of threads that have ended. */
function cpuOf(pid: number): number {
  const fields = statFields(pid) ?? [];
  return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick;
}

function stateOf(pid: number, id: string): string {
  if (statFields(`${pid}/task/${id}`)?.[0] === 'R') return 'runnable';
  const place = textOf(`/proc/${pid}/task/${id}/wchan`)?.trim() ?? '0';
  return place === '0' ? 'runnable' : place.replace(/^do_|_do_wait$|_wait$/g, '');
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
