/** Result files of other load tools. */
import { type Entry, exitCodes } from './entry.ts';

export const publishedProblems = {
  RESULT_FILE_UNREADABLE: {
    exit: exitCodes.usage,
    what: 'The result file {file} cannot be read.',
    why: '{why}',
    todo: 'Name a regular file that you may read; unpack it first if it is compressed.',
  },
  RESULT_FILE_UNKNOWN: {
    exit: exitCodes.usage,
    what: 'The file {file} is no result that can be checked.',
    why: '{why}',
    todo: 'Write one with: k6 run --out csv=FILE (or json=FILE, or --summary-export FILE), oha --output-format json (or csv), vegeta report -type=json (or encode -to json), autocannon --json, wrk --latency, ab.',
  },
  RESULT_FILE_FAILED: {
    exit: exitCodes.usage,
    what: 'All requests of the result file {file} failed.',
    why: '{why}',
    todo: 'See that the server answers at the address of the test, and repeat the test.',
  },
  RESULT_FILE_CONTRADICTED: {
    exit: exitCodes.usage,
    what: '{option} contradicts the result file {file}.',
    why: '{why}',
    todo: 'Leave {option} out. With files of other tools, check those alone.',
  },
} as const satisfies Record<string, Entry>;
