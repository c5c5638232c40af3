/**
 * A store as a file: it is made, checked and opened here. The only file that imports `node:sqlite`, which is a
 * release candidate: its classes may yet be renamed.
 */
import { accessSync, constants, existsSync, statSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  isPrivate,
  makeFolder,
  newDraft,
  placeOnce,
  privateFile,
  requireOwnFile,
  tighten,
} from '../files.ts';
import { message } from '../messages/message.ts';
import { Problem, problem, reasonOf } from '../messages/problem.ts';
import { failure, isUnchangeable } from './failure.ts';

export type Database = DatabaseSync;

/** Version of the tables, raised when one of them changes. A store of another version is refused. */
const schemaVersion = 2;
/** The id in the file's header, "chok" in ASCII: it tells a store from any other database. */
const applicationId = 0x63686f6b;

const tables = `
  CREATE TABLE runs (
    id TEXT PRIMARY KEY, created REAL NOT NULL, status TEXT NOT NULL, reason TEXT NOT NULL,
    controller TEXT NOT NULL, plan TEXT NOT NULL, host TEXT NOT NULL, seal TEXT NOT NULL
  ) STRICT;
  CREATE TABLE trials (
    run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE, ordinal INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (run, ordinal)
  ) STRICT, WITHOUT ROWID;
`;

const statistics = [
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
];

/** The path of a store in memory, which is kept as long as this process lives. */
export const inMemory = ':memory:';

/**
 * @param mode `write` makes the file if it is missing; `read` opens an empty database in memory then
 * @param typeOf f_type of the file system that the store lies on
 * @throws Problem STORE_UNREADABLE, STORE_UNWRITABLE, STORE_NEWER, STORE_ALTERED, STORE_DAMAGED, STORE_BUSY, STORE_FULL, STORE_ON_NETWORK, FOLDER_OF_OTHERS
 */
export function openDatabase(file: string, mode: 'read' | 'write', typeOf = fileSystemOf): Database {
  if (mode === 'read') requireReadable(file);
  const isBlank = !existsSync(file) || statSync(file).size === 0;
  if (file === inMemory || (isBlank && mode === 'read')) {
    const nothing = new DatabaseSync(inMemory);
    create(nothing, null);
    return nothing;
  }
  const { database, network } = connect(file, mode, typeOf);
  try {
    prepare(database, file, mode, network);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** Refuses a store that may not be read: it must not look like one without runs. @throws Problem STORE_UNREADABLE */
function requireReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return;
    throw problem('STORE_UNREADABLE', { file, why: reasonOf(error) }, { cause: error });
  }
}

function connect(file: string, mode: 'read' | 'write', typeOf: typeof fileSystemOf) {
  try {
    if (mode === 'write') makeFolder(dirname(file));
    // SQLite opens these under their own names, and follows links.
    for (const end of ['', '-journal', '-wal', '-shm']) requireOwnFile(`${file}${end}`);
    const network = sharedFileSystem(typeOf(file));
    if (mode === 'write' && !existsSync(file)) make(file, network);
    if (isPrivate(file)) closeToOthers(file, mode);
    return { database: new DatabaseSync(file, { enableForeignKeyConstraints: true }), network };
  } catch (error) {
    if (error instanceof Problem) throw error;
    const told = failure(error, file, null);
    if (told instanceof Problem && told.code === 'STORE_FULL') throw told;
    throw problem('STORE_UNWRITABLE', { file, why: reasonOf(error) }, { cause: error });
  }
}

/** Takes away others' rights to the store, its log and the log's index. A store on a read-only disk stays as it is. */
function closeToOthers(file: string, mode: 'read' | 'write'): void {
  try {
    for (const end of ['', '-wal', '-shm']) tighten(`${file}${end}`, privateFile);
  } catch (error) {
    if (mode === 'write') throw error;
  }
}

/**
 * Makes the store beside its place, and puts it there whole: whoever lists runs at that moment finds a store or none,
 * never half of one, which would look damaged. If another process was first, its store stays.
 */
function make(file: string, network: string | null): void {
  const draft = newDraft(dirname(file));
  const database = new DatabaseSync(draft);
  try {
    create(database, network);
  } finally {
    database.close();
  }
  placeOnce(draft, file);
}

/** SQL without blanks and quotes: in these, versions of SQLite differ where they write a changed table down again. */
const plain = (sql: string) => sql.replace(/[\s"`;]+/g, '');

/** The text of each table that a store may have: ours, and what `ANALYZE` leaves. */
const ownTables = new Set([...tables.split(';'), ...statistics].map(plain));

/**
 * A trigger, a view, or a table with computed columns would change what is stored, or what is read of it: a gate would
 * judge figures that nobody measured. A store may have come with a repository.
 * @returns the first thing that is neither ours nor SQLite's own
 */
function strangeIn(database: DatabaseSync): { readonly kind: string; readonly name: string } | null {
  const rows = database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').all();
  for (const { type, name, tbl_name: table, sql } of rows) {
    // SQLite itself made the index of the primary key of `runs`: it has no text.
    const isKey = type === 'index' && table === 'runs' && sql === null;
    const isOwn = isKey || (type === 'table' && ownTables.has(plain(String(sql))));
    if (!isOwn) return { kind: String(type), name: String(name) };
  }
  return null;
}

const pragma = (database: DatabaseSync, name: string) =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];

/** @param network the name of a file system that other machines may share; null of a local one */
function prepare(database: DatabaseSync, file: string, mode: 'read' | 'write', network: string | null): void {
  let version: number;
  let id: number;
  let strange: ReturnType<typeof strangeIn>;
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF');
    if (network !== null) leaveWal(database, file, network);
    [version, id] = [Number(pragma(database, 'user_version')), Number(pragma(database, 'application_id'))];
    const check = pragma(database, 'quick_check(1)');
    if (check !== 'ok') throw new Error(String(check));
    strange = strangeIn(database);
    requireWhole(file, Number(pragma(database, 'page_count')) * Number(pragma(database, 'page_size')));
  } catch (error) {
    throw refusal(error, file, 'STORE_DAMAGED');
  }
  const isEmpty = Number(pragma(database, 'page_count')) === 0;
  if (!isEmpty && id !== applicationId) {
    throw problem('STORE_DAMAGED', { file, why: message('store.other-program') });
  }
  if (!isEmpty && version !== schemaVersion)
    throw problem('STORE_NEWER', { file, found: version, known: schemaVersion });
  if (strange) throw problem('STORE_ALTERED', { file, ...strange });
  try {
    if (isEmpty) create(database, network);
    // Whether it can be written is found out now, not when the first trial has been measured.
    else if (mode === 'write') transaction(database, () => {});
  } catch (error) {
    throw refusal(error, file, 'STORE_UNWRITABLE');
  }
}

/** @param otherwise what is wrong with a store, where SQLite has no better word for it */
function refusal(error: unknown, file: string, otherwise: 'STORE_DAMAGED' | 'STORE_UNWRITABLE'): Problem {
  const told = failure(error, file, null);
  if (told instanceof Problem && told.code !== 'STORE_WRITE_FAILED') return told;
  return problem(otherwise, { file, why: reasonOf(error) }, { cause: error });
}

/**
 * Gives a store on a file system that machines share a rollback journal: its locks hold as far as the file system's do.
 * Exclusive locking reads a log that a local disk left without shared memory, which two machines cannot have.
 * @throws Problem STORE_ON_NETWORK
 */
function leaveWal(database: DatabaseSync, file: string, network: string): void {
  database.exec('PRAGMA locking_mode = EXCLUSIVE');
  let journal: unknown;
  try {
    journal = pragma(database, 'journal_mode = DELETE');
  } catch (error) {
    if (!isUnchangeable(error)) throw error;
    throw problem('STORE_ON_NETWORK', { file, network, why: reasonOf(error) }, { cause: error });
  }
  if (journal === 'wal') throw problem('STORE_ON_NETWORK', { file, network, why: message('store.journal') });
  // The lock is given back with the next access.
  database.exec('PRAGMA locking_mode = NORMAL');
  pragma(database, 'schema_version');
}

/** Throws if the file was cut short: SQLite would read zeros there. While a log is there the file may rightly be shorter. */
function requireWhole(file: string, expected: number): void {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const missing = expected - size(file);
  if (existsSync(file) && missing > 0 && size(`${file}-wal`) === 0)
    throw new Error(`${missing} bytes are missing at its end`);
}

function create(database: DatabaseSync, network: string | null): void {
  // WAL: a reader (runs list, the dashboard) never blocks the run that writes. FULL: a trial survives a power cut.
  const journal = network === null ? 'WAL' : 'DELETE';
  database.exec(`PRAGMA journal_mode = ${journal}; PRAGMA synchronous = FULL;`);
  database.exec(
    `BEGIN; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}; ${tables} COMMIT;`,
  );
}

/** Holds the write lock from the first read on, so that what was read is still true when it is written. */
export function transaction<Value>(database: DatabaseSync, action: () => Value): Value {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = action();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    try {
      database.exec('ROLLBACK');
    } catch {
      // Some errors, a full disk among them, have ended it already.
    }
    throw error;
  }
}

/**
 * File systems that other machines may share, by statfs(2)'s f_type. The names and numbers are those of linux/magic.h, or of
 * the file system's own sources. FUSE is among them: sshfs, s3fs and virtiofs are FUSE, and a local one looks the same.
 */
const shared = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x65735546, 'FUSE'],
  [0x01021997, '9p'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'kAFS'],
  [0x73757245, 'Coda'],
  [0x564c, 'NCP'],
  [0x01161970, 'GFS2'],
  [0x7461636f, 'OCFS2'],
  [0x47504653, 'GPFS'],
  [0x19830326, 'BeeGFS'],
  [0x20030528, 'OrangeFS'],
  [0xaad7aaea, 'PanFS'],
  [0x786f4256, 'vboxsf'],
  [0xbacbacbc, 'vmhgfs'],
]);

/**
 * The name of a file system that other machines may share; null of a local one. WAL keeps its index in memory that all
 * processes share, which two machines cannot (sqlite.org/wal.html: "WAL does not work over a network filesystem").
 * @param type f_type; its upper half is a sign on some kernels
 */
export function sharedFileSystem(type: bigint): string | null {
  return shared.get(Number(BigInt.asUintN(32, type))) ?? null;
}

/** f_type of the file system that a file lies on, or will lie on. */
export function fileSystemOf(file: string): bigint {
  return statfsSync(dirname(file), { bigint: true }).type;
}
