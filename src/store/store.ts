/** Runs on disk: embedded SQLite. A trial is committed the moment it ends, so a crash costs the trial that was going on. */
import { randomBytes, createHmac, timingSafeEqual } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { type Plan, describeRoute, plannedTrials, planSchema } from '../model/plan.ts';
import { message, type Message, isMessage, quoted } from '../messages/message.ts';
import { problem, Problem, problemData, reasonOf, type ProblemData } from '../messages/problem.ts';
import { runId } from '../model/units.ts';
import type { HostConditions, Trial } from '../model/sample.ts';
import type { RunStatus, RunHead } from '../model/verdict.ts';
import { controllerState, ownController, placeOf } from '../host/controller.ts';
import { openDatabase, transaction, type Database } from './database.ts';
import { failure } from './failure.ts';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makeFolder, newDraft, placeOnce, readOwn } from '../files.ts';
import { parsedJson } from '../model/schema/read.ts';
import { trialSchema } from '../model/schema/trial.ts';

export { inMemory } from './database.ts';

export interface Store extends Disposable {
  readonly file: string;
  /** @returns the new run's id, which sorts by time. @throws Problem STORE_FULL, STORE_BUSY, STORE_WRITE_FAILED */
  create(plan: Plan, host: HostConditions): string;
  /**
   * Makes this process the controller of a run that nobody carries on, and reads it.
   * @param takeOver whether to do so also where its controller cannot be looked for from here
   * @throws Problem RUN_NOT_FOUND, RUN_STILL_RUNNING, RUN_OUT_OF_SIGHT
   */
  resume(id: string, takeOver?: boolean): StoredRun;
  /** @throws Problem RUN_STILL_RUNNING, RUN_OUT_OF_SIGHT: what `resume` would throw now */
  requireFree(id: string, takeOver?: boolean): void;
  /** @throws Problem STORE_FULL, STORE_BUSY, STORE_WRITE_FAILED, RUN_REMOVED, RUN_TAKEN */
  add(id: string, trial: Trial): void;
  /** Does nothing to a run that another process carries on by now. */
  finish(id: string, status: Exclude<RunStatus, 'running' | 'unknown'>, reason: Message): void;
  list(): readonly RunRow[];
  /** @param id the whole id, its first letters, or `last`. @throws Problem RUN_NOT_FOUND, RUN_ID_INVALID, RUN_UNREADABLE */
  read(id: string): StoredRun;
  /** @returns why another user may have begun the run, and chosen its command; null if this one did, on this machine */
  whyForeign(id: string): Message | null;
  /** @throws Problem RUN_NOT_FOUND, RUN_ID_INVALID, RUN_STILL_RUNNING, RUN_OUT_OF_SIGHT */
  remove(id: string, takeOver?: boolean): string;
}

/**
 * Opens a store.
 * @param mode `write` makes the file if it is missing; `read` does not, and finds no runs in it
 * @throws Problem STORE_UNREADABLE, STORE_UNWRITABLE, STORE_NEWER, STORE_ALTERED, STORE_DAMAGED, STORE_BUSY, STORE_FULL, STORE_ON_NETWORK, FOLDER_OF_OTHERS
 */
export function openStore(file: string, mode: 'read' | 'write'): Store {
  return storeOn(openDatabase(file, mode), file);
}

function storeOn(database: Database, file: string): Store {
  /** @throws Problem in the place of SQLite's own errors */
  const told = <Value>(run: string | null, action: () => Value): Value => {
    try {
      return action();
    } catch (error) {
      throw failure(error, file, run);
    }
  };
  const find = (id: string): Row => {
    if (!isRunId(id)) throw problem('RUN_ID_INVALID', { id: JSON.stringify(id) });
    const sql =
      id === 'last'
        ? 'SELECT * FROM runs ORDER BY created DESC LIMIT 1'
        : 'SELECT * FROM runs WHERE substr(id, 1, length(?)) = ? ORDER BY id LIMIT 2';
    const rows = database.prepare(sql).all(...(id === 'last' ? [] : [id, id]));
    const [row] = rows;
    if (!row || (rows.length > 1 && row['id'] !== id)) {
      const isEmpty = database.prepare('SELECT 1 FROM runs LIMIT 1').get() === undefined;
      const why = message(row ? 'run.ambiguous' : isEmpty ? 'run.empty' : 'run.none');
      throw problem('RUN_NOT_FOUND', { id, file, why });
    }
    if (!isRunId(String(row['id']))) {
      throw problem('RUN_UNREADABLE', { id: JSON.stringify(row['id']), file, why: message('run.id') });
    }
    return row;
  };
  const whole = (row: Row): StoredRun => {
    const sql = 'SELECT body FROM trials WHERE run = ? ORDER BY ordinal';
    return runOf(row, database.prepare(sql).all(String(row['id'])), file);
  };
  /** @throws Problem RUN_STILL_RUNNING, RUN_OUT_OF_SIGHT */
  const requireEnded = (row: Row, takeOver: boolean): void => {
    if (row['status'] !== 'running') return;
    const [id, controller] = [String(row['id']), String(row['controller'])];
    const state = controllerState(controller);
    if (state === 'alive') throw problem('RUN_STILL_RUNNING', { id, where: placeOf(controller) });
    if (state === 'unknown' && !takeOver)
      throw problem('RUN_OUT_OF_SIGHT', { id, where: placeOf(controller) });
  };
  return {
    file,
    create(plan, host) {
      const now = Date.now();
      const id = runId(now, randomBytes(2).toString('hex'));
      const text = JSON.stringify(plan);
      const sql =
        "INSERT INTO runs (id, created, status, reason, controller, plan, host, seal) VALUES (?, ?, 'running', '', ?, ?, ?, ?)";
      const values = [id, now, ownController(), text, JSON.stringify(host), sealOf(id, text)];
      told(null, () => database.prepare(sql).run(...values));
      return id;
    },
    resume(id, takeOver = false) {
      const sql = "UPDATE runs SET status = 'running', reason = '', controller = ? WHERE id = ?";
      return told(null, () =>
        transaction(database, () => {
          const row = find(id);
          requireEnded(row, takeOver);
          database.prepare(sql).run(ownController(), String(row['id']));
          return whole(find(String(row['id'])));
        }),
      );
    },
    requireFree(id, takeOver = false) {
      const row = told(null, () => find(id));
      requireEnded(row, takeOver);
    },
    add(id, trial) {
      const sql = 'INSERT INTO trials SELECT id, ?, ? FROM runs WHERE id = ? AND controller = ?';
      const { changes } = told(id, () =>
        database.prepare(sql).run(trial.ordinal, JSON.stringify(trial), id, ownController()),
      );
      if (Number(changes) > 0) return;
      const row = database.prepare('SELECT controller FROM runs WHERE id = ?').get(id);
      if (!row) throw problem('RUN_REMOVED', { file, run: id });
      const why = message('run.carried-on', { where: placeOf(String(row['controller'])) });
      throw problem('RUN_TAKEN', { file, run: id, why });
    },
    finish(id, status, reason) {
      const sql = 'UPDATE runs SET status = ?, reason = ? WHERE id = ? AND controller = ?';
      told(id, () => database.prepare(sql).run(status, JSON.stringify(reason), id, ownController()));
    },
    list() {
      const counted = 'SELECT count(*) FROM trials WHERE run = runs.id';
      const sql = `SELECT runs.*, (${counted}) AS trials FROM runs ORDER BY created DESC`;
      const rows = told(null, () => database.prepare(sql).all());
      return rows.map((row) => rowOf(row, file));
    },
    read(id) {
      return told(null, () => {
        // One view of both tables: the run may be removed in between.
        database.exec('BEGIN');
        try {
          return whole(find(id));
        } finally {
          database.exec('COMMIT');
        }
      });
    },
    whyForeign(id) {
      const row = told(null, () => find(id));
      const owner = statSync(file, { throwIfNoEntry: false })?.uid;
      const own = process.geteuid?.();
      if (own !== undefined && owner !== own) return message('run.other-owner', { owner: owner ?? 0, own });
      if (isSealed(String(row['id']), String(row['plan']), String(row['seal']))) return null;
      return message('run.unsealed');
    },
    remove(id, takeOver = false) {
      const removed = told(null, () =>
        transaction(database, () => {
          const row = find(id);
          requireEnded(row, takeOver);
          database.prepare('DELETE FROM runs WHERE id = ?').run(String(row['id']));
          return String(row['id']);
        }),
      );
      try {
        database.exec('VACUUM');
      } catch {
        // Another process reads, or the disk is full: the next run takes the room.
      }
      return removed;
    },
    [Symbol.dispose]: () => database.close(),
  };
}

/** Length of the key that seals runs, in bytes. */
const bytes = 32;

/**
 * A stored run is code: going on with it starts its command. Its seal says that this user began it on this machine. A
 * store that came with a repository has the rights of whoever cloned it, so that the owner of the file proves nothing.
 * @returns an empty text where no key can be kept: such a run is nobody's
 */
function sealOf(id: string, plan: string): string {
  const key = readKey() ?? makeKey();
  return key === null ? '' : mac(key, id, plan);
}

function isSealed(id: string, plan: string, seal: string): boolean {
  const key = seal === '' ? null : readKey();
  if (key === null) return false;
  const [found, expected] = [Buffer.from(seal), Buffer.from(mac(key, id, plan))];
  return found.length === expected.length && timingSafeEqual(found, expected);
}

const mac = (key: Buffer, id: string, plan: string) =>
  createHmac('sha256', key).update(`${id}\n${plan}`).digest('hex');

function keyFolder(): string {
  return join(process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), 'chokepoint');
}

/** @returns the key; null where there is none, or where somebody else could have read or written it */
function readKey(): Buffer | null {
  const key = Buffer.from(readOwn(join(keyFolder(), 'key'), 0o077) ?? '', 'hex');
  return key.length === bytes ? key : null;
}

/** Makes a key, and returns the one that is kept: if two processes begin at once, the first key is the key of both. */
function makeKey(): Buffer | null {
  try {
    makeFolder(keyFolder());
    const draft = newDraft(keyFolder());
    writeFileSync(draft, randomBytes(bytes).toString('hex'));
    placeOnce(draft, join(keyFolder(), 'key'));
  } catch {
    // A run can be measured without a key: then going on with it needs consent.
  }
  return readKey();
}

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
const isRunId = (id: string): boolean => /^[\w-]+$/.test(id);

/** One line of the list, also of a run that cannot be read. */
function rowOf(row: Row, file: string): RunRow {
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
function runOf(row: Row, bodies: readonly Row[], file: string): StoredRun {
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
