/** A control group with a CPU quota, for one server; and whether such a thing can be had on this machine. */
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface QuotaGroup extends AsyncDisposable {
  /** Who writes its number here is in the group. */
  readonly entry: string;
}

/** Where the CPU controller is: in version 1 of control groups, in either of its usual folders, and in version 2. */
const trees = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup/cpu,cpuacct', '/sys/fs/cgroup'];
/** Microseconds: the kernel's default. */
const period = 100_000;

/**
 * @param name unique on this machine
 * @throws Error if groups may not be changed here
 */
export function quotaGroup(name: string, cpus: number): QuotaGroup {
  const reasons: string[] = [];
  for (const tree of trees) {
    const folder = join(tree, name);
    try {
      mkdirSync(folder);
    } catch (error) {
      reasons.push((error as Error).message);
      continue;
    }
    if (isLimited(folder, cpus)) {
      return { entry: join(folder, 'cgroup.procs'), [Symbol.asyncDispose]: () => removed(folder) };
    }
    rmdirSync(folder);
    reasons.push(`${tree} has no CPU controller`);
  }
  throw new Error(reasons.join('; '));
}

function isLimited(folder: string, cpus: number): boolean {
  const files = { 'cpu.max': `${cpus * period} ${period}`, 'cpu.cfs_quota_us': String(cpus * period) };
  return Object.entries(files).some(([file, value]) => {
    try {
      // A file that the kernel has not put there cannot be made either.
      writeFileSync(join(folder, file), value, { flag: 'r+' });
      return true;
    } catch {
      return false;
    }
  });
}

/** The kernel lets go of a process a moment after its end. */
async function removed(folder: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return rmdirSync(folder);
    } catch (error) {
      if (attempt === 50) throw error;
      await sleep(20);
    }
  }
}

/** Why no such group can be made here; null if one can. */
export async function whyNoQuota(): Promise<string | null> {
  try {
    await quotaGroup(`chokepoint-${process.pid}`, 1)[Symbol.asyncDispose]();
    return null;
  } catch (error) {
    return `a CPU quota needs control groups that may be changed (${(error as Error).message})`;
  }
}
