/** What a process was given from outside: its variables, its CPUs, the limits of its cgroup. */
import { cpus } from 'node:os';
import type { Environment } from '../../model/look.ts';
import { redactNodeOptions } from '../../model/redact/redact.ts';
import { poolThreads } from '../../topologies/by-hand.ts';
import { cgroupLimits } from '../../host/cgroup.ts';
import { affinity } from '../../host/host.ts';
import { environment, statusOf } from '../../host/processes.ts';

/** A process may have been given any length of them. */
const longestOptions = 4096;

/**
 * The variables are those of its start: what the application sets in `process.env` afterwards is not among them,
 * though libuv may have heard of it.
 */
export function environmentOf(pid: number): Environment {
  const lines = environment(pid);
  const variable = (name: string) =>
    lines?.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const poolSize = variable('UV_THREADPOOL_SIZE');
  const options = variable('NODE_OPTIONS');
  const allowed = affinity(pid);
  const { quota, memory, tasks } = cgroupLimits(pid);
  return {
    poolSize: lines
      ? { ok: true, value: poolSize, asked: poolThreads(poolSize ?? undefined) }
      : { ok: false, code: 'ENVIRONMENT_UNREADABLE', why: 'its environment may not be read' },
    nodeOptions: options === null ? null : redactNodeOptions(options.slice(0, longestOptions)),
    affinity: allowed,
    quota,
    cpus: Math.min(allowed?.length ?? cpus().length, quota ?? Infinity),
    memory,
    tasks,
    rss: Number.parseInt(statusOf(pid)?.('VmRSS') ?? '', 10) * 1024 || 0,
  };
}
