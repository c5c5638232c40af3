/** Reads what a store gives back, row by row. */
import { isMessage, message, quoted, type Message } from '../messages/message.ts';
import { describeRoute, plannedTrials, planSchema, type Plan } from '../model/plan.ts';
import { Problem, problem, problemData, reasonOf, type ProblemData } from '../messages/problem.ts';
import { parsedJson } from '../model/schema/read.ts';
import { trialSchema } from '../model/schema/trial.ts';
import type { HostConditions, Trial } from '../model/sample.ts';
import type { RunHead, RunStatus } from '../model/verdict.ts';
import { controllerState, placeOf } from '../host/controller.ts';

export interface StoredRun {
  readonly head: RunHead;
  readonly plan: Plan;
  readonly host: HostConditions;
  readonly trials: readonly Trial[];
  /** Fields of the plan that this version does not know, and left out: a newer one wrote them. */
  readonly unknown?: readonly string[];
}

export interface RunRow extends RunHead {
  /** Empty where the plan cannot be read. */
  readonly name: string;
  readonly scale: Plan['scale'] | null;
  /** The requests to the server, in short; empty where that is `GET /`. */
  readonly route: string;
  readonly cells: number;
  readonly trials: number;
  /** Trials in the plan; null if the run itself decides when to end, has more than it planned, or its plan cannot be read. */
  readonly planned: number | null;
  /** Why this version cannot read this run; absent where it can. */
  readonly problem?: ProblemData;
}

export type Row = Readonly<Record<string, unknown>>;

/** Whether a text is a run's id: ids become names of folders, and a store that somebody brought may hold any text. */
export const isRunId = (id: string): boolean => /^[\w-]+$/.test(id);

/** One line of the list, also of a run that cannot be read. */
export function rowOf(row: Row, file: string): RunRow {
  const line = { ...head(row), trials: Number(row['trials']) };
  try {
    if (!isRunId(line.id)) throw unreadable(row, file, message('run.id'));
    const { plan } = readPlan(row, file);
    const all = plan.strategy.kind === 'all' ? plannedTrials(plan) : 0;
    // A run that was gone on with may have more trials than it planned.
    const planned = all >= line.trials && all > 0 ? all : null;
    const { name, scale, cells } = plan;
    return { ...line, name, scale, route: describeRoute(cells), cells: cells.length, planned };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {
      ...line,
      name: '',
      scale: null,
      route: '',
      cells: 0,
      planned: null,
      problem: problemData(error),
    };
  }
}

/** @throws Problem RUN_UNREADABLE */
export function runOf(row: Row, bodies: readonly Row[], file: string): StoredRun {
  const { plan, unknown } = readPlan(row, file);
  return {
    head: head(row),
    plan,
    host: parse(row, row['host'], 'machine', file) as HostConditions,
    trials: bodies.map(({ body }) => trialOf(row, body, file)),
    ...(unknown.length > 0 && { unknown }),
  };
}

function trialOf(row: Row, body: unknown, file: string): Trial {
  const value = parse(row, body, 'trials', file);
  const { error } = trialSchema.safeParse(value);
  if (error)
    throw unreadable(row, file, message('run.form', { part: 'trials', places: placesOf(error.issues) }));
  return value as Trial;
}

const placesOf = (issues: readonly { readonly path: readonly PropertyKey[] }[]) =>
  issues.map(({ path }) => path.join('.')).join(', ');

/** Reads a plan, and drops fields that this version does not know: a newer optional one is no reason to refuse the run. */
function readPlan(row: Row, file: string): { plan: Plan; unknown: readonly string[] } {
  const value = parse(row, row['plan'], 'plan', file);
  const unknown: string[] = [];
  let parsed = planSchema.safeParse(value);
  while (!parsed.success) {
    const { issues } = parsed.error;
    const known = issues.filter(({ code }) => code !== 'unrecognized_keys');
    if (known.length > 0) {
      throw unreadable(row, file, message('run.form', { part: 'plan', places: placesOf(known) }));
    }
    for (const issue of issues) {
      if (issue.code !== 'unrecognized_keys') continue;
      for (const key of issue.keys) {
        drop(value, issue.path, key);
        unknown.push([...issue.path, key].join('.'));
      }
    }
    parsed = planSchema.safeParse(value);
  }
  return { plan: parsed.data, unknown };
}

function drop(value: unknown, path: readonly PropertyKey[], key: string): void {
  const owner = path.reduce((at, part) => (at as Record<PropertyKey, unknown>)[part], value);
  delete (owner as Record<string, unknown>)[key];
}

function parse(row: Row, text: unknown, part: string, file: string): unknown {
  try {
    return JSON.parse(String(text));
  } catch (error) {
    throw unreadable(row, file, message('run.json', { part, reason: reasonOf(error) }));
  }
}

function unreadable(row: Row, file: string, why: Message): Problem {
  return problem('RUN_UNREADABLE', { id: String(row['id']), file, why });
}

/** A run whose controller has vanished was interrupted, though nobody could write that down. */
function head(row: Row): RunHead {
  const stored = String(row['status']) as RunStatus;
  const own = { id: String(row['id']), createdAt: Number(row['created']) };
  const state = stored === 'running' ? controllerState(String(row['controller'])) : 'alive';
  if (state === 'dead') return { ...own, status: 'interrupted', reason: message('stop.vanished') };
  if (state === 'alive') return { ...own, status: stored, reason: reasonIn(String(row['reason'])) };
  const where = placeOf(String(row['controller']));
  return { ...own, status: 'unknown', reason: message('stop.out-of-sight', { where }) };
}

/** Returns why a run ended; null while nothing is stored of that. A store that somebody brought may hold any text. */
function reasonIn(text: string): Message | null {
  if (text === '') return null;
  const value = parsedJson(text);
  return isMessage(value) ? (value as Message) : quoted(text);
}
