/** The processes of a machine without /proc, as the program `ps` lists them. */
import { spawnSync } from 'node:child_process';
import { findTool } from './tools.ts';

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  /** The session that it belongs to; outside Linux its process group, which is a part of it. */
  readonly session: number;
  /** The identity of the process, as `identity` gives it. */
  readonly who: string;
}

/**
 * Returns a row for each of these processes that lives. Their start is known to the second.
 * @param which as `ps` takes it: `['-ax']`, `['-p', '4711']`
 */
export function processRows(which: readonly string[]): ProcessRow[] {
  const columns = ['pid', 'ppid', 'pgid', 'stat', 'lstart'].flatMap((name) => ['-o', `${name}=`]);
  const env = { ...process.env, LC_ALL: 'C' };
  const ps = findTool('ps');
  if (ps === null) return [];
  const { stdout } = spawnSync(ps, [...which, ...columns], { encoding: 'utf8', env });
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, session, state, ...start] = line.trim().split(/\s+/);
    if (pid === undefined || state === undefined || state.startsWith('Z')) return [];
    const who = `${pid}:${start.join('-')}`;
    return { pid: Number(pid), parent: Number(parent), session: Number(session), who };
  });
}
