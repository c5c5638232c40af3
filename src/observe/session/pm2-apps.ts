/**
 * The applications that PM2 runs here. PM2 writes what it calls an application into the environment of its processes, so all are
 * found whose environment may be read: of every daemon, wherever its files lie, also one in a container. Nothing is asked of
 * PM2, and nothing of it is started.
 */
import { allProcesses, hasProc, variableOf } from '../../host/processes.ts';
import { parsedJson } from '../../model/schema/read.ts';

export interface Pm2App {
  readonly name: string;
  /** PM2's daemon, or the container's pm2-runtime: the parent of its processes. */
  readonly daemon: number;
  /** Its processes, in the order of their PIDs. */
  readonly pids: readonly number[];
}

/** Returns an application for each name and daemon, in the order of their names; none off Linux. */
export function pm2Apps(): Pm2App[] {
  if (!hasProc) return [];
  const found = new Map<string, { name: string; daemon: number; pids: number[] }>();
  for (const { pid, parent } of allProcesses()) {
    const app = pm2AppOf(pid);
    // What an application starts has its environment too, but is a child of the application.
    if (app === null || pm2AppOf(parent) !== null) continue;
    const known = found.get(`${parent}\n${app}`) ?? { name: app, daemon: parent, pids: [] };
    known.pids.push(pid);
    found.set(`${parent}\n${app}`, known);
  }
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}

/** @returns what PM2 calls the application of the process; null where it has none, or its environment may not be read */
export function pm2AppOf(pid: number): string | null {
  const whole = variableOf(pid, 'pm2_env');
  // In cluster mode it is one JSON text, in fork mode a variable for each field.
  if (whole !== null) return nameIn(whole);
  return variableOf(pid, 'pm_id') === null ? null : variableOf(pid, 'name');
}

function nameIn(json: string): string | null {
  // Another program may have a variable of that name.
  const { name } = (parsedJson(json) ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : null;
}
