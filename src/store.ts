/**
 * Runs on disk: embedded SQLite. A trial is committed the moment it ends, so a crash costs the trial that was going on.
 * The only file that imports `node:sqlite`: it is a release candidate, and its classes may yet be renamed.
 */
import { existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { plannedTrials, planSchema, type Plan } from './model/plan.ts';
import { problem, reasonOf } from './model/problem.ts';
import { runId } from './model/run-id.ts';
import type { HostConditions, Trial } from './model/sample.ts';
import type { RunHead, RunStatus } from './model/verdict.ts';

/** Raised when a table changes. Older stores are migrated on opening, newer ones refused. */
const schemaVersion = 1;
/** "chok" in ASCII, in the file's header: a store can be told from any other database. */
const applicationId = 0x63686f6b;

const tables = `
  CREATE TABLE runs (
    id TEXT PRIMARY KEY, created REAL NOT NULL, status TEXT NOT NULL, reason TEXT NOT NULL,
    controller INTEGER NOT NULL, plan TEXT NOT NULL, host TEXT NOT NULL
  ) STRICT;
  CREATE TABLE trials (
    run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE, ordinal INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (run, ordinal)
  ) STRICT, WITHOUT ROWID;
`;

export interface StoredRun {
  readonly head: RunHead;
  readonly plan: Plan;
  readonly host: HostConditions;
  readonly trials: readonly Trial[];
}

export interface RunRow extends RunHead {
  readonly name: string;
  readonly scale: Plan['scale'];
  readonly cells: number;
  readonly trials: number;
  /** Null of a search: it ends when it knows. */
  readonly planned: number | null;
}

export interface Store extends Disposable {
  readonly file: string;
  /** @returns the new run's id, which sorts by time. */
  create(plan: Plan, host: HostConditions): string;
  /** Marks a run as going on again. */
  reopen(id: string): void;
  /** @throws Problem STORE_FULL */
  add(id: string, trial: Trial): void;
  finish(id: string, status: Exclude<RunStatus, 'running'>, reason: string): void;
  list(): readonly RunRow[];
  /** @param id whole, its first letters, or `last`. @throws Problem RUN_NOT_FOUND */
  read(id: string): StoredRun;
  /** @throws Problem RUN_NOT_FOUND */
  remove(id: string): string;
}

/**
 * Opens a store.
 * @param mode `write` makes the file if it is missing; `read` does not, and finds no runs in it
 * @throws Problem STORE_UNWRITABLE, STORE_NEWER, STORE_DAMAGED
 */
export function openStore(file: string, mode: 'read' | 'write'): Store {
  const isBlank = !existsSync(file) || statSync(file).size === 0;
  const database = connect(isBlank && mode === 'read' ? ':memory:' : file, mode);
  try {
    prepare(database, file, mode);
  } catch (error) {
    database.close();
    throw error;
  }
  return storeOn(database, file);
}

/** As `mkdir -p`. Node's own recursive form never returns where a folder cannot be made below an existing one (/proc). */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(resolve(folder)));
  mkdirSync(folder);
}

function connect(file: string, mode: 'read' | 'write'): DatabaseSync {
  try {
    if (mode === 'write') makeFolder(dirname(file));
    if (mode === 'write' && !existsSync(file)) make(file);
    return new DatabaseSync(file, { enableForeignKeyConstraints: true });
  } catch (error) {
    throw problem('STORE_UNWRITABLE', { file, why: reasonOf(error) }, { cause: error });
  }
}

/**
 * Makes the store beside its place, and puts it there whole: whoever lists runs at that moment finds a store or none,
 * never half of one, which would look damaged. If another process was first, its store stays.
 */
function make(file: string): void {
  const draft = `${file}.${process.pid}.new`;
  const database = new DatabaseSync(draft);
  try {
    create(database);
  } finally {
    database.close();
  }
  try {
    linkSync(draft, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A file system without hard links has only this.
    if (code !== 'EEXIST') renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

function prepare(database: DatabaseSync, file: string, mode: 'read' | 'write'): void {
  const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  let version: number;
  let id: number;
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    [version, id] = [Number(pragma('user_version')), Number(pragma('application_id'))];
    const check = pragma('quick_check(1)');
    if (check !== 'ok') throw new Error(String(check));
    requireWhole(file, Number(pragma('page_count')) * Number(pragma('page_size')));
  } catch (error) {
    throw problem('STORE_DAMAGED', { file, why: reasonOf(error) }, { cause: error });
  }
  const isEmpty = Number(pragma('page_count')) === 0;
  if (!isEmpty && id !== applicationId) {
    throw problem('STORE_DAMAGED', { file, why: 'It is a database, but of another program' });
  }
  if (version > schemaVersion) throw problem('STORE_NEWER', { file, found: version, known: schemaVersion });
  try {
    if (isEmpty) create(database);
    // Whether it can be written is found out now, not when the first trial has been measured.
    else if (mode === 'write') database.exec('BEGIN IMMEDIATE; ROLLBACK');
  } catch (error) {
    throw problem('STORE_UNWRITABLE', { file, why: reasonOf(error) }, { cause: error });
  }
}

/** SQLite reads zeros where the last page is cut short. While a log is there the file may rightly be shorter. */
function requireWhole(file: string, expected: number): void {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const missing = expected - size(file);
  if (existsSync(file) && missing > 0 && size(`${file}-wal`) === 0)
    throw new Error(`${missing} bytes are missing at its end`);
}

function create(database: DatabaseSync): void {
  // WAL: a reader (runs list, the dashboard) never blocks the run that writes. FULL: a trial survives a power cut.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  database.exec(
    `BEGIN; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}; ${tables} COMMIT;`,
  );
}

function storeOn(database: DatabaseSync, file: string): Store {
  const find = (id: string) => {
    const sql =
      id === 'last'
        ? 'SELECT * FROM runs ORDER BY created DESC LIMIT 1'
        : 'SELECT * FROM runs WHERE id LIKE ? ORDER BY id LIMIT 2';
    const rows = database.prepare(sql).all(...(id === 'last' ? [] : [`${id.replaceAll(/[%_]/g, '')}%`]));
    const [row] = rows;
    if (!row || rows.length > 1) {
      const why = row
        ? 'More than one run begins with these letters.'
        : 'Nothing by that name is stored there.';
      throw problem('RUN_NOT_FOUND', { id, file, why });
    }
    return row;
  };
  return {
    file,
    create(plan, host) {
      const now = Date.now();
      const id = runId(now, randomBytes(2).toString('hex'));
      database
        .prepare("INSERT INTO runs VALUES (?, ?, 'running', '', ?, ?, ?)")
        .run(id, now, process.pid, JSON.stringify(plan), JSON.stringify(host));
      return id;
    },
    reopen(id) {
      database
        .prepare("UPDATE runs SET status = 'running', reason = '', controller = ? WHERE id = ?")
        .run(process.pid, id);
    },
    add(id, trial) {
      try {
        database.prepare('INSERT INTO trials VALUES (?, ?, ?)').run(id, trial.ordinal, JSON.stringify(trial));
      } catch (error) {
        throw problem('STORE_FULL', { file, run: id, why: reasonOf(error) }, { cause: error });
      }
    },
    finish(id, status, why) {
      database.prepare('UPDATE runs SET status = ?, reason = ? WHERE id = ?').run(status, why, id);
    },
    list() {
      const sql =
        "SELECT runs.*, (SELECT count(*) FROM trials WHERE run = runs.id AND body ->> '$.problem.code' IS NOT 'TRIAL_DISTURBED') AS trials FROM runs ORDER BY created DESC";
      return database
        .prepare(sql)
        .all()
        .map((row) => {
          const plan = readPlan(row, file);
          const planned = plan.search ? null : plannedTrials(plan);
          return {
            ...head(row),
            name: plan.name,
            scale: plan.scale,
            cells: plan.cells.length,
            trials: Number(row['trials']),
            planned,
          };
        });
    },
    read(id) {
      const row = find(id);
      const bodies = database
        .prepare('SELECT body FROM trials WHERE run = ? ORDER BY ordinal')
        .all(String(row['id']));
      return {
        head: head(row),
        plan: readPlan(row, file),
        host: JSON.parse(String(row['host'])) as HostConditions,
        trials: bodies.map((each) => JSON.parse(String(each['body'])) as Trial),
      };
    },
    remove(id) {
      const found = String(find(id)['id']);
      database.prepare('DELETE FROM runs WHERE id = ?').run(found);
      database.exec('VACUUM');
      return found;
    },
    [Symbol.dispose]: () => database.close(),
  };
}

/** @throws Problem STORE_DAMAGED if the plan has a form that this version does not know */
function readPlan(row: Record<string, unknown>, file: string): Plan {
  const parsed = planSchema.safeParse(JSON.parse(String(row['plan'])));
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw problem('STORE_DAMAGED', {
    file,
    why: `The plan of run ${String(row['id'])} has another form (${where}).`,
  });
}

/** A run whose controller has vanished was interrupted, though nobody could write that down. */
function head(row: Record<string, unknown>): RunHead {
  const stored = String(row['status']) as RunStatus;
  const lost = stored === 'running' && !isAlive(Number(row['controller']));
  return {
    id: String(row['id']),
    createdAt: Number(row['created']),
    status: lost ? 'interrupted' : stored,
    reason: lost ? 'its controller ended without a word' : String(row['reason']),
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
