/** Where runs and reports are kept. */
import { type Entry, exitCodes } from './entry.ts';

const usage = exitCodes.usage;
const unmeasured = exitCodes.unmeasured;

export const storeProblems = {
  STORE_UNWRITABLE: {
    exit: usage,
    what: 'The store {file} cannot be written.',
    why: '{why}',
    todo: 'Choose another place with --store FILE; nothing was started.',
  },
  STORE_NEWER: {
    exit: usage,
    what: 'The store {file} was written by a newer chokepoint (schema {found}, this one knows {known}).',
    why: 'Writing to it could damage what the newer version stored.',
    todo: 'Update chokepoint, or start another store with --store FILE.',
  },
  STORE_DAMAGED: {
    exit: usage,
    what: 'The store {file} is damaged or is not a chokepoint store.',
    why: '{why}',
    todo: 'Keep it aside for rescue ("sqlite3 {file} .recover"), and go on with --store ANOTHER_FILE.',
  },
  STORE_FULL: {
    exit: unmeasured,
    what: 'The trial could not be stored in {file}.',
    why: '{why}',
    todo: 'Make room on the disk, then go on with --resume {run}: every trial before this one is safe.',
  },
  RUN_NOT_FOUND: {
    exit: usage,
    what: 'There is no run "{id}" in {file}.',
    why: '{why}',
    todo: 'See "chokepoint runs list"; the first letters of an id are enough if only one run begins with them.',
  },
  RUN_NOT_RESUMABLE: {
    exit: usage,
    what: 'The run {id} cannot be resumed.',
    why: '{why}',
    todo: '{todo}',
  },
  OUTPUT_UNWRITABLE: {
    exit: usage,
    what: 'The report cannot be written to {dir}.',
    why: '{why}',
    todo: 'Choose another folder with --out DIR.',
  },
  FOLDER_OF_OTHERS: {
    exit: usage,
    what: 'User {uid} does not write by way of {path}.',
    why: '{why} Whoever owns a folder on the way can turn it to any file.',
    todo: 'Name places of your own with --out DIR and --store FILE, or run it as the user who owns that one.',
  },
} as const satisfies Record<string, Entry>;
