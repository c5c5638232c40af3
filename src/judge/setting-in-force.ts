/** The parts of a setting that can be read back from the processes, beside what was asked for. */
import { javaHeap } from '../model/contestant.ts';
import type { Agreement } from '../model/observation.ts';
import type { Plan } from '../model/plan.ts';
import type { Facts, HostConditions, Trial, EffectiveProcess } from '../model/sample.ts';
import { ownPool } from '../model/factor.ts';

/**
 * @param node the version that the lab's server was to run on; null for a user's command, or where it is not known
 * @returns null where no process could be read; empty if nothing of the setting shows in a process
 */
export function settingInForce(
  { setting, effective, sample }: Pick<Trial, 'setting' | 'effective' | 'sample'>,
  node: string | null,
): Agreement[] | null {
  const [first, ...others] = effective;
  if (!first) return null;
  // Wrappers (npm, a shell, PM2) stand idle: the server is what used the CPU.
  const server = others.reduce((most, each) => (each.cpu > most.cpu ? each : most), first);
  const runsOn: Agreement[] =
    node !== null && server.node ? [{ what: 'Node', expected: node, found: server.node }] : [];
  const settings = Object.entries(setting).flatMap(([key, level]): Agreement[] => {
    if (key === 'pool') return poolInForce(level, effective, server, sample?.usage?.poolSize ?? null);
    if (key === 'processes') return processesInForce(Number(level), effective);
    if (key === 'cpus' && server.cpusAllowed !== null)
      return [{ what: 'CPUs', expected: level, found: server.cpusAllowed }];
    // A variable at `default` has no value that was asked for.
    if (!key.startsWith('env:') || level === 'default') return [];
    const name = key.slice('env:'.length);
    return name in server.env ? [{ what: name, expected: level, found: server.env[name] ?? 'nothing' }] : [];
  });
  return [...settings, ...runsOn];
}

function poolInForce(
  level: string | number,
  effective: readonly EffectiveProcess[],
  server: EffectiveProcess,
  size: number | null,
): Agreement[] {
  const asked = level === 'default' ? ownPool : Number(level);
  const started = effective.filter(({ poolThreads }) => (poolThreads ?? 0) > 0);
  if (started.length > 0) {
    const other = started.find(({ poolThreads }) => poolThreads !== asked);
    return [{ what: 'pool size', expected: asked, found: other?.poolThreads ?? asked }];
  }
  // Pool threads have no names before Node 22; libuv itself knows how many there are, where it could be read.
  if (size !== null && size > 0) return [{ what: 'pool size', expected: asked, found: size }];
  // No thread was needed, or nobody can tell: only what the process was started with can be seen.
  if (!('UV_THREADPOOL_SIZE' in server.env)) return [];
  const found = server.env['UV_THREADPOOL_SIZE'] ?? 'default';
  return [
    {
      what: 'UV_THREADPOOL_SIZE',
      expected: level,
      found,
      isStart: true,
    },
  ];
}

/** Counts the largest family, the children of one parent. More than were asked for are the application's own. */
function processesInForce(asked: number, effective: readonly EffectiveProcess[]): Agreement[] {
  if (!(asked > 1)) return [];
  const families = [...Map.groupBy(effective, ({ parent }) => parent).values()];
  const most = Math.max(...families.map((family) => family.length));
  return [{ what: 'processes', expected: asked, found: Math.min(asked, most) }];
}

/** Tolerance of a heap's size: some collectors leave out what a survivor space takes. */
const heapTolerance = 0.05;

/** @returns what a server of another platform told of its settings; empty where the plan has none, or it did not answer */
export function platformInForce(
  plan: Plan,
  host: HostConditions,
  { setting, facts: all = [] }: Pick<Trial, 'setting' | 'facts'>,
): Agreement[] {
  const [facts] = all;
  if (!plan.contestants || !facts) return [];
  const topology = String(setting['topology']);
  const contestant = plan.contestants.find(({ id }) => id === topology);
  const version = contestant?.versions[String(facts['platform'])];
  return [
    ...agreement('version', version, facts['version']),
    ...agreement('processors', processors(plan, host), facts['processors']),
    ...agreement('GOMAXPROCS', processors(plan, host), facts['goMaxProcs']),
    ...agreement('virtual threads', onVirtual[topology], facts['virtualThreads']),
    ...heapInForce(facts),
  ];
}

const onVirtual: Readonly<Record<string, string>> = { 'spring-mvc': 'false', 'spring-virtual': 'true' };

/** Returns the number of processors if it is whole: under a quota of a part of a CPU every runtime rounds in its own way. */
function processors({ affinity }: Plan, { effectiveCpus }: HostConditions): number | undefined {
  const cpus = affinity?.server.length ?? effectiveCpus;
  return Number.isInteger(cpus) ? cpus : undefined;
}

function agreement(
  what: string,
  expected: string | number | undefined,
  found: Facts[string] | undefined,
): Agreement[] {
  if (expected === undefined || found === undefined || found === null) return [];
  return [{ what, expected, found: typeof found === 'number' ? found : String(found) }];
}

function heapInForce({ platform, heapMax }: Facts): Agreement[] {
  if (platform !== 'java' || typeof heapMax !== 'number') return [];
  const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);
  const isThere = Math.abs(heapMax / javaHeap - 1) <= heapTolerance;
  return [
    { what: 'heap, MiB', expected: mebibytes(javaHeap), found: mebibytes(isThere ? javaHeap : heapMax) },
  ];
}
