/** The machine: what is there, what a cgroup leaves of it, and what went on in it during a trial. */
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import type { HostConditions, HostReading } from '../model/sample.ts';
import type { Milliseconds } from '../model/units.ts';
import { millisecondsPerTick, parseCpuList } from './processes.ts';

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/**
 * The cgroup v2 folders of this process, its own first, the root last. A quota on any of them binds, and the innermost
 * is often not the smallest: `os.availableParallelism()` reads only one of them (differing by Node version).
 */
export function cgroupFolders(selfCgroup = read('/proc/self/cgroup'), mount = '/sys/fs/cgroup'): string[] {
  const path = /^0::(.*)$/m.exec(selfCgroup ?? '')?.[1];
  if (path === undefined) return [];
  const folders: string[] = [];
  for (let folder = path; ; folder = dirname(folder)) {
    folders.push(folder === '/' ? mount : join(mount, folder));
    if (folder === '/' || folder === '.') return folders;
  }
}

/** `max 100000` → null, `150000 100000` → 1.5. */
export function parseCpuMax(text: string | null): number | null {
  const [quota, period] = (text ?? '').trim().split(/\s+/);
  return quota && quota !== 'max' && period ? Number(quota) / Number(period) : null;
}

function smallest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/** The cgroup v1 quota, of this group alone; -1 means none. */
function cgroupV1Cpus(): number | null {
  const group = /^\d+:(?:[^:]*,)?cpu(?:,[^:]*)?:(.*)$/m.exec(read('/proc/self/cgroup') ?? '')?.[1];
  if (group === undefined) return null;
  const folder = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup/cpu,cpuacct'].find((mount) => existsSync(mount));
  if (!folder) return null;
  const value = (name: string) => Number(read(join(folder, group, name)) ?? read(join(folder, name)));
  const quota = value('cpu.cfs_quota_us');
  return quota > 0 ? quota / value('cpu.cfs_period_us') : null;
}

function physicalCores(): number | null {
  const text = read('/proc/cpuinfo');
  if (!text) return null;
  const cores = new Set<string>();
  for (const block of text.split('\n\n')) {
    const id = (name: string) => new RegExp(`^${name}\\s*:\\s*(\\d+)`, 'm').exec(block)?.[1];
    const core = id('core id');
    if (core !== undefined) cores.add(`${id('physical id') ?? 0}:${core}`);
  }
  return cores.size || null;
}

/** CPUs that this process may run on; null where the system does not say. */
export function affinity(): number[] | null {
  const list = /^Cpus_allowed_list:\s*(.*)$/m.exec(read('/proc/self/status') ?? '')?.[1];
  return list ? parseCpuList(list) : null;
}

/** chokepoint's own version; the package is two folders up, in a checkout's sources and once built. */
function ownVersion(): string {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}

export function hostConditions(): HostConditions {
  const folders = cgroupFolders();
  const allowed = affinity();
  const quota = smallest([
    ...folders.map((folder) => parseCpuMax(read(join(folder, 'cpu.max')))),
    cgroupV1Cpus(),
  ]);
  const memoryLimit = smallest(
    folders.map((folder) => Number.parseInt(read(join(folder, 'memory.max')) ?? '', 10) || null),
  );
  const logicalCpus = cpus().length || availableParallelism();
  return {
    cpuModel: cpus()[0]?.model.trim() ?? 'unknown',
    logicalCpus,
    physicalCores: physicalCores(),
    affinity: allowed,
    cgroupCpus: quota,
    effectiveCpus: Math.min(allowed?.length ?? logicalCpus, quota ?? Infinity),
    memory: totalmem(),
    cgroupMemory: memoryLimit,
    loadAverage: loadavg()[0] ?? 0,
    node: process.versions.node,
    uv: process.versions.uv,
    platform: `${process.platform} ${process.arch}`,
    kernel: release(),
    chokepoint: ownVersion(),
  };
}

/** Whole CPUs that can work at once: what "as many threads as CPUs" means on this machine. At least 1. */
export function wholeCpus(host: HostConditions): number {
  return Math.max(1, Math.ceil(host.effectiveCpus));
}

interface Counters {
  readonly total: number;
  readonly idle: number;
  readonly steal: number;
  readonly throttled: number | null;
}

function counters(): Counters | null {
  const line = /^cpu\s+(.*)$/m.exec(read('/proc/stat') ?? '')?.[1];
  if (!line) return null;
  // user nice system idle iowait irq softirq steal; guest time is already in user.
  const ticks = line.split(/\s+/).slice(0, 8).map(Number);
  const throttled = cgroupFolders().map(
    (folder) => /^nr_throttled (\d+)/m.exec(read(join(folder, 'cpu.stat')) ?? '')?.[1],
  );
  const known = throttled.filter((value) => value !== undefined).map(Number);
  return {
    total: ticks.reduce((sum, value) => sum + value, 0),
    idle: (ticks[3] ?? 0) + (ticks[4] ?? 0),
    steal: ticks[7] ?? 0,
    throttled: known.length > 0 ? Math.max(...known) : null,
  };
}

/** CPU time of all CPUs since the machine began, and how much of it anybody used; null where the kernel does not tell. */
export function machineTime(): { readonly busy: Milliseconds; readonly total: Milliseconds } | null {
  const now = counters();
  if (!now) return null;
  return { busy: (now.total - now.idle) * millisecondsPerTick, total: now.total * millisecondsPerTick };
}

/** Begins to watch the machine. @returns a function that says what went on since. */
export function watchHost(): () => Omit<HostReading, 'foreign'> {
  const loadAverage = loadavg()[0] ?? 0;
  const before = counters();
  return () => {
    const after = counters();
    const total = before && after ? after.total - before.total : 0;
    const share = (part: (counters: Counters) => number) =>
      before && after && total > 0 ? (part(after) - part(before)) / total : null;
    const idle = share((reading) => reading.idle);
    return {
      loadAverage,
      steal: share((reading) => reading.steal),
      busy: idle === null ? null : 1 - idle,
      throttledPeriods:
        before?.throttled != null && after?.throttled != null ? after.throttled - before.throttled : null,
    };
  };
}
