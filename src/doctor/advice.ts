/** The setting of a diagnosis that can be tried from outside, against the current one; or the reason why there is none. */
import { message, type Message } from '../messages/message.ts';
import type { Diagnosis, Finding } from '../model/diagnosis.ts';
import { nodeCommand, withOwnFlag, poolSizeOf } from '../apply/node-command.ts';
import type { Level, Setting } from '../model/plan.ts';
import type { Advice } from '../model/proof.ts';
import type { Vitals } from '../model/vitals.ts';
import { byCpu, isServing } from './vitals.ts';

/** How the server is started. */
export interface StartedAs {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** @returns the setting to try; a message where nothing can be set from outside */
export function adviceOf(
  diagnosis: Diagnosis,
  start: StartedAs,
): Advice | Message<`find.unproved.${Unproved}`> {
  const { status, sentence, findings, processes } = diagnosis;
  const [finding] = findings;
  // With a flat curve something limits the server, and the pool may be tried.
  const isFlat = sentence.code === 'diagnosis.flat';
  if ((status === 'cannot tell' && !isFlat) || status === 'no traffic')
    return message('find.unproved.unknown');
  const main = processes.find(({ pid }) => pid === finding?.pids[0]) ?? busiest(processes);
  if (!main) return message('find.unproved.unknown');
  const setting = finding?.changes[0]?.setting;
  if (status === 'bottleneck' && finding && setting)
    return against(setting, main, start, { from: 'finding', rule: finding.rule });
  // Under the noise of other programs a small effect cannot be measured.
  if (finding?.title.code === 'cpu-saturated.others.title') return message('find.unproved.others');
  if (status === 'bottleneck') {
    const other = worthwhile(findings, processes, start);
    if (other) return other;
  }
  const isOfPool = findings.some(
    ({ rule, resource }) => rule.startsWith('pool-') || resource === 'slow I/O queue',
  );
  const jobs = isOfPool ? null : shortJobs(main);
  if (jobs !== null) {
    const short = against({ pool: 1 }, main, start, { from: 'short jobs', ...jobs });
    if (!('code' in short)) return short;
  }
  return message(
    isFlat ? 'find.unproved.unknown' : status === 'healthy' ? 'find.unproved.healthy' : 'find.unproved.code',
  );
}

/** @returns what to try where the first advice gives nothing: the setting of another finding; null where there is none */
export const otherAdvice = (
  { findings, processes }: Diagnosis,
  start: StartedAs,
  first: Advice,
): Advice | null => worthwhile(findings, processes, start, Object.keys(first.setting));

/** The least gain, by the doctor's estimate, that is worth a proof: a proof finds a smaller one only by luck. */
const worthProving = 1.1;

/** The first setting of a finding that is worth its proof; null if none is. */
function worthwhile(
  findings: readonly Finding[],
  processes: readonly Vitals[],
  start: StartedAs,
  triedKeys: readonly string[] = [],
): Advice | null {
  for (const { rule, gain, pids, changes } of findings) {
    const setting = changes.find((one) => one.setting)?.setting;
    const main = processes.find(({ pid }) => pid === pids[0]) ?? busiest(processes);
    if (!setting || !main || (gain ?? 1) < worthProving) continue;
    const found = against(setting, main, start, { from: 'finding', rule });
    if (!('code' in found) && !triedKeys.some((key) => key in found.setting)) return found;
  }
  return null;
}

type Unproved = 'others' | 'unknown' | 'code' | 'healthy' | 'own-size' | 'processes' | 'same';

/** The setting beside the one in force; a message where it cannot be changed from outside. */
function against(
  setting: Setting,
  { pool, role }: Vitals,
  { command, env }: StartedAs,
  reason: Advice['reason'],
): Advice | Message<`find.unproved.${Unproved}`> {
  const [[key, level] = ['', '']] = Object.entries(setting);
  if (key === 'pool') {
    const asked = poolSizeOf(env['UV_THREADPOOL_SIZE'] ?? null);
    // The command, its environment file or its code overrides the environment: a size from outside has no effect.
    const isOwn = (pool.size ?? 0) > 0 && pool.size !== asked;
    if (isOwn) return message('find.unproved.own-size', { size: pool.size ?? 0, asked });
    return tried('pool', asked, level, reason);
  }
  if (key === 'processes') {
    if (role !== 'single' || nodeCommand(command) === null) return message('find.unproved.processes');
    return tried('processes', 1, level, reason);
  }
  if (key !== 'env:NODE_OPTIONS')
    return tried(key, env[key.replace(/^env:/, '')] ?? 'default', level, reason);
  // A flag in the command overrides one in the environment.
  const own = withOwnFlag(command, String(level));
  if (own) {
    const [, name = '', value = ''] = /^--([^=]+)=(.*)$/.exec(String(level)) ?? [];
    return tried(`arg:${name}`, own.now, value, reason);
  }
  const flags = [env['NODE_OPTIONS'] ?? '', String(level)].filter((part) => part !== '').join(' ');
  return tried(key, 'default', flags, reason);
}

function tried(
  key: string,
  now: Level,
  level: Level,
  reason: Advice['reason'],
): Advice | Message<'find.unproved.same'> {
  if (now === level) return message('find.unproved.same');
  return { today: { [key]: now }, setting: { [key]: level }, reason };
}

const short = {
  /** CPUs that the work in the pool needs: less is not worth a trial, and more is too much for one thread. */
  least: 0.05,
  most: 0.7,
  /** Seconds of a job in a thread, its wait for a CPU included: a longer one is worth a thread of its own. */
  job: 0.002,
  /** Threads that wait for a device, a lock of the kernel or a name server: with so many, further threads help. */
  blocked: 0.3,
} as const;

/**
 * Returns the work of jobs that are so short that one thread could do them all, such as calls to cached files, or names in /etc/hosts.
 * While the CPUs are busy, handing each to one of several threads costs more than the job itself. Null if jobs are longer.
 */
function shortJobs({
  pool: { size, busy, time, started },
}: Vitals): { work: number; threads: number } | null {
  if (size === null || size < 2 || busy === null || time === null) return null;
  const work = busy * time.running;
  if (started !== null && busy > short.job * started) return null;
  const isShort = work >= short.least && work <= short.most && busy * time.blocked <= short.blocked;
  return isShort ? { work, threads: size } : null;
}

function busiest(processes: readonly Vitals[]): Vitals | undefined {
  return byCpu(processes.filter(isServing))[0];
}
