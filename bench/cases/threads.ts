/** The threads of a process by their names, from `/proc`: what they ran, and what they waited for a CPU. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Milliseconds } from '../../src/model/units.ts';

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
  const pids = [pid, ...childrenOf(pid)];
  const start = performance.now();
  const before = new Map(pids.flatMap(threadsOf).map((thread) => [thread.id, thread]));
  const total = pids.reduce((sum, each) => sum + cpuOf(each), 0);
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
  const known = [...groups.values()].reduce((sum, { ran }) => sum + ran, 0);
  const all = (pids.reduce((sum, each) => sum + cpuOf(each), 0) - total) / time;
  const rest = { name: 'threads that came and went', count: 0, ran: all - known, waited: 0, states: '' };
  return [...groups]
    .map(([name, group]) => ({ name, ...group, states: shown(states.get(name)) }))
    .toSorted((a, b) => b.ran - a.ran)
    .concat(rest.ran > 0.1 ? [rest] : [])
    .filter(({ ran, waited }) => ran + waited >= least);
}

function shown(states: ReadonlyMap<string, number> = new Map()): string {
  const all = [...states.values()].reduce((sum, count) => sum + count, 0);
  return [...states]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([state, count]) => `${Math.round((100 * count) / all)}% ${state}`)
    .join(', ');
}

function threadsOf(pid: number): Thread[] {
  return namesIn(`/proc/${pid}/task`).flatMap((id) => {
    const times = read(`/proc/${pid}/task/${id}/schedstat`);
    const name = read(`/proc/${pid}/task/${id}/comm`);
    if (times === null || name === null) return [];
    const [ran = 0, waited = 0] = times.split(' ').map(Number);
    return [{ id, name, ran, waited }];
  });
}

/** Milliseconds of user and system time, with those of threads that have ended. */
function cpuOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`) ?? '';
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export function childrenOf(pid: number): number[] {
  const own = read(`/proc/${pid}/task/${pid}/children`) ?? '';
  return own === '' ? [] : own.split(' ').flatMap((child) => [Number(child), ...childrenOf(Number(child))]);
}

function stateOf(pid: number, id: string): string {
  const stat = read(`/proc/${pid}/task/${id}/stat`) ?? '';
  const letter = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  if (letter === 'R') return 'runnable';
  const place = read(`/proc/${pid}/task/${id}/wchan`) ?? '0';
  return place === '0' ? 'runnable' : place.replace(/^do_|_do_wait$|_wait$/g, '');
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    // It has ended meanwhile.
    return null;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
