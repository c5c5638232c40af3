/**
 * Control groups (Linux): what a process may use at most, and how often it was held back. Both versions: v2 has one
 * tree, v1 one for each controller, mounted wherever the system likes.
 */
import { dirname, join } from 'node:path';
import { textOf } from './kernel-files.ts';
import type { Environment, Limit, Throttling } from '../model/process-snapshot.ts';

type Pid = number | 'self';
type Controller = 'cpu' | 'memory' | 'pids';

interface ControlGroup {
  readonly version: 1 | 2;
  /** The own folder first, the root last. A limit on any of them binds, and the innermost is often not the smallest. */
  readonly folders: readonly string[];
}

interface Mount {
  /** The part of the tree that is seen at `point`: in a container often not the root. */
  readonly root: string;
  readonly point: string;
  /** Controllers of the mount; null for v2. */
  readonly controllers: readonly string[] | null;
}

/** Reads the cgroup mounts: `31 23 0:28 ROOT POINT options … - cgroup SOURCE rw,cpu`; spaces in paths are octal there. */
function mounts(proc: string): Mount[] {
  const plain = (path: string) =>
    path.replace(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
  return (textOf(join(proc, 'self/mountinfo')) ?? '').split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const [, , , root = '', point = ''] = before.split(' ');
    const [kind, , options = ''] = after.split(' ');
    if (kind !== 'cgroup' && kind !== 'cgroup2') return [];
    return [
      { root: plain(root), point: plain(point), controllers: kind === 'cgroup' ? options.split(',') : null },
    ];
  });
}

/**
 * Finds the control group of a process for a controller; without folders where there is none, or it may not be seen. A controller that
 * has a v1 tree of its own is in that alone, also beside a v2 tree.
 * @param proc the folder of processes, another one in tests
 */
function groupOf(pid: Pid, controller: Controller, proc: string): ControlGroup {
  const lines = (textOf(join(proc, String(pid), 'cgroup')) ?? '').split('\n').map((line) => {
    const [, names = '', path = ''] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    return { names: names.split(','), path };
  });
  const all = mounts(proc);
  for (const version of [1, 2] as const) {
    const name = version === 1 ? controller : '';
    const path = lines.find((line) => line.names.includes(name) && line.path !== '')?.path;
    const mount = all.find((one) =>
      version === 2 ? !one.controllers : one.controllers?.includes(controller),
    );
    if (path !== undefined && mount) return { version, folders: foldersUp(path, mount) };
  }
  return { version: 2, folders: [] };
}

function foldersUp(path: string, { root, point }: Mount): string[] {
  const isBelow = root !== '/' && (path === root || path.startsWith(`${root}/`));
  const below = isBelow ? path.slice(root.length) || '/' : path;
  // The group is outside of what this container sees: nothing can be said of it.
  if (below.split('/').includes('..')) return [];
  const folders: string[] = [];
  for (let folder = below; ; folder = dirname(folder)) {
    folders.push(join(point, folder).replace(/\/$/, ''));
    if (folder === '/' || folder === '.') return folders;
  }
}

/** `max 100000` → null, `150000 100000` → 1.5. */
export function parseCpuMax(text: string | null): number | null {
  const [quota, period] = (text ?? '').trim().split(/\s+/);
  return quota && quota !== 'max' && period ? Number(quota) / Number(period) : null;
}

function quotaOf(folder: string, version: 1 | 2): number | null {
  if (version === 2) return parseCpuMax(textOf(join(folder, 'cpu.max')));
  const quota = Number(textOf(join(folder, 'cpu.cfs_quota_us')) ?? -1);
  return quota > 0 ? quota / Number(textOf(join(folder, 'cpu.cfs_period_us'))) : null;
}

/** v1 writes "no limit" as the largest number that its counter of pages can hold: about 2⁶³. */
const unlimited = 2 ** 62;

function limitOf(folder: string, limitFile: string, usedFile: string): Limit | null {
  const limit = Number.parseInt(textOf(join(folder, limitFile)) ?? '', 10);
  if (!(limit < unlimited)) return null; // `max`, or no such file: a root has none
  const used = Number.parseInt(textOf(join(folder, usedFile)) ?? '', 10);
  return { limit, used: Number.isNaN(used) ? null : used };
}

function tightest(limits: readonly (Limit | null)[]): Limit | null {
  const room = ({ limit, used }: Limit) => limit - (used ?? 0);
  return limits.reduce((least, one) => (one && (!least || room(one) < room(least)) ? one : least), null);
}

/** The limits of a process; all null where there is no cgroup, or it may not be seen. */
export function cgroupLimits(pid: Pid, proc = '/proc'): Pick<Environment, 'quota' | 'memory' | 'tasks'> {
  const cpu = groupOf(pid, 'cpu', proc);
  const memory = groupOf(pid, 'memory', proc);
  const tasks = groupOf(pid, 'pids', proc);
  const quotas = cpu.folders.flatMap((folder) => quotaOf(folder, cpu.version) ?? []);
  const [bytes, bytesUsed] =
    memory.version === 1
      ? (['memory.limit_in_bytes', 'memory.usage_in_bytes'] as const)
      : (['memory.max', 'memory.current'] as const);
  return {
    quota: quotas.length > 0 ? Math.min(...quotas) : null,
    memory: tightest(memory.folders.map((folder) => limitOf(folder, bytes, bytesUsed))),
    tasks: tightest(tasks.folders.map((folder) => limitOf(folder, 'pids.max', 'pids.current'))),
  };
}

/** Counters since each group was made, for the groups up to the root that have a quota; empty if none has. */
export function throttlingCounters(pid: Pid, proc = '/proc'): ReadonlyMap<string, Throttling> {
  const { folders, version } = groupOf(pid, 'cpu', proc);
  const counters = new Map<string, Throttling>();
  for (const folder of folders) {
    if (quotaOf(folder, version) === null) continue;
    const text = textOf(join(folder, 'cpu.stat')) ?? '';
    const field = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
    counters.set(folder, {
      periods: field('nr_periods'),
      throttled: field('nr_throttled'),
      // v2 counts microseconds, v1 nanoseconds.
      time: field('throttled_usec') / 1000 + field('throttled_time') / 1e6,
    });
  }
  return counters;
}

/** Returns what was added between two readings, in the group that was throttled most; null if none has a quota. */
export function throttlingBetween(
  before: ReadonlyMap<string, Throttling>,
  after: ReadonlyMap<string, Throttling>,
): Throttling | null {
  const spans = [...after].flatMap(([folder, now]) => {
    const then = before.get(folder);
    if (!then) return [];
    const { periods, throttled, time } = then;
    return [{ periods: now.periods - periods, throttled: now.throttled - throttled, time: now.time - time }];
  });
  return spans.reduce<Throttling | null>(
    (most, one) => (!most || one.throttled > most.throttled ? one : most),
    null,
  );
}
