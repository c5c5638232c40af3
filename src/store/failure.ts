/** What SQLite says, as a problem that is true of it. */
import { Problem, problem, reasonOf } from '../model/problem.ts';

/** Result codes, sqlite.org/rescode.html. The low byte of an extended code is the primary one. */
const code = { busy: 5, locked: 6, corrupt: 11, full: 13, constraint: 19, notADatabase: 26 } as const;
const foreignKey = 787;

export interface Place {
  readonly file: string;
  /** The run that was written; null while the store is opened, and for what concerns no run. */
  readonly run: string | null;
}

/** @returns the problem, or the error as it is if it is not SQLite's */
export function failure(error: unknown, { file, run }: Place): unknown {
  const extended = (error as { errcode?: unknown }).errcode;
  if (error instanceof Problem || typeof extended !== 'number') return error;
  const why = reasonOf(error);
  const next =
    run === null
      ? 'Then try again.'
      : `Then go on with --resume ${run}: every trial that was stored is safe.`;
  const cause = { cause: error };
  if (extended === foreignKey && run !== null) return problem('RUN_REMOVED', { file, run }, cause);
  switch (extended & 0xff) {
    case code.busy:
    case code.locked:
      return problem('STORE_BUSY', { file, next }, cause);
    case code.full:
      return problem('STORE_FULL', { file, why, next }, cause);
    case code.corrupt:
    case code.notADatabase:
      return problem('STORE_DAMAGED', { file, why }, cause);
    case code.constraint:
      return run === null ? error : problem('RUN_TAKEN', { file, run, why }, cause);
    default:
      return problem('STORE_WRITE_FAILED', { file, why, next }, cause);
  }
}
