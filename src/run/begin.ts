/** The begin of a run: a new one is stored; a stored one goes on if it is this user's and no other process runs it. */
import { existsSync } from 'node:fs';
import { hostConditions } from '../host/host.ts';
import { ownAddresses, requireLocal } from '../host/network-place.ts';
import { visible } from '../format/printable.ts';
import type { Lab, Preparing } from '../model/experiment.ts';
import type { Contestant } from '../model/schema/contestant.ts';
import type { Plan, Stopping } from '../model/plan.ts';
import type { ParamsOf } from '../messages/message.ts';
import { problem, reason } from '../messages/problem.ts';
import { roundOf } from '../judge/rounds.ts';
import { differingKey, systemKeys, type HostConditions, type Trial } from '../model/sample.ts';
import { quoted } from '../messages/shell.ts';
import type { Store, StoredRun } from '../store/store.ts';
import { scriptHash } from './engines.ts';

export interface Consent {
  /** Goes on with a run that another user may have begun: its command is run. */
  readonly trustStore?: boolean;
  /** Goes on with a run whose controller cannot be seen from here. */
  readonly takeOver?: boolean;
  /** Allows generators to send to public addresses. */
  readonly allowsPublic?: boolean;
}

export interface Begun {
  readonly plan: Plan;
  readonly host: HostConditions;
  readonly id: string;
  readonly done: readonly Trial[];
}

export function created(plan: Plan, store: Store): Begun {
  const host = hostConditions();
  return { plan, host, id: store.create(plan, host), done: [] };
}

/**
 * Checks a stored run before any of its programs is started: even asking its Node for a version runs a file that the store
 * names.
 * @throws Problem RUN_FOREIGN, RUN_NOT_RESUMABLE, RUN_STILL_RUNNING, RUN_OUT_OF_SIGHT, URL_INVALID
 */
export function requireTrusted(
  { head, plan, unknown = [] }: StoredRun,
  store: Store,
  consent: Consent,
): void {
  const why = consent.trustStore ? null : store.whyForeign(head.id);
  if (why !== null) throw problem('RUN_FOREIGN', { id: head.id, why, command: commandOf(plan) });
  const own = plan.generators ? ownAddresses() : [];
  for (const { requests } of plan.cells) for (const { url } of requests) requireLocal(url, own);
  store.requireFree(head.id, consent.takeOver);
  if (unknown.length === 0) return;
  throw problem('RUN_NOT_RESUMABLE', { id: head.id, ...reason('run.newer', { unknown }) });
}

/** Takes a stored run over; its trials are read when no other process can add to them. @throws Problem as `store.resume` */
export function resumed({ head, plan, host }: StoredRun, store: Store, { takeOver }: Consent): Begun {
  requireSameMachine(head.id, host, hostConditions());
  requireSameScripts(head.id, plan);
  return { plan, host, id: head.id, done: store.resume(head.id, takeOver).trials };
}

/**
 * The plan of a run that goes on. If it had its answer, it gets as many blocks and as much time again; if it was cut
 * off, it gets the rest of its time, or as much again where none is left.
 * @returns the plan, with the number of answers that the run has given (judge/rounds.ts)
 */
export function goneOn(
  plan: Plan,
  { status }: Pick<StoredRun['head'], 'status'>,
  done: readonly Trial[],
): { readonly plan: Plan; readonly round: number } {
  const { strategy, limit } = plan;
  const isAnswered = status === 'finished';
  const spent = done.reduce((sum, { duration }) => sum + duration, 0);
  const again = (time: number) => (isAnswered ? spent + time : time * (Math.floor(spent / time) + 1));
  const longer = ({ budget, ...rest }: Stopping): Stopping => ({
    ...rest,
    ...(budget !== undefined && { budget: again(budget) }),
  });
  const round = strategy.kind === 'search' ? 0 : roundOf(done) + (isAnswered ? 1 : 0);
  const begun = done.reduce((most, { block }) => Math.max(most, block + 1), 0);
  return {
    plan: {
      ...plan,
      limit: limit === null ? null : again(limit),
      ...('stopping' in strategy && { strategy: { ...strategy, stopping: longer(strategy.stopping) } }),
      // The looks of a run with a stopping rule were planned.
      blocks: round > 0 && !('stopping' in strategy) ? begun + plan.blocks : plan.blocks,
    },
    round,
  };
}

/**
 * The plan of a stored run with servers of other platforms as they are found now: no program that only the store
 * names is started. @throws Problem RUN_NOT_RESUMABLE if one of them is gone, or has another version
 */
export async function withContestants(
  id: string,
  plan: Plan,
  preparing: Pick<Preparing, 'tell' | 'signal'>,
  { findContestants }: Lab,
): Promise<Plan> {
  const before = plan.contestants;
  if (!before) return plan;
  const ready = before.filter(({ state }) => state === 'ready');
  const ids = ready.map((one) => one.id);
  // Versions are compared before minutes go into a build of another one.
  requireSameVersions(id, ready, await findContestants({ ...preparing, builds: false, asks: true, ids }));
  const now = await findContestants({ ...preparing, builds: true, ids });
  requireSameVersions(id, ready, now);
  const contestants = before.map(
    (one) => now.find((each) => each.id === one.id) ?? { ...one, launch: undefined },
  );
  return { ...plan, contestants };
}

function requireSameVersions(id: string, before: readonly Contestant[], now: readonly Contestant[]): void {
  for (const one of before) {
    const found = now.find((each) => each.id === one.id);
    const [then, today] = [versionsOf(one), found?.state === 'ready' ? versionsOf(found) : null];
    if (then !== today) throw changed(id, one.id, then, today ?? '—');
  }
}

const versionsOf = ({ versions }: Contestant) =>
  Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');

/** Requires the machine of the stored trials: a run must not mix trials of two machines. */
function requireSameMachine(id: string, then: HostConditions, now: HostConditions): void {
  const differing = differingKey(then, now, systemKeys);
  if (differing) throw changed(id, differing, then[differing], now[differing]);
}

type Condition = ParamsOf<'run.conditions.why'>['before'];

const changed = (id: string, what: string, before: Condition, now: Condition) =>
  problem('RUN_NOT_RESUMABLE', { id, ...reason('run.conditions', { what, before, now }) });

/** Requires unchanged k6 scripts: an edited one is another load. @throws Problem RUN_NOT_RESUMABLE */
function requireSameScripts(id: string, { cells }: Pick<Plan, 'cells'>): void {
  for (const { engine } of cells) {
    if (typeof engine !== 'object' || engine.sha256 === undefined) continue;
    const { script, sha256 } = engine;
    const now = existsSync(script) ? scriptHash(script) : '—';
    if (now !== sha256) throw changed(id, `SHA-256 of ${script}`, sha256.slice(0, 12), now.slice(0, 12));
  }
}

/** All programs that a plan would run, where, and the levels that reach them as variables and arguments. */
function commandOf({ subject, cells, node, generators = [] }: Plan): string {
  const words = subject.kind === 'command' ? [subject.command] : nodesOf(cells, node);
  const programs = words.map((command) => command.map(quoted).join(' ')).join(' or ');
  const folders = subject.kind === 'command' ? cells.map(({ cwd = subject.cwd }) => cwd) : [];
  const levels = cells.flatMap(({ setting }) =>
    Object.entries(setting).flatMap(([key, level]) => (/^(env|arg):/.test(key) ? `${key}=${level}` : [])),
  );
  const where = unique(folders).map((folder) => `in ${folder}`);
  const scripts = cells.flatMap(({ engine }) => (typeof engine === 'object' ? [engine.script] : []));
  const loads = unique(scripts).map((script) => `loaded by k6 run ${quoted(script)}`);
  const parts = [
    programs,
    ...where,
    ...unique(levels).map((level) => `with ${level}`),
    ...loads,
    ...generators,
  ];
  return visible(parts.join(', '));
}

const nodesOf = (cells: Plan['cells'], node: string | null) =>
  unique(cells.map((cell) => cell.node ?? node ?? 'node')).map((binary) => [binary]);

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];
