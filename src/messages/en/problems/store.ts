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
  STORE_UNREADABLE: {
    exit: usage,
    what: 'The store {file} cannot be read.',
    why: '{why}',
    todo: 'Run it as the user who owns the store, or name another one with --store FILE.',
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
    todo: 'Keep a copy for recovery ("sqlite3 {shell file} .recover"), and use --store ANOTHER_FILE.',
  },
  STORE_ALTERED: {
    exit: usage,
    what: 'The store {file} has a part that chokepoint did not create: {kind} {name}.',
    why: 'Such a part can change the figures that are stored or read, so no result of this store can be trusted.',
    todo: 'Find out who made the file. Use another store with --store ANOTHER_FILE.',
  },
  STORE_FULL: {
    exit: unmeasured,
    what: 'The disk has no space left for the store {file}.',
    why: '{why}',
    todo: 'Free some space on the disk. {next}',
  },
  STORE_BUSY: {
    exit: unmeasured,
    what: 'Another process has locked the store {file} for more than five seconds.',
    why: 'Two processes cannot write to it at the same time.',
    todo: 'Wait for that process, or end it: fuser {shell file}. {next}',
  },
  STORE_WRITE_FAILED: {
    exit: unmeasured,
    what: 'The store {file} can no longer be read or written.',
    why: '{why}',
    todo: 'Look at the disk, at its quotas, and at the rights of the file. {next}',
  },
  STORE_ON_NETWORK: {
    exit: usage,
    what: 'The store {file} lies on a file system that other machines may share ({network}), and has a write-ahead log.',
    why: 'Two machines that write to such a log damage the store, and its journal could not be changed: {why}',
    todo: 'End every other chokepoint that uses it, then try again; or name a store on a local disk with --store FILE.',
  },
  RUN_ID_INVALID: {
    exit: usage,
    what: '{id} is not an id of a run.',
    why: 'An id has only letters, digits, "-" and "_".',
    todo: 'Take one from "{chokepoint} runs list", or "last".',
  },
  RUN_UNREADABLE: {
    exit: usage,
    what: 'The run {id} in {file} cannot be read by this version.',
    why: '{why}',
    todo: 'Read it with the version that wrote it. The other runs of the store can be read.',
  },
  RUN_STILL_RUNNING: {
    exit: usage,
    what: 'The run {id} is still running.',
    why: 'Its process is {where}.',
    todo: 'Wait for it, or end that process first.',
  },
  RUN_OUT_OF_SIGHT: {
    exit: usage,
    what: 'It cannot be seen from here whether the run {id} is still running.',
    why: 'Its process was {where}, in another container, on another machine, or before an update.',
    todo: 'Make sure that it has ended, then repeat the command with --take-over.',
  },
  RUN_TAKEN: {
    exit: unmeasured,
    what: 'The run {run} in {file} was taken over by another process.',
    why: '{why}',
    todo: 'Let only one of them continue: "{chokepoint} runs show {run}" shows what was stored.',
  },
  RUN_REMOVED: {
    exit: unmeasured,
    what: 'The run {run} was removed from {file} while it was running.',
    why: 'Its trials cannot be stored any more.',
    todo: 'Start it again.',
  },
  RUN_FOREIGN: {
    exit: usage,
    what: 'It is not certain that you started the run {id} on this machine.',
    why: '{why} Resuming it would run: {command}',
    todo: 'Read the command. If you trust it, repeat yours with --trust-store.',
  },
  RUN_NOT_FOUND: {
    exit: usage,
    what: 'There is no run "{id}" in {file}.',
    why: '{why}',
    todo: 'See "{chokepoint} runs list"; the first letters of an id are enough if only one run begins with them.',
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
    todo: '{todo}',
  },
  FOLDER_OF_OTHERS: {
    exit: usage,
    what: 'User {uid} will not write through {path}.',
    why: '{why} The owner of a folder on the path can redirect it to any file.',
    todo: 'Choose your own paths with --out DIR and --store FILE, or run chokepoint as the user who owns that one.',
  },
} as const satisfies Record<string, Entry>;
