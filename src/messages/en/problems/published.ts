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
} as const satisfies Record<string, Entry>;
