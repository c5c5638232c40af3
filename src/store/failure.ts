/** Turns errors of SQLite into problems. */
import { message } from '../messages/message.ts';
import { Problem, problem, reasonOf } from '../messages/problem.ts';

/** Result codes, sqlite.org/rescode.html. */
const code = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  constraint: 19,
  notADatabase: 26,
} as const;
/** Codes of a journal whose form cannot be changed: another process uses the store, or it cannot be written. */
const unchangeable = new Set<number>([code.busy, code.locked, code.readOnly, code.ioError, code.cannotOpen]);

/** Returns the primary code, the low byte of the extended one; null if the error is not SQLite's. */
function resultCode(error: unknown): number | null {
  const extended = (error as { errcode?: unknown }).errcode;
  return typeof extended === 'number' ? extended & 0xff : null;
}

/** Whether a journal could not be changed for a reason outside of the file. */
export function isUnchangeable(error: unknown): boolean {
  return unchangeable.has(resultCode(error) ?? -1);
}

/**
 * @param run the run that was written; null while the store is opened, and for what concerns no run
 * @returns the problem, or the error as it is if it is not SQLite's
 */
export function failure(error: unknown, file: string, run: string | null): unknown {
  const result = resultCode(error);
  if (error instanceof Problem || result === null) return error;
  const why = reasonOf(error);
  const next = run === null ? message('store.retry') : message('store.resume', { run });
  const cause = { cause: error };
  switch (result) {
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
