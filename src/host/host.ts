/** The machine: what is there, what a cgroup leaves of it, and what went on in it during a trial. */
import { availableParallelism, cpus, loadavg, release, totalmem, type CpuInfo } from 'node:os';
import type { HostConditions, HostReading } from '../model/sample.ts';
import type { Milliseconds, Ratio } from '../model/units.ts';
import { total } from '../stats/mean-and-spread.ts';
import { cgroupLimits, throttlingBetween, throttlingCounters } from './cgroup.ts';
import { textOf } from './kernel-files.ts';
import { ownVersion } from './own-version.ts';
import { hasProc, millisecondsPerTick, parseCpuList, statusOf } from './processes.ts';

function physicalCores(): number | null {
  const text = textOf('/proc/cpuinfo');
  if (!text) return null;
  const cores = new Set<string>();
  for (const block of text.split('\n\n')) {
    const id = (name: string) => new RegExp(`^${name}\\s*:\\s*(\\d+)`, 'm').exec(block)?.[1];
    const core = id('core id');
    if (core !== undefined) cores.add(`${id('physical id') ?? 0}:${core}`);
  }
  return cores.size || null;
}

/** CPUs that a process may run on; null where the system does not say. */
export function affinity(pid: number | 'self' = 'self'): number[] | null {
  const list = statusOf(pid)?.('Cpus_allowed_list');
  return list ? parseCpuList(list) : null;
}

/** Load of the last minute when this program began: later it would hold what the program itself has loaded. */
const loadAtStart = loadavg()[0] ?? 0;

export function hostConditions(): HostConditions {
  const allowed = affinity();
  const { quota, memory: memoryLimit } = cgroupLimits('self');
  const logicalCpus = cpus().length || availableParallelism();
  return {
    cpuModel: cpus()[0]?.model.trim() ?? 'unknown',
    logicalCpus,
    physicalCores: physicalCores(),
    affinity: allowed,
    cgroupCpus: quota,
    effectiveCpus: Math.min(allowed?.length ?? logicalCpus, quota ?? Infinity),
    memory: totalmem(),
    cgroupMemory: memoryLimit?.limit ?? null,
    loadAverage: loadAtStart,
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

export interface MachineTime {
  /** Time that was not idle, whoever used it. */
  readonly busy: Milliseconds;
  /** Time that processes used: without interrupts, which serve whoever sends packets, and without steal. */
  readonly programs: Milliseconds;
  /** Time that the hypervisor took; 0 where only Node tells of the CPUs. */
  readonly stolen: Milliseconds;
  readonly total: Milliseconds;
}

/**
 * CPU time since the machine began, by /proc/stat, elsewhere as Node tells it; null where neither does.
 * @param of the numbers of the CPUs that count; null: all of them
 */
export function machineTime(of: readonly number[] | null = null): MachineTime | null {
  if (!hasProc) return timeOf(of === null ? cpus() : cpus().filter((_, cpu) => of.includes(cpu)));
  const text = textOf('/proc/stat') ?? '';
  const lines = (of ?? ['']).flatMap((cpu) => new RegExp(`^cpu${cpu}\\s+(.*)$`, 'm').exec(text)?.[1] ?? []);
  if (lines.length === 0) return null;
  // user nice system idle iowait irq softirq steal; guest time is already in user.
  const each = lines.map((line) => line.split(/\s+/).slice(0, 8).map(Number));
  const sum = (...fields: readonly number[]) =>
    millisecondsPerTick * total(each.flatMap((one) => fields.map((field) => one[field] ?? 0)));
  return {
    busy: sum(0, 1, 2, 5, 6, 7),
    programs: sum(0, 1, 2),
    stolen: sum(7),
    total: sum(0, 1, 2, 3, 4, 5, 6, 7),
  };
}

function timeOf(each: readonly CpuInfo[]): MachineTime | null {
  if (each.length === 0) return null;
  const sum = (...names: readonly (keyof CpuInfo['times'])[]) =>
    total(each.flatMap(({ times }) => names.map((name) => times[name])));
  const programs = sum('user', 'nice', 'sys');
  const busy = programs + sum('irq');
  return { busy, programs, stolen: 0, total: busy + sum('idle') };
}

/**
 * Begins to count what others use of these CPUs. @returns a function that says their part of the time since; null where the
 * kernel does not tell
 */
export function watchOthers(of: readonly number[] | null): () => Ratio | null {
  const [before, ownBefore] = [machineTime(of), process.cpuUsage()];
  return () => {
    const [after, own] = [machineTime(of), process.cpuUsage(ownBefore)];
    if (!before || !after || after.total <= before.total) return null;
    const busy = after.busy - before.busy - (own.user + own.system) / 1000;
    return Math.max(0, busy) / (after.total - before.total);
  };
}

/** Begins to watch the machine. @returns a function that says what went on since. */
export function watchHost(): () => Omit<HostReading, 'foreign' | 'own' | 'stolen'> {
  const loadAverage = loadavg()[0] ?? 0;
  const before = machineTime();
  const throttledBefore = throttlingCounters('self');
  return () => {
    const after = machineTime();
    const share = (part: 'busy' | 'stolen') =>
      before && after && after.total > before.total
        ? (after[part] - before[part]) / (after.total - before.total)
        : null;
    return {
      loadAverage,
      steal: share('stolen'),
      busy: share('busy'),
      throttledPeriods: throttlingBetween(throttledBefore, throttlingCounters('self'))?.throttled ?? null,
    };
  };
}
