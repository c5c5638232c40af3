/** How a run begins: a new one is stored, and a stored one is gone on with, if it is ours and nobody else carries it on. */
import { hostConditions } from '../host/host.ts';
import { requireLocal } from '../model/local-url.ts';
import type { Plan } from '../model/plan.ts';
import { problem } from '../model/problem.ts';
import type { HostConditions, Trial } from '../model/sample.ts';
import { quoted } from '../model/apply/shell.ts';
import type { Store, StoredRun } from '../store/store.ts';

export interface Consent {
  /** Goes on with a run that this user may not have begun: its command is run. */
  readonly trustStore?: boolean;
  /** Goes on with a run whose controller cannot be looked for from here. */
  readonly takeOver?: boolean;
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
 * What has to be known of a stored run before anything of it is started: even to ask its Node for a version runs a file
 * that the store names.
 * @throws Problem RUN_FOREIGN, RUN_NOT_RESUMABLE, RUN_STILL_RUNNING, RUN_OUT_OF_SIGHT, URL_INVALID
 */
export function requireTrusted(
  { head, plan, unknown = [] }: StoredRun,
  store: Store,
  consent: Consent,
): void {
  const why = consent.trustStore ? null : store.whyForeign(head.id);
  if (why !== null) throw problem('RUN_FOREIGN', { id: head.id, why, command: commandOf(plan) });
  for (const { requests } of plan.cells) for (const { url } of requests) requireLocal(url);
  store.requireFree(head.id, consent.takeOver);
  if (unknown.length === 0) return;
  throw problem('RUN_NOT_RESUMABLE', {
    id: head.id,
    why: `A newer version began it, and this one does not know what it planned (${unknown.join(', ')}).`,
    todo: 'Update chokepoint, or start a new run; the old one stays readable.',
  });
}

/** Its trials are read when nobody else can add to them any more. @throws Problem as `store.resume` */
export function resumed({ head, plan, host }: StoredRun, store: Store, { takeOver }: Consent): Begun {
  requireSameMachine(head.id, host, hostConditions());
  return { plan, host, id: head.id, done: store.resume(head.id, takeOver).trials };
}

/** Trials of two machines in one run would be compared as if they were one. */
function requireSameMachine(id: string, then: HostConditions, now: HostConditions): void {
  const differing = (['cpuModel', 'effectiveCpus', 'node', 'kernel'] as const).find(
    (key) => then[key] !== now[key],
  );
  if (!differing) return;
  throw problem('RUN_NOT_RESUMABLE', {
    id,
    why: `It began under other conditions (${differing}: ${then[differing]}, now ${now[differing]}).`,
    todo: 'Start a new run; the old one stays readable.',
  });
}

/** All that a plan would have run: the program, where, and the levels that reach it as variables and arguments. */
function commandOf({ subject, cells, node }: Plan): string {
  const words = subject.kind === 'command' ? [subject.command] : nodesOf(cells, node);
  const programs = words.map((command) => command.map(quoted).join(' ')).join(' or ');
  const folders = subject.kind === 'command' ? cells.map(({ cwd = subject.cwd }) => cwd) : [];
  const levels = cells.flatMap(({ setting }) =>
    Object.entries(setting).flatMap(([key, level]) => (/^(env|arg):/.test(key) ? `${key}=${level}` : [])),
  );
  const where = unique(folders).map((folder) => `in ${folder}`);
  return visible([programs, ...where, ...unique(levels).map((level) => `with ${level}`)].join(', '));
}

const nodesOf = (cells: Plan['cells'], node: string | null) =>
  unique(cells.map((cell) => cell.node ?? node ?? 'node')).map((binary) => [binary]);

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/** What would move the cursor or turn the line around would hide the command that is to be read. */
const visible = (text: string): string =>
  text.replace(
    /[\p{Cc}\u200B-\u200F\u2028-\u202E\u2066-\u2069]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
