/** Why a server of another platform cannot be started. */
import { type Entry, exitCodes } from './entry.ts';

export const contestantProblems = {
  CONTESTANT_NOT_READY: {
    exit: exitCodes.unmeasured,
    what: 'The server of {name} was not prepared.',
    why: '{why}',
    todo: 'Install what is missing, then run the same command again.',
  },
  CONTESTANT_BUILD_FAILED: {
    exit: exitCodes.unmeasured,
    what: '{name} could not be built ({how}).',
    why: 'The last lines of the build: {lines}',
    todo: 'Check that the build can reach its package repository, then run the same command again. The log is {log}.',
  },
} as const satisfies Record<string, Entry>;
