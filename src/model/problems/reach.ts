/**
 * Parts of a process that are out of reach. They do not end a look: what else can be seen is still seen. Each takes the
 * same two details, so that whoever shows one needs not know which it is.
 */
import { type Entry, exitCodes } from './entry.ts';

const exit = exitCodes.unmeasured;
const pool = 'The pool of the process {pid} cannot be read from its memory.';
const otherwise =
  'Its threads are still seen. To know its queue, start it with the probe: node --import chokepoint/probe';

export const reachProblems = {
  PEEK_NO_ELF: {
    exit,
    what: pool,
    why: 'What is read there is known for 64-bit ELF files alone: {why}.',
    todo: otherwise,
  },
  PEEK_STRIPPED: {
    exit,
    what: pool,
    why: 'Where it lies is told by the symbols of its binary: {why}.',
    todo: `Run an official build of Node, which keeps its symbols. ${otherwise}`,
  },
  PEEK_MOVABLE: {
    exit,
    what: pool,
    why: 'Where it lies is known only of a binary that is loaded at a fixed address: {why}.',
    todo: `Run an official build of Node, which is. ${otherwise}`,
  },
  PEEK_SHARED_LIBRARY: {
    exit,
    what: pool,
    why: 'It is looked for in the binary: {why}.',
    todo: `Run an official build of Node, which has libuv in it. ${otherwise}`,
  },
  PEEK_UNKNOWN_LIBUV: {
    exit,
    what: pool,
    why: 'Its variables are not those that are known: {why}.',
    todo: otherwise,
  },
  PEEK_PACKED: {
    exit,
    what: pool,
    why: 'How it is read is known for official builds of Node; any other has to be tried first: {why}.',
    todo: otherwise,
  },
  PEEK_NO_RIGHTS: {
    exit,
    what: pool,
    why: 'The kernel does not allow it: {why}.',
    todo: 'Run chokepoint as root (sudo), or in the container with --cap-add SYS_PTRACE.',
  },
  PEEK_UNREADABLE: {
    exit,
    what: pool,
    why: 'It could not be opened: {why}.',
    todo: otherwise,
  },
  PEEK_UNTRIED: {
    exit,
    what: pool,
    why: 'How it is read is known for official builds of Node; any other has to be tried first: {why}.',
    todo: `If you trust its binary, let it be started once for that: --try-binary. ${otherwise}`,
  },
  PEEK_MISREAD: {
    exit,
    what: pool,
    why: 'What is read there is not what it has to be: {why}.',
    todo: `Report the version of this Node: its libuv keeps its pool in another way. ${otherwise}`,
  },
  ENVIRONMENT_UNREADABLE: {
    exit,
    what: 'The pool size that the process {pid} was asked for is not known.',
    why: 'It is a variable of its environment: {why}.',
    todo: 'Run chokepoint as the same user, or as root.',
  },
  SOCKETS_UNREADABLE: {
    exit,
    what: 'The connections of the process {pid} cannot be seen.',
    why: 'Which are its own is told by its open files: {why}.',
    todo: 'Run chokepoint as the same user, or as root.',
  },
} as const satisfies Record<string, Entry>;
